internal import CLibrary

/// Splits a cleaned series into levels: first more than there are, then fewer until every step
/// stands.
///
/// An optimal partition with a low penalty proposes steps. The weakest is removed again and again,
/// and the noise estimated anew, until the evidence for each step that is left exceeds the limit.
/// The partition is made twice: with the memory that series usually have, and with that of this
/// one.
struct StepSearch {
  /// By how much the newest step may weaken after it was once found: at a later look it stays.
  static let hysteresis = 0.28

  /// The evidence that leaves a step to the first estimate of the memory.
  private static let firstLimit = 1.5

  /// Outlying segments are pulled in so often at most.
  private static let passes = 4
  /// By how much a bump must exceed the difference of the levels beside it to be one of outliers.
  private static let prominence = 3.0
  /// Of how many series chance may put so many outliers in a row.
  private static let rareRow = 0.005

  /// The cleaned series, with short outlying segments pulled in.
  private(set) var values: [Double]
  private let outlierShare: Double
  private let limit: Double
  private let isCalibrating: Bool
  /// The levels in order.
  ///
  /// Each has at least ``StepEvidence/shortestSide`` points, if the series has.
  private(set) var segments: [LevelSegment] = []
  /// The noise about the levels.
  private(set) var noise = NoiseEstimate.assumed
  /// The largest limit with which a step would have been left.
  private(set) var largestExcess = -Double.infinity

  /// Searches a series.
  ///
  /// - Parameters:
  ///   - values: A cleaned series that is not empty.
  ///   - limit: The evidence that a step needs beyond its scale's penalty.
  ///   - outlierShare: The share of the series' values that were outliers.
  ///   - isCalibrating: Whether all steps are removed to the last, to learn ``largestExcess``.
  /// - Complexity: O(*n* log *n*) on average.
  init(
    _ values: [Double], limit: Double, outlierShare: Double = 0, isCalibrating: Bool = false
  ) {
    self.values = values
    self.outlierShare = outlierShare
    self.limit = limit
    self.isCalibrating = isCalibrating
    partition()
    // The same for every limit: so the steps that one limit leaves are among those of a lower one.
    eliminate(below: Self.firstLimit) { $0.halved($0.plainExcesses()) }
    partition()
    largestExcess = -.infinity
    eliminate(below: isCalibrating ? .infinity : limit) { $0.excesses() }
    place()
  }

  /// The evidence for the step before each segment but the first.
  func evidence() -> [StepEvidence] {
    segments.indices.dropFirst().map { place in
      evidence(
        from: segments[place - 1], to: segments[place], isNewest: place == segments.count - 1)
    }
  }

  /// The evidence for a step between two stretches.
  func evidence(
    from left: LevelSegment, to right: LevelSegment, isNewest: Bool
  ) -> StepEvidence {
    StepEvidence(
      from: left, to: right, noise: noise, nearby: nearby(left, right), count: values.count,
      isNewest: isNewest)
  }

  /// The mean squared residual of the points beside a step, about their levels.
  private func nearby(_ left: LevelSegment, _ right: LevelSegment) -> Double {
    let wide = nearby(left, right, reach: StepEvidence.neighbourhood)
    guard noise.volatility > 0 else { return wide }
    let narrow = nearby(left, right, reach: StepEvidence.burst)
    return max(wide, wide + noise.volatility * (narrow - wide))
  }

  private func nearby(_ left: LevelSegment, _ right: LevelSegment, reach: Int) -> Double {
    var squares = 0.0
    for index in left.range.suffix(reach) {
      squares += (values[index] - left.mean) * (values[index] - left.mean)
    }
    for index in right.range.prefix(reach) {
      squares += (values[index] - right.mean) * (values[index] - right.mean)
    }
    let count = min(left.count, reach) + min(right.count, reach)
    return squares / Double(max(count - 2, 1))
  }

  private mutating func partition() {
    // Low on purpose: a step that is not proposed is never found, one too many is removed.
    let penalty = noise.variance * noise.longRunInflation * (4 + log(Double(values.count)))
    for _ in 0..<Self.passes {
      let changes = OptimalPartition.changes(in: values, penalty: penalty)
      segments = measured([0] + changes + [values.count])
      guard pullInOutliers() else { return }
    }
  }

