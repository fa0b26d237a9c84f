internal import Pixels

/// What an outline and tiles of a picture tell of one window's pixels: their share and their mean
/// colour.
///
/// Of the mean colour three quantities are bounded: the mean of the three channels, red less green
/// and blue less green. What texture adds to a residual is mostly grey, and leaves the differences
/// alone. The mean colour lies in the box that they make.
struct WindowEstimate {
  /// The mean colour by estimate, not rounded.
  let color: (red: Double, green: Double, blue: Double)
  /// The window's share of the counted pixels.
  let share: Double
  /// The share of all pixels that count, by estimate.
  let counted: Double
  private let low: (red: Double, green: Double, blue: Double)
  private let grey: RatioBounds
  private let redness: RatioBounds
  private let blueness: RatioBounds
  private let membership: RatioBounds

  /// Estimates a window's pixels; `nil` where none were found.
  ///
  /// - Parameters:
  ///   - window: a cube of levels.
  ///   - outline: the outline's pixels in the window.
  ///   - outlineCounted: all pixels of the outline that count.
  ///   - tiles: what was drawn.
  ///   - draws: how many, with those past the end of the outline.
  ///   - population: pixels of the outline, with the places past its end that draws may fall on.
  init?(
    _ window: ColorWindow, outline: ColorSums, outlineCounted: UInt64, tiles: OutlineTiles,
    draws: Int, population: Int
  ) {
    let lowest = window.lowest
    let low = (Double(lowest.red), Double(lowest.green), Double(lowest.blue))
    let size = Double(population)
    let inside = Double(outline.count) / size
    // Levels above the window's lowest, 0 to 31, and their differences from -31 up.
    let red = Double(outline.red) / size - low.0 * inside
    let green = Double(outline.green) / size - low.1 * inside
    let blue = Double(outline.blue) / size - low.2 * inside
    func bounds(_ numerator: Double, width: Double) -> RatioBounds {
      RatioBounds(width: width, draws: draws, outline: (numerator, inside))
    }
    var grey = bounds((red + green + blue) / 3, width: 31)
    var redness = bounds(red - green + 31 * inside, width: 62)
    var blueness = bounds(blue - green + 31 * inside, width: 62)
    var membership = RatioBounds(
      width: 1, draws: draws, outline: (inside, Double(outlineCounted) / size))
    let words = tiles.words
    for first in stride(from: 0, to: words.count, by: OutlineTiles.stride) {
      // In sixteenths of a tile.
      var (count, total) = (0, 0)
      var (sumRed, sumGreen, sumBlue) = (0, 0, 0)
      for index in first..<first + OutlineTiles.stride where words[index] != 0 {
        let weight = index == first ? -OutlineTiles.pixelsPerTile : 1
        total &+= weight
        let levels = OutlineTiles.levels(words[index])
        let r = levels.red &- Int(lowest.red)
        let g = levels.green &- Int(lowest.green)
        let b = levels.blue &- Int(lowest.blue)
        // Negative numbers have bits above the lowest five too.
        guard (r | g | b) & ~31 == 0 else { continue }
        count &+= weight
        sumRed &+= weight &* r
        sumGreen &+= weight &* g
        sumBlue &+= weight &* b
      }
      guard count != 0 || total != 0 || sumRed != 0 || sumGreen != 0 || sumBlue != 0 else {
        continue
      }
      let whole = Double(OutlineTiles.pixelsPerTile)
      let denominator = Double(count) / whole
      grey.add(
        numerator: Double(sumRed + sumGreen + sumBlue) / (3 * whole), denominator: denominator)
      redness.add(
        numerator: Double(sumRed - sumGreen + 31 * count) / whole, denominator: denominator)
      blueness.add(
        numerator: Double(sumBlue - sumGreen + 31 * count) / whole, denominator: denominator)
      membership.add(numerator: denominator, denominator: Double(total) / whole)
    }
    guard let mean = grey.ratio, let first = redness.ratio, let second = blueness.ratio,
      let share = membership.ratio
    else { return nil }
    self.low = low
    (self.grey, self.redness, self.blueness, self.membership) = (
      grey, redness, blueness, membership
    )
    func clamped(_ level: Double, from low: Double) -> Double { min(max(level, low), low + 31) }
    let center = Self.color(low, mean, first, second)
    color = (
      clamped(center.red, from: low.0), clamped(center.green, from: low.1),
      clamped(center.blue, from: low.2)
    )
    self.share = share
    counted = membership.denominator
  }

  /// Where the share lies.
  ///
  /// - Parameter test: with the error probability for one side of one quantity.
  /// - Returns: the range.
  func shareRange(_ test: ResidualTest) -> ClosedRange<Double> { membership.range(test) }

  /// Colours all over the box that the mean colour lies in, its corners among them.
  ///
  /// ``gridSide`` along each side. They may lie outside of the window, and of what sRGB has.
  ///
  /// - Parameters:
  ///   - test: with the error probability for one side of one quantity.
  ///   - factor: how many times as many tiles, of the same kind, to suppose.
  /// - Returns: the colours.
  func box(
    _ test: ResidualTest, drawsTimes factor: Double = 1
  ) -> [(red: Double, green: Double, blue: Double)] {
    func steps(_ bounds: RatioBounds) -> [Double] {
      let range = bounds.scaled(by: factor).range(test)
      return (0..<Self.gridSide).map {
        let share = Double($0) / Double(Self.gridSide - 1)
        return range.lowerBound + share * (range.upperBound - range.lowerBound)
      }
    }
    let (firsts, seconds) = (steps(redness), steps(blueness))
    return steps(grey).flatMap { grey in
      firsts.flatMap { first in seconds.map { Self.color(low, grey, first, $0) } }
    }
  }

  private static func color(
    _ low: (red: Double, green: Double, blue: Double), _ grey: Double, _ redness: Double,
    _ blueness: Double
  ) -> (red: Double, green: Double, blue: Double) {
    let (redness, blueness) = (redness - 31, blueness - 31)
    let green = grey - (redness + blueness) / 3
    return (low.red + green + redness, low.green + green, low.blue + green + blueness)
  }

  /// Colours along a side of the box.
  static let gridSide = 5

  /// Quantities whose two sides are tested.
  static let quantities = 4
}
