internal import BenchmarkHarness
internal import BenchmarkBuilds
internal import Measuring
package import Reporting

/// Whether a benchmark does what should be measured, by what it writes.
extension SuiteRunner {
  /// Runs a benchmark twice, with its setup and cleanup, and reads what a command writes.
  ///
  /// - Parameters:
  ///   - benchmark: the benchmark.
  ///   - tree: the checkout.
  /// - Returns: why a command that ends well does nothing to measure, as the end of a sentence about it; `nil` where
  ///   nothing says so.
  /// - Throws: ``HarnessFailure`` when it fails, or finds no server.
  package func tryOut(
    _ benchmark: SuiteBenchmark, in tree: SuiteTree
  ) throws(HarnessFailure) -> String? {
    guard case .command(let run) = benchmark.work, run.prepare == nil else {
      try runOnce(benchmark, in: tree)
      return nil
    }
    try setUp(benchmark, in: tree)
    defer { cleanUp(benchmark, in: tree) }
    do throws(WorkerFailure) {
      let worker = try start(benchmark, in: tree, LaunchSetup(launch: 0, padding: 0))
      defer { worker.quit() }
      _ = try worker.prepare()
    } catch {
      throw .failed(
        "\(tree.label): '\(benchmark.name)': \(error).\(lastWords(of: benchmark, in: tree, error))")
    }
    // A run that is timed writes nowhere.
    let outcome = try SuiteProcess.run(
      run.command, in: tree, suite: suite, isCancelled: isCancelled)
    if let line = Self.refusal(in: outcome.text) {
      throw .failed(
        "\(tree.label): '\(benchmark.name)' finds no server: \"\(line)\". Start one first, such as by the key 'setup' of "
          + "the command, or name other work.")
    }
    return Self.objection(in: outcome.text)
  }

  /// The line that says that nobody answers at an address.
  static func refusal(in text: String) -> String? {
    text.split(whereSeparator: \.isNewline).first { line in
      let line = line.lowercased()
      return [
        "connection refused", "econnrefused", "could not connect to", "can't connect to",
        "unable to connect to", "failed to connect to",
      ].contains(where: line.contains)
    }.map { String($0[...].trimmed.prefix(200)) }
  }

  /// What shows that a program wanted something else: how it is used, or an error.
  static func objection(in text: String) -> String? {
    let lines = text.split(whereSeparator: \.isNewline).map { $0[...].trimmed.lowercased() }
    if lines.prefix(3).contains(where: { $0.hasPrefix("usage:") || $0.hasPrefix("usage ") }) {
      return "only prints how it is used"
    }
    let isError =
      lines.count <= 3
      && lines.contains { line in
        line.hasPrefix("error:") || line.hasSuffix("no such file or directory")
      }
    return isError ? "prints an error" : nil
  }
}
