internal import BenchmarkHarness
internal import Measuring
internal import Reporting

/// A case of two scripts, started as a test says.
struct ScriptedCase: ComparisonCase {
  var base = "old"
  var candidate = "new"
  var subject: String?
  var rule = SequentialRule()
  var basis = ComparisonBasis.files
  /// Why the sides cannot be compared.
  var failure: HarnessFailure?
  /// The most looks it has.
  var mostLooks = Int.max
  /// How long it takes at most.
  var longestSeconds: Double?
  /// Called with the number of looks before each measuring.
  var willMeasure: (_ looks: Int) -> Void = { _ in }
  /// Starts a side.
  var launch: (Side, LaunchSetup) -> ScriptedWorker

  func check() throws(HarnessFailure) { if let failure { throw failure } }

  func measure(
    after earlier: SessionResult?, looks: Int, isCancelled: () -> Bool,
    progress: (SessionProgress) -> Void
  ) -> SessionResult {
    willMeasure(looks)
    return PairedSession(plan: SessionPlan(rule: rule.first(min(looks, mostLooks)))).run(
      after: earlier, isCancelled: isCancelled, progress: progress,
      launch: { side, setup throws(WorkerFailure) in launch(side, setup) })
  }

  /// A worker whose calls take some nanoseconds each.
  static func worker(answer: String = "red", nanoseconds: Double) -> ScriptedWorker {
    ScriptedWorker(answer: .success(answer)) { count in
      let time = UInt64(Double(count) * nanoseconds)
      return .success(Epoch(iterations: count, wall: time, threadCPU: time, processCPU: time))
    }
  }

  /// Starts sides of which the candidate takes so many percent longer, with a spread that alternates.
  static func launch(percent: Double, spread: Double) -> (Side, LaunchSetup) -> ScriptedWorker {
    { side, setup in
      let noise = setup.launch.isMultiple(of: 2) ? spread : -spread
      return worker(
        nanoseconds: side == .base ? 100_000 : 100_000 * (1 + (percent + noise) / 100))
    }
  }
}
