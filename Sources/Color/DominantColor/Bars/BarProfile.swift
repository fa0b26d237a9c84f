internal import Pixels

/// How the rows of an image, and the columns near its edges, differ from a colour that bars may have.
///
/// Rows come from above. As soon as no edge can have a bar of the colour, nothing is counted any more.
final class BarProfile {
  let color: RGB8
  let width: Int
  let height: Int
  private let minimumAlpha: UInt8
  private let word: UInt32
  private(set) var rows: [BarLine] = []
  /// Columns from the left edge inwards, of which ``leftCount`` matter.
  private(set) var left: [BarLine]
  /// Columns from the right edge inwards, of which ``rightCount`` matter.
  private(set) var right: [BarLine]
  private(set) var leftCount: Int
  private(set) var rightCount: Int
  /// Whether rows are counted whatever they are.
  var keepsAllRows = false
  /// Whether the rows so far begin with a bar, or may.
  private var mayHaveBarAbove = true
  /// Rows before the first that is not flat, so far.
  private var flatRows = 0

  init(color: RGB8, width: Int, height: Int, minimumAlpha: UInt8) {
    (self.color, self.width, self.height) = (color, width, height)
    self.minimumAlpha = minimumAlpha
    word =
      UInt32(color.red) | UInt32(color.green) << 8 | UInt32(color.blue) << 16 | 0xFF00_0000
    leftCount = min(width, 2 * width / 5 + BarSearch.reach + BarSearch.depth + 2)
    rightCount = leftCount
    left = Array(repeating: BarLine(), count: leftCount)
    right = left
  }

  /// The most that a channel differs by.
  static func distance(_ first: RGB8, _ second: RGB8) -> Int32 {
    max(
      abs(Int32(first.red) - Int32(second.red)), abs(Int32(first.green) - Int32(second.green)),
      abs(Int32(first.blue) - Int32(second.blue)))
  }

  /// Whether an edge may still have a bar, but for one below alone, or one below whose opposite is no bar by itself.
  var isAlive: Bool { keepsAllRows || mayHaveBarAbove || leftCount > 0 || rightCount > 0 }

  /// Counts the next row.
  ///
  /// - Parameter row: the first of `4 * width` readable bytes.
  func add(_ row: UnsafeRawPointer) {
    var line = BarLine()
    for x in 0..<width {
      // SAFETY: the caller promises a row of `width` pixels, of any alignment.
      let pixel = pixel((row + 4 * x).loadUnaligned(as: UInt32.self))
      line.add(pixel)
      if x < leftCount { left[x].add(pixel) }
      let mirrored = width &- 1 &- x
      if mirrored < rightCount { right[mirrored].add(pixel) }
    }
    rows.append(line)
    if mayHaveBarAbove { lookAbove() }
    leftCount = matter(left, leftCount)
    rightCount = matter(right, rightCount)
  }

  @inline(__always)
  private func pixel(_ stored: UInt32) -> BarLine.Pixel {
    let bytes = UInt32(littleEndian: stored)
    guard bytes != word else { return BarLine.Pixel(distance: 0, luma: 0) }
    let (red, green, blue) = (bytes & 255, bytes >> 8 & 255, bytes >> 16 & 255)
    let found = RGB8(
      red: UInt8(truncatingIfNeeded: red), green: UInt8(truncatingIfNeeded: green),
      blue: UInt8(truncatingIfNeeded: blue))
    let isVisible = bytes >> 24 >= UInt32(minimumAlpha)
    return BarLine.Pixel(
      distance: isVisible ? Self.distance(found, color) : 255,
      luma: Int32(truncatingIfNeeded: (red &+ 2 &* green &+ blue) >> 2))
  }

  /// Decides whether there may be a bar above as soon as the rows that decide it are there.
  private func lookAbove() {
    if flatRows == rows.count - 1, !rows[flatRows].isBusy(of: width) {
      flatRows += 1
      mayHaveBarAbove = 5 * flatRows <= 2 * height
    } else if flatRows == 0 {
      mayHaveBarAbove = false
    } else if rows.count == min(flatRows + BarSearch.reach, height) {
      mayHaveBarAbove = edge(above: rows.count).thickness > 0
    }
  }

  /// The upper edge, by the first rows.
  func edge(above count: Int) -> BarEdge {
    BarEdge(rows, count: count, length: width, size: height)
  }

  /// How many columns matter: none behind those that the first busy one leaves of interest.
  private func matter(_ columns: [BarLine], _ count: Int) -> Int {
    for index in 0..<count where columns[index].isBusy(of: height) {
      return index == 0 ? 0 : min(count, index + BarSearch.reach + BarSearch.depth + 2)
    }
    return count
  }
}
