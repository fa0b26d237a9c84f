#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

internal import CLibrary
public import Files
internal import ProgramLayouts
public import Reporting

/// Executables that were measured, kept to compare later ones with.
///
/// Each is kept under the hash of its bytes, so that it need not be built again, and so that builds
/// of uncommitted changes can be compared too. An executable that is no longer kept is built again
/// at its commit.
public struct KeptBuilds {
  /// A build that was measured before.
  public struct Build: Equatable, Sendable {
    /// The hash of its bytes; `nil` where that is not known.
    public let hash: String?
    /// The commit it was built at; `nil` where that is not known.
    public let commit: String?
    /// Whether there were uncommitted changes; `nil` where that is not known.
    public let isDirty: Bool?

    /// Makes a build.
    public init(hash: String?, commit: String?, isDirty: Bool?) {
      self.hash = hash
      self.commit = commit
      self.isDirty = isDirty
    }
  }

  /// The folder they are in.
  public let folder: String
  /// The name of the program, which their file names begin with.
  public let name: String
  /// Builds a commit; `nil` outside of a checkout.
  public let build: ((_ commit: String) throws(HarnessFailure) -> String)?

  /// How many are kept: those that were used last.
  public static let limit = 12

  /// Makes a place to keep builds in.
  ///
  /// - Parameters:
  ///   - folder: the folder; it is made when the first build is kept.
  ///   - name: the name of the program, which file names begin with.
  ///   - build: builds a commit; `nil` outside of a checkout.
  public init(
    folder: String, name: String,
    build: ((_ commit: String) throws(HarnessFailure) -> String)?
  ) {
    self.folder = folder
    self.name = name
    self.build = build
  }

  /// Keeps an executable.
  ///
  /// - Parameters:
  ///   - executable: its path.
  ///   - hash: the hash of its bytes.
  /// - Throws: `FileAccessError` when it cannot be copied.
  public func keep(_ executable: String, hash: String) throws(FileAccessError) {
    let path = path(hash)
    if Executable.exists(at: path) {
      touch(path)
      return
    }
    try makeFolder(at: folder, access: .owner)
    // With its object files it can be linked again with other layouts; without, it can be run.
    if let root = Self.packageFolder(of: executable) {
      _ = try? ProductCopy.make(of: executable, root: root, in: productFolder(hash))
    }
    try writeFile(try readFile(at: executable), to: path, replacingExisting: true)
    chmod(path, 0o755)
    removeOldest()
  }

  /// The executable of a build.
  ///
  /// - Throws: ``HarnessFailure`` when it is neither kept nor can be built again.
  public func executable(of build: Build) throws(HarnessFailure) -> String {
    if let hash = build.hash, Executable.exists(at: path(hash)) {
      touch(path(hash))
      return product(hash) ?? path(hash)
    }
    guard let commit = build.commit else {
      throw .failed("its executable is no longer kept, and its commit is not known.")
    }
    guard build.isDirty != true else {
      throw .failed(
        "its executable is no longer kept, and it was built with uncommitted changes on top of "
          + "\(commit.prefix(12)).")
    }
    guard let rebuild = self.build else {
      throw .failed(
        "its executable is no longer kept, and there is no checkout here to build "
          + "\(commit.prefix(12)) in.")
    }
    return try rebuild(commit)
  }

  private func path(_ hash: String) -> String { "\(folder)/\(name)-\(hash)" }

  private func productFolder(_ hash: String) -> String { "\(folder)/products/\(hash)" }

  /// The executable beside its object files; `nil` where these are not kept.
  private func product(_ hash: String) -> String? {
    let build = "\(productFolder(hash))/.build"
    return (names(inFolder: build) ?? []).map { "\(build)/\($0)/release/\(name)" }
      .first(where: Executable.exists(at:))
  }

  /// The folder of the package that a release executable was built in; `nil` for all others.
  private static func packageFolder(of executable: String) -> String? {
    let parts = executable.split(separator: "/", omittingEmptySubsequences: false)
    guard let place = parts.lastIndex(of: ".build"), place > 0,
      parts.dropLast().last == "release"
    else { return nil }
    return parts[..<place].joined(separator: "/")
  }

  /// Marks a file as used now.
  private func touch(_ path: String) { utimes(path, nil) }

  private func removeOldest() {
    removeLeftovers()
    let files = (names(inFolder: folder) ?? []).filter { $0.hasPrefix("\(name)-") }
      .map { "\(folder)/\($0)" }
    guard files.count > Self.limit else { return }
    let byAge = files.map { (path: $0, used: modificationTime(ofFile: $0) ?? 0) }
      .sorted { $0.used < $1.used }
    for file in byAge.prefix(files.count - Self.limit) {
      unlink(file.path)
      let hash = String(PathParts(file.path).name.dropFirst(name.utf8.count + 1))
      try? FileManager.default.removeItem(atPath: productFolder(hash))
    }
  }

  /// Removes incomplete copies that killed processes left; one younger than an hour may be in use.
  private func removeLeftovers() {
    let hidden = (names(inFolder: folder, withHidden: true) ?? [])
      .filter { $0.hasPrefix(".") && $0.hasSuffix(".partial") }.map { "\(folder)/\($0)" }
    let hourAgo = Double(time(nil) - 3600)
    for path in hidden where (modificationTime(ofFile: path) ?? 0) < hourAgo { unlink(path) }
  }
}

extension KeptBuilds {
  /// The place for this process: in the checkout that holds the program, or the one around the
  /// working folder, else among the user's cache files (XDG Base Directory Specification).
  ///
  /// - Parameters:
  ///   - chosen: the folder that was asked for; `nil` for the one described.
  ///   - project: whose builds are kept.
  ///   - note: called with a sentence before something that takes long.
  public init(
    in chosen: String?, of project: BenchmarkProject, note: @escaping (String) -> Void
  ) {
    let name = PathParts(project.recipe.program).name
    // The program's own checkout first: the recorded commits are known there.
    let starts = [Executable.currentPath, workingFolder()]
    let root = starts.compactMap { $0 }.lazy.compactMap {
      project.checkout(around: $0, isFolder: { FileKind(path: $0) == .folder })
    }.first
    if let root,
      let revisions = try? RevisionBuilds(
        containing: root, recipe: project.recipe, note: note)
    {
      self.init(
        folder: chosen ?? "\(root)/\(RevisionBuilds.folderName)/kept", name: name,
        build: { commit throws(HarnessFailure) in try revisions.program(at: commit) })
      return
    }
    func variable(_ name: String) -> String? {
      getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let base = variable("XDG_CACHE_HOME") ?? variable("HOME").map { "\($0)/.cache" }
    // Programs are run from here: never from a folder that others may write to.
    let standard = base.map { "\($0)/\(project.name)/builds" }
    self.init(
      folder: chosen ?? standard ?? "\(RevisionBuilds.folderName)/kept", name: name, build: nil)
  }
}

/// The folder that relative paths start at; `nil` when it no longer exists.
public func workingFolder() -> String? {
  guard let path = realpath(".", nil) else { return nil }
  defer { free(path) }
  return String(cString: path)
}
