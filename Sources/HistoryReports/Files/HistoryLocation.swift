#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

internal import Files
internal import TimingHistory

/// Where the timing history is kept.
struct HistoryLocation: Equatable {
  /// The file, as short as it can be said here.
  let path: String
  /// Whether someone asked for this very file.
  let isChosen: Bool
  /// The folder to make when it is not there; `nil` where folders are left to people.
  let folder: String?

  /// The file's place in a checkout.
  static let inCheckout = "Benchmarks/history.sqlite"
  /// The file's place among what programs of a user remember (XDG Base Directory Specification).
  static let inStateFolder = "swift-dominant-color"

  /// A file that was asked for.
  init(chosen path: String) {
    self.path = path
    isChosen = true
    folder = nil
  }

  /// The file that is used when none is asked for: in the checkout around the working folder, else
  /// in the checkout that holds the program, else among what programs of the user remember; `nil`
  /// when there is no checkout and no home.
  ///
  /// - Parameters:
  ///   - workingFolder: the folder that relative paths begin at.
  ///   - executable: the path of this program.
  ///   - variable: how to read an environment variable.
  ///   - isFolder: whether there is a folder at a path.
  init?(
    workingFolder: String, executable: String?, variable: (String) -> String?,
    isFolder: (String) -> Bool
  ) {
    isChosen = false
    let starts = [workingFolder, executable.map { PathParts($0).folder }]
    for start in starts.compactMap({ $0 }) {
      guard let root = Self.checkout(around: start, isFolder: isFolder) else { continue }
      let absolute = PathParts.join(root, Self.inCheckout)
      let here = PathParts.join(workingFolder, "")
      path = absolute.hasPrefix(here) ? String(absolute.dropFirst(here.count)) : absolute
      folder = nil
      return
    }
    // The specification calls a relative path invalid and wants it ignored.
    let state = variable("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = variable("HOME").flatMap { $0.hasPrefix("/") ? "\($0)/.local/state" : nil }
    guard let base = state ?? home else { return nil }
    let folder = "\(base)/\(Self.inStateFolder)"
    self.folder = folder
    path = "\(folder)/history.sqlite"
  }

  /// The default place of this process.
  static var standard: HistoryLocation? {
    guard let folder = workingFolder else { return nil }
    return HistoryLocation(
      workingFolder: folder, executable: CommandLine.executablePath,
      variable: { getenv($0).map { String(cString: $0) } },
      isFolder: { FileKind(path: $0) == .folder })
  }

  /// The folder of this package's checkout that holds a folder; `nil` when there is none.
  static func checkout(around folder: String, isFolder: (String) -> Bool) -> String? {
    // Other packages have a folder of benchmarks too; only this one has both.
    PathParts(PathParts.join(folder, "")).enclosingFolders.first { root in
      isFolder(PathParts.join(root, "Benchmarks"))
        && isFolder(PathParts.join(root, "Sources/DominantColor"))
    }
  }

  /// The folder that relative paths begin at; `nil` when it is gone.
  static var workingFolder: String? {
    guard let path = realpath(".", nil) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  /// Opens the history, and makes it and its folder where they may be made.
  ///
  /// - Throws: ``HistoryError``, with the file untouched.
  func open() throws(HistoryError) -> HistoryStore {
    // What cannot be made shows when the file in it is opened.
    if let folder { try? makeFolder(at: folder, access: .owner) }
    return try HistoryStore(path: path)
  }
}
