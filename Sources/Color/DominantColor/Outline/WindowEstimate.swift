internal import Pixels

/// What an outline and tiles of a picture show of one window's pixels: their share and their mean
/// colour.
struct WindowEstimate {
  /// The mean colour by estimate, not rounded.
  let color: (red: Double, green: Double, blue: Double)
  /// The window's share of the counted pixels.
  let share: Double
  /// The share of all pixels that count, by estimate.
  let counted: Double
  private let low: (red: Double, green: Double, blue: Double)
  /// For each of `ColorRegion.quantities` its mean, with its offset.
  private let means: [RatioBounds]
  private let membership: RatioBounds

  /// Estimates a window's pixels; `nil` where none were found.
  ///
  /// - Parameters:
  ///   - window: a cube of levels.
  ///   - outline: the outline's pixels in the window.
  ///   - outlineCounted: all pixels of the outline that count.
  ///   - trims: what is cut off the outline's pixels of the window; `nil` for nothing.
  ///   - tiles: what was drawn.
  ///   - draws: how many, with those past the end of the outline.
  ///   - population: pixels of the outline, with the places past its end that draws may fall on.
  init?(
    _ window: ColorWindow, outline: ColorSums, outlineCounted: UInt64, trims: OutlineTrims?,
    tiles: OutlineTiles, draws: Int, population: Int
  ) {
    let lowest = window.lowest
    let low = (Double(lowest.red), Double(lowest.green), Double(lowest.blue))
    let size = Double(population)
    let inside = Double(outline.count) / size
    // Levels above the window's lowest, 0 to 31.
    let levels = (
      red: Double(outline.red) / size - low.0 * inside,
      green: Double(outline.green) / size - low.1 * inside,
      blue: Double(outline.blue) / size - low.2 * inside
    )
    let quantities = ColorRegion.quantities
    var means = quantities.indices.map { index in
      let quantity = quantities[index]
      return RatioBounds(
        width: Double(quantity.width), draws: draws,
        outline: (quantity.value(of: levels) + Double(quantity.offset) * inside, inside),
        trim: trims?.trims[index])
    }
    var membership = RatioBounds(
      width: 1, draws: draws, outline: (inside, Double(outlineCounted) / size))
    let (place, box) = (WindowLevels(window), LevelBox(window))
    let whole = Double(OutlineTiles.pixelsPerTile)
    tiles.words.withUnsafeBufferPointer { words in
      guard let base = words.baseAddress else { return }
      for first in stride(from: 0, to: words.count, by: OutlineTiles.stride) {
        let outline = words[first] == 0 ? nil : place.levels(of: words[first])
        // SAFETY: a tile has its pixel of the outline and sixteen more.
        if outline == nil, !box.holdsAny(of: base + first + 1),
          OutlineTiles.areAllCounted(base + first)
        {
          continue
        }
        var (count, total) = (0, 0)
        var sums = (red: 0, green: 0, blue: 0)
        for index in first + 1..<first + OutlineTiles.stride where words[index] != 0 {
          total &+= 1
          guard let levels = place.levels(of: words[index]) else { continue }
          count &+= 1
          sums.red &+= levels.red
          sums.green &+= levels.green
          sums.blue &+= levels.blue
        }
        // A pixel of the outline stands for its whole tile: it counts as 1, each of the 16 as
        // a sixteenth.
        let counted = Double(total) / whole - (words[first] == 0 ? 0 : 1)
        guard count != 0 || outline != nil else {
          if counted != 0 { membership.add(numerator: 0, outline: nil, denominator: counted) }
          continue
        }
        let denominator = Double(count) / whole - (outline == nil ? 0 : 1)
        for (index, quantity) in quantities.enumerated() {
          means[index].add(
            numerator: Double(quantity.value(of: sums) + quantity.offset * count) / whole,
            outline: outline.map { Double(quantity.value(of: $0) + quantity.offset) },
            denominator: denominator)
        }
        membership.add(numerator: denominator, outline: nil, denominator: counted)
      }
    }
    if trims != nil {
      for word in tiles.plainWords {
        guard let levels = place.levels(of: word) else { continue }
        for (index, quantity) in quantities.enumerated() {
          let value = Double(quantity.value(of: levels) + quantity.offset)
          means[index].add(numerator: value, outline: value, denominator: 0)
        }
      }
    }
    guard let red = means[0].ratio, let green = means[1].ratio, let blue = means[2].ratio,
      let share = membership.ratio
    else { return nil }
    self.low = low
    (self.means, self.membership) = (means, membership)
    color = (low.0 + red, low.1 + green, low.2 + blue)
    self.share = share
    counted = membership.denominator
  }

  /// Where the share lies.
  ///
  /// - Parameter test: with the error probability for one side of one quantity.
  /// - Returns: the range.
  func shareRange(_ test: ResidualTest) -> ClosedRange<Double> { membership.range(test) }

  /// The corners of the region that the mean colour lies in.
  ///
  /// They lie in the window, but for rounding.
  ///
  /// - Parameters:
  ///   - test: with the error probability for one side of one quantity.
  ///   - factor: how many times as many tiles, of the same kind, to suppose.
  /// - Returns: the colours; none where the quantities contradict each other.
  func corners(
    _ test: ResidualTest, drawsTimes factor: Double = 1
  ) -> [(red: Double, green: Double, blue: Double)] {
    let ranges = zip(ColorRegion.quantities, means).map { quantity, mean in
      let range = mean.scaled(by: factor).range(test)
      let offset = Double(quantity.offset)
      return range.lowerBound - offset...range.upperBound - offset
    }
    return ColorRegion(ranges).corners.map {
      (low.red + $0.red, low.green + $0.green, low.blue + $0.blue)
    }
  }

  /// Quantities whose two sides are tested.
  static let quantityCount = ColorRegion.quantities.count + 1
}
