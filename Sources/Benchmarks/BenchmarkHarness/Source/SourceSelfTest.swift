public import Measuring
public import OrderedJSON
public import Reporting

/// Sessions of a source's benchmarks whose true difference is known.
public struct SourceSelfTest {
  /// What is said of single benchmarks, beside the tally of all sessions.
  public struct Details {
    /// For people.
    public let table: String
    /// For programs.
    public let fields: [JSONValue.Field]

    /// Makes details.
    public init(table: String = "", fields: [JSONValue.Field] = []) {
      self.table = table
      self.fields = fields
    }
  }

  /// How many kinds of benchmarks take turns: each has as many sessions as are asked for.
  public let kinds: Int
  /// Runs the session of a number.
  public let run: (_ index: Int, _ isCancelled: () -> Bool) -> SessionResult
  /// Keeps the results of the sessions, and reports single benchmarks.
  public let finish: () throws(HarnessFailure) -> Details

  /// Makes sessions.
  public init(
    kinds: Int = 1, run: @escaping (_ index: Int, _ isCancelled: () -> Bool) -> SessionResult,
    finish: @escaping () throws(HarnessFailure) -> Details
  ) {
    self.kinds = kinds
    self.run = run
    self.finish = finish
  }
}
