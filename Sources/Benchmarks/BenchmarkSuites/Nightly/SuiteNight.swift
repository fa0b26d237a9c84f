internal import BenchmarkBuilds
public import BenchmarkHarness
internal import Files
internal import HistoryReports
internal import Measuring
internal import Reporting
internal import TimingHistory

/// What a night does with a suite: each benchmark is a part, and builds are commits.
public struct SuiteNight {
  private let runner: SuiteRunner
  private let measurement: SuiteMeasurement
  private let tonight: SuiteTree
  private let repository: SuiteRepository
  private let trees: SuiteTrees
  private let benchmarks: [SuiteBenchmark]
  private let note: (String) -> Void
  private let isCancelled: () -> Bool
  private let progress: (_ label: String, _ fraction: Double) -> Void

  /// Makes a night's work.
  ///
  /// - Parameters:
  ///   - runner: starts benchmarks.
  ///   - measurement: times benchmarks of tonight's checkout.
  ///   - tonight: tonight's checkout.
  ///   - repository: whose commits are compared.
  ///   - trees: builds earlier commits.
  ///   - benchmarks: what is measured.
  ///   - note: called with a sentence that should be known.
  ///   - isCancelled: asked between steps.
  ///   - progress: called with what is done, and how far it is, 0 to 1.
  public init(
    runner: SuiteRunner, measurement: SuiteMeasurement, tonight: SuiteTree,
    repository: SuiteRepository, trees: SuiteTrees, benchmarks: [SuiteBenchmark],
    note: @escaping (String) -> Void, isCancelled: @escaping () -> Bool,
    progress: @escaping (_ label: String, _ fraction: Double) -> Void
  ) {
    self.runner = runner
    self.measurement = measurement
    self.tonight = tonight
    self.repository = repository
    self.trees = trees
    self.benchmarks = benchmarks
    self.note = note
    self.isCancelled = isCancelled
    self.progress = progress
  }

  /// What the night measures: two nights of equal text can be one.
  public var planText: String {
    "suite \(runner.suite.name); benchmarks \(benchmarks.map(\.name).joined(separator: ", "))"
  }

  /// How many parts are measured one after the other.
  public var parts: Int { benchmarks.count }

  /// Times a benchmark and records it.
  ///
  /// - Parameters:
  ///   - part: its index.
  ///   - recorder: continues the run of the night.
  ///   - share: how many times its usual time it takes.
  /// - Returns: the series.
  /// - Throws: ``NightFailure`` when it fails or cannot be recorded, or on Ctrl-C.
  public func measure(
    _ part: Int, recorder: HistoryRecorder, share: Double
  ) throws(NightFailure) -> NightMeasured {
    guard !isCancelled() else { throw .interrupted }
    let benchmark = benchmarks[part]
    let recording = recorder.race(on: nil)
    let result = measurement.measure(
      benchmark, share: share, recorder: recording, isCancelled: isCancelled,
      progress: { progress("measuring \(benchmark.name)", $0) })
    if let failure = recorder.failure { throw .history(failure) }
    guard !isCancelled() else { throw .interrupted }
    if let failure = result.failure { throw .input(.failed(failure)) }
    return NightMeasured(
      subjects: (recording?.series ?? []).map { series in
        NightSubject(
          series: series.name, work: BenchmarkWork(name: benchmark.name, arguments: []))
      }, wrong: [])
  }

  /// Compares tonight's state with an earlier commit.
  ///
  /// - Parameters:
  ///   - subject: the series.
  ///   - base: the earlier night.
  ///   - purpose: why they are compared.
  /// - Returns: what was measured.
  /// - Throws: ``NightFailure`` when they cannot be compared, or on Ctrl-C.
  public func pair(
    _ subject: NightSubject, _ base: NightBase, _ purpose: NightPurpose
  ) throws(NightFailure) -> NightSession {
    let name = subject.work.name
    do throws(HarnessFailure) {
      guard let commit = base.commit else { throw .failed("its commit is not known.") }
      let older = try trees.tree(of: repository.revision(commit))
      let comparison = SuiteComparison(
        runner: runner, base: older, candidate: tonight, plan: SessionPlan(), clock: nil,
        workshop: LayoutWorkshop(
          of: trees,
          suiteIn: PathParts.join(repository.checkout.root, repository.suiteFolder)), note: note)
      guard let pair = try comparison.match([name]).both.first(where: { $0.base.name == name })
      else { throw .failed("it has no benchmark '\(name)'.") }
      let label = "\(purpose == .look ? "looking at" : "confirming") \(name)"
      return try comparison.session(
        base: pair.base, candidate: pair.candidate, purpose, isCancelled: isCancelled,
        progress: { progress(label, $0) })
    } catch {
      if isCancelled() { throw .interrupted }
      throw .incomparable(error.message)
    }
  }
}
