internal import CommandText

/// Lines for people on standard error, with a progress line below them on a terminal.
///
/// A class, because many closures of one command write to the same screen.
final class LiveMessages {
  private var line: ProgressLine
  private let isQuiet: Bool
  private let clock = ContinuousClock()
  private var step = ""
  private var stepStart: ContinuousClock.Instant

  /// Takes hold of standard error.
  ///
  /// - Parameter isQuiet: whether only errors are told.
  init(isQuiet: Bool) {
    self.isQuiet = isQuiet
    line = .onStandardError(isQuiet: isQuiet)
    stepStart = clock.now
  }

  /// Says which step runs and how far that is, 0 to 1; what is left is said of the step, because
  /// steps have lengths of their own.
  func progress(_ label: String, _ fraction: Double) {
    if label != step {
      step = label
      stepStart = clock.now
    }
    line.update(label: label, fraction: fraction, elapsed: (clock.now - stepStart) / .seconds(1))
  }

  /// Writes a line.
  func message(_ text: String) {
    line.clear()
    if !isQuiet || text.hasPrefix("Error") { StandardError.write(text + "\n") }
  }

  /// Takes the progress line back.
  func clear() { line.clear() }
}
