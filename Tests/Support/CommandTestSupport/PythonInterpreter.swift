/// Pythons of this machine.
package enum PythonInterpreter {
  /// Finds a Python that has a module: that of `PATH`, or the system's own where another comes first.
  ///
  /// - Parameter module: a name as `import` takes it.
  /// - Returns: how to start it, by `PATH` or its path; `nil` where none has it.
  package static func with(module: String) -> String? {
    let pythons = ["python3", "/usr/bin/python3"]
    return pythons.first { python in
      (try? BuiltCommand(at: "/usr/bin/env").run([python, "-c", "import \(module)"]).exitCode) == 0
    }
  }
}
