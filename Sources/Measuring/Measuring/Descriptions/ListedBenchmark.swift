/// What a worker lists: the name of a benchmark and what is said of it.
public struct ListedBenchmark: Equatable, Sendable {
  /// Its name.
  public let name: String
  /// What the worker says of it; empty when it says nothing.
  public let description: BenchmarkDescription

  /// Makes an entry of a list.
  public init(name: String, description: BenchmarkDescription = .init()) {
    self.name = name
    self.description = description
  }
}
