public import Reporting

/// How work says what it does, and learns that it should stop.
public struct WorkContext {
  /// Writes messages.
  public let message: (Notice) -> Void
  /// Shows what is done, and how far it is, 0 to 1.
  public let progress: (_ label: String, _ fraction: Double) -> Void
  /// Asked between steps.
  public let isCancelled: () -> Bool

  /// Makes a context.
  public init(
    message: @escaping (Notice) -> Void,
    progress: @escaping (_ label: String, _ fraction: Double) -> Void = { _, _ in },
    isCancelled: @escaping () -> Bool
  ) {
    self.message = message
    self.progress = progress
    self.isCancelled = isCancelled
  }

  /// Writes what should be known.
  public func note(_ text: String) { message(.note(text)) }
}
