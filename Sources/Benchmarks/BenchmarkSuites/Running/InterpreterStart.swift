internal import CSuiteFiles
internal import Files

/// What an interpreter does at its start for us: it draws its heap, counts or samples; scripts beside find functions.
///
/// One more import or constant moves every later object of a process. On one heap that makes equal code slower or
/// faster by up to two percent in each launch, which no number of launches averages out; on drawn ones it does not.
enum InterpreterStart {
  private static let plugin = FrameworkPlugin(
    name: "sitecustomize",
    files: [
      ("sitecustomize.py", csuite_sitecustomize_py()),
      ("bench_counts.py", csuite_bench_counts_py()),
      ("bench_functions.py", csuite_bench_functions_py()),
      ("bench_functions.js", csuite_bench_functions_js()),
      ("bench_sampling.js", csuite_bench_sampling_js()),
    ].map { WorkerFile(path: "interpreters/\($0)", bytes: $1.content) }, variable: "PYTHONPATH")

  /// The folder of what interpreters load.
  static func folder(in scratch: String) -> String { "\(scratch)/interpreters" }

  /// Writes what interpreters load.
  static func install(in scratch: String) throws(FileAccessError) {
    try plugin.install(in: scratch)
  }

  /// Variables with which Python does so.
  static func environment(_ environment: [String], scratch: String) -> [String] {
    plugin.environment(environment, pluginIn: folder(in: scratch))
  }

  /// Variables with which Node samples, beside other options of it.
  static func samplingEnvironment(_ environment: [String], scratch: String) -> [String] {
    let key = "NODE_OPTIONS="
    let others = environment.last { $0.hasPrefix(key) }.map { "\($0.dropFirst(key.count)) " } ?? ""
    return environment.filter { !$0.hasPrefix(key) }
      + ["\(key)\(others)--require \"\(folder(in: scratch))/bench_sampling.js\""]
  }
}
