/// The work of a worker process.
///
/// ```swift
/// let workload = Workload {
///   let image = try load()
///   let contender = Contender("mean") { image.mean() }
///   return Workload.PreparedWork(answer: "\(image.mean())", contender)
/// }
/// ```
public struct Workload {
  /// Work that is ready to be repeated.
  public struct PreparedWork {
    /// What the work computes, in words that are equal when the results are.
    public let answer: String
    /// The values that the work reports beside its time, asked for after it was done.
    public let metrics: () -> [BenchmarkMetric]
    /// Does the work a number of times.
    public let contender: Contender

    /// Makes prepared work.
    public init(
      answer: String, metrics: @escaping () -> [BenchmarkMetric] = { [] }, _ contender: Contender
    ) {
      self.answer = answer
      self.metrics = metrics
      self.contender = contender
    }
  }

  /// Its name; nil for a worker whose workloads are known by their numbers.
  public let name: String?

  /// What it was made with, what its ratios are taken to, and how much it works on.
  public let description: BenchmarkDescription

  /// Loads what is needed and does the work once.
  public let prepare: () throws -> PreparedWork

  /// Makes a workload of what prepares it.
  public init(
    name: String? = nil, description: BenchmarkDescription = .init(),
    prepare: @escaping () throws -> PreparedWork
  ) {
    self.name = name
    self.description = description
    self.prepare = prepare
  }
}
