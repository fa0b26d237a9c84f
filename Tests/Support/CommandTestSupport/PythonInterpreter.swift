internal import Foundation

/// Pythons of this machine.
package enum PythonInterpreter {
  /// Finds a Python that has a module: the first one in `PATH`, or the system's own.
  ///
  /// - Parameter module: a name as `import` takes it.
  /// - Returns: its path; `nil` where none has it.
  package static func with(module: String) -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let folders = path.split(separator: ":").map(String.init) + ["/usr/bin"]
    return folders.map { "\($0)/python3" }.first { python in
      FileManager.default.isExecutableFile(atPath: python)
        && (try? BuiltCommand(at: python).run(["-c", "import \(module)"]).exitCode) == 0
    }
  }
}
