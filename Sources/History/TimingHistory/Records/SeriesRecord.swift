package import Measuring

/// What is measured again and again: the time of one benchmark, or a metric of it.
package struct SeriesRecord: Equatable, Hashable, Sendable {
  /// The name that identifies it in every history.
  package var name: String
  /// The unit of its values: "ns" for times.
  package var unit: String
  /// What its benchmark is made with, in the order of its suite, each name once.
  package var parameters: [BenchmarkParameter]
  /// How many things one iteration works on, more than 0; nil where that is not known.
  package var items: Double?
  /// The name of the metric that its values are of; nil for a time.
  package var metric: String?
  /// Which of two of its values is the better one; nil if not given.
  package var better: BenchmarkMetric.Better?

  package init(
    name: String, unit: String = "ns", parameters: [BenchmarkParameter] = [],
    items: Double? = nil, metric: String? = nil, better: BenchmarkMetric.Better? = nil
  ) {
    self.name = name
    self.unit = unit
    self.parameters = parameters
    self.items = items
    self.metric = metric
    self.better = better
  }

  /// Makes the record of a metric: `parse/zstd/peak memory` beside the times of `parse/zstd`.
  ///
  /// - Parameters:
  ///   - metric: The metric; its title ends the name, or its name where it has none.
  ///   - times: The times of its benchmark.
  package init(of metric: BenchmarkMetric, beside times: SeriesRecord) {
    self.init(
      name: "\(times.name)/\(metric.title ?? metric.name)", unit: metric.unit,
      parameters: times.parameters, items: times.items, metric: metric.name,
      better: metric.better)
  }

  /// Which of two of its values is the better one: as its suite says, else as its unit says.
  package var direction: BenchmarkMetric.Better { better ?? BenchmarkMetric.Better(unit: unit) }

  /// Whether there is no more to say of it than its name and its unit.
  var isPlain: Bool {
    parameters.isEmpty && items == nil && metric == nil && better == nil
  }

  /// The record with what another one of the same series says and this one does not.
  func completed(by other: SeriesRecord) -> SeriesRecord {
    var record = self
    if record.parameters.isEmpty { record.parameters = other.parameters }
    record.items = items ?? other.items
    record.metric = metric ?? other.metric
    record.better = better ?? other.better
    return record
  }
}
