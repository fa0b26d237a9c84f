internal import Pixels

// Steps 2 to 5 of the specification: which clusters become swatches, and of what colour.
extension DistinctColors {
  /// A cluster with the colour that it shows.
  struct Thing {
    let cluster: Cluster
    let color: RGB8
    let lab: FixedCIELAB
    /// 16 to 144, and 16 where its pixels lie alone.
    let vividness: UInt64
    /// Whether it shows its mean, or nearly.
    let isStill: Bool
    /// Whether it is noise among things, and no swatch while there are enough of those.
    let isNoise: Bool
    /// The chosen one that differs least, by place, and by how much.
    var nearest: (place: Int, difference: Int64) = (0, 100 * FixedCIELAB.unit)
  }

  /// A swatch in the making.
  struct Chosen {
    /// Which of the things.
    let index: Int
    var color: RGB8
    var lab: FixedCIELAB
    let vividness: UInt64
    /// The pixels that it stands for.
    var count: UInt64
  }

  /// ΔE₀₀ 2: less is no other tone.
  private static let stillDifference: Int64 = 2 * FixedCIELAB.unit

  /// Step 2.
  func shown(_ clusters: [Cluster], _ cells: DistinctCells, labels: [Int]) -> [Thing] {
    let colors = VividPart.colors(
      of: clusters.map { $0.pixels }, DistinctPoints(cells.pixels, code: code),
      labels: cells.groupOfCell.map { labels[$0] }, total: total, &cells.steps)
    let scattered = clusters.map { $0.pixels.togetherness == 0 }
    var noise: UInt64 = 0
    for index in clusters.indices where scattered[index] { noise &+= clusters[index].sums.count }
    let hasThings = 2 &* noise < total
    return clusters.indices.map { index in
      let (cluster, color) = (clusters[index], colors[index])
      let lab = FixedCIELAB(color)
      let mean = cluster.sums.mean ?? color
      return Thing(
        cluster: cluster, color: color, lab: lab,
        vividness: Self.vividness(FixedOKLab(quick: color), cluster.pixels.togetherness),
        isStill: color == mean || lab.deltaE00(to: FixedCIELAB(mean)) < Self.stillDifference,
        isNoise: hasThings && scattered[index])
    }
  }

  /// How vivid a colour is, in sixteenths: 16 to 144, and 16 where its pixels lie alone.
  private static func vividness(_ color: FixedOKLab, _ togetherness: Int) -> UInt64 {
    let square = Int64(color.a) &* Int64(color.a) &+ Int64(color.b) &* Int64(color.b)
    // Chroma from 0.03 to 0.2, which is 0.17 of 2¹⁴.
    let excess = min(max(SquareRoot.floor(square) &- VividPart.greyChroma, 0), 2785)
    return UInt64(16 &+ 128 &* excess / 2785 &* Int64(togetherness) / 16)
  }

  /// Steps 3 to 5.
  ///
  /// - Parameters:
  ///   - things: what can be chosen.
  ///   - count: how many at most.
  ///   - leastValue: what each but the first has to add; more than 1 where the picture decides how many there are.
  /// - Returns: the chosen ones.
  func chosen(_ things: [Thing], count: Int, leastValue: UInt64) -> [Chosen] {
    var things = things
    var chosen: [Chosen] = []
    let candidates = things.count { !$0.isNoise || isWeak($0.cluster.sums.count) }
    let strengths = things.map { thing -> UInt64 in
      let pixels = thing.cluster.sums.count
      if thing.isNoise || candidates > count && isWeak(pixels) { return 0 }
      return strength(pixels, vividness: thing.vividness)
    }
    while chosen.count < count {
      var best: (index: Int, value: UInt64)?
      for index in things.indices {
        let difference = things[index].nearest.difference
        guard difference >= Self.leastStep else { continue }
        // A strength is under 2²⁴, a difference under 2¹⁶.
        let value = strengths[index] &* UInt64(difference &* difference)
        if value > best?.value ?? 0 { best = (index, value) }
      }
      guard let best, chosen.isEmpty || best.value >= leastValue else { break }
      Self.choose(best.index, of: &things, &chosen)
    }
    let hidden = self.hidden(&things, &chosen, leastValue > 1 ? 0 : count)
    Self.joinTones(things, &chosen)
    Self.countPixels(things, &chosen, hidden)
    return chosen
  }

  private static func choose(_ index: Int, of things: inout [Thing], _ chosen: inout [Chosen]) {
    let thing = things[index]
    for other in things.indices {
      let nearest = things[other].nearest.difference
      #if !hasFeature(Embedded)
        // Steps of lightness are often enough to see that another chosen one is nearer.
        if !chosen.isEmpty, thing.lab.differsSurely(by: nearest, from: things[other].lab) {
          continue
        }
      #endif
      let difference = thing.lab.deltaE00(to: things[other].lab)
      if chosen.isEmpty || difference < nearest {
        things[other].nearest = (chosen.count, difference)
      }
    }
    chosen.append(
      Chosen(
        index: index, color: thing.color, lab: thing.lab, vividness: thing.vividness,
        count: thing.cluster.sums.count))
  }

  /// The noise that is not shown, by index, when it has filled the places that things leave.
  private func hidden(
    _ things: inout [Thing], _ chosen: inout [Chosen], _ count: Int
  ) -> [Int] {
    var noise = things.indices.filter {
      things[$0].isNoise && !isWeak(things[$0].cluster.sums.count)
    }
    noise.sortFew { things[$0].cluster.sums.count > things[$1].cluster.sums.count }
    var hidden: [Int] = []
    for index in noise where things[index].nearest.difference >= Self.leastDifference {
      if chosen.count < count {
        Self.choose(index, of: &things, &chosen)
      } else {
        hidden.append(index)
      }
    }
    return hidden
  }

  /// Step 4.
  private static func joinTones(_ things: [Thing], _ chosen: inout [Chosen]) {
    var sums = chosen.map { things[$0.index].cluster.sums }
    var haveJoined = [Bool](repeating: false, count: chosen.count)
    for (index, thing) in things.enumerated() where thing.isStill && !thing.isNoise {
      let (place, difference) = thing.nearest
      guard difference < leastStep, chosen[place].index != index,
        things[chosen[place].index].isStill
      else { continue }
      sums[place] += thing.cluster.sums
      haveJoined[place] = true
    }
    for place in chosen.indices where haveJoined[place] {
      guard let color = sums[place].mean else { continue }
      let lab = FixedCIELAB(color)
      let isApart = chosen.indices.allSatisfy {
        $0 == place || lab.deltaE00(to: chosen[$0].lab) >= leastDifference
      }
      if isApart { (chosen[place].color, chosen[place].lab) = (color, lab) }
    }
  }

  /// Step 5.
  private static func countPixels(_ things: [Thing], _ chosen: inout [Chosen], _ hidden: [Int]) {
    let kept = hidden + chosen.map { $0.index }
    for index in things.indices where !kept.contains(index) {
      let cluster = things[index].cluster
      var best = (place: 0, square: UInt64.max)
      for place in chosen.indices {
        let square = cluster.squaredDistance(to: things[chosen[place].index].cluster)
        if square < best.square { best = (place, square) }
      }
      let isHidden = hidden.contains {
        cluster.squaredDistance(to: things[$0].cluster) < best.square
      }
      if !isHidden { chosen[best.place].count &+= cluster.sums.count }
    }
  }
}
