internal import CLibrary

/// The folder of a user's histories and of what the machine has measured about itself.
package enum StateFolder {
  /// Its name among the state files of all programs.
  package static let name = "bench"

  /// The folder of this process; `nil` where there is no home folder.
  package static var path: String? { path(of: name) }

  /// The folder that a program of some name has for its state.
  package static func path(of name: String) -> String? {
    path(of: name) { getenv($0).map { String(cString: $0) } }
  }

  /// The folder, as the variables of an environment say (XDG Base Directory Specification).
  ///
  /// - Parameters:
  ///   - name: the name of the folder.
  ///   - variable: how to read an environment variable.
  /// - Returns: the folder; `nil` where there is no home folder.
  package static func path(of name: String, variable: (String) -> String?) -> String? {
    // The specification calls a relative path invalid: it is ignored.
    let state = variable("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = variable("HOME").flatMap { $0.hasPrefix("/") ? "\($0)/.local/state" : nil }
    return (state ?? home).map { "\($0)/\(name)" }
  }
}
