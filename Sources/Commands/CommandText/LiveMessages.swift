package import Reporting

/// Messages on standard error, with a progress line below them on a terminal.
///
/// A class, because many closures of one command write to the same screen.
package final class LiveMessages {
  private var line: ProgressLine
  private let isQuiet: Bool
  private let write: (String) -> Void
  private let clock = ContinuousClock()
  private var step = ""
  private var stepStart: ContinuousClock.Instant

  /// Writes to standard error.
  ///
  /// - Parameter isQuiet: whether only errors are shown.
  package convenience init(isQuiet: Bool) {
    self.init(
      isQuiet: isQuiet, line: .onStandardError(isQuiet: isQuiet),
      write: { StandardError.write($0) })
  }

  /// Writes messages by a function.
  ///
  /// - Parameters:
  ///   - isQuiet: whether only errors are shown.
  ///   - line: the progress line.
  ///   - write: where messages go.
  package init(isQuiet: Bool, line: ProgressLine, write: @escaping (String) -> Void) {
    self.isQuiet = isQuiet
    self.line = line
    self.write = write
    stepStart = clock.now
  }

  /// Shows which step runs and how far it is, 0 to 1.
  ///
  /// The time left is that of the step, because steps differ in length.
  package func progress(_ label: String, _ fraction: Double) {
    if label != step {
      step = label
      stepStart = clock.now
    }
    line.update(label: label, fraction: fraction, elapsed: (clock.now - stepStart) / .seconds(1))
  }

  /// Writes a message, unless the reader asked for quiet and it is not an error.
  package func message(_ message: Notice) {
    line.clear()
    if !isQuiet || message.isShownWhenQuiet { write(message.line + "\n") }
  }

  /// What work reports to, from now on: messages and progress here, and Ctrl-C.
  package var context: RunContext {
    let (clock, start) = (clock, clock.now)
    return RunContext(
      message: message, isCancelled: { Interruption.isRequested },
      progress: { label, fraction, _ in self.progress(label, fraction) }, clear: clear,
      elapsed: { (clock.now - start) / .seconds(1) })
  }

  /// Removes the progress line.
  package func clear() { line.clear() }
}
