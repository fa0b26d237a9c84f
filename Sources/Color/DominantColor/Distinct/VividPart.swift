internal import Pixels

/// The vivid part of an area: the tone that people pick from it.
///
/// A textured area, as of brush strokes, leaves, or a thing in light and shadow, is one thing to people, who choose its most vivid
/// tone and not its mean. The part is a weighted mean of the area's cells. A cell's weight is its pixels, halved for
/// each 0.002 (1/512) that its OKLab chroma lacks to that of the most vivid 24th of the area's pixels, in a straight
/// line between halvings, and none from 17 halvings on. Chroma is floored to 1/16384, all under 0.03 counts as 0.03 (greys
/// have no vivid part), that of the 24th is floored to steps of 1/1024 above 0.03, and none counts as more: a few stray
/// pixels, as of an edge or of JPEG's ringing, decide nothing. An area of even chroma, and a grey one, has its exact mean.
struct VividPart {
  /// Chroma up to this one, 0.03, counts as grey: 2¹⁴ a unit.
  static let greyChroma: Int64 = 492
  /// Chroma that halves a cell's weight, 1/512.
  private static let halving = 32
  /// The part of the pixels that is most vivid, one in so many.
  private static let mostVivid: UInt64 = 24
  /// How finely pixels are counted by chroma, 1/1024.
  private static let step = 16
  /// More than all steps of chroma in sRGB, whose highest chroma is 0.33.
  private static let mostSteps = 320

  /// Sums of red, green, blue and pixels, each times its weight.
  private var red: UInt64 = 0
  private var green: UInt64 = 0
  private var blue: UInt64 = 0
  private var weights: UInt64 = 0
  /// The chroma above ``greyChroma`` that the most vivid pixels have.
  private let limit: Int

  /// The colours that areas show.
  ///
  /// - Parameters:
  ///   - areas: the sums of each.
  ///   - cells: the cells of all.
  ///   - labels: of each cell its area.
  ///   - total: the pixels of all.
  ///   - steps: memory that is used again.
  /// - Returns: of each area the mean of its vivid part, each channel rounded half up.
  /// - Complexity: O(cells + areas).
  static func colors(
    of areas: [PlacedSums], _ cells: DistinctPoints, labels: [Int], total: UInt64,
    _ steps: inout [UInt64]
  ) -> [RGB8] {
    let levels = cells.colors.map(excess)
    // Of each area its pixels by step of chroma, as far as there are any.
    #if hasFeature(Embedded)
      let stepCount = mostSteps
    #else
      let stepCount = (levels.max() ?? 0) / step + 1
    #endif
    steps.removeAll(keepingCapacity: true)
    steps.append(contentsOf: repeatElement(0, count: areas.count * stepCount))
    // Lent once: inside of the loops each change would ask whether the array has another owner.
    steps.withUnsafeMutableBufferPointer { steps in
      for (index, level) in levels.enumerated() {
        steps[labels[index] * stepCount + level / step] &+= cells.pixels[index].sums.count
      }
    }
    var parts = areas.indices.map { area in
      VividPart(
        of: areas[area].sums.count, steps[area * stepCount..<(area + 1) * stepCount])
    }
    // Weights are up to 2¹⁶ and channels under 2⁸: counts of less than 2⁴⁰ keep sums under 2⁶⁴.
    let dropped = UInt64(max(24 &- total.leadingZeroBitCount, 0))
    parts.withUnsafeMutableBufferPointer { parts in
      for (index, level) in levels.enumerated() {
        parts[labels[index]].take(cells.pixels[index].sums, level: level, dropped: dropped)
      }
    }
    return zip(parts, areas).map { part, area in
      part.color ?? area.sums.mean ?? RGB8(red: 0, green: 0, blue: 0)
    }
  }

  /// How far the chroma is above that of greys.
  private static func excess(_ color: FixedOKLab) -> Int {
    let square = Int64(color.a) &* Int64(color.a) &+ Int64(color.b) &* Int64(color.b)
    guard square > greyChroma &* greyChroma else { return 0 }
    return min(Int(SquareRoot.floor(square) &- greyChroma), mostSteps &* step &- 1)
  }

  /// Nothing taken of an area with so many pixels, which are given by step of chroma.
  private init(of count: UInt64, _ steps: ArraySlice<UInt64>) {
    var number = steps.endIndex
    var pixels: UInt64 = 0
    repeat {
      number &-= 1
      pixels &+= steps[number]
      // Counts are under 2⁵⁵ (`PaletteHistogram.pixelLimit`).
    } while number > steps.startIndex && Self.mostVivid &* pixels < count
    limit = (number &- steps.startIndex) &* Self.step
  }

  private mutating func take(_ sums: ColorSums, level: Int, dropped: UInt64) {
    guard limit > 0 else { return }
    let lacking = max(limit &- level, 0)
    let (halvings, rest) = (lacking / Self.halving, lacking % Self.halving)
    guard halvings < 17 else { return }
    // 2¹⁶ where nothing lacks. From 2 · 32 to 32 in a straight line, and a bit less for each
    // 32 passed:
    //
    //     lacking     0      16     32     48     64
    //     weight      2¹⁶    ¾·2¹⁶  2¹⁵    ¾·2¹⁵  2¹⁴
    let weight = UInt64(((2 &* Self.halving &- rest) << 10) >> halvings)
    weights &+= weight &* (sums.count >> dropped)
    red &+= weight &* (sums.red >> dropped)
    green &+= weight &* (sums.green >> dropped)
    blue &+= weight &* (sums.blue >> dropped)
  }

  /// Its mean; `nil` where all pixels weigh the same.
  private var color: RGB8? {
    guard limit > 0, weights > 0 else { return nil }
    func mean(_ sum: UInt64) -> UInt8 {
      let (whole, rest) = sum.quotientAndRemainder(dividingBy: weights)
      // `2 * rest >= weights` without the overflow of the product.
      return UInt8(min(whole &+ (rest >= weights &- rest ? 1 : 0), 255))
    }
    return RGB8(red: mean(red), green: mean(green), blue: mean(blue))
  }
}
