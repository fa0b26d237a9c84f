public import BenchmarkBuilds
internal import CLibrary
internal import Files
public import TimingHistory

/// Where the timing history is kept.
public struct HistoryLocation: Equatable, Sendable {
  /// The file, as short as it can be written from the working folder.
  public let path: String
  /// Whether someone asked for this file.
  public let isChosen: Bool
  /// The folder to make when it does not exist; `nil` where folders are not made.
  public let folder: String?

  /// The file's place in a checkout.
  public static let inCheckout = "Benchmarks/history.sqlite"

  /// A file that was asked for.
  public init(chosen path: String) {
    self.path = path
    isChosen = true
    folder = nil
  }

  /// The file in a folder of its own, which is made when it does not exist.
  public init(in folder: String) {
    path = "\(folder)/history.sqlite"
    isChosen = false
    self.folder = folder
  }

  /// The file that is used when none is asked for.
  ///
  /// It is in the checkout around the working folder, else in the checkout that holds the program,
  /// else among the user's state files (XDG Base Directory Specification); `nil` when there is
  /// neither a checkout nor a home folder.
  ///
  /// - Parameters:
  ///   - project: whose history it is.
  ///   - workingFolder: the folder that relative paths start at.
  ///   - executable: the path of this program.
  ///   - variable: how to read an environment variable.
  ///   - isFolder: whether there is a folder at a path.
  public init?(
    of project: BenchmarkProject, workingFolder: String, executable: String?,
    variable: (String) -> String?, isFolder: (String) -> Bool
  ) {
    isChosen = false
    let starts = [workingFolder, executable.map { PathParts($0).folder }]
    for start in starts.compactMap({ $0 }) {
      guard let root = project.checkout(around: start, isFolder: isFolder) else { continue }
      let absolute = PathParts.join(root, Self.inCheckout)
      let here = PathParts.join(workingFolder, "")
      path = absolute.hasPrefix(here) ? String(absolute.dropFirst(here.count)) : absolute
      folder = nil
      return
    }
    guard let folder = Self.stateFolder(of: project, variable: variable) else { return nil }
    self.folder = folder
    path = "\(folder)/history.sqlite"
  }

  /// The folder of a project's state files; `nil` where there is no home folder.
  static func stateFolder(
    of project: BenchmarkProject, variable: (String) -> String?
  ) -> String? {
    // The specification calls a relative path invalid: it is ignored.
    let state = variable("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = variable("HOME").flatMap { $0.hasPrefix("/") ? "\($0)/.local/state" : nil }
    return (state ?? home).map { "\($0)/\(project.name)" }
  }

  /// The folder of a project's state files for this process; `nil` where there is no home folder.
  public static func stateFolder(of project: BenchmarkProject) -> String? {
    stateFolder(of: project, variable: { getenv($0).map { String(cString: $0) } })
  }

  /// The default place of this process; `nil` when there is none.
  public static func standard(of project: BenchmarkProject) -> HistoryLocation? {
    guard let folder = workingFolder() else { return nil }
    return HistoryLocation(
      of: project, workingFolder: folder, executable: Executable.currentPath,
      variable: { getenv($0).map { String(cString: $0) } },
      isFolder: { FileKind(path: $0) == .folder })
  }

  /// Opens the history, and makes it and its folder where they may be made.
  ///
  /// - Parameter machine: the machine that new runs are measured on; `nil` to leave it out.
  /// - Returns: the history.
  /// - Throws: ``HistoryError``, with the file untouched.
  public func open(
    recording machine: MachineIdentity? = nil
  ) throws(HistoryError) -> HistoryStore {
    // A folder that cannot be made shows when the file in it is opened.
    if let folder { try? makeFolder(at: folder, access: .owner) }
    return try HistoryStore(path: path, machine: machine)
  }
}
