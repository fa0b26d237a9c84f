package import TimingHistory

/// The change-point detection of Apache Otava, for comparison with histories judged by it.
///
/// E-divisive (Matteson & James, JASA 2014) in sliding windows with a t-test in place of
/// permutations, then a bottom-up merge, as in "Hunter: Using change point detection to hunt for
/// performance regressions" (Fleming et al., ICPE 2023). The decisions are those of Otava 0.8,
/// down to its population variances. It finds many changes where there are none: about half of
/// all unchanged series of a thousand points are alarmed with its default settings. Prefer
/// `ChangePointDetector` to decide.
package struct OtavaDetector: Sendable {
  /// How many points are looked at together.
  package let windowLength: Int
  /// The largest p-value of a change that is reported.
  package let maximumPValue: Double
  /// The smallest relative change that is reported.
  package let minimumMagnitude: Double
  /// What the numbers are, for the effect that is reported.
  package let scale: SeriesScale

  /// Makes a detector; the values left out are Otava's own.
  ///
  /// - Parameters:
  ///   - windowLength: From 2 to 1000, clamped: memory grows with its square.
  ///   - maximumPValue: The largest p-value of a change that is reported.
  ///   - minimumMagnitude: The smallest relative change that is reported.
  ///   - scale: What the numbers are.
  package init(
    windowLength: Int = 50, maximumPValue: Double = 0.001, minimumMagnitude: Double = 0,
    scale: SeriesScale = .values
  ) {
    self.windowLength = min(max(windowLength, 2), 1000)
    self.maximumPValue = maximumPValue
    self.minimumMagnitude = minimumMagnitude
    self.scale = scale
  }

  /// The changes of a series, in order.
  ///
  /// Values that are not finite are left out of the search; indices count them all the same.
  ///
  /// - Complexity: O(*n* · *windowLength* · changes in a window).
  package func changePoints(in values: [Double]) -> [ChangePoint] {
    let places = values.indices.filter { values[$0].isFinite }
    let finite = places.map { values[$0] }
    return merge(weakPoints(finite), finite).map { point in
      ChangePoint(
        index: places[point.index], before: point.test.meanBefore, after: point.test.meanAfter,
        effect: scale.effect(from: point.test.meanBefore, to: point.test.meanAfter),
        evidence: point.test.pValue)
    }
  }

  private struct Point {
    let index: Int
    let test: TwoSampleTest
  }

  /// The p-value of the first pass: wider, because a point may stand once its neighbours are gone.
  private var firstPassPValue: Double {
    if maximumPValue < 0.05 { return maximumPValue * 10 }
    return maximumPValue < 0.5 ? maximumPValue * 2 : maximumPValue
  }

  private func weakPoints(_ values: [Double]) -> [Point] {
    var indices: Set<Int> = []
    var start = 0
    while start < values.count {
      let end = min(start + windowLength, values.count)
      let found = divide(values[start..<end])
      indices.formUnion(found)
      // Windows overlap by half at least, so that no change is at the edge of both.
      start = max(found.last ?? 0, start + windowLength / 2)
    }
    let sorted = indices.sorted()
    return sorted.indices.map { place in point(at: place, of: sorted, values) }
  }

  /// The change points of one window, in order.
  private func divide(_ window: ArraySlice<Double>) -> [Int] {
    var splits: [Int] = []
    while true {
      let bounds = [window.startIndex] + splits + [window.endIndex]
      var best: (candidate: EnergyDivision, interval: Range<Int>)?
      for (lower, upper) in zip(bounds, bounds.dropFirst()) {
        guard let candidate = EnergyDivision(of: window[lower..<upper]) else { continue }
        if candidate.divergence > best?.candidate.divergence ?? -.infinity {
          best = (candidate, lower..<upper)
        }
      }
      guard let best else { return splits }
      let index = best.candidate.index
      let test = TwoSampleTest(
        before: window[best.interval.lowerBound..<index],
        after: window[index..<best.interval.upperBound])
      // The division that differs most decides for all: a weaker one is not tried once it
      // fails.
      guard test.pValue <= firstPassPValue else { return splits }
      splits.append(index)
      splits.sort()
    }
  }

  private func point(at place: Int, of indices: [Int], _ values: [Double]) -> Point {
    let index = indices[place]
    let start = place == 0 ? 0 : indices[place - 1]
    let end = place + 1 < indices.count ? indices[place + 1] : values.count
    return Point(
      index: index, test: TwoSampleTest(before: values[start..<index], after: values[index..<end]))
  }

  /// Takes out the weakest point again and again until all that are left are strong.
  private func merge(_ points: [Point], _ values: [Double]) -> [Point] {
    var points = points
    while let first = points.indices.first {
      var weakest = first
      for place in points.indices where points[place].test.pValue > points[weakest].test.pValue {
        weakest = place
      }
      if points[weakest].test.pValue < maximumPValue {
        weakest = first
        for place in points.indices
        where points[place].test.magnitude < points[weakest].test.magnitude { weakest = place }
        if points[weakest].test.magnitude > minimumMagnitude { return points }
      }
      points.remove(at: weakest)
      let indices = points.map(\.index)
      // Otava measures the two points that follow the gap again, not the one before it.
      for place in [weakest, weakest + 1] where points.indices.contains(place) {
        points[place] = point(at: place, of: indices, values)
      }
    }
    return points
  }
}
