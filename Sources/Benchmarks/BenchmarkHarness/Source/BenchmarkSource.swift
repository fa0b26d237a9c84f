public import Reporting

/// Two or more versions of something that can be compared.
public protocol ComparisonSource {
  /// Whether this program itself is measured, so that results of a debug build of it mean nothing.
  var measuresThisProgram: Bool { get }

  /// Builds what is compared, and matches it.
  ///
  /// - Parameters:
  ///   - settings: how it is compared.
  ///   - context: messages, progress and the wish to stop.
  /// - Returns: the cases, and what is said around them.
  /// - Throws: ``HarnessFailure`` when there is nothing to compare.
  func comparison(
    _ settings: ComparisonSettings, _ context: WorkContext
  ) throws(HarnessFailure) -> SourceComparison
}

/// Where benchmarks come from: names, inputs, workers, references and answers.
///
/// Commands measure, compare, search and test the benchmarks of every source in the same way. A suite file
/// is one, the kernels of this project are another.
public protocol BenchmarkSource: ComparisonSource {
  /// Times the benchmarks, records them and writes the results.
  ///
  /// - Parameters:
  ///   - settings: how they are timed.
  ///   - desk: where results go.
  /// - Returns: how it ended.
  /// - Throws: ``HarnessFailure`` when there is nothing to time, and what the history throws.
  func run(_ settings: RunSettings, _ desk: RunDesk) throws -> WorkStatus

  /// Prepares what a night does.
  ///
  /// - Throws: ``HarnessFailure`` when tonight's state does not build.
  func night(
    _ settings: NightSettings, _ context: WorkContext
  ) throws(HarnessFailure) -> SourceNight

  /// Prepares the search for the commit that made a benchmark slower.
  ///
  /// - Parameters:
  ///   - good: a commit that is fast.
  ///   - bad: a later commit that is slow.
  ///   - context: messages, progress and the wish to stop.
  /// - Returns: where to search, and how commits are compared.
  /// - Throws: ``HarnessFailure`` when there is no such commit or benchmark.
  func search(
    good: String, bad: String, _ context: WorkContext
  ) throws(HarnessFailure) -> CommitSearch

  /// Prepares sessions on benchmarks whose true difference is known.
  ///
  /// - Parameters:
  ///   - kind: what is tested.
  ///   - seed: the seed of all random orders.
  ///   - context: messages, progress and the wish to stop.
  /// - Returns: the sessions.
  /// - Throws: ``HarnessFailure`` when there is nothing to measure.
  func selfTest(
    _ kind: SelfTest.Kind, seed: UInt64, _ context: WorkContext
  ) throws(HarnessFailure) -> SourceSelfTest

  /// Prepares to time the benchmarks in some layouts each.
  ///
  /// - Parameters:
  ///   - layouts: how many layouts of each program.
  ///   - seed: the seed of layouts and orders.
  ///   - context: messages, progress and the wish to stop.
  /// - Returns: the test; `nil` where pairs of layouts are compared by ``selfTest(_:seed:_:)``.
  /// - Throws: ``HarnessFailure`` when there is nothing to measure.
  func layoutTest(
    layouts: Int, seed: UInt64, _ context: WorkContext
  ) throws(HarnessFailure) -> SourceLayoutTest?

  /// Prepares a race of methods on a benchmark.
  ///
  /// - Parameters:
  ///   - seed: the seed of layouts.
  ///   - context: messages, progress and the wish to stop.
  /// - Returns: what is raced.
  /// - Throws: ``HarnessFailure`` when its program cannot be linked in other layouts.
  func methodRace(
    seed: UInt64, _ context: WorkContext
  ) throws(HarnessFailure) -> SourceMethodRace
}

extension BenchmarkSource {
  /// `nil`: pairs of layouts are compared instead.
  ///
  /// - Throws: Nothing; other sources may.
  public func layoutTest(
    layouts: Int, seed: UInt64, _ context: WorkContext
  ) throws(HarnessFailure) -> SourceLayoutTest? { nil }
}

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
