/// Pythons of this machine.
package enum PythonInterpreter {
  /// The first Python that has a module: that of `PATH`, or the system's own where another comes first.
  ///
  /// - Parameter module: a name as `import` takes it.
  package static func with(module: String) -> String? {
    let pythons = ["python3", "/usr/bin/python3"]
    return pythons.first { python in
      (try? BuiltCommand(at: "/usr/bin/env").run([python, "-c", "import \(module)"]).exitCode) == 0
    }
  }
}
