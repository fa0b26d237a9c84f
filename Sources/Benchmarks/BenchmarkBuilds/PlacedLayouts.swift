internal import CLibrary
internal import Files
internal import Measuring
internal import ProgramLayouts
public import Reporting

/// Programs and libraries of two checkouts, linked again for each launch and put in their places.
///
/// A program finds its libraries and files by where it lies, and a script names it by its path; so a
/// layout takes the place of what the build made, and the original comes back when the comparison
/// ends. It keeps its file, its times and its links all the while, beside its place. Of a comparison
/// that was killed the next one brings it back.
public final class PlacedLayouts {
  private struct Output {
    let base: String
    let candidate: String
    var layouts: RelinkedLayouts
  }

  private var outputs: [Output] = []
  private let first: UInt64
  private var placedLaunch: Int?
  private var originals: Set<String> = []
  /// The folder with the links of all checkouts, which no other process may use meanwhile.
  private let shared: String
  private var hasShared = false

  /// How many programs were linked for this comparison; those kept from before are not counted.
  public var links: Int { outputs.reduce(0) { $0 + $1.layouts.links } }
  /// Seconds that linking took.
  public var seconds: Double { outputs.reduce(0) { $0 + $1.layouts.seconds } }
  /// How many pieces of code a layout places, of the file that has the fewest.
  public private(set) var pieces = 0
  /// The names of the files that are linked again.
  public var names: [String] { outputs.map { PathParts($0.candidate).name } }

  /// Reads the links of both builds and links the first layout, so that nothing is missing later.
  ///
  /// - Parameters:
  ///   - base: the links of the checkout to compare with.
  ///   - candidate: those of the checkout to judge; the same to compare it with itself.
  ///   - paths: what is linked again, below the tops of both checkouts.
  ///   - first: the number of the first layout.
  ///   - folder: where linked programs are kept.
  /// - Throws: ``HarnessFailure`` that says why a build cannot be linked again, and what to do.
  public init(
    base: RecordedLinks, candidate: RecordedLinks, paths: [String], first: UInt64 = 0,
    folder: String
  ) throws(HarnessFailure) {
    self.first = first
    shared = PathParts(candidate.folder).folder
    do throws(RelinkingError) {
      guard let linker = RecordedLinks.linker else { throw .linkerMissing }
      for path in paths {
        let sides = (
          try Self.build(path, of: base, linker: linker),
          base.tree == candidate.tree ? nil : try Self.build(path, of: candidate, linker: linker)
        )
        let other = sides.1 ?? sides.0
        var layouts = RelinkedLayouts(
          base: sides.0, candidate: other, folder: folder, run: Self.run)
        _ = try layouts.executables(layout: first)
        let count = min(sides.0.codePieces, other.codePieces)
        pieces = outputs.isEmpty ? count : min(pieces, count)
        outputs.append(
          Output(
            base: PathParts.join(base.tree, path), candidate: PathParts.join(candidate.tree, path),
            layouts: layouts))
      }
    } catch {
      throw .failed("\(error).")
    }
  }

  deinit { restore() }

  private static func build(
    _ path: String, of links: RecordedLinks, linker: String
  ) throws(RelinkingError) -> RelinkableBuild {
    let file = PathParts.join(links.tree, path)
    guard let record = links.record(of: file) else { throw .linkNotRecorded(file) }
    return try RelinkableBuild(record: record, linker: linker)
  }

  private static func run(_ words: [String]) -> (isSuccess: Bool, output: String) {
    guard let tool = words.first, let program = Executable.find(tool) else {
      return (false, "error: there is no program '\(words.first ?? "")'")
    }
    let outcome = ProgramOutput.of(
      program: program, arguments: Array(words.dropFirst()), environment: Executable.environment,
      mergingErrors: true)
    return (outcome.isSuccess, outcome.text)
  }

  /// Puts the files of both sides in the layout of a launch.
  ///
  /// - Parameter launch: the number of the launch, from 0; each has another layout.
  /// - Throws: ``HarnessFailure`` when they cannot be linked or put in place.
  public func place(launch: Int) throws(HarnessFailure) {
    guard launch != placedLaunch else { return }
    if !hasShared {
      hasShared = PlacementLock.take(shared)
      guard hasShared else {
        throw .failed(
          "Another comparison of this repository has put its programs in other layouts: compare "
            + "again when it has ended.")
      }
    }
    for index in outputs.indices {
      let linked: (base: String, candidate: String)
      do throws(RelinkingError) {
        linked = try outputs[index].layouts.executables(
          layout: first &+ UInt64(truncatingIfNeeded: launch))
      } catch {
        throw .failed("\(error).")
      }
      try put(linked.base, at: outputs[index].base)
      if outputs[index].candidate != outputs[index].base {
        try put(linked.candidate, at: outputs[index].candidate)
      }
    }
    placedLaunch = launch
  }

  private func put(_ program: String, at path: String) throws(HarnessFailure) {
    let partial = Self.sibling(of: path, "layout")
    do throws(FileAccessError) {
      unlink(partial)
      try copyFile(at: program, to: partial)
      chmod(partial, 0o755)
    } catch {
      unlink(partial)
      throw .failed("'\(path)' cannot be put in another layout: \(error)")
    }
    let original = Self.sibling(of: path, "original")
    if FileKind(path: original) == .absent { rename(path, original) }
    originals.insert(path)
    guard rename(partial, path) == 0 else {
      rename(original, path)
      unlink(partial)
      throw .failed("'\(path)' cannot be replaced: error \(errno).")
    }
  }

  /// Brings back what the builds made.
  public func restore() {
    for path in originals { Self.restore(path) }
    originals = []
    placedLaunch = nil
    if hasShared { PlacementLock.give(shared) }
    hasShared = false
  }

  /// Brings back what a build made, where a comparison that was killed left a layout.
  ///
  /// - Parameter links: the links of the build.
  public static func restore(_ links: RecordedLinks) {
    for record in LinkRecord.all(in: links.folder) { restore(record.output) }
  }

  private static func restore(_ path: String) {
    unlink(sibling(of: path, "layout"))
    let original = sibling(of: path, "original")
    if FileKind(path: original) != .absent { rename(original, path) }
  }

  /// What a build made at a path: beside it while a layout is in its place.
  static func original(of path: String) -> String {
    let original = sibling(of: path, "original")
    return FileKind(path: original) == .absent ? path : original
  }

  private static func sibling(of path: String, _ kind: String) -> String {
    let parts = PathParts(path)
    return PathParts.join(parts.folder, ".\(parts.name).bench-\(kind)")
  }
}
