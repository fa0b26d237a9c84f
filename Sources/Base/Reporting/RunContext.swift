/// Where work says what it does, what it found and how far it is, and learns that it should stop.
package struct RunContext {
  /// Writes results.
  package var output: (String) -> Void
  /// Writes errors, warnings and notes.
  package var message: (Notice) -> Void
  /// Asked between steps.
  package let isCancelled: () -> Bool
  /// Shows what runs now, how much is done, 0 to 1, and for how many seconds it has been.
  package let progress: (_ label: String, _ fraction: Double, _ elapsed: Double) -> Void
  /// Takes progress away, so that results or messages can be written.
  package let clear: () -> Void
  /// Seconds since the work was asked for.
  package var elapsed: () -> Double

  /// Makes a context; by default of work without results, progress and time.
  package init(
    output: @escaping (String) -> Void = { _ in }, message: @escaping (Notice) -> Void,
    isCancelled: @escaping () -> Bool,
    progress: @escaping (String, Double, Double) -> Void = { _, _, _ in },
    clear: @escaping () -> Void = {}, elapsed: @escaping () -> Double = { 0 }
  ) {
    self.output = output
    self.message = message
    self.isCancelled = isCancelled
    self.progress = progress
    self.clear = clear
    self.elapsed = elapsed
  }

  /// The same context, whose time begins now.
  package var startingNow: RunContext {
    let (elapsed, start) = (elapsed, elapsed())
    var copy = self
    copy.elapsed = { elapsed() - start }
    return copy
  }

  /// Writes what should be known.
  package func note(_ text: String) { message(.note(text)) }

  /// Shows what runs now, and how much is done, 0 to 1.
  package func show(_ label: String, _ fraction: Double) { progress(label, fraction, elapsed()) }
}
