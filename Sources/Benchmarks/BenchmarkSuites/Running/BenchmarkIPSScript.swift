internal import CSuiteFiles

/// A script of benchmark-ips (https://github.com/evanphx/benchmark-ips), which a plugin measures without that gem.
struct BenchmarkIPSScript: PluginAdapter {
  let program: FrameworkProgram

  static let plugin = FrameworkPlugin(
    name: "benchmark/ips",
    files: [
      WorkerFile(path: "benchmark/ips.rb", bytes: csuite_benchmark_ips_rb().content),
      WorkerFile(path: "benchmark/bench_worker.rb", bytes: csuite_bench_worker_rb().content),
    ], variable: "RUBYLIB")

  static func options(for name: String) -> [String] { ["--bench-worker=\(name)"] }
}
