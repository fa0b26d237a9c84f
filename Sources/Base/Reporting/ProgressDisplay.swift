/// Where work shows how far it is, such as a line on a terminal.
public protocol ProgressDisplay {
  /// Shows how far the work is.
  ///
  /// - Parameters:
  ///   - label: what runs now.
  ///   - fraction: of all work, 0 to 1.
  ///   - elapsed: seconds since the start.
  mutating func update(label: String, fraction: Double, elapsed: Double)

  /// Takes it away, so that results or messages can be written.
  mutating func clear()
}
