internal import CLibrary

/// Tells a slow drift from the stairs that a search for steps makes of it.
///
/// Consecutive steps are compared with a straight line through the same points, by their
/// likelihoods: a line has fewer parameters, so where it fits as well it is the finding. The line
/// may have steps of its own, each with the evidence that it needs elsewhere.
struct DriftSearch {
  /// The fewest points in which a drift is told from a step.
  static let shortest = 30
  /// What each step after the first must add to twice the logarithm of the likelihood: it has a
  /// place and a height.
  private static let costOfStep = 8.0

  /// What the place of a bend must add, as a step's does.
  private static let costOfBend = costOfStep / 2
  /// The most steps that are looked for in one line.
  private static let mostSteps = 8
  /// How often the place of a bend and those of the steps are looked for in turn.
  private static let turns = 6
  /// After so many numbers of steps none of which is the likeliest so far, there is none.
  private static let mostMisses = 3

  /// By how much twice the logarithm of the likelihood must favour the line over one step.
  ///
  /// A step has the choice of its place, which is worth more in a longer series.
  private static func margin(count: Int) -> Double { 2 - 1.3 * log(Double(count) / 100) }

  private let segments: [LevelSegment]
  private let values: [Double]
  private let noise: NoiseEstimate
  private let limit: Double

  /// The lines that fit better than steps, in order.
  ///
  /// - Parameters:
  ///   - search: The levels that were found.
  ///   - limit: The evidence that a step needs beyond its scale's penalty.
  /// - Returns: Lines in units of the search that share no points but where they meet.
  /// - Complexity: O(*n*).
  static func lines(_ search: StepSearch, limit: Double) -> [DriftLine] {
    let search = DriftSearch(
      segments: search.segments, values: search.values, noise: search.noise, limit: limit)
    return search.lines()
  }

  private func lines() -> [DriftLine] {
    guard segments.count > 1 else { return [] }
    // First through all: a drift of the whole series that goes back a little somewhere is
    // one.
    if let line = line(through: segments.indices) { return [line] }
    var lines: [(segments: Range<Int>, line: DriftLine)] = []
    var start = 0
    while start + 1 < segments.count {
      let rises = segments[start + 1].mean > segments[start].mean
      var end = start + 2
      while end < segments.count, (segments[end].mean > segments[end - 1].mean) == rises {
        end += 1
      }
      // The last level of one direction is the first of the other.
      if end - start < segments.count, start >= lines.last?.segments.upperBound ?? 0,
        let line = line(through: start..<end)
      {
        lines.append((start..<end, line))
      }
      start = end - 1
    }
    return lines.map(\.line)
  }

  /// The line through consecutive segments that explains them as well as they do; nil where none
  /// does.
  ///
  /// A line without a bend is the simplest; then the likeliest of those with steps or a bend.
  private func line(through range: Range<Int>) -> DriftLine? {
    let points =
      segments[range.lowerBound].range
      .lowerBound..<segments[range.upperBound - 1].range.upperBound
    guard points.count >= Self.shortest else { return nil }
    let plain = SteppedLine(points, of: values)
    let isPlain = isLikely(plain, instead: range)
    let stepped = withSteps(
      plain, most: isPlain ? Self.mostSteps : range.count - 2, instead: range)
    if isPlain, stepped.steps.isEmpty { return drift(plain, instead: range) }
    let best = [stepped, bent(points, instead: range)].compactMap { $0 }
      .filter { !$0.steps.isEmpty || $0.bend != nil }
      .min { cost($0) < cost($1) }
    return (best ?? (isPlain ? plain : nil)).map { drift($0, instead: range) }
  }

  /// A level that becomes a line, with steps where they stand: the likeliest of each number of
  /// steps.
  ///
  /// The bend and the steps take turns: each is looked for with the other taken out, from the steps
  /// of a line without a bend on.
  private func bent(_ points: Range<Int>, instead range: Range<Int>) -> SteppedLine? {
    guard range.count > 2, points.count >= 2 * Self.shortest else { return nil }
    var best: SteppedLine?
    var straight = SteppedLine(points, of: values)
    var misses = 0
    for count in 0...min(range.count - 2, Self.mostSteps) where misses < Self.mostMisses {
      if count > 0 {
        guard straight.addStep() else { break }
        straight.settle()
      }
      var line = straight
      for _ in 0..<Self.turns {
        guard let bend = Self.bend(in: points, of: line.withoutSteps), bend != line.bend else {
          break
        }
        line = line.bent(at: bend)
      }
      misses += 1
      guard line.bend != nil, isLikely(line, instead: range), stands(line) else { continue }
      if best.map({ cost(line) < cost($0) }) ?? true { (best, misses) = (line, 0) }
    }
    return best
  }

