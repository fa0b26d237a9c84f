internal import Measuring

/// One search, from the values of a series to what is reported of it.
///
/// The noise of a series is often that of its loudest stretch: a machine that is replaced takes its
/// noise with it. So each level that is much quieter than the series is searched once more, as a
/// series of its own.
struct FindingSearch {
  /// By how much the noise of a level must be smaller for a search of its own.
  private static let quietness = 3.0
  /// The fewest points of such a level.
  private static let shortestQuietLevel = 20

  private let detector: ChangePointDetector
  /// The places of the finite values.
  private let places: [Int]
  /// The finite values.
  private let values: [Double]
  private let cleaned: CleanedSeries
  private let steps: StepSearch
  private let limit: Double
  private let stretches: [ModeSearch.Stretch]
  private let lines: [DriftLine]
  /// The searches of quiet levels, each with its first point among ``values``.
  private let quiet: [(start: Int, search: FindingSearch)]

  /// Searches a series; nil where it is too short.
  ///
  /// - Parameters:
  ///   - series: The values.
  ///   - detector: What is looked for.
  ///   - given: The evidence that a step needs; nil for the detector's sensitivity.
  init?(_ series: [Double], _ detector: ChangePointDetector, limit given: Double? = nil) {
    let places = series.indices.filter { series[$0].isFinite }
    guard places.count >= ChangePointDetector.shortestSeries else { return nil }
    let values = places.map { series[$0] }
    self.init(
      values, at: places, CleanedSeries(values), detector,
      limit: given
        ?? EvidenceLimit.value(count: values.count, sensitivity: detector.sensitivity))
  }

  private init(
    _ values: [Double], at places: [Int], _ cleaned: CleanedSeries,
    _ detector: ChangePointDetector, limit: Double
  ) {
    self.detector = detector
    self.places = places
    self.values = values
    self.cleaned = cleaned
    self.limit = limit
    let steps = StepSearch(
      cleaned.values, limit: limit, outlierShare: cleaned.outlierShare)
    self.steps = steps
    let stretches = ModeSearch.stretches(steps, plain: cleaned.plain, limit: limit)
    self.stretches = stretches
    guard steps.segments.count > 1 else {
      lines = []
      quiet = []
      return
    }
    let growths = GrowthSearch.lines(in: values)
    lines =
      growths.isEmpty
      ? DriftSearch.lines(steps, limit: limit).map { $0.mapped(cleaned.original) }.filter { line in
        stretches.allSatisfy { !$0.range.overlaps(line.replaced) }
      } : growths
    let isSlow = Self.isSlow(steps.segments, lines)
    quiet = steps.segments.enumerated().compactMap { place, segment in
      // The stairs of a drift are no levels.
      guard !isSlow[place], place + 1 == isSlow.count || !isSlow[place + 1] else { return nil }
      let range = segment.range
      guard range.count >= Self.shortestQuietLevel,
        stretches.allSatisfy({ !$0.range.overlaps(range) })
      else { return nil }
      let level = Array(values[range])
      let levelCleaned = CleanedSeries(level)
      let middle = Statistics.median(level) ?? 0
      let noise = levelCleaned.deviation(at: middle)
      guard noise > 0, noise * Self.quietness < cleaned.deviation(at: middle) else { return nil }
      let search = FindingSearch(
        level, at: Array(places[range]), levelCleaned, detector,
        limit: EvidenceLimit.value(count: level.count, sensitivity: detector.sensitivity))
      return (range.lowerBound, search)
    }
  }

  /// Whether the step before each segment is one of a drift's stairs.
  private static func isSlow(_ segments: [LevelSegment], _ lines: [DriftLine]) -> [Bool] {
    segments.map { segment in lines.contains { $0.contains(stepAt: segment.range.lowerBound) } }
  }

  /// A step that is reported, or a stair of a drift, or a switch between two modes.
  private struct Mark {
    /// The first point of the new level among the finite values.
    let place: Int
    /// The evidence as a multiple of what is needed; nil for a stair or a switch.
    let evidence: Double?
    /// The step of a drift that it is; nil where it is between levels.
    var step: DriftLine.Step?
  }

  /// The steps in order, with those of the quiet levels.
  private func marks() -> [Mark] {
    guard steps.segments.count > 1 else { return [] }
    let isSlow = Self.isSlow(steps.segments, lines)
    let excesses = steps.excesses()
    let evidence = steps.evidence()
    let own = steps.segments.indices.dropFirst().map { place in
      let penalty = evidence[place - 1].scalePenalty
      let first = steps.segments[place].range.lowerBound
      // Stairs and switches divide levels, and so they are kept as marks; only what has
      // evidence is reported.
      let isSwitch = stretches.contains { $0.contains(stepAt: first) }
      return Mark(
        place: first,
        evidence: isSlow[place] || isSwitch
          ? nil : max((penalty + excesses[place - 1]) / (penalty + limit), 1))
    }
    let inner = quiet.flatMap { start, search in
      search.marks().map { Mark(place: start + $0.place, evidence: $0.evidence, step: $0.step) }
    }
    let inLines = lines.flatMap(\.steps).map { step in
      Mark(place: step.place, evidence: max(step.statistic / step.threshold, 1), step: step)
    }
    guard !inner.isEmpty || !inLines.isEmpty else { return own }
    let stairs = own.filter { mark in !inLines.contains { $0.place == mark.place } }
    return (stairs + inner + inLines).sorted { $0.place < $1.place }
  }