  /// Pulls in what is too short for a level, and so all estimates of noise and memory are of noise.
  ///
  /// Outliers in a row look like a level. Where many values are outliers, a level must have more
  /// points than chance puts outliers in a row.
  ///
  /// - Returns: Whether any value moved.
  private mutating func pullInOutliers() -> Bool {
    let isLevel = segments.indices.map { place in
      let count = segments[place].count
      if count < StepEvidence.shortestSide { return false }
      return count >= rowOfOutliers || !isBump(place)
    }
    guard isLevel.contains(true), isLevel.contains(false) else { return false }
    var hasMoved = false
    for place in segments.indices where !isLevel[place] {
      let beside = [
        isLevel[..<place].lastIndex(of: true), isLevel[place...].firstIndex(of: true),
      ].compactMap { $0.map { segments[$0].mean } }
      for index in segments[place].range {
        let value = values[index]
        guard let level = beside.min(by: { abs(value - $0) < abs(value - $1) }) else { continue }
        let reach = CleanedSeries.reach
        let near = level + min(max(value - level, -reach), reach)
        if near != value {
          values[index] = near
          hasMoved = true
        }
      }
    }
    return hasMoved
  }

  /// How many outliers in a row are no chance.
  private var rowOfOutliers: Int {
    var length = 0
    var expected = Double(values.count)
    while expected > Self.rareRow, length < 12 {
      expected *= outlierShare
      length += 1
    }
    return max(length, StepEvidence.shortestSide)
  }

  /// Whether a segment stands out from both its neighbours, whose levels are much alike.
  private func isBump(_ place: Int) -> Bool {
    let beside = [place - 1, place + 1].filter(segments.indices.contains).map { segments[$0].mean }
    guard let first = beside.first, let last = beside.last else { return false }
    let distances = [segments[place].mean - first, segments[place].mean - last]
    let least = min(abs(distances[0]), abs(distances[1]))
    return distances[0] * distances[1] > 0 && least > 2 * CleanedSeries.reach
      && least > Self.prominence * abs(last - first)
  }

  private func measured(_ bounds: [Int]) -> [LevelSegment] {
    zip(bounds, bounds.dropFirst()).map { LevelSegment($0..<$1, of: values) }
  }

  private mutating func eliminate(below limit: Double, by weigh: (StepSearch) -> [Double]) {
    while true {
      noise = NoiseEstimate(about: segments)
      guard segments.count > 1 else { return }
      let excesses = weigh(self)
      // The limit that would leave all of these steps; the largest of all rounds leaves any
      // at all.
      let weakest = excesses.min() ?? 0
      if weakest > largestExcess { largestExcess = weakest }
      if weakest > limit { return }
      remove(excesses, below: limit)
    }
  }

  /// The evidence for each step by itself, beyond its scale's penalty.
  private func plainExcesses() -> [Double] {
    segments.indices.dropFirst().map { place in
      excess(
        from: segments[place - 1], to: segments[place], isNewest: place == segments.count - 1)
    }
  }

  /// Neighbouring steps must stand together, too: the weaker one has no more than half the evidence
  /// of both.
  private func halved(_ excesses: [Double]) -> [Double] {
    guard segments.count > 2 else { return excesses }
    var halved = excesses
    for place in 0..<segments.count - 2 {
      let half = StepEvidence.ofEach(
        ofTwoStepsBetween: segments[place...place + 2], noise: noise)
      let weaker = excesses[place] < excesses[place + 1] ? place : place + 1
      halved[weaker] = min(halved[weaker], half)
    }
    return halved
  }

  /// The evidence for each step beyond its scale's penalty; the newest may have been surer once.
  func excesses() -> [Double] {
    var excesses = plainExcesses()
    guard let newest = excesses.last, let right = segments.last else { return excesses }
    let left = segments[segments.count - 2]
    guard isCalibrating || (newest > limit - Self.hysteresis && newest <= limit) else {
      return halved(excesses)
    }
    // It was found when the series was shorter, unless it was never sure enough.
    let most = right.beginnings(of: values, from: StepEvidence.shortestSide)
      .reduce(newest) { max($0, excess(from: left, to: $1, isNewest: true)) }
    excesses[excesses.count - 1] = min(most, newest + Self.hysteresis)
    return halved(excesses)
  }

  private func excess(from left: LevelSegment, to right: LevelSegment, isNewest: Bool) -> Double {
    let evidence = evidence(from: left, to: right, isNewest: isNewest)
    // No level is that short; of its two borders the weaker one goes first.
    let isShort = min(left.count, right.count) < StepEvidence.shortestSide
    return isShort ? evidence.excess - 1e12 : evidence.excess
  }

