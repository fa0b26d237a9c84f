public import OrderedJSON
public import Reporting

/// What layout alone makes of a source's benchmarks, measured one after the other.
public struct SourceLayoutTest {
  /// How many benchmarks there are.
  public let count: Int
  /// The name of a benchmark.
  public let name: (_ index: Int) -> String
  /// Measures a benchmark and keeps the result.
  public let measure:
    (_ index: Int, _ isCancelled: () -> Bool, _ progress: (Double) -> Void) -> WorkStatus
  /// What was measured so far, for people.
  public let table: () -> String
  /// What was measured so far, for programs.
  public let json: () -> JSONValue

  /// Makes a test.
  public init(
    count: Int, name: @escaping (_ index: Int) -> String,
    measure:
      @escaping (
        _ index: Int, _ isCancelled: () -> Bool, _ progress: (Double) -> Void
      ) -> WorkStatus,
    table: @escaping () -> String, json: @escaping () -> JSONValue
  ) {
    self.count = count
    self.name = name
    self.measure = measure
    self.table = table
    self.json = json
  }
}
