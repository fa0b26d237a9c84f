internal import BenchmarkSuites
internal import CommandOptions
internal import CommandText
internal import Files
internal import Foundation
internal import Reporting

/// A worker for a library without benchmarks.
///
/// The library is built with a placeholder, which is run once. Then examples of the README take its place,
/// until one compiles, or holds no mistake that is seen without running it. Nothing of the README is run:
/// it may write files or open connections, and the user has not reviewed it.
extension InitCommand {
  /// Writes a suite with its worker, and tries it.
  ///
  /// - Parameters:
  ///   - template: the suite, with a worker.
  ///   - place: its folder.
  ///   - path: its file.
  ///   - repository: the repository around it.
  ///   - allowsPlaceholder: whether a placeholder is left where no example can be used.
  /// - Returns: whether an example can be used.
  /// - Throws: ``HarnessFailure`` when the library does not build, or a file is there already.
  @discardableResult
  func settle(
    _ template: SuiteTemplate, in place: String, _ path: String, _ repository: SuiteRepository,
    allowsPlaceholder: Bool
  ) throws(HarnessFailure) -> Bool {
    guard let draft = template.worker else { return false }
    try write(template, benchmarks: template.benchmarks, to: path)
    let written = draft.files(.placeholder(nil)).map { PathParts.join(place, $0.path) }
    messages.message(
      .note(
        "Found \(template.found); wrote "
          + ([path] + written).map { "'\(printable($0))'" }.joined(separator: ", ") + "."))
    let file = try SuiteFile(at: path)
    let runner = SuiteRunner(
      of: file.suite, scratch: repository.cache, isCancelled: { Interruption.isRequested })
    func build() throws(HarnessFailure) -> SuiteTree { try self.tree(of: file, repository) }
    let worker = draft.worker
    func writeWorker(_ content: WorkerContent) throws(HarnessFailure) {
      for file in draft.files(content) { try replace(file, in: place) }
    }
    try writeWorker(.placeholder(draft.examples.first))
    let tree = try build()
    for benchmark in try runner.benchmarks(in: tree) { try runner.runOnce(benchmark, in: tree) }
    var problems: [String] = []
    for example in draft.examples {
      if Interruption.isRequested { throw .interrupted }
      if let name = example.missingFile(in: place) {
        problems.append(
          "\(printable(example.place)): it reads '\(printable(name))', which is not there: name another file."
        )
        continue
      }
      try writeWorker(.example(example))
      do throws(HarnessFailure) {
        try runner.check(worker, in: try build())
        StandardOutput.write("\(worker.benchmarkName(.example(example)))\n")
        messages.message(
          .note(
            "'\(printable(worker.path))' measures what \(printable(example.place)) shows of \(worker.library). That code "
              + "has not been run: read it, change it, then run it by 'bench run'."))
        return true
      } catch {
        if error.status == .interrupted { throw error }
        problems.append("\(printable(example.place)): \(error.message)")
      }
    }
    guard allowsPlaceholder else { return false }
    try writeWorker(.placeholder(draft.examples.first))
    for problem in problems { messages.message(.note(problem)) }
    StandardOutput.write("\(worker.benchmarkName(.placeholder(nil)))\n")
    messages.message(
      .note(
        (problems.isEmpty
          ? "The README shows no call of \(worker.library)"
          : "None of these examples can be used as it is")
          + ", so '\(printable(worker.path))' measures a placeholder: write what matters between its marked lines."
      ))
    return false
  }

  /// Measures what the README shows of a library whose benchmarks do not build or run here.
  ///
  /// - Returns: whether it does; where not, all files are as they were.
  func measuresLibrary(
    in place: String, _ path: String, _ repository: SuiteRepository, because error: HarnessFailure
  ) throws(HarnessFailure) -> Bool {
    let recognition = SuiteRecognition(of: place, ignoringBenchmarks: true)
    guard let former = try? readFile(at: path),
      var template = try? recognition.template(command: [])
    else { return false }
    if template.benchmarks.isEmpty {
      // Only a build shows what there is else.
      defer { try? writeOutput(former, to: path) }
      guard
        let other = try? completed(template, by: recognition, repository, path: path, isQuiet: true)
      else { return false }
      template = other
    }
    guard template.worker?.examples.isEmpty == false else { return false }
    messages.message(
      .note("The benchmarks that are there cannot be measured here. \(error.message)"))
    do throws(HarnessFailure) {
      if try settle(template, in: place, path, repository, allowsPlaceholder: false) { return true }
    } catch {
      if error.status == .interrupted { throw error }
    }
    messages.message(
      .note(
        "Nor can what the README shows; '\(printable(path))' is that of the benchmarks again."))
    remove(template, in: place, path)
    try writeOutput(former, to: path)
    return false
  }

  /// Writes a file of the worker over an earlier one of this run.
  private func replace(_ file: WorkerFile, in place: String) throws(HarnessFailure) {
    try writeOutput(file.bytes, makingFolderOf: PathParts.join(place, file.path))
  }
}
