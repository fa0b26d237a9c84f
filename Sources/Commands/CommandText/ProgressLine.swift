internal import Reporting

/// One line that says what runs, how far it is, and when it will be done; rewritten in place on a
/// terminal, and not written at all elsewhere.
package struct ProgressLine {
  /// Writes text where progress goes.
  private let write: (String) -> Void
  private let isShown: Bool
  private let width: Int
  private var isOnScreen = false
  private var lastUpdate = -Double.infinity

  /// Seconds between two updates: often enough to look alive, rare enough to cost nothing.
  private static let pause = 0.1

  /// - Parameters:
  ///   - isShown: whether anything is written: on a terminal, unless the user asked for silence.
  ///   - width: columns of the terminal; longer lines are cut, or they could not be taken back.
  ///   - write: where the text goes.
  package init(isShown: Bool, width: Int = 80, write: @escaping (String) -> Void) {
    self.isShown = isShown
    self.width = width
    self.write = write
  }

  /// Shows how far the work is.
  ///
  /// - Parameters:
  ///   - label: what runs now.
  ///   - fraction: of all work, 0 to 1.
  ///   - elapsed: seconds since the start.
  package mutating func update(label: String, fraction: Double, elapsed: Double) {
    guard isShown, elapsed - lastUpdate >= Self.pause else { return }
    lastUpdate = elapsed
    let text = Self.text(label: label, fraction: fraction, elapsed: elapsed)
    // To the first column, and the line erased; not to the last column, where some terminals
    // begin a new line.
    write("\r\u{1B}[2K" + text.prefix(width - 1))
    isOnScreen = true
  }

  /// Takes the line back, so that results or messages can be written.
  package mutating func clear() {
    guard isOnScreen else { return }
    write("\r\u{1B}[2K")
    isOnScreen = false
  }

  /// The words of the line: `[ 42 %] simd on photo, 24.0 MP; 12 s left`.
  package static func text(label: String, fraction: Double, elapsed: Double) -> String {
    let bounded = min(max(fraction, 0), 1)
    let percent = Decimals.fixed(bounded * 100, places: 0)
    let padding = String(repeating: " ", count: max(0, 3 - percent.count))
    // Early on, what is left is a guess upon a guess: say nothing rather than nonsense.
    let left =
      bounded >= 0.02 && elapsed >= 0.5
      ? "; \(Decimals.duration(elapsed / bounded * (1 - bounded))) left" : ""
    return "[\(padding)\(percent) %] \(label)\(left)"
  }
}

extension ProgressLine {
  /// A line on standard error: shown on a terminal, and not to those who asked for quiet.
  package static func onStandardError(isQuiet: Bool) -> ProgressLine {
    let screen = Terminal(descriptor: 2)
    return ProgressLine(
      isShown: screen.isTerminal && !isQuiet, width: screen.width,
      write: { StandardError.write($0) })
  }
}
