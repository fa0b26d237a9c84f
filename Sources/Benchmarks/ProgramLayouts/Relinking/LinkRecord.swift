#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// One link that a ``LinkRecorder`` wrote down.
package struct LinkRecord: Equatable, Sendable {
  /// The folder of the record.
  package let folder: String
  /// The linker that ran.
  package let linker: String
  /// The folder that it ran in.
  package let workingFolder: String
  /// The absolute path of what it made.
  package let output: String
  /// The value of `LD_RUN_PATH`, empty when it was not set.
  let runPath: String
  let arguments: [String]

  /// The copy of what was linked, as it was when the linker ended.
  package var outputCopy: String { "\(folder)/output" }

  /// Object files of the functions that link-time optimization made; empty without it, and where the
  /// linker could not keep them.
  var optimizedObjects: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasPrefix("made.") }
      .sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }.map { "\(folder)/\($0)" }
  }

  /// Reads a record; nil when it is damaged.
  ///
  /// - Parameter folder: the folder of the record, `….link`.
  package init?(folder: String) {
    guard let bytes = FileManager.default.contents(atPath: "\(folder)/words"), bytes.last == 0
    else { return nil }
    let words = bytes.dropLast().split(separator: 0, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    //     linker \0 folder \0 output \0 LD_RUN_PATH \0 argument \0 … argument \0
    // A file that ends otherwise was not written to its end.
    guard words.count > 4, words[0].hasPrefix("/"), words[1].hasPrefix("/"), !words[2].isEmpty
    else { return nil }
    self.folder = folder
    linker = words[0]
    workingFolder = words[1]
    output = Self.absolute(words[2], in: words[1])
    runPath = words[3]
    arguments = Array(words.dropFirst(4))
  }

  /// All links of a build, the newest of each output.
  ///
  /// - Parameter folder: the folder that records were written to.
  /// - Returns: the links in the order of their outputs' paths.
  package static func all(in folder: String) -> [LinkRecord] {
    var newest: [String: (record: LinkRecord, made: Date)] = [:]
    for (record, made) in records(in: folder) {
      if let known = newest[record.output], known.made >= made { continue }
      newest[record.output] = (record, made)
    }
    return newest.values.map(\.record).sorted { $0.output < $1.output }
  }

  /// Removes records of earlier links of the same output, and what a configuration script tried.
  ///
  /// - Parameter folder: the folder that records were written to.
  package static func prune(in folder: String) {
    let kept = Set(
      all(in: folder).filter { !$0.isTrial }.map(\.folder))
    for (record, _) in records(in: folder) where !kept.contains(record.folder) {
      try? FileManager.default.removeItem(atPath: record.folder)
    }
  }

  private static func records(in folder: String) -> [(record: LinkRecord, made: Date)] {
    let files = FileManager.default
    var found: [(record: LinkRecord, made: Date)] = []
    for name in (try? files.contentsOfDirectory(atPath: folder)) ?? []
    where name.hasSuffix(".link") {
      guard let record = LinkRecord(folder: "\(folder)/\(name)"),
        let attributes = try? files.attributesOfItem(atPath: "\(folder)/\(name)/words"),
        let made = attributes[.modificationDate] as? Date
      else { continue }
      found.append((record, made))
    }
    return found
  }

  /// Whether it is a link that autoconf, CMake or Meson made to learn something about the compiler.
  private var isTrial: Bool {
    if output.contains("/CMakeFiles/CMakeScratch/") || output.contains("/meson-private/") {
      return true
    }
    guard !FileManager.default.fileExists(atPath: output) else { return false }
    let name = URL(fileURLWithPath: output).lastPathComponent
    return name.hasPrefix("conftest") || name.hasPrefix("cmTC_") || name == "a.out"
  }

  /// Whether the output is a library that programs load when they run.
  package var isLibrary: Bool {
    arguments.contains { ["-shared", "--shared", "-Bshareable"].contains($0) }
  }

  /// A path that the linker was given, from the root.
  static func absolute(_ path: String, in folder: String) -> String {
    URL(fileURLWithPath: path, relativeTo: URL(fileURLWithPath: folder, isDirectory: true))
      .standardizedFileURL.path
  }
}
