public import DominantColor
public import Pixels

/// Counts, for each swatch of a palette, its pixels in each column and row.
///
/// A pixel belongs to the swatch of its very colour where swatches are exact colours, or else to the
/// one that looks most like it, at most ``reach`` away in OKLab.
///
/// Memory: 8 bytes for each swatch and column or row.
public struct SwatchPlaces: Sendable {
  /// Thousandths of OKLab's unit.
  public static let reach = 100
  /// The part of a swatch's pixels that its box leaves out on each side, one in so many, where swatches are means: for
  /// single pixels lie anywhere.
  public static let leftOut: UInt64 = 200

  private let visibility: VisibilityRule
  private let isExact: Bool
  private let swatches: [RGB8]
  private let distances: [ColorDistance]
  private var columns: [[UInt64]]
  private var rows: [[UInt64]]
  /// The swatch of each colour met, in steps of 4 levels; exact colours are looked up as they are.
  private var known = [Int8](repeating: unknown, count: 1 << 18)
  private var exact: [RGB8: Int8] = [:]

  private static let unknown: Int8 = -1
  private static let none: Int8 = -2

  /// Begins to count.
  ///
  /// - Parameters:
  ///   - palette: at most 64 swatches.
  ///   - isExact: whether they are exact colours.
  ///   - visibility: which pixels count.
  ///   - width: columns of the picture.
  ///   - height: its rows.
  public init(
    of palette: Palette, isExact: Bool, visibility: VisibilityRule, width: Int, height: Int
  ) {
    self.visibility = visibility
    self.isExact = isExact
    swatches = palette.swatches.map(\.color)
    distances = swatches.map { ColorDistance(from: $0) }
    columns = swatches.map { _ in [UInt64](repeating: 0, count: width) }
    rows = swatches.map { _ in [UInt64](repeating: 0, count: height) }
    for (index, color) in swatches.enumerated() { exact[color] = Int8(index) }
  }

  /// Counts pixels, of which the first lies in a column and row.
  public mutating func add(_ pixels: PixelView, column: Int, row: Int) {
    var last: (color: RGB8, swatch: Int8)?
    for y in 0..<pixels.height {
      for x in 0..<pixels.width {
        let pixel = pixels[x, y]
        guard visibility.verdict(on: pixel) == .counted else { continue }
        let color = pixel.color
        // Neighbours are often equal, and the table of answers is larger than the nearest
        // caches.
        let swatch = last?.color == color ? last?.swatch ?? Self.none : swatch(of: color)
        last = (color, swatch)
        guard swatch >= 0 else { continue }
        columns[Int(swatch)][column + x] += 1
        rows[Int(swatch)][row + y] += 1
      }
    }
  }

  private mutating func swatch(of color: RGB8) -> Int8 {
    if isExact { return exact[color] ?? Self.none }
    //     rrrrrrxx ggggggxx bbbbbbxx  →  rrrrrr gggggg bbbbbb     18 bits: 256 KB of answers
    let place = Int(color.red >> 2) << 12 | Int(color.green >> 2) << 6 | Int(color.blue >> 2)
    if known[place] != Self.unknown { return known[place] }
    let middle = RGB8(
      red: color.red & 0xFC | 2, green: color.green & 0xFC | 2, blue: color.blue & 0xFC | 2)
    let away = distances.map { $0.thousandths(to: middle) }
    let nearest = away.indices.min { away[$0] < away[$1] }
    known[place] = nearest.flatMap { away[$0] <= Self.reach ? Int8($0) : nil } ?? Self.none
    return known[place]
  }

  /// The places, in the order of the swatches; `nil` for one without a pixel.
  public var places: [SwatchPlace?] {
    swatches.indices.map { index in
      let (columns, rows) = (columns[index], rows[index])
      guard let across = extent(of: columns), let down = extent(of: rows) else { return nil }
      return SwatchPlace(
        centerX: Self.mean(of: columns), centerY: Self.mean(of: rows), columns: across, rows: down)
    }
  }

  /// From the first to the last place that counts.
  private func extent(of counts: [UInt64]) -> Range<Int>? {
    let whole = counts.reduce(0, +)
    guard whole > 0 else { return nil }
    //     counts     1  0  0  40 300 420 200 39 0  0     1,000 pixels, spare 5
    //     extent              |---------------|          where sums from either end pass 5
    let spare = isExact ? 0 : whole / Self.leftOut
    func first(_ indices: some Sequence<Int>) -> Int {
      var sum: UInt64 = 0
      return indices.first { index in
        sum += counts[index]
        return sum > spare
      } ?? 0
    }
    return first(counts.indices)..<(first(counts.indices.reversed()) + 1)
  }

  private static func mean(of counts: [UInt64]) -> Double {
    let sum = counts.enumerated().reduce(0.0) {
      $0 + (Double($1.offset) + 0.5) * Double($1.element)
    }
    return sum / Double(counts.reduce(0, +))
  }
}
