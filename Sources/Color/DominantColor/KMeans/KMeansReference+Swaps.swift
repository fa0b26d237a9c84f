extension KMeansReference {
  /// A point that becomes a centre, the centre that it takes the place of, and what that does to
  /// the inertia before centres move.
  struct Swap {
    var point: Int
    var label: Int
    var change: Int128

    /// Orders by change, then by point, then by centre.
    static func isMorePromising(_ left: Swap, _ right: Swap) -> Bool {
      (left.change, left.point, left.label) < (right.change, right.point, right.label)
    }
  }

  /// Centres of lower inertia, by swaps until none of those tried lowers it, or the inertia is that
  /// `known`.
  static func improved(
    _ start: [FixedOKLab], _ points: [Point], until known: UInt128? = nil
  ) -> Rest {
    var best = converged(start, points, limit: KMeansLimits.iterations)
    for _ in 0..<KMeansLimits.rounds {
      guard best.inertia != known, let better = bettered(best, points) else { break }
      best = better
    }
    return best
  }

  /// The squared distance of every point to its second nearest centre.
  static func seconds(_ rest: Rest, _ points: [Point]) -> [Int32] {
    points.indices.map { index in
      rest.centers.indices.filter { $0 != rest.labels[index] }
        .map { points[index].color.squaredDistance(to: rest.centers[$0]) }.min() ?? .max
    }
  }

  /// The first of the most promising swaps that lowers the inertia, carried through.
  private static func bettered(_ rest: Rest, _ points: [Point]) -> Rest? {
    for swap in promisingSwaps(rest, points) {
      var centers = rest.centers
      centers[swap.label] = points[swap.point].color
      if let lower = tried(centers, points, below: rest.inertia) {
        return converged(lower, points, limit: KMeansLimits.iterations)
      }
    }
    return nil
  }

  /// Centres that have less inertia than `goal` where Lloyd's iteration puts them; `nil` when it
  /// does not get there within the assignments of a trial, or moving the centres takes off too
  /// small a part of what is still lacking.
  private static func tried(
    _ start: [FixedOKLab], _ points: [Point], below goal: UInt128
  ) -> [FixedOKLab]? {
    var centers = start
    for _ in 0..<KMeansLimits.trialIterations {
      let rest = converged(centers, points, limit: 1)
      centers = moved(centers, rest.labels, rest.squares, points)
      let inertia = zip(points, rest.labels).reduce(UInt128(0)) { sum, next in
        sum + UInt128(next.0.weight)
          * UInt128(next.0.color.squaredDistance(to: centers[next.1]))
      }
      if inertia < goal { return centers }
      // Neither difference is negative: a rounded mean is the best of all centres of whole
      // numbers, because the squares of three components are judged one by one; and the goal
      // is not reached yet.
      if UInt128(KMeansLimits.trialPart) * (rest.inertia - inertia) < inertia - goal { return nil }
    }
    return nil
  }

  /// The swaps to try: the best for each pair of the cluster that the point comes from and another
  /// that gives up its centre; of these the most promising, in order.
  private static func promisingSwaps(_ rest: Rest, _ points: [Point]) -> [Swap] {
    var best: [Int: Swap] = [:]
    let seconds = seconds(rest, points)
    for candidate in candidates(rest, points) {
      let home = rest.labels[candidate]
      for label in rest.centers.indices where label != home {
        let pair = home * rest.centers.count + label
        let swap = Swap(
          point: candidate, label: label,
          change: change(whenPoint: candidate, replaces: label, rest, seconds, points))
        if swap.change < best[pair]?.change ?? .max { best[pair] = swap }
      }
    }
    return Array(best.values.sorted(by: Swap.isMorePromising).prefix(KMeansLimits.tries))
  }

  /// Points at even steps of the inertia: where the running sum of what points add passes
  /// ½, 1½, 2½ … of its 32nd part.
  private static func candidates(_ rest: Rest, _ points: [Point]) -> [Int] {
    let halves = UInt128(2 * KMeansLimits.candidates)
    var found: [Int] = []
    var sum: UInt128 = 0
    var next: UInt128 = 1
    for (index, point) in points.enumerated() {
      sum += UInt128(point.weight) * UInt128(rest.squares[index])
      // sum ÷ inertia > next ÷ 64 without a division; one point may pass several steps, and
      // counts once.
      if halves * sum > next * rest.inertia {
        found.append(index)
        while halves * sum > next * rest.inertia { next += 2 }
      }
    }
    return found
  }

  /// What a swap does to the inertia before centres move; `seconds` are the squared distances to
  /// the second nearest centres.
  private static func change(
    whenPoint candidate: Int, replaces label: Int, _ rest: Rest, _ seconds: [Int32],
    _ points: [Point]
  ) -> Int128 {
    var change: Int128 = 0
    for (index, point) in points.enumerated() {
      let staying = rest.labels[index] == label ? seconds[index] : rest.squares[index]
      let square = min(staying, point.color.squaredDistance(to: points[candidate].color))
      change += Int128(point.weight) * (Int128(square) - Int128(rest.squares[index]))
    }
    return change
  }
}
