internal import HistorySimulation
internal import Measuring
internal import TimingHistory

/// Tries the change-point detector on series whose truth is known.
///
///     let trial = DetectorTrial(detector: ChangePointDetector(), seed: 1)
///     trial.falseAlarms(noise: .skewed, count: 100, series: 1000).atMost(confidence: 0.95)
struct DetectorTrial: Sendable {
  /// The detector that is tried.
  var detector = ChangePointDetector()
  /// The start of the random sequence.
  let seed: UInt64

  /// In how many series without a change one is found.
  ///
  /// - Parameters:
  ///   - noise: How values scatter.
  ///   - count: How many points a series has.
  ///   - series: How many series are tried.
  /// - Returns: The count and what it says about the rate.
  func falseAlarms(noise: NoiseModel, count: Int, series: Int) -> ProportionBounds {
    var generator = SeededGenerator(seed: seed)
    let alarmed = (0..<series).count { _ in
      !detector.changePoints(in: noise.series(count: count, using: &generator)).isEmpty
    }
    return ProportionBounds(successes: alarmed, trials: series)
  }

  /// In how many series a step is found within three points of its place.
  ///
  /// - Parameters:
  ///   - deviations: How high the step is, in deviations of the noise.
  ///   - before: How many points come before it.
  ///   - after: How many points have come since.
  ///   - noise: How values scatter.
  ///   - series: How many series are tried.
  /// - Returns: The count and what it says about the rate.
  func detections(
    ofStep deviations: Double, before: Int, after: Int, noise: NoiseModel = .normal, series: Int
  ) -> ProportionBounds {
    var generator = SeededGenerator(seed: seed)
    let found = (0..<series).count { _ in
      var values = noise.series(count: before + after, using: &generator)
      for index in before..<before + after { values[index] += deviations }
      return detector.changePoints(in: values).contains { abs($0.index - before) <= 3 }
    }
    return ProportionBounds(successes: found, trials: series)
  }
}
