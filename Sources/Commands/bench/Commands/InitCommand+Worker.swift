internal import BenchmarkSuites
internal import CommandOptions
internal import CommandText
internal import Files
internal import Reporting

/// A worker for a library without benchmarks.
///
/// The library is built with a placeholder, which is run once. Then examples of the README take its place,
/// until one compiles, or holds no mistake that is seen without running it. Nothing of the README is run:
/// it may write files or open connections, and the user has not reviewed it.
extension InitCommand {
  /// Writes the worker and tries it.
  ///
  /// - Parameters:
  ///   - draft: the worker.
  ///   - place: the folder of the suite.
  ///   - runner: runs the suite's benchmarks.
  ///   - build: builds the working tree with the suite in it.
  /// - Throws: ``HarnessFailure`` when the library does not build, or a file is there already.
  func settle(
    _ draft: WorkerDraft, in place: String, runner: SuiteRunner,
    build: () throws(HarnessFailure) -> SuiteTree
  ) throws(HarnessFailure) {
    let worker = draft.worker
    func write(_ content: WorkerContent) throws(HarnessFailure) {
      for file in draft.files(content) { try replace(file, in: place) }
    }
    try write(.placeholder(draft.examples.first))
    let tree = try build()
    for benchmark in try runner.benchmarks(in: tree) { try runner.runOnce(benchmark, in: tree) }
    var problems: [String] = []
    for example in draft.examples {
      if Interruption.isRequested { throw .interrupted }
      try write(.example(example))
      do throws(HarnessFailure) {
        try runner.check(worker, in: try build())
        StandardOutput.write("\(worker.benchmarkName(.example(example)))\n")
        messages.message(
          .note(
            "'\(printable(worker.path))' measures what \(printable(example.place)) shows of \(worker.library). That code "
              + "has not been run: read it, change it, then run it by 'bench run'."))
        return
      } catch {
        if error.status == .interrupted { throw error }
        problems.append("\(printable(example.place)): \(error.message)")
      }
    }
    try write(.placeholder(draft.examples.first))
    for problem in problems { messages.message(.note(problem)) }
    StandardOutput.write("\(worker.benchmarkName(.placeholder(nil)))\n")
    messages.message(
      .note(
        (problems.isEmpty
          ? "The README shows no call of \(worker.library)"
          : "None of these examples can be used as it is")
          + ", so '\(printable(worker.path))' measures a placeholder: write what matters between its marked lines."
      ))
  }

  /// Writes a file of the worker over an earlier one of this run.
  private func replace(_ file: WorkerFile, in place: String) throws(HarnessFailure) {
    try writeOutput(file.bytes, makingFolderOf: PathParts.join(place, file.path))
  }
}
