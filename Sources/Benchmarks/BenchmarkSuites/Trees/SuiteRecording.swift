internal import BenchmarkBuilds
internal import Files
internal import ProgramLayouts

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What is recorded while the build commands of a suite run in one checkout: links, and files read.
struct SuiteRecording {
  /// The folder of the links.
  let links: String
  private let cache: String
  private let top: String

  /// Names the records of a checkout.
  ///
  /// - Parameters:
  ///   - cache: the folder of the repository's cached files.
  ///   - name: the name of the checkout.
  ///   - top: its folder.
  init(cache: String, name: String, top: String) {
    self.cache = cache
    self.top = top
    links = "\(cache)/links/\(name)"
  }

  /// The file that compilers add what they read to.
  static func readFiles(of links: String) -> String { "\(links)/files-read" }

  /// Whether the checkout was built before links were recorded, so that only a build from the
  /// beginning shows them.
  func needsFreshBuild(of suite: BenchmarkSuite) -> Bool {
    canRecord(suite) && !suite.build.isEmpty && FileKind(path: links) != .folder
  }

  /// The stand-ins are named in lists that colons divide.
  private func canRecord(_ suite: BenchmarkSuite) -> Bool {
    suite.layouts != .off && !cache.contains(":")
  }

  /// Brings back what the build made, where a comparison that was killed left a layout.
  func restore() { PlacedLayouts.restore(RecordedLinks(folder: links, tree: top)) }

  /// Prepares for a build.
  ///
  /// - Parameter suite: the suite, whose commands decide what is stood in for.
  /// - Returns: what changes the variables of a build, not at all where nothing can be recorded; and what is
  ///   to be called when the build has ended.
  func begin(
    _ suite: BenchmarkSuite
  ) -> (change: ([String]) -> [String], end: () -> Void) {
    guard canRecord(suite), (try? makeFolder(at: links, access: .owner)) != nil,
      let recorder = try? LinkRecorder(in: "\(cache)/link-recorder")
    else { return ({ $0 }, {}) }
    let readFiles = Self.readFiles(of: links)
    try? makeFolder(at: LinkRecorder.lists(readFiles), access: .owner)
    let usesCargo =
      suite.build.contains { $0.text.contains("cargo") }
      || FileKind(path: "\(top)/Cargo.toml") == .regular
    return (
      { variables in
        recorder.environment(
          extending: variables, records: links, readFiles: readFiles, usesCargo: usesCargo)
      },
      {
        LinkRecorder.gather(readFiles)
        // Links that later ones replaced are forgotten.
        LinkRecord.prune(in: links)
      }
    )
  }

  /// Removes all that was recorded.
  func remove() { try? FileManager.default.removeItem(atPath: links) }
}
