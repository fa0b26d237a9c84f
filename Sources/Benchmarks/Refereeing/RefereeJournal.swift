package import BenchmarkBuilds
internal import BenchmarkSuites
internal import Files
internal import Measuring
internal import OrderedJSON
package import Reporting

/// What a referee knows: how it was started, and every try since, in a file that survives a kill.
///
/// The file has one JSON object a line and lies in git's folder of the checkout, so that a checkout has one
/// referee, and its files stay as they are. Each line is written with all before it into a new file that takes
/// the place of the old one.
package struct RefereeJournal {
  /// The file.
  package let path: String
  /// How it was started.
  package let start: RefereeStart
  /// All tries, in order.
  package private(set) var tries: [RefereeTry]
  /// What all that is kept makes together, if it was measured since the last keep.
  package private(set) var total: RefereeTotal?

  /// The most bytes of a journal that are read: some hundred thousand tries.
  private static let limit = 256 << 20

  /// The folder of a checkout's journal.
  private static func folder(_ checkout: GitCheckout) throws(HarnessFailure) -> String {
    let folder = checkout.run(["rev-parse", "--path-format=absolute", "--git-dir"])
    guard folder.isSuccess else { throw .failed("git does not say where its folder is.") }
    return PathParts.join(folder.text, "bench-referee")
  }

  private static func file(_ checkout: GitCheckout) throws(HarnessFailure) -> String {
    PathParts.join(try folder(checkout), "journal.jsonl")
  }

  /// Begins a journal.
  ///
  /// - Parameters:
  ///   - start: what the referee is started with.
  ///   - checkout: the checkout whose changes are tried.
  ///   - replaces: whether one that is there is given up.
  /// - Throws: ``HarnessFailure`` when there is one already, or it cannot be written.
  package init(
    _ start: RefereeStart, in checkout: GitCheckout, replaces: Bool
  ) throws(HarnessFailure) {
    path = try Self.file(checkout)
    self.start = start
    tries = []
    if !replaces, FileKind(path: path) != .absent {
      throw .wrongUsage(
        "This checkout has a referee already, with its tries in '\(path)'. Go on with it, or replace it."
      )
    }
    try write()
  }

  /// Reads the journal of a checkout.
  ///
  /// - Parameter checkout: the checkout.
  /// - Throws: ``HarnessFailure`` when there is none, or it is damaged.
  package init(of checkout: GitCheckout) throws(HarnessFailure) {
    path = try Self.file(checkout)
    guard FileKind(path: path) != .absent else {
      throw HarnessFailure(
        message: "No referee was started in this checkout: `bench referee start` does.",
        status: .missingInput)
    }
    let bytes: [UInt8]
    do throws(FileAccessError) {
      bytes = try readFile(at: path, limit: Self.limit)
    } catch {
      throw HarnessFailure(unreadable: error)
    }
    var lines = bytes.split(separator: UInt8(ascii: "\n"))[...]
    guard let first = lines.popFirst().flatMap(Self.object), let start = RefereeStart(first) else {
      throw Self.damaged(path, line: 1)
    }
    self.start = start
    tries = []
    for (index, line) in lines.enumerated() {
      let object = Self.object(line)
      if let known = object.flatMap(RefereeTry.init) {
        tries.append(known)
        if known.verdict == .keep { total = nil }
      } else if let known = object.flatMap(RefereeTotal.init) {
        total = known
      } else {
        throw Self.damaged(path, line: index + 2)
      }
    }
  }

  private static func object(_ line: ArraySlice<UInt8>) -> JSONValue? {
    try? JSONValue(parsing: Array(line))
  }

  private static func damaged(_ path: String, line: Int) -> HarnessFailure {
    HarnessFailure(
      message:
        "Line \(line) of '\(path)' does not belong to a referee's journal. Mend it from a copy, or "
        + "replace the referee.", status: .damagedInput)
  }

  /// The commit that the next try is compared with.
  package var base: String { kept.last?.candidate ?? start.base }

  /// The tries that were kept.
  package var kept: [RefereeTry] { tries.filter { $0.verdict == .keep } }

  /// The risk at which the next try may be kept.
  package var nextRisk: Double {
    KeepLevels(falseKeeps: start.falseKeeps).risk(
      // A try that was refused before it was measured took no risk.
      ofTry: tries.count { $0.risk != nil } + 1, kept: kept.count)
  }

  /// Adds a try.
  ///
  /// - Parameter attempt: the try.
  /// - Throws: ``HarnessFailure`` when it cannot be written: it is then not kept.
  package mutating func add(_ attempt: RefereeTry) throws(HarnessFailure) {
    let before = self
    tries.append(attempt)
    if attempt.verdict == .keep { total = nil }
    do throws(HarnessFailure) {
      try write()
    } catch {
      self = before
      throw error
    }
  }

  /// Adds what all that is kept makes together.
  ///
  /// - Parameter total: what was measured.
  /// - Throws: ``HarnessFailure`` when it cannot be written.
  package mutating func add(_ total: RefereeTotal) throws(HarnessFailure) {
    self.total = total
    try write()
  }

  private func write() throws(HarnessFailure) {
    let lines = [start.json] + tries.map(\.json) + [total?.json].compactMap { $0 }
    let text = lines.map { $0.line + "\n" }.joined()
    do throws(FileAccessError) {
      try makeFolder(at: PathParts(path).folder)
      try writeFile(Array(text.utf8), to: path, replacingExisting: true)
    } catch {
      throw HarnessFailure(unwritable: error)
    }
  }

  /// Lets one process at a time try changes of a checkout.
  ///
  /// - Parameter checkout: the checkout.
  /// - Returns: the lock, which the process holds until it releases it or ends.
  /// - Throws: ``HarnessFailure`` when another process tries a change.
  package static func lock(_ checkout: GitCheckout) throws(HarnessFailure) -> BuildLock {
    guard let lock = BuildLock(ifFree: try folder(checkout)) else {
      throw .wrongUsage(
        "Another process tries a change in this checkout: wait until it ends. A checkout of its own "
          + "(`git worktree add`) has a referee of its own.")
    }
    return lock
  }
}