  /// Puts in the most steps that stand, the likeliest first.
  ///
  /// A rise and a fall may stand only together.
  private func withSteps(
    _ line: SteppedLine, most: Int, instead range: Range<Int>
  ) -> SteppedLine {
    var line = line
    var best = line
    while line.steps.count < min(most, Self.mostSteps), line.addStep() {
      line.settle()
      if isLikely(line, instead: range), stands(line) { best = line }
    }
    return best
  }

  /// Whether each step has the evidence that it needs.
  private func stands(_ line: SteppedLine) -> Bool {
    let parts = line.parts(of: line.rest)
    return line.evidence(parts, NoiseEstimate(about: parts)).allSatisfy { $0.excess > limit }
  }

  /// Twice the logarithm of the likelihood, from some constant down, and the costs of what was
  /// chosen.
  private func cost(_ line: SteppedLine) -> Double {
    Double(line.points.count) * log(max(line.left, Self.leastSquares)) / noise.longRunInflation
      + Self.costOfStep * Double(line.steps.count) + (line.bend == nil ? 0 : Self.costOfBend)
  }

  private func isLikely(_ line: SteppedLine, instead range: Range<Int>) -> Bool {
    let squares = max(segments[range].reduce(0) { $0 + $1.squares }, Self.leastSquares)
    let stairs =
      Double(line.points.count) * log(squares) / noise.longRunInflation
      + Self.costOfStep * Double(range.count - 2)
    return stairs - cost(line) >= Self.margin(count: line.points.count)
  }

  private func drift(_ line: SteppedLine, instead range: Range<Int>) -> DriftLine {
    let parts = line.parts(of: line.rest)
    let evidence = line.evidence(parts, NoiseEstimate(about: parts))
    let steps = zip(line.steps, evidence).map { place, evidence in
      let before =
        line.value(at: place - 1, parts) + line.reach(at: place)
        - line.reach(at: place - 1)
      return DriftLine.Step(
        place: place, before: before, after: line.value(at: place, parts),
        statistic: evidence.statistic, threshold: evidence.scalePenalty + limit)
    }
    let first = line.value(at: line.points.lowerBound, parts)
    let last = line.points.upperBound - 1
    let reach = line.reach(at: last)
    return DriftLine(
      replaced: line.points, start: line.bend ?? line.points.lowerBound, first: first,
      last: first + reach, steps: steps)
  }

  private static let leastSquares = 1e-12

  /// Where a level becomes a line: y = c + s · max(0, x − bend), by least squares for each bend.
  ///
  /// - Parameters:
  ///   - points: The points.
  ///   - values: Their values.
  /// - Returns: The bend; nil where there is no room for one.
  private static func bend(in points: Range<Int>, of values: [Double]) -> Int? {
    let count = Double(points.count)
    let bends = (points.lowerBound + StepEvidence.shortestSide)..<(points.upperBound - shortest)
    let whole = LevelSegment(values.indices, of: values)
    // Sums of the distances from the mean, and of their products with places, from the end back.
    var (sum, product) = (0.0, 0.0)
    var place = points.upperBound
    var best: (left: Double, bend: Int)?
    for bend in bends.reversed() {
      while place > bend {
        place -= 1
        let distance = values[place - points.lowerBound] - whole.mean
        sum += distance
        product += distance * Double(place - points.lowerBound)
      }
      // The regressor max(0, x − bend): 1, 2, … after it.
      let steps = Double(points.upperBound - 1 - bend)
      let total = steps * (steps + 1) / 2
      let squares = steps * (steps + 1) * (2 * steps + 1) / 6
      let spread = squares - total * total / count
      // Σ (x − bend) d over the points behind the bend, d the distances from the mean. The
      // regressor's own mean need not be taken off: distances from the mean sum to 0.
      let slope = (product - Double(bend - points.lowerBound) * sum) / spread
      // What least squares leave of the sum of squares.
      let left = whole.squares - slope * slope * spread
      if left < best?.left ?? .infinity {
        best = (left, bend)
      }
    }
    return best?.bend
  }
}
