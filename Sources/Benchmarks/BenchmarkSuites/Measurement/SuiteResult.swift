package import BenchmarkHarness
package import Measuring
internal import Reporting

/// What was measured of a benchmark.
package struct SuiteResult: Equatable, Sendable {
  /// How many times as long it takes as a reference.
  package struct Ratio: Equatable, Sendable {
    package let reference: BenchmarkReference
    /// The median over the rounds; `nil` when it was not measured beside it.
    package let value: Double?
    /// Whether both answered the same; `nil` where they need not.
    package let answersAgree: Bool?
  }

  package let benchmark: SuiteBenchmark
  /// How long it took; without epochs when it could not be started or answered wrongly.
  package let timing: BenchmarkTiming
  /// What failed; `nil` when nothing did.
  package var failure: String?
  /// Why its answer is wrong; `nil` for a right one, and where that is unknown.
  package var wrongAnswer: String?
  /// Whether it is what other answers are compared with.
  package var isReferenceOfAnswers = false
  /// Its ratios, in the order of its references.
  package var ratios: [Ratio] = []
  /// What it reports beside time.
  package var metrics: [BenchmarkMetric] = []
  /// Whether no other benchmark was in its process, so that the memory of the process is its own.
  package var hasOwnProcess = true
  /// The size of its program without symbols and debug information, in bytes; `nil` where it has no
  /// program of its own.
  package var programBytes: Int?
  /// What a call takes by count; `nil` when it was not counted.
  package var cost: CallCostCount?

  /// The benchmark's name.
  package var name: String { benchmark.name }

  /// The median of the deciding time, in seconds; `nil` when nothing was measured.
  package var median: Double? { timing.median(timing.clock) }

  /// How much of something one second does; `nil` where the amount or the time is not known.
  func perSecond(_ amount: Double?) -> Double? {
    guard let amount, let median, median > 0 else { return nil }
    return amount / median
  }

  /// The most memory that it occupied: what it reports itself, else that of its process.
  var peakBytes: Int? {
    if let own = metrics.first(where: { $0.name == Self.peakName }) {
      return own.value.isFinite ? Int(exactly: own.value.rounded()) : nil
    }
    return hasOwnProcess ? timing.medianPeak : nil
  }

  /// What a worker calls the most memory of a benchmark, where it measures that itself.
  static let peakName = "peakBytes"
  /// What the history calls the size of a program.
  static let programSizeName = NightSubject.Metric.programSize

  /// What it reports that has no column of its own.
  var otherMetrics: [BenchmarkMetric] { metrics.filter { $0.name != Self.peakName } }

  /// What the history keeps beside times.
  var recordedMetrics: [BenchmarkMetric] {
    var all = otherMetrics.filter(\.value.isFinite)
    if let peakBytes {
      all.append(
        BenchmarkMetric(
          name: Self.peakName, title: "peak memory", value: Double(peakBytes), unit: "B",
          better: .less))
    }
    if let programBytes {
      all.append(
        BenchmarkMetric(
          name: Self.programSizeName, title: "program size", value: Double(programBytes), unit: "B",
          better: .less))
    }
    return all
  }

  /// A count of what a call takes; `nil` when there is none.
  func count(_ quantity: CostComparison.Quantity) -> Double? {
    guard case .counted(let cost)? = cost else { return nil }
    return quantity.of(cost).value
  }
}
