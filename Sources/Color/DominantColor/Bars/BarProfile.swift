internal import Pixels

/// How the rows of an image, and the columns near its edges, differ from a colour that bars may have.
///
/// Rows come from above. As soon as no edge can have a bar of the colour, nothing is counted any more. Rows count where a bar
/// above or below may be: in the upper part only until it is known that there is none. Of long lines, pairs of neighbours are looked at (see ``step(side:)``).
final class BarProfile {
  let color: RGB8
  let width: Int
  let height: Int
  private let minimumAlpha: UInt8
  private let word: UInt32
  private let luma: Int32
  /// Rows from above, then columns from the left edge inwards, then columns from the right edge inwards.
  private var lines: [BarLine]
  /// Rows added.
  private(set) var rowCount = 0
  /// Rows counted from above.
  private var rowsAbove = 0
  /// From one pair of neighbours in a line that is looked at to the next; 1 where all pixels are.
  private let step: Int
  /// Columns at each edge that may matter.
  private let reach: Int
  /// Rows above and below that may.
  private let rowReach: Int
  /// Columns at the left that do.
  private var leftCount: Int
  /// Columns at the right that do.
  private var rightCount: Int
  /// Whether the look goes on whatever the upper edge and those beside are.
  var isForBelow = false
  /// Whether the rows so far begin with a bar, or may.
  private var mayHaveBarAbove = true
  /// Rows before the first that is not flat, so far.
  private var flatRows = 0

  init(color: RGB8, width: Int, height: Int, minimumAlpha: UInt8) {
    (self.color, self.width, self.height) = (color, width, height)
    self.minimumAlpha = minimumAlpha
    luma = Self.luma(color)
    word =
      UInt32(color.red) | UInt32(color.green) << 8 | UInt32(color.blue) << 16 | 0xFF00_0000
    step = Self.step(side: min(width, height))
    reach = Self.reach(width)
    rowReach = Self.reach(height)
    (leftCount, rightCount) = (reach, reach)
    lines = Array(repeating: BarLine(), count: height &+ 2 &* reach)
  }

  /// Which pixels of lines are looked at, by the shorter side of the image.
  ///
  /// Odd numbers: blocks of a JPEG have 8 pixels, and pairs fall on all places in them.
  private static func step(side: Int) -> Int {
    side < 256 ? 1 : side < 512 ? 5 : side < 1024 ? 7 : side < 2048 ? 15 : 31
  }

  /// How many of so many pixels of a line are looked at, beginning with a pair.
  func samples(_ count: Int) -> Int {
    step == 1 ? count : count / step &* 2 &+ min(count % step, 2)
  }

  /// How many lines from an edge inwards may matter, of all that there are.
  private static func reach(_ size: Int) -> Int {
    min(size, 2 &* size / 5 &+ BarSearch.reach &+ BarSearch.depth &+ 2)
  }

  /// The most that a channel differs by.
  static func distance(_ first: RGB8, _ second: RGB8) -> Int32 {
    max(
      abs(Int32(first.red) - Int32(second.red)), abs(Int32(first.green) - Int32(second.green)),
      abs(Int32(first.blue) - Int32(second.blue)))
  }

  /// Whether an edge may still have a bar, but for one below alone, or one below whose opposite is no bar by itself.
  var isAlive: Bool { isForBelow || mayHaveBarAbove || leftCount > 0 || rightCount > 0 }

  /// Counts the next row.
  ///
  /// - Parameter row: the first of `4 * width` readable bytes.
  func add(_ row: UnsafeRawPointer) {
    let isAbove = rowsAbove == rowCount && rowCount < rowReach && (isForBelow || mayHaveBarAbove)
    if isAbove || rowCount >= height &- rowReach { lines[rowCount] = line(row) }
    if isAbove {
      rowsAbove &+= 1
      if mayHaveBarAbove { lookAbove() }
    }
    let place = rowCount % step
    rowCount &+= 1
    guard place < 2 else { return }
    // The row is one of those that are looked at of every column.
    let follows = step == 1 || place == 1
    let (leftPlace, rightPlace) = (height, height &+ reach)
    lines.withUnsafeMutableBufferPointer { lines in
      for x in 0..<leftCount where isOther(row, x, &lines[leftPlace &+ x]) {
        lines[leftPlace &+ x].add(pixel(row, x), follows: follows)
      }
      for x in 0..<rightCount where isOther(row, width &- 1 &- x, &lines[rightPlace &+ x]) {
        lines[rightPlace &+ x].add(pixel(row, width &- 1 &- x), follows: follows)
      }
    }
    // Once for a pair of rows, or for eight where all are looked at, is often enough.
    guard step == 1 ? rowCount & 7 == 0 : place == 1 else { return }
    leftCount = matter(leftPlace, leftCount)
    rightCount = matter(rightPlace, rightCount)
  }

