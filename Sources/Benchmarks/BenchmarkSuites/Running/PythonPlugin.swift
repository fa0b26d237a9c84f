internal import CSuiteFiles
internal import Files

/// A module of ours that Python loads beside what it measures.
struct PythonPlugin {
  /// What Python imports.
  let name: String
  /// Its source.
  let content: [UInt8]

  /// With which Python obeys the worker protocol for the benchmarks of a suite of asv.
  static let asv = PythonPlugin(
    name: "bench_asv_worker", content: csuite_bench_asv_worker_py().content)

  /// What plugins import.
  private static let shared = PythonPlugin(
    name: "bench_epoch", content: csuite_bench_epoch_py().content)

  /// Writes the plugin, and what it imports, into a folder of ours, where they are not there, or are those
  /// of another version.
  func install(in folder: String) throws(FileAccessError) {
    try Self.shared.write(to: folder)
    try write(to: folder)
  }

  private func write(to folder: String) throws(FileAccessError) {
    let path = "\(folder)/\(name).py"
    if let known = try? readFile(at: path), known == content { return }
    try writeFile(content, to: path, replacingExisting: true)
  }

  /// Variables with which Python finds the plugin before all others.
  static func environment(_ environment: [String], pluginIn folder: String) -> [String] {
    let key = "PYTHONPATH="
    let others = environment.last { $0.hasPrefix(key) }.map { ":\($0.dropFirst(key.count))" }
    return environment.filter { !$0.hasPrefix(key) } + ["\(key)\(folder)\(others ?? "")"]
  }
}
