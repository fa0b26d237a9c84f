internal import BenchmarkBuilds
internal import BenchmarkSuites
internal import CLibrary
internal import Files
internal import Measuring

/// Files outside of the checkouts that changed within a day, where an answer may be kept, and programs that find
/// them empty.
///
/// Such a program has a mount namespace of its own; no other program sees a difference, and the files stay.
struct RecentFiles {
  /// Their paths, the one that changed last first.
  let paths: [String]
  private let unshare: [String]
  private let scratch: String

  /// Seconds for which a file counts as recent.
  private static let age = 86_400.0
  /// How many are hidden: an answer was written by the last programs that ran.
  private static let most = 16

  /// Looks for them, in the places where programs keep things for each other.
  ///
  /// These are folders for temporary files, the user's own and that for caches, and folders in these. It is `nil` where
  /// there are none, or this system makes no namespaces for this user.
  ///
  /// - Parameters:
  ///   - others: folders that are watched otherwise, such as checkouts.
  ///   - scratch: a folder of ours.
  ///   - now: seconds since 1970.
  init?(outside others: [String], scratch: String, now: Double) {
    guard let unshare = Self.namespaces else { return nil }
    let kept = (others + [scratch]).map { (resolvedPath($0) ?? $0) + "/" }
    var found: [(path: String, changed: Double)] = []
    for folder in Self.folders {
      for name in names(inFolder: folder, withHidden: true) ?? []
      where name != "." && name != ".." {
        let path = "\(folder)/\(name)"
        guard !kept.contains(where: { "\(path)/".hasPrefix($0) }) else { continue }
        switch FileKind(path: path) {
        case .regular: Self.add(path, to: &found, now)
        case .folder:
          for inner in names(inFolder: path, withHidden: true) ?? [] {
            let own = "\(path)/\(inner)"
            guard !kept.contains(where: { own.hasPrefix($0) }), FileKind(path: own) == .regular
            else { continue }
            Self.add(own, to: &found, now)
          }
        case .special, .absent: break
        }
      }
    }
    guard !found.isEmpty else { return nil }
    paths = found.sorted { $0.changed > $1.changed }.prefix(Self.most).map(\.path)
    self.unshare = unshare
    self.scratch = scratch
  }

  private static func add(
    _ path: String, to found: inout [(path: String, changed: Double)], _ now: Double
  ) {
    guard let changed = modificationTime(ofFile: path), now - changed < age else { return }
    found.append((path, changed))
  }

  private static var folders: [String] {
    func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    let own = ["HOME", "XDG_CACHE_HOME", "XDG_RUNTIME_DIR"].compactMap(variable)
    let caches = variable("HOME").map { ["\($0)/.cache"] } ?? []
    let all = own + caches + [temporaryFolder, "/tmp", "/var/tmp", "/dev/shm"]
    return Set(all.compactMap(resolvedPath)).sorted()
  }

  /// The words that start a program in a namespace; `nil` where this user may not, or tools are missing.
  private static var namespaces: [String]? {
    guard let program = Executable.find("unshare"), Executable.find("mount") != nil,
      let anything = Executable.find("true")
    else { return nil }
    for options in [["--mount"], ["--user", "--map-root-user", "--mount"]] {
      let tried = ProgramOutput.of(
        program: program, arguments: options + [anything], environment: Executable.environment)
      if tried.isSuccess { return [program] + options }
    }
    return nil
  }

  /// Writes a program that starts another with the same arguments, for which the files are empty.
  ///
  /// - Parameter program: the other's path.
  /// - Returns: its path; it is to be removed.
  /// - Throws: `FileAccessError` when it cannot be written.
  func program(hidingFrom program: String) throws(FileAccessError) -> String {
    let words = unshare + ["sh", "-c", Self.hiding, "sh"] + paths + ["--", program]
    let path = "\(scratch)/hiding-\(getpid())"
    let text = "#!/bin/sh\nexec \(words.map(SuiteCommand.quoted).joined(separator: " ")) \"$@\"\n"
    try writeFile(Array(text.utf8), to: path, replacingExisting: true)
    chmod(path, 0o700)
    return path
  }

  private static let hiding =
    "while [ \"$1\" != -- ]; do mount --bind /dev/null \"$1\" 2>/dev/null; shift; done; shift; "
    + "exec \"$@\""
}
