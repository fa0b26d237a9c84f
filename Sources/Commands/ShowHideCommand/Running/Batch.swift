internal import ArgumentParser
internal import CommandText
internal import Files
internal import Reporting

/// A command's work on its inputs: progress, messages and the exit code.
struct Batch {
  /// Inputs worked on at the same time.
  let jobs: Int
  /// Whether progress and warnings are kept to itself.
  let isQuiet: Bool

  /// Works through inputs, in order of delivery.
  ///
  /// - Parameters:
  ///   - items: what to work on.
  ///   - count: how many; `nil` when it is not known before the last, and there is no progress to
  ///     show.
  ///   - isPointless: asked before each item is begun; once true, no further one is.
  ///   - name: how to name an item in the progress line.
  ///   - work: gives the result of an item, or why there is none.
  ///   - deliver: takes the results in the items' order; what it throws is reported like a failure of
  ///     `work`.
  /// - Returns: success, the code of the first failure, or that of an interruption.
  func run<Item: Sendable, Output: Sendable>(
    _ items: some Sequence<Item>, count: Int?, isPointless: () -> Bool = { false },
    name: (Item) -> String,
    work: @escaping @Sendable (Item) async -> Result<Output, CommandFailure>,
    deliver: (Item, Result<Output, CommandFailure>) -> Void
  ) async -> ExitCode {
    Interruption.watch()
    var progress = ProgressLine.onStandardError(isQuiet: isQuiet || count ?? 0 <= 1)
    let clock = ContinuousClock()
    let start = clock.now
    var code = ExitCode.success
    var isStopped = false
    var done = 0
    let isWhole = await OrderedTasks(jobs: jobs).run(
      items, isCancelled: { Interruption.isRequested || isPointless() }
    ) { item in
      var result = await work(item)
      // Waiting in a thread would keep it from those that have the memory.
      while case .failure(let failure) = result, failure.isTransient {
        try? await Task.sleep(for: .milliseconds(5))
        result = await work(item)
      }
      return result
    } deliver: { item, result in
      progress.clear()
      if case .failure(let failure) = result {
        // Of several pictures that were worked on, once.
        if !(failure.isStop && isStopped) { writeMessage("Error: \(failure.message)") }
        if code == .success { code = failure.exitCode }
        isStopped = isStopped || failure.isStop
      }
      deliver(item, result)
      done += 1
      progress.update(
        label: "\(done) of \(count ?? done), \(PathText.printable(name(item)))",
        fraction: Double(done) / Double(count ?? done),
        elapsed: (clock.now - start) / .seconds(1))
    }
    progress.clear()
    return isStopped || !isWhole && Interruption.isRequested ? .interrupted : code
  }

  /// Tells a warning about a file, unless quiet.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - message: a sentence.
  ///   - isDuringWork: whether a progress line may stand where the message goes.
  func warn(_ path: String, _ message: String, duringWork isDuringWork: Bool = false) {
    guard !isQuiet else { return }
    if isDuringWork, Terminal(descriptor: 2).isTerminal { StandardError.write("\r\u{1B}[2K") }
    writeMessage("Warning: '\(path)': \(message)")
  }

  /// Tells what was found on the way to the inputs, unless quiet.
  func warn(_ remarks: [String]) {
    if !isQuiet { for remark in remarks { writeMessage("Warning: \(remark)") } }
  }
}
