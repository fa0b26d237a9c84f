#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

internal import Files
internal import TimingHistory

/// The executables that nights measured, kept to compare later ones with.
///
/// A night keeps its own under the hash of its bytes, so that the next need not build it again,
/// and can also compare with one that was built from uncommitted changes. What is no longer kept is
/// built again at its commit.
struct KeptBuilds {
  /// The folder they are in.
  let folder: String
  /// Builds a commit; `nil` outside of a checkout.
  let build: ((_ commit: String) throws(ComparisonFailure) -> String)?

  /// How many are kept: those that were used last.
  static let limit = 12

  /// Keeps an executable.
  ///
  /// - Parameters:
  ///   - executable: its path.
  ///   - hash: the hash of its bytes.
  /// - Throws: ``FileAccessError`` when it cannot be copied.
  func keep(_ executable: String, hash: String) throws(FileAccessError) {
    let path = path(hash)
    if CommandComparison.isExecutable(path) {
      touch(path)
      return
    }
    try makeFolder(at: folder, access: .owner)
    try writeFile(try readFile(at: executable), to: path, replacingExisting: true)
    chmod(path, 0o755)
    forgetOldest()
  }

  /// The executable of a night.
  ///
  /// - Throws: ``ComparisonFailure`` when it is neither kept nor can be built again.
  func executable(of base: NightBase) throws(ComparisonFailure) -> String {
    if let hash = base.build.codeHash, CommandComparison.isExecutable(path(hash)) {
      touch(path(hash))
      return path(hash)
    }
    guard let commit = base.commit else {
      throw .failed("its executable is not kept any more, and its commit is not known.")
    }
    guard base.isDirty != true else {
      throw .failed(
        "its executable is not kept any more, and it was built with changes on top of "
          + "\(commit.prefix(12)).")
    }
    guard let build else {
      throw .failed(
        "its executable is not kept any more, and there is no checkout here to build "
          + "\(commit.prefix(12)) in.")
    }
    return try build(commit)
  }

  private func path(_ hash: String) -> String { "\(folder)/bench-\(hash)" }

  /// Marks a file as used now.
  private func touch(_ path: String) { utimes(path, nil) }

  private func forgetOldest() {
    removeLeftovers()
    let files = (names(inFolder: folder) ?? []).filter { $0.hasPrefix("bench-") }
      .map { "\(folder)/\($0)" }
    guard files.count > Self.limit else { return }
    let byAge = files.map { (path: $0, used: Self.lastUse($0)) }.sorted { $0.used < $1.used }
    for file in byAge.prefix(files.count - Self.limit) { unlink(file.path) }
  }

  /// Removes what killed nights left of copies; what is younger than an hour may be at work.
  private func removeLeftovers() {
    let hidden = (names(inFolder: folder, withHidden: true) ?? [])
      .filter { $0.hasPrefix(".") && $0.hasSuffix(".partial") }.map { "\(folder)/\($0)" }
    for path in hidden where Self.lastUse(path) < Double(time(nil) - 3600) { unlink(path) }
  }

  private static func lastUse(_ path: String) -> Double { modificationTime(ofFile: path) ?? 0 }
}

extension KeptBuilds {
  /// Where builds are kept for this process: in the checkout that holds the program, or the one
  /// around the working folder, else among what programs of the user can make again (XDG Base
  /// Directory Specification).
  ///
  /// - Parameters:
  ///   - chosen: the folder that was asked for; `nil` for the one described.
  ///   - note: told what takes time.
  init(in chosen: String?, note: @escaping (String) -> Void) {
    let isFolder: (String) -> Bool = { FileKind(path: $0) == .folder }
    // The program's own checkout first: it is there that the recorded commits are known.
    let starts = [CommandLine.executablePath, HistoryLocation.workingFolder]
    let root = starts.compactMap { $0 }.lazy.compactMap {
      HistoryLocation.checkout(around: $0, isFolder: isFolder)
    }.first
    if let root, let revisions = try? RevisionBuilds(containing: root, note: note) {
      folder = chosen ?? "\(root)/\(RevisionBuilds.folderName)/kept"
      build = { commit throws(ComparisonFailure) in try revisions.bench(at: commit) }
      return
    }
    func variable(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let base = variable("XDG_CACHE_HOME") ?? variable("HOME").map { "\($0)/.cache" }
    // Programs are run from here: never from a folder that others may write to.
    let standard = base.map { "\($0)/\(HistoryLocation.inStateFolder)/builds" }
    folder = chosen ?? standard ?? "\(RevisionBuilds.folderName)/kept"
    build = nil
  }
}