  /// Removes the weakest steps, at most an eighth of all and never two neighbours.
  private mutating func remove(_ excesses: [Double], below limit: Double) {
    let order = excesses.indices.sorted { excesses[$0] < excesses[$1] }
    // Place 0 is the start of the series; the step before segment s is at place s.
    var isRemoved = [Bool](repeating: false, count: segments.count + 1)
    // A step's evidence depends on the segments beside it, so that no two neighbours go on
    // the same figures; an eighth, so that rounds grow with the logarithm of the steps.
    for step in order.prefix(max(1, excesses.count / 8)) where excesses[step] <= limit {
      isRemoved[step + 1] = !isRemoved[step] && !isRemoved[step + 2]
    }
    let kept = segments.indices.filter { !isRemoved[$0] }
    var bounds = kept.map { segments[$0].range.lowerBound } + [values.count]
    for (place, segment) in kept.enumerated().dropFirst()
    where isRemoved[segment - 1] || isRemoved[segment + 1] {
      bounds[place] = split(of: bounds[place - 1]..<bounds[place + 1], near: bounds[place]) {
        gains in
        gains.indices.max { gains[$0] < gains[$1] } ?? 0
      }
    }
    var known: [Int: LevelSegment] = [:]
    for segment in segments { known[segment.range.lowerBound] = segment }
    segments = zip(bounds, bounds.dropFirst()).map { lower, upper in
      if let old = known[lower], old.range.upperBound == upper { return old }
      return LevelSegment(lower..<upper, of: values)
    }
  }

  /// Moves each change to the place around which it most probably is, between its neighbours.
  ///
  /// One after the other, each between where the one before it has moved and where the one after
  /// it still is: so they stay in order, and apart.
  private mutating func place() {
    guard segments.count > 1 else { return }
    var bounds = segments.map(\.range.lowerBound) + [values.count]
    let scale = 2 * noise.variance * noise.longRunInflation
    for place in bounds.indices.dropFirst().dropLast() {
      bounds[place] = split(of: bounds[place - 1]..<bounds[place + 1], near: bounds[place]) {
        Self.middle(ofGains: $0, scale: scale)
      }
    }
    segments = measured(Self.sound(bounds))
  }

  /// The place with the largest probability within three points of it.
  private static func middle(ofGains gains: [Double], scale: Double) -> Int {
    let most = gains.max() ?? 0
    // The likelihood of each place is exp(gain ÷ 2 σ²), widened for memory.
    let weights = gains.map { exp(($0 - most) / scale) }
    var best = (place: 0, weight: -1.0)
    for place in weights.indices {
      let near = weights[max(place - 3, 0)...min(place + 3, weights.count - 1)].reduce(0, +)
      // Of places that are as good, the likeliest itself.
      let weight = near + 0.1 * weights[place]
      if weight > best.weight { best = (place, weight) }
    }
    return best.place
  }

  /// The bounds that rise by at least the shortest side: all of them, if the search is right.
  private static func sound(_ bounds: [Int]) -> [Int] {
    var sound = [0]
    guard let end = bounds.last else { return sound }
    for bound in bounds.dropFirst().dropLast()
    where bound - (sound.last ?? 0) >= StepEvidence.shortestSide
      && end - bound >= StepEvidence.shortestSide
    {
      sound.append(bound)
    }
    return sound + [end]
  }

  /// A split of a stretch, chosen by how much each reduces the squared error.
  private func split(
    of stretch: Range<Int>, near split: Int, choosing choose: ([Double]) -> Int
  ) -> Int {
    let side = StepEvidence.shortestSide
    guard stretch.count >= 2 * side else { return split }
    // Distances from a value of the stretch: large levels cancel nothing.
    let origin = values[split]
    var total = 0.0
    for index in stretch { total += values[index] - origin }
    let count = Double(stretch.count)
    var sum = 0.0
    var gains: [Double] = []
    for index in stretch.lowerBound..<stretch.upperBound - side {
      sum += values[index] - origin
      let left = Double(index + 1 - stretch.lowerBound)
      guard index + 1 - stretch.lowerBound >= side else { continue }
      let distance = sum - total * left / count
      // With D the sum on the left less its share of the whole, D² n ÷ (l (n − l)) is l (n −
      // l) ÷ n times the squared difference of both means: what the split takes off the
      // squares.
      gains.append(distance * distance * count / (left * (count - left)))
    }
    return stretch.lowerBound + side + choose(gains)
  }
}
