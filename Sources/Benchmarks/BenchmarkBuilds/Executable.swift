internal import CLibrary
internal import Files

/// Executable files: this program's own, and those that commands name.
package enum Executable {
  /// The path of the running executable, links resolved; `nil` when the system does not say.
  package static var currentPath: String? { currentExecutablePath() }

  /// Whether there is a regular file at a path that this user may execute.
  package static func exists(at path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    return access(path, X_OK) == 0
  }

  /// The folders that programs are searched in, as `PATH` lists them.
  package static var searchPath: String {
    getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
  }

  /// The path of a program.
  ///
  /// - Parameters:
  ///   - name: a path when it contains a slash, else a name to search for.
  ///   - searchPath: the folders to search, separated by colons.
  /// - Returns: the path; `nil` when there is no such executable file.
  package static func find(_ name: String, in searchPath: String = searchPath) -> String? {
    if name.contains("/") { return exists(at: name) ? name : nil }
    return searchPath.split(separator: ":").lazy.map { "\($0)/\(name)" }
      .first(where: exists(at:))
  }

  /// The variables that this program was started with, as "NAME=value".
  package static var environment: [String] {
    var variables: [String] = []
    // SAFETY: the array ends with a null pointer, and no other thread of this program sets
    // variables.
    var next = environ
    while let variable = next.pointee {
      variables.append(String(cString: variable))
      next += 1
    }
    return variables
  }
}
