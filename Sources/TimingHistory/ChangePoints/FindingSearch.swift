internal import Measuring

/// One search, from the values of a series to what is reported of it.
struct FindingSearch {
  private let detector: ChangePointDetector
  /// The places of the finite values.
  private let places: [Int]
  /// The finite values.
  private let values: [Double]
  private let cleaned: CleanedSeries
  private let steps: StepSearch
  private let limit: Double

  /// Searches a series; nil where it is too short.
  init?(_ series: [Double], _ detector: ChangePointDetector) {
    self.detector = detector
    places = series.indices.filter { series[$0].isFinite }
    guard places.count >= ChangePointDetector.shortestSeries else { return nil }
    values = places.map { series[$0] }
    cleaned = CleanedSeries(values)
    limit = EvidenceLimit.value(count: values.count, sensitivity: detector.sensitivity)
    steps = StepSearch(cleaned.values, limit: limit)
  }

  /// What is reported.
  var findings: SeriesFindings {
    let segments = steps.segments
    let found =
      ModeSearch(pointsOf: cleaned.values, limit: limit)
      ?? ModeSearch(segments, of: cleaned.values, noise: steps.noise)
    if let found { return SeriesFindings(modes: modes(found)) }
    guard segments.count > 1 else { return SeriesFindings() }
    let lines = DriftSearch.lines(segments, of: cleaned.values, noise: steps.noise)
    var isSlow = [Bool](repeating: false, count: segments.count)
    for line in lines { for place in line.segments.dropFirst() { isSlow[place] = true } }
    let excesses = steps.excesses()
    let evidence = steps.evidence()
    let changes = segments.indices.dropFirst().filter { !isSlow[$0] }.map { place in
      let (before, after) = (median(segments[place - 1].range), median(segments[place].range))
      let penalty = evidence[place - 1].scalePenalty
      return ChangePoint(
        index: places[segments[place].range.lowerBound], before: before, after: after,
        effect: detector.effect(from: before, to: after),
        evidence: max((penalty + excesses[place - 1]) / (penalty + limit), 1))
    }
    // Where a coarse clock's ticks became more frequent, the level is still the same.
    return SeriesFindings(
      changes: changes.filter { $0.before != $0.after }, drifts: lines.map(drift))
  }

  private func median(_ range: Range<Int>) -> Double {
    Statistics.median(Array(values[range])) ?? 0
  }

  private func modes(_ found: ModeSearch) -> SeriesModes {
    let levels = [false, true].map { level in
      Statistics.median(zip(values, found.isHigh).filter { $1 == level }.map { $0.0 }) ?? 0
    }
    let (low, high) = (levels[0], levels[1])
    // By the nearer level: a visit of one or two points is none for the search.
    let middle = low / 2 + high / 2
    return SeriesModes(
      low: low, high: high,
      highShare: Double(values.count { $0 > middle }) / Double(values.count),
      switches: found.switches, effect: detector.effect(from: low, to: high))
  }

  private func drift(_ line: DriftSearch.Line) -> SeriesDrift {
    let first = steps.segments[line.segments.lowerBound].range.lowerBound
    let end = steps.segments[line.segments.upperBound - 1].range.upperBound
    let centre = Statistics.median(values) ?? 0
    let before = centre + line.first * cleaned.unit
    let after = centre + line.last * cleaned.unit
    return SeriesDrift(
      start: places[first], end: places[end - 1] + 1, before: before, after: after,
      effect: detector.effect(from: before, to: after))
  }

  /// Why there is a change at a point of the series, or why not.
  func explanation(of index: Int) -> StepExplanation? {
    guard let place = places.firstIndex(of: index) else { return nil }
    let bounds = steps.segments.map(\.range.lowerBound) + [values.count]
    let side = ChangePointDetector.shortestLevel
    // A change so near that no level lies between is another guess at the same place.
    guard let start = bounds.last(where: { $0 <= place - side }),
      let end = bounds.first(where: { $0 >= place + side })
    else { return nil }
    let evidence = StepEvidence(
      from: LevelSegment(start..<place, of: cleaned.values),
      to: LevelSegment(place..<end, of: cleaned.values), noise: steps.noise, count: values.count)
    let (before, after) = (median(start..<place), median(place..<end))
    return StepExplanation(
      index: index, isChange: findings.changes.contains { $0.index == index },
      start: places[start], end: places[end - 1] + 1, before: before, after: after,
      effect: detector.effect(from: before, to: after), statistic: evidence.statistic,
      threshold: evidence.scalePenalty + limit,
      noise: steps.noise.variance.squareRoot() * cleaned.unit, memory: steps.noise.correlation,
      count: values.count)
  }
}
