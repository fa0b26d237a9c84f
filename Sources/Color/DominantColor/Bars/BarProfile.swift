internal import Pixels

/// How the rows of an image, and the columns near its edges, differ from a colour that bars may have.
///
/// Rows come from above. As soon as no edge can have a bar of the colour, nothing is counted any more.
struct BarProfile: Sendable {
  /// The pixels of a row or column.
  struct Line: Hashable, Sendable {
    /// Those that differ by more than ``BarProfile/slight`` levels.
    var slight: Int32 = 0
    /// Those that differ by more than ``BarProfile/near`` levels: they are not the bar's.
    var other: Int32 = 0
    /// Those that differ by more than ``BarProfile/far`` levels.
    var far: Int32 = 0
    /// Neighbours that are both not the bar's.
    var pairs: Int32 = 0
    /// Pairs whose lumas differ by 2 levels or more.
    var steps: Int32 = 0
    /// The lumas of pixels that are not the bar's.
    var sum: UInt64 = 0
    /// Their squares.
    var squares: UInt64 = 0
  }

  /// Columns from an edge inwards, as far as they matter.
  struct Columns: Sendable {
    fileprivate(set) var lines: [Line]
    /// The luma of the last row's pixel, -1 where it was the bar's.
    fileprivate var previous: [Int16]

    fileprivate init(count: Int) {
      lines = Array(repeating: Line(), count: count)
      previous = Array(repeating: -1, count: count)
    }
  }

  /// Levels by which pixels of a bar differ, away from its inner edge.
  static let slight = 4
  /// Levels by which noise makes pixels of a bar differ.
  static let near = 12
  /// Levels by which pixels clearly are not the bar's.
  static let far = 24
  /// Levels between the lumas of neighbours that are a step.
  private static let step = 2

  let color: RGB8
  let width: Int
  let height: Int
  private let minimumAlpha: UInt8
  private let word: UInt32
  private(set) var rows: [Line] = []
  private(set) var left: Columns
  private(set) var right: Columns
  /// Whether rows are counted though neither the upper edge nor one at the side is the bar's.
  var keepsAllRows = false
  /// Whether the rows so far begin with a bar, or may.
  private(set) var mayHaveBarAbove = true
  /// Rows before the first that is not flat, so far.
  private var flatRows = 0

  init(color: RGB8, width: Int, height: Int, minimumAlpha: UInt8) {
    (self.color, self.width, self.height) = (color, width, height)
    self.minimumAlpha = minimumAlpha
    word =
      UInt32(color.red) | UInt32(color.green) << 8 | UInt32(color.blue) << 16 | 0xFF00_0000
    let reach = min(width, 2 * width / 5 + BarSearch.reach + BarSearch.depth + 2)
    left = Columns(count: reach)
    right = Columns(count: reach)
  }

  /// The most that a channel differs by.
  static func distance(_ first: RGB8, _ second: RGB8) -> Int {
    max(
      abs(Int(first.red) - Int(second.red)), abs(Int(first.green) - Int(second.green)),
      abs(Int(first.blue) - Int(second.blue)))
  }

  /// Whether an edge may still have a bar, but for one below alone, or one below whose opposite is no bar by itself.
  var isAlive: Bool {
    keepsAllRows || mayHaveBarAbove || !left.lines.isEmpty || !right.lines.isEmpty
  }

  /// Counts the next row.
  ///
  /// - Parameter row: the first of `4 * width` readable bytes.
  mutating func add(_ row: UnsafeRawPointer) {
    var line = Line()
    var previous: Int16 = -1
    for x in 0..<width {
      // SAFETY: the caller promises a row of `width` pixels, of any alignment.
      count((row + 4 * x).loadUnaligned(as: UInt32.self), into: &line, &previous)
    }
    rows.append(line)
    if mayHaveBarAbove { lookAbove() }
    let columns = width
    for index in left.lines.indices {
      // SAFETY: there are at most as many columns as pixels in the row.
      let pixel = (row + 4 * index).loadUnaligned(as: UInt32.self)
      count(pixel, into: &left.lines[index], &left.previous[index])
    }
    for index in right.lines.indices {
      // SAFETY: there are at most as many columns as pixels in the row.
      let pixel = (row + 4 * (columns - 1 - index)).loadUnaligned(as: UInt32.self)
      count(pixel, into: &right.lines[index], &right.previous[index])
    }
    cut(&left)
    cut(&right)
  }

  /// Decides whether there is a bar above as soon as the rows that decide it are there.
  private mutating func lookAbove() {
    if flatRows == rows.count - 1, let last = rows.last, !BarSearch.isBusy(last, of: width) {
      flatRows += 1
      mayHaveBarAbove = 5 * flatRows <= 2 * height
    } else if flatRows == 0 {
      mayHaveBarAbove = false
    } else if rows.count == min(flatRows + BarSearch.reach, height) {
      mayHaveBarAbove = BarEdge.thickness(rows, flatRows, length: width, size: height) > 0
    }
  }

  @inline(__always)
  private func count(_ stored: UInt32, into line: inout Line, _ previous: inout Int16) {
    let bytes = UInt32(littleEndian: stored)
    guard bytes != word else {
      previous = -1
      return
    }
    let pixel = RGBA8(
      red: UInt8(truncatingIfNeeded: bytes), green: UInt8(truncatingIfNeeded: bytes >> 8),
      blue: UInt8(truncatingIfNeeded: bytes >> 16), alpha: UInt8(truncatingIfNeeded: bytes >> 24))
    let distance = pixel.alpha < minimumAlpha ? 255 : Self.distance(pixel.color, color)
    if distance > Self.slight { line.slight &+= 1 }
    guard distance > Self.near else {
      previous = -1
      return
    }
    line.other &+= 1
    if distance > Self.far { line.far &+= 1 }
    let luma = (Int16(pixel.red) + 2 * Int16(pixel.green) + Int16(pixel.blue)) >> 2
    line.sum &+= UInt64(luma)
    line.squares &+= UInt64(Int(luma) &* Int(luma))
    if previous >= 0 {
      line.pairs &+= 1
      if abs(luma &- previous) >= Self.step { line.steps &+= 1 }
    }
    previous = luma
  }

  /// Forgets the columns behind those that the first busy one leaves of interest.
  private func cut(_ columns: inout Columns) {
    guard let busy = columns.lines.firstIndex(where: { BarSearch.isBusy($0, of: height) }) else {
      return
    }
    let kept =
      busy == 0 ? 0 : min(columns.lines.count, busy + BarSearch.reach + BarSearch.depth + 2)
    columns.lines.removeSubrange(kept...)
    columns.previous.removeSubrange(kept...)
  }
}
