package import Measuring

/// How long a benchmark took in some launches.
package struct BenchmarkTiming: Equatable, Sendable {
  /// How the timing ended.
  package enum End: Equatable, Sendable {
    /// As planned.
    case complete
    /// On request.
    case cancelled
    /// The benchmark failed.
    case failed(WorkerFailure)
  }

  /// Which time decides.
  package let clock: ClockKind
  /// Whether every epoch was a process of its own.
  package let startsEachEpoch: Bool
  /// Whether one process was asked for: then each of its epochs is a sample, and what they say
  /// holds for that process.
  package let hasOneLaunch: Bool
  /// The answer of the first launch; `nil` when it gave none.
  package internal(set) var answer: String?
  /// Whether a later launch answered otherwise.
  package internal(set) var answersVary = false
  /// The epochs of each launch.
  package internal(set) var launches: [[Epoch]] = []
  /// The most memory that each process occupied, in bytes, where the system reports it.
  package internal(set) var peakBytes: [Int] = []
  /// How the timing ended.
  package private(set) var end = End.complete

  /// The confidence of ``interval``.
  package static let confidence = 0.95

  /// Makes a timing of nothing yet.
  package init(clock: ClockKind, startsEachEpoch: Bool, hasOneLaunch: Bool = false) {
    self.clock = clock
    self.startsEachEpoch = startsEachEpoch
    self.hasOneLaunch = hasOneLaunch
  }

  func ending(_ end: End) -> BenchmarkTiming {
    var timing = self
    timing.end = end
    return timing
  }

  /// How many epochs there are.
  package var epochs: Int { launches.reduce(0) { $0 + $1.count } }

  /// How many processes were measured.
  package var processes: Int { startsEachEpoch ? epochs : launches.count { !$0.isEmpty } }

  /// Seconds of an iteration: one value for each process, because the epochs of one process share
  /// its layout in memory and are not independent; of a single launch one for each epoch.
  package func samples(_ clock: ClockKind) -> [Double] {
    if startsEachEpoch || hasOneLaunch {
      return launches.joined().map { $0.secondsPerIteration(clock) }
    }
    return launches.compactMap { Statistics.median($0.map { $0.secondsPerIteration(clock) }) }
  }

  /// The median of the processes, in seconds; `nil` when nothing was measured.
  package func median(_ clock: ClockKind) -> Double? { Statistics.median(samples(clock)) }

  /// An exact interval for the median, with 95 % confidence; `nil` for fewer than six processes.
  package var interval: ClosedRange<Double>? {
    MedianInterval(of: samples(clock), alpha: 1 - Self.confidence)
      .map { $0.interval.lower...$0.interval.upper }
  }

  /// How many times as long an iteration takes as one of another benchmark that took turns with it:
  /// the median of the ratios of each round.
  ///
  /// - Parameter other: the benchmark that ratios are taken to.
  /// - Returns: the ratio, on the clock of both, on the wall clock where they differ; `nil` when
  ///   nothing was measured in the same rounds.
  package func ratio(to other: BenchmarkTiming) -> Double? {
    let clock = clock == other.clock ? clock : .wall
    let pairs = zip(launches, other.launches).flatMap { zip($0, $1) }
    let ratios = pairs.compactMap { own, reference -> Double? in
      let ratio =
        own.secondsPerIteration(clock) / reference.secondsPerIteration(clock)
      return ratio > 0 && ratio.isFinite ? ratio : nil
    }
    return Statistics.median(ratios)
  }

  /// The median of the processes' peaks, in bytes; `nil` where the system reports none.
  package var medianPeak: Int? {
    Statistics.median(peakBytes.map(Double.init)).map { Int($0) }
  }
}