  /// A row as a line.
  private func line(_ row: UnsafeRawPointer) -> BarLine {
    var line = BarLine()
    var x = 0
    while x < width {
      if isOther(row, x, &line) { line.add(pixel(row, x), follows: step == 1) }
      if step > 1, x &+ 1 < width, isOther(row, x &+ 1, &line) {
        line.add(pixel(row, x &+ 1), follows: true)
      }
      x &+= step
    }
    return line
  }

  /// Whether a pixel is not exactly the bar's; one that is counts at once, as many do.
  @inline(__always)
  private func isOther(_ row: UnsafeRawPointer, _ x: Int, _ line: inout BarLine) -> Bool {
    // SAFETY: as in `pixel`.
    guard UInt32(littleEndian: (row + 4 &* x).loadUnaligned(as: UInt32.self)) == word else {
      return true
    }
    line.skip()
    return false
  }

  @inline(__always)
  private func pixel(_ row: UnsafeRawPointer, _ x: Int) -> BarLine.Pixel {
    // SAFETY: the caller promises a row of `width` pixels, of any alignment.
    let bytes = UInt32(littleEndian: (row + 4 &* x).loadUnaligned(as: UInt32.self))
    let (red, green, blue) = (bytes & 255, bytes >> 8 & 255, bytes >> 16 & 255)
    let found = RGB8(
      red: UInt8(truncatingIfNeeded: red), green: UInt8(truncatingIfNeeded: green),
      blue: UInt8(truncatingIfNeeded: blue))
    let isVisible = bytes >> 24 >= UInt32(minimumAlpha)
    let luma = Self.luma(found)
    return BarLine.Pixel(
      distance: isVisible ? Self.distance(found, color) : 255, luma: luma,
      contrast: abs(luma &- self.luma))
  }

  /// The luma of a JPEG, 0 to 255.
  private static func luma(_ color: RGB8) -> Int32 {
    (77 &* Int32(color.red) &+ 150 &* Int32(color.green) &+ 29 &* Int32(color.blue)) >> 8
  }

  /// Decides whether there may be a bar above as soon as the rows that decide it are there.
  private func lookAbove() {
    if flatRows == rowsAbove &- 1, !lines[flatRows].isBusy(of: samples(width)) {
      flatRows &+= 1
      mayHaveBarAbove = 5 &* flatRows <= 2 &* height
    } else if flatRows == 0 {
      mayHaveBarAbove = false
    } else if rowsAbove == min(flatRows &+ BarSearch.reach, height) {
      mayHaveBarAbove = above.thickness > 0
    }
  }

  /// The upper edge, by the rows that were counted.
  var above: BarEdge {
    BarEdge(lines, 0, count: rowsAbove, length: samples(width), size: height)
  }
  /// The lower edge, once all rows were added.
  var below: BarEdge {
    BarEdge(
      lines, height &- rowReach, count: rowReach, isReversed: true, length: samples(width),
      size: height)
  }
  /// The left edge.
  var left: BarEdge {
    BarEdge(lines, height, count: leftCount, length: samples(height), size: width)
  }
  /// The right edge.
  var right: BarEdge {
    BarEdge(lines, height &+ reach, count: rightCount, length: samples(height), size: width)
  }

  /// How many columns matter: none behind those that the first busy one leaves of interest.
  private func matter(_ place: Int, _ count: Int) -> Int {
    let length = samples(height)
    for index in 0..<count where lines[place &+ index].isBusy(of: length) {
      return index == 0 ? 0 : min(count, index &+ BarSearch.reach &+ BarSearch.depth &+ 2)
    }
    return count
  }
}
