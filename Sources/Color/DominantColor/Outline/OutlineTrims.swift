/// How far the outline's pixels of a window reach in each quantity, but for a few at either end.
///
/// A test of a mean has to allow for a picture that differs from its outline as much as numbers can:
/// by the range of what the outline has and what pixels might have. Few of a window's pixels have
/// the most or the least that fits it. With these taken as having no more than the others, on the
/// side that a test is about, the range is shorter and what is left varies hardly more.
struct OutlineTrims {
  /// The trimmed values of one quantity.
  struct Trim {
    /// Numbers under the lower bound are taken as that where the mean might be less, and numbers
    /// above the upper bound as that where it might be more.
    let range: ClosedRange<Double>
    /// The outline's mean over all tiles, of numbers raised to the lower bound.
    let raised: Double
    /// The same, of numbers lowered to the upper bound.
    let lowered: Double
  }

  /// For each of `ColorRegion.quantities`, with its offset.
  let trims: [Trim]

  /// The most that trimmed pixels are moved by, as a mean square over the window's pixels.
  private static let mostMoved = 0.25

  /// Looks at the pixels of an outline; linear in their number.
  ///
  /// - Parameters:
  ///   - window: a cube of levels.
  ///   - outline: words of the outline's pixels, 0 for those that do not count.
  ///   - population: pixels of the outline, with the places past its end that draws may fall on.
  init(_ window: ColorWindow, outline: UnsafeBufferPointer<UInt32>, population: Int) {
    let quantities = ColorRegion.quantities
    let stride = (quantities.map(\.width).max() ?? 0) + 1
    var counts = [Int](repeating: 0, count: quantities.count * stride)
    for (color, count) in Self.colors(of: window, outline).enumerated() where count > 0 {
      let levels = WindowLevels.levels(ofNumber: color)
      for (index, quantity) in quantities.enumerated() {
        counts[index * stride + quantity.offset + quantity.value(of: levels)] += Int(count)
      }
    }
    trims = quantities.enumerated().map { index, quantity in
      let first = index * stride
      return Self.trim(counts[first...first + quantity.width], population: population)
    }
  }

  /// How many of the outline's pixels have each colour of a window.
  ///
  /// - Returns: counts by `WindowLevels.number(of:)`.
  private static func colors(of window: ColorWindow, _ outline: UnsafeBufferPointer<UInt32>)
    -> [Int32]
  {
    let (levels, box) = (WindowLevels(window), LevelBox(window))
    // Two tables, because neighbours are often equal, and what waits for the one before is slow. The
    // first place behind a table is that of pixels outside.
    let stride = WindowLevels.outside + 1
    var counts = [Int32](repeating: 0, count: 2 * stride)
    counts.withUnsafeMutableBufferPointer { counts in
      guard let base = outline.baseAddress else { return }
      for first in Swift.stride(from: 0, to: outline.count, by: LevelBox.pixelsAtOnce) {
        let end = min(first + LevelBox.pixelsAtOnce, outline.count)
        // SAFETY: `outline` has the words from `first` to under `end`.
        if end - first == LevelBox.pixelsAtOnce, !box.holdsAny(of: base + first) { continue }
        for index in first..<end {
          counts[index & 1 &* stride &+ levels.number(of: base[index])] &+= 1
        }
      }
    }
    return (0..<WindowLevels.outside).map { counts[$0] + counts[stride + $0] }
  }

  private static func trim(_ counts: ArraySlice<Int>, population: Int) -> Trim {
    let budget = mostMoved * Double(counts.reduce(0, +))
    let size = Double(population)
    let values = Array(counts)
    let top = values.count - 1
    func moved(to edge: Int, _ range: Range<Int>) -> Double {
      range.reduce(0) { $0 + Double(values[$1] * ($1 - edge) * ($1 - edge)) }
    }
    // What is moved grows with the edge, so that all edges up to this one stay within the
    // budget.
    let lower = (0...top).last { moved(to: $0, 0..<$0) <= budget } ?? 0
    let upper = (0...top).first { moved(to: $0, $0 + 1..<top + 1) <= budget } ?? top
    var (raised, lowered) = (0, 0)
    for (value, count) in values.enumerated() {
      raised += count * max(value, lower)
      lowered += count * min(value, upper)
    }
    return Trim(
      range: Double(min(lower, upper))...Double(max(lower, upper)), raised: Double(raised) / size,
      lowered: Double(lowered) / size)
  }
}
