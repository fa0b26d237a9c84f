public import Pixels

/// Which colours lie together in an image, and which are scattered like noise.
///
/// ```swift
/// var neighbours = ColorNeighbours()
/// image.withPixels { neighbours.add($0) }
/// let palette = Dominant.palette(of: image, method: .distinct)
/// palette.roles(besides: neighbours).accent  // no colour of noise
/// ```
///
/// Of each pixel with a left neighbour it is counted whether both count and are alike: no channel differs by more than 40 levels.
/// A thing is full of such pixels, and among noise they are rare. Neighbours of whole rows add up in any order, from any division of
/// an image into rows.
public struct ColorNeighbours: Hashable, Sendable {
  /// The most that a channel of alike neighbours differs by.
  public static let mostStep = 40

  /// Which pixels count.
  public let visibility: VisibilityRule
  /// Counted pixels that have a left neighbour, by cells of 8 levels, blue fastest.
  private var counts = [UInt64](repeating: 0, count: HistogramPrecision.fine.cellCount)
  /// Those of them whose left neighbour is alike.
  private var alike = [UInt64](repeating: 0, count: HistogramPrecision.fine.cellCount)

  /// Nothing counted.
  public init(visibility: VisibilityRule = VisibilityRule()) { self.visibility = visibility }

  /// Adds whole rows of an image.
  ///
  /// - Complexity: O(*n*) in pixels.
  public mutating func add(_ rows: PixelView) {
    let visibility = visibility
    counts.withUnsafeMutableBufferPointer { counts in
      alike.withUnsafeMutableBufferPointer { alike in
        for y in 0..<rows.height {
          guard rows.width > 1 else { continue }
          var left = rows[0, y]
          var isLeftCounted = visibility.verdict(on: left) == .counted
          for x in 1..<rows.width {
            let pixel = rows[x, y]
            let isCounted = visibility.verdict(on: pixel) == .counted
            if isCounted {
              let cell = Self.cell(of: pixel.color)
              counts[cell] &+= 1
              if isLeftCounted, Self.areAlike(left, pixel) { alike[cell] &+= 1 }
            }
            (left, isLeftCounted) = (pixel, isCounted)
          }
        }
      }
    }
  }

  /// Adds the rows of another image, or others of the same.
  public mutating func merge(_ other: ColorNeighbours) {
    precondition(other.visibility == visibility, "neighbours counted by different rules")
    for cell in counts.indices {
      counts[cell] += other.counts[cell]
      alike[cell] += other.alike[cell]
    }
  }

  /// Whether each swatch of a palette is scattered: of the pixels nearest to it, less than a third have an alike neighbour.
  ///
  /// A cell of 8 levels belongs to the swatch that its middle is nearest to in OKLab, the first of equals. A swatch
  /// without such pixels, as of an image of one column, is not scattered.
  ///
  /// - Parameters:
  ///   - palette: of the same pixels.
  ///   - background: what was left out of them; its colours belong to no swatch.
  /// - Returns: as many values as there are swatches.
  /// - Complexity: O(cells · swatches).
  public func scattered(of palette: Palette, without background: Background? = nil) -> [Bool] {
    let colors = palette.swatches.map { swatch in
      var sums = ColorSums()
      sums.add(swatch.color)
      return FixedOKLab(meanOf: sums, cubeRoot: CubeRoot.quickFloor)
    }
    var totals = colors.map { _ in (count: UInt64(0), alike: UInt64(0)) }
    for cell in counts.indices where counts[cell] > 0 {
      let color = RGB8(
        red: UInt8(cell >> 10) << 3 | 4, green: UInt8(cell >> 5 & 31) << 3 | 4,
        blue: UInt8(cell & 31) << 3 | 4)
      if background?.contains(color) == true { continue }
      var sums = ColorSums()
      sums.add(color)
      let middle = FixedOKLab(meanOf: sums, cubeRoot: CubeRoot.quickFloor)
      var best = (index: 0, square: Int32.max)
      for (index, color) in colors.enumerated() {
        let square = middle.squaredDistance(to: color)
        if square < best.square { best = (index, square) }
      }
      guard best.index < totals.count else { continue }
      totals[best.index].count += counts[cell]
      totals[best.index].alike += alike[cell]
    }
    return totals.map { 3 * $0.alike < $0.count }
  }

  @inline(__always)
  private static func cell(of color: RGB8) -> Int {
    Int(color.red >> 3) << 10 | Int(color.green >> 3) << 5 | Int(color.blue >> 3)
  }

  @inline(__always)
  private static func areAlike(_ one: RGBA8, _ other: RGBA8) -> Bool {
    abs(Int(one.red) - Int(other.red)) <= mostStep
      && abs(Int(one.green) - Int(other.green)) <= mostStep
      && abs(Int(one.blue) - Int(other.blue)) <= mostStep
  }
}