  /// What is reported.
  var findings: SeriesFindings {
    let marks = marks()
    let bounds = [0] + marks.map(\.place) + [values.count]
    let changes = marks.enumerated().compactMap { number, mark -> ChangePoint? in
      guard let evidence = mark.evidence else { return nil }
      // `bounds` has the series' beginning before the marks, and its end behind them:
      //
      //     bounds    0   mark 0   mark 1   count
      //     number        0        1              levels: [number] … mark … [number + 2]
      let before = mark.step?.before ?? median(bounds[number]..<mark.place)
      let after = mark.step?.after ?? median(mark.place..<bounds[number + 2])
      // Where a coarse clock's ticks became more frequent, the level is still the same.
      guard before != after else { return nil }
      return ChangePoint(
        index: places[mark.place], before: before, after: after,
        effect: detector.effect(from: before, to: after), evidence: evidence)
    }
    var found = changes
    if let tail = ExactTail.place(in: values), found.last.map({ $0.index < places[tail] }) ?? true {
      let (before, after) = (values[tail - 1], median(tail..<values.count))
      found.append(
        ChangePoint(
          index: places[tail], before: before, after: after,
          effect: detector.effect(from: before, to: after), evidence: 1))
    }
    let drifts = lines.map(drift) + quiet.flatMap { $0.search.lines.map($0.search.drift) }
    return SeriesFindings(
      changes: found, drifts: drifts.sorted { $0.start < $1.start },
      modes: stretches.max { $0.range.upperBound < $1.range.upperBound }.flatMap(modes),
      smallestChange: smallestChange)
  }

  /// The smallest change of the newest level that would be found.
  private var smallestChange: SmallestChange? {
    if let (start, search) = quiet.last, start + search.values.count == values.count {
      return search.smallestChange
    }
    guard let level = steps.segments.last?.range else { return nil }
    let middle = median(level)
    let deviation = steps.noise.variance.squareRoot() * cleaned.deviation(at: middle)
    let part =
      switch detector.scale {
      case .logRatios: deviation
      case .values: middle == 0 ? .infinity : deviation / abs(middle)
      }
    return SmallestChange(
      before: level.count, count: values.count, noise: steps.noise, deviation: part,
      sensitivity: detector.sensitivity)
  }

  private func median(_ range: Range<Int>) -> Double {
    Statistics.median(Array(values[range])) ?? 0
  }

  /// What is said of a stretch; nil where all of its points are nearer to one level.
  private func modes(_ stretch: ModeSearch.Stretch) -> SeriesModes? {
    // By the nearer level, before any was pulled in: so a visit of one or two points counts.
    let isHigh = stretch.range.map { cleaned.plain[$0] > stretch.middle }
    let levels = [false, true].compactMap { level in
      Statistics.median(zip(values[stretch.range], isHigh).filter { $1 == level }.map { $0.0 })
    }
    guard levels.count == 2 else { return nil }
    return SeriesModes(
      start: places[stretch.range.lowerBound], end: places[stretch.range.upperBound - 1] + 1,
      low: levels[0], high: levels[1],
      highShare: Double(isHigh.count { $0 }) / Double(isHigh.count),
      switches: stretch.switches, effect: detector.effect(from: levels[0], to: levels[1]))
  }

  private func drift(_ line: DriftLine) -> SeriesDrift {
    SeriesDrift(
      start: places[line.start], end: places[line.replaced.upperBound - 1] + 1,
      before: line.first, after: line.last,
      effect: detector.effect(from: line.first, to: line.last))
  }

  /// Why there is a change at a point of the series, or why not.
  func explanation(of index: Int) -> StepExplanation? {
    guard let place = places.firstIndex(of: index) else { return nil }
    if let explanation = explanation(ofStepInLineAt: place) { return explanation }
    let level = quiet.first { start, search in
      (start..<start + search.values.count).contains(place)
    }
    if let explanation = level?.search.explanation(of: index) { return explanation }
    let bounds = steps.segments.map(\.range.lowerBound) + [values.count]
    let side = ChangePointDetector.shortestLevel
    // A change so near that no level lies between is another guess at the same place.
    guard let start = bounds.last(where: { $0 <= place - side }),
      let end = bounds.first(where: { $0 >= place + side })
    else { return nil }
    let evidence = steps.evidence(
      from: LevelSegment(start..<place, of: steps.values),
      to: LevelSegment(place..<end, of: steps.values), isNewest: end == values.count)
    let (before, after) = (median(start..<place), median(place..<end))
    let isChange = findings.changes.contains { $0.index == index }
    let threshold = evidence.scalePenalty + limit
    let rule: StepRule =
      if isChange {
        .evidence
      } else if stretches.contains(where: { $0.contains(stepAt: place) }) {
        .modes
      } else if lines.contains(where: { $0.replaced.contains(place) }) {
        .drift
      } else {
        evidence.statistic > threshold ? .neighbours : .weak
      }
    return StepExplanation(
      index: index, isChange: isChange, rule: rule,
      start: places[start], end: places[end - 1] + 1, before: before, after: after,
      effect: detector.effect(from: before, to: after), statistic: evidence.statistic,
      threshold: threshold,
      noise: steps.noise.variance.squareRoot() * cleaned.deviation(at: before),
      memory: steps.noise.correlation,
      count: values.count)
  }

  /// Why there is a change on the way of a drift.
  private func explanation(ofStepInLineAt place: Int) -> StepExplanation? {
    for line in lines {
      guard let step = line.steps.first(where: { $0.place == place }) else { continue }
      return StepExplanation(
        index: places[place], isChange: true, rule: .evidence, start: places[line.start],
        end: places[line.replaced.upperBound - 1] + 1, before: step.before, after: step.after,
        effect: detector.effect(from: step.before, to: step.after), statistic: step.statistic,
        threshold: step.threshold,
        noise: steps.noise.variance.squareRoot() * cleaned.deviation(at: step.before),
        memory: steps.noise.correlation, count: values.count)
    }
    return nil
  }
}
