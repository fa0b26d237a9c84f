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
    /// Does the work a number of times.
    public let contender: Contender

    /// Makes prepared work.
    public init(answer: String, _ contender: Contender) {
      self.answer = answer
      self.contender = contender
    }
  }

  /// What people call it; nil for a worker whose workloads are known by their numbers.
  public let name: String?

  /// Loads what is needed and does the work once.
  public let prepare: () throws -> PreparedWork

  /// Makes a workload of what prepares it.
  public init(name: String? = nil, prepare: @escaping () throws -> PreparedWork) {
    self.name = name
    self.prepare = prepare
  }
}
