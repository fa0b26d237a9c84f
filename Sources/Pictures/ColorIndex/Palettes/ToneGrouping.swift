internal import CLibrary
package import DominantColor
internal import Pixels

/// Groups the cells of a histogram by what people see as alike.
///
/// Cells lie in CIELAB, with lightness and chroma drawn together as CIEDE2000 does (its S_L and S_C,
/// integrated along the axis). Beginning with one group of all, the group with the
/// largest variance, times the square root of its share, is cut at its mean across its longest axis,
/// until there are enough. No cell is left out: small areas end up in a group, too.
struct ToneGrouping {
  private struct Cell {
    let sums: ColorSums
    let place: SIMD3<Double>
    var weight: Double { Double(sums.count) }
  }

  private struct Group {
    let cells: [Cell]
    let mean: SIMD3<Double>
    /// The sum of squared distances from the mean along each axis.
    let scatter: SIMD3<Double>
    let weight: Double

    init(_ cells: [Cell]) {
      let weight = cells.reduce(0) { $0 + $1.weight }
      let mean = cells.reduce(SIMD3<Double>()) { $0 + $1.place * $1.weight } / weight
      self.cells = cells
      self.weight = weight
      self.mean = mean
      scatter = cells.reduce(SIMD3<Double>()) { sum, cell in
        let away = cell.place - mean
        return sum + away * away * cell.weight
      }
    }

    /// How much is gained by cutting it.
    func gain(outOf whole: Double) -> Double {
      cells.count > 1 ? scatter.sum() / weight * (weight / whole).squareRoot() : 0
    }

    /// The two parts; `nil` where rounding leaves one empty.
    var halves: (Group, Group)? {
      let axis = (0..<3).max { scatter[$0] < scatter[$1] } ?? 0
      let low = cells.filter { $0.place[axis] <= mean[axis] }
      let high = cells.filter { $0.place[axis] > mean[axis] }
      return low.isEmpty || high.isEmpty ? nil : (Group(low), Group(high))
    }

    /// The place of the tone that is nearest to its mean colour.
    var tonePlace: Int { IndexedTone.place(of: cells.reduce(into: ColorSums()) { $0 += $1.sums }) }
  }

  /// Groups what was counted.
  ///
  /// - Complexity: O(*c* · *g*) for *c* cells in use and *g* groups.
  static func tones(of histogram: ColorHistogram) -> IndexedTones {
    let cells = histogram.cells.filter { $0.count > 0 }.map { sums in
      Cell(sums: sums, place: place(of: CIELAB(sums)))
    }
    guard !cells.isEmpty else { return IndexedTones() }
    var groups = [Group(cells)]
    let whole = groups[0].weight
    var gains = [groups[0].gain(outOf: whole)]
    while groups.count < IndexedTones.most,
      let widest = gains.indices.max(by: { gains[$0] < gains[$1] }), gains[widest] > 0
    {
      // All cells of the group lie at one place but for rounding: it is not cut again.
      guard let (low, high) = groups[widest].halves else {
        gains[widest] = 0
        continue
      }
      groups[widest] = low
      gains[widest] = low.gain(outOf: whole)
      groups.append(high)
      gains.append(high.gain(outOf: whole))
    }
    return IndexedTones(tones(of: groups, outOf: whole))
  }

  /// The groups as they are kept, like ones side by side.
  ///
  /// Of the two shares around a group's own that a tone can have, it gets the one that keeps the sum so
  /// far nearest to what it is: colours that lie together then have the share that they have.
  private static func tones(of groups: [Group], outOf whole: Double) -> [IndexedTone] {
    let means = groups.map { (place: $0.tonePlace, share: $0.weight / whole) }
    var added = 0.0
    return means.sorted { $0.place < $1.place }.map { mean in
      let (below, above) = ToneShares.codes(around: mean.share)
      func error(_ code: Int) -> Double {
        added + Double(ToneShares.millionths[code]) / 1e6 - mean.share
      }
      let code = abs(error(below)) <= abs(error(above)) ? below : above
      added = error(code)
      return IndexedTone(place: mean.place, code: code)
    }
  }

  /// Where a colour lies: the integrals of 1 ÷ S_L (about) and of 1 ÷ S_C, its hue kept.
  private static func place(of color: CIELAB) -> SIMD3<Double> {
    let chroma = hypot(color.a, color.b)
    // S_C is 1 + 0.045 C; the integral of 1 ÷ S_C from 0 is ln(1 + 0.045 C) ÷ 0.045.
    let scale = chroma > 0 ? log(1 + 0.045 * chroma) / 0.045 / chroma : 1
    // The lightness of DIN 99 (DIN 6176).
    return SIMD3(105.51 * log(1 + 0.0158 * color.lightness), color.a * scale, color.b * scale)
  }
}

extension CIELAB {
  /// The mean of some pixels, not rounded to levels: rounded cells made worse groups.
  fileprivate init(_ sums: ColorSums) {
    let count = Double(sums.count)
    self.init(
      red: Double(sums.red) / count, green: Double(sums.green) / count,
      blue: Double(sums.blue) / count)
  }
}

extension IndexedTones {
  /// Groups all colours of a picture.
  ///
  /// - Parameter histogram: its pixels, in fine cells for good groups.
  /// - Complexity: O(*c*) in its cells.
  package init(_ histogram: ColorHistogram) { self = ToneGrouping.tones(of: histogram) }
}
