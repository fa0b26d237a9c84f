internal import CSuiteFiles
internal import Files

/// A module of ours that an interpreter loads beside what it measures.
struct FrameworkPlugin {
  /// What the interpreter loads, without an ending.
  let name: String
  /// Its files, by their paths in the folder of plugins.
  let files: [WorkerFile]
  /// The variable that says where modules lie.
  let variable: String

  /// A module of Python, and what those import.
  static func python(_ name: String, _ content: [UInt8]) -> FrameworkPlugin {
    FrameworkPlugin(
      name: name,
      files: [
        WorkerFile(path: "bench_epoch.py", bytes: csuite_bench_epoch_py().content),
        WorkerFile(path: "\(name).py", bytes: content),
      ], variable: "PYTHONPATH")
  }

  /// With which Python obeys the worker protocol for the benchmarks of a suite of asv.
  static let asv = python("bench_asv_worker", csuite_bench_asv_worker_py().content)

  /// Writes its files into a folder of ours, where they are not there, or are those of another version.
  func install(in folder: String) throws(FileAccessError) {
    for file in files {
      let path = PathParts.join(folder, file.path)
      if let known = try? readFile(at: path), known == file.bytes { continue }
      if file.path.contains("/") { try makeFolder(at: PathParts(path).folder) }
      try writeFile(file.bytes, to: path, replacingExisting: true)
    }
  }

  /// Variables with which the interpreter finds the plugin before all others.
  func environment(_ environment: [String], pluginIn folder: String) -> [String] {
    let key = "\(variable)="
    let others = environment.last { $0.hasPrefix(key) }.map { ":\($0.dropFirst(key.count))" }
    return environment.filter { !$0.hasPrefix(key) } + ["\(key)\(folder)\(others ?? "")"]
  }
}
