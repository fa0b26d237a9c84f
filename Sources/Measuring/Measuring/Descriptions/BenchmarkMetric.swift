/// A value that a benchmark reports beside its time: an error, a hit rate, a size.
public struct BenchmarkMetric: Equatable, Sendable {
  /// Which of two values is the better one.
  public enum Better: String, Sendable, CaseIterable {
    /// The smaller one.
    case less
    /// The larger one.
    case more
    /// None: they must be equal.
    case equal
  }

  /// What is measured, different for each metric of one benchmark: `deltaE00`.
  public let name: String
  /// What the column is called: `ΔE00`; nil for the name.
  public let title: String?
  /// The value; not-a-number when the worker had no finite number for it.
  public let value: Double
  /// The unit of the value; empty for a bare number.
  public let unit: String
  /// Which of two values is the better one.
  public let better: Better

  /// Makes a metric.
  ///
  /// - Parameters:
  ///   - name: what is measured.
  ///   - title: what the column is called; nil for the name.
  ///   - value: the value.
  ///   - unit: the unit of the value; empty for a bare number.
  ///   - better: which of two values is the better one.
  public init(
    name: String, title: String? = nil, value: Double, unit: String = "", better: Better
  ) {
    self.name = name
    self.title = title
    self.value = value
    self.unit = unit
    self.better = better
  }
}
