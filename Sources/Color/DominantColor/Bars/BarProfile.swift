internal import Pixels

/// How the rows of an image, and the columns near its edges, differ from a colour that bars may have.
///
/// Rows come from above, or a ``WholeImage`` is looked at where it tells most. As soon as no edge can have a bar of the colour, nothing
/// is counted any more. Rows count where a bar above or below may be: in the upper part only until it is known that there is none. Of
/// long lines, pairs of neighbours are looked at (see ``step(side:)``).
final class BarProfile {
  let color: RGB8
  let width: Int
  let height: Int
  /// The colour's pixel, as it is loaded.
  private let word: UInt32
  private let bar: BarLine.Reference
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
  /// Rows from below inwards that are counted.
  private var rowsBelow: Int
  /// Columns at the left that do.
  private var leftCount: Int
  /// Columns at the right that do.
  private var rightCount: Int
  /// Whether the look goes on whatever the upper edge and those beside are.
  var isForBelow = false
  /// Whether rows above count although they could only be a bar with text in it.
  var countsAllAbove = false
  /// Whether they did not count for that reason.
  private var isAboveCutShort = false
  /// Pixels that are looked at: of one row, or of the last rows that may lie behind the edge of a bar below.
  private var kept: [UInt32] = []
  /// Rows before this one that are kept, and not in ``lines`` yet.
  private var keptRows = 0
  /// Whether the rows so far begin with a bar, or may.
  private var mayHaveBarAbove = true
  /// Rows before the first that is not flat, so far.
  private var flatRows = 0

  init(color: RGB8, width: Int, height: Int, minimumAlpha: UInt8) {
    (self.color, self.width, self.height) = (color, width, height)
    bar = BarLine.Reference(color, minimumAlpha: minimumAlpha)
    let bytes =
      UInt32(color.red) | UInt32(color.green) << 8 | UInt32(color.blue) << 16 | 0xFF00_0000
    word = bytes.littleEndian
    step = Self.step(side: min(width, height))
    reach = Self.reach(width)
    rowReach = Self.reach(height)
    rowsBelow = rowReach
    (leftCount, rightCount) = (reach, reach)
    //     [ height rows | reach columns from the left | reach columns from the right ]
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
  /// - Parameters:
  ///   - view: rows of the whole width.
  ///   - y: the number of the row in it.
  func add(_ view: PixelView, row y: Int) {
    if isRowAboveOpen, rowsAbove == rowCount {
      addAbove(line(view, row: y))
    } else if rowCount >= height &- rowReach {
      addBelow(view, row: y)
    }
    // Columns take pairs of neighbours too: two rows of every `step`, all of them where it is
    // 1.
    if rowCount % step < 2 {
      addBeside(view, row: y, at: rowCount, isLeft: true, 0..<leftCount)
      addBeside(view, row: y, at: rowCount, isLeft: false, 0..<rightCount)
    }
    rowCount &+= 1
  }

  /// Pixels of a row that are kept at most, so that ``kept`` stays under 600 kB: those of a wide row of a low image are more.
  private static let mostKept = 4096

  /// Counts the next row near the lower edge.
  ///
  /// Without a bar above, of rows that are not flat only the last before flat ones matter.
  private func addBelow(_ image: some WholeImage, row y: Int) {
    let length = samples(width)
    guard step > 1, length <= Self.mostKept, !isForBelow, !mayHaveBarAbove || isAboveCutShort
    else {
      lines[rowCount] = line(image, row: y)
      return
    }
    if kept.count <= length {
      kept = Array(repeating: 0, count: (Self.depthBehindFlat &+ 1) &* length)
    }
    // A ring of rows: this one, and as many before it as may lie behind an edge. Most rows of
    // most images are not flat, and then they are only copied, not counted.
    let (slots, slot) = (Self.depthBehindFlat &+ 1, rowCount % (Self.depthBehindFlat &+ 1))
    kept.withUnsafeMutableBufferPointer { kept in
      let samples = UnsafeMutableBufferPointer(rebasing: kept[(slot &* length)...].prefix(length))
      image.copyPairs(row: y, step: step, to: samples)
      // The last row says whether anything is flat.
      if rowCount &+ 1 < height, isBusy(samples) {
        keptRows = min(keptRows &+ 1, Self.depthBehindFlat)
        return
      }
      for row in (rowCount &- keptRows)...rowCount {
        let place = row % slots &* length
        lines[row] = line(UnsafeMutableBufferPointer(rebasing: kept[place...].prefix(length)))
      }
      keptRows = 0
    }
  }

  /// Looks at an image that is all there: at the columns first, a few at a time, because of most images none is flat.
  ///
  /// - Returns: whether all was counted that tells of bars; otherwise there are none of this colour.
  func look(at image: some WholeImage) -> Bool {
    for isLeft in [true, false] { lookBeside(image, isLeft: isLeft) }
    // Whatever is above and below takes four fifths at most.
    guard mayBeBars(left, right, across: height / 5) else { return false }
    while isRowAboveOpen, rowsAbove < flatRows &+ Self.depthBehindFlat {
      addAbove(line(image, row: rowsAbove))
    }
    isAboveCutShort = false
    guard isAlive else { return false }
    lookBelow(image)
    let across = width &- left.thickness &- right.thickness
    guard mayBeBars(above, below, across: max(across, 0)) else { return false }
    // Text in a bar above is looked for as far as the one below is thick.
    let withText = min(below.thickness &+ BarSearch.depth &+ 3, rowReach)
    while isRowAboveOpen, rowsAbove < withText { addAbove(line(image, row: rowsAbove)) }
    rowCount = height
    return true
  }

  /// Whether two opposite edges may have bars, or none is needed.
  ///
  /// What fills neither side is no bar of its own, and a side without a bar must not be flat.
  private func mayBeBars(_ first: BarEdge, _ second: BarEdge, across pixels: Int) -> Bool {
    let least = samples(pixels)
    return first.mayFill(least) || second.mayFill(least) || first.reachesEdge && second.reachesEdge
  }

  /// Lines from an edge that matter behind the first that is not flat, and it.
  private static let depthBehindFlat = BarSearch.reach &+ BarSearch.depth &+ 2

  private func lookBeside(_ image: some WholeImage, isLeft: Bool) {
    var (first, size) = (0, 1)
    while first < (isLeft ? leftCount : rightCount) {
      let end = first &+ size
      for pair in Swift.stride(from: 0, to: height, by: step) {
        for y in pair..<min(pair &+ min(step, 2), height) {
          let last = min(end, isLeft ? leftCount : rightCount)
          if first < last { addBeside(image, row: y, at: y, isLeft: isLeft, first..<last) }
        }
      }
      (first, size) = (end, max(2 &* size, 64))
    }
  }

  /// Counts rows from below as far as any rule asks for them.
  private func lookBelow(_ image: some WholeImage) {
    let withText = above.thickness &+ BarSearch.depth &+ 3
    var wanted = rowReach
    rowsBelow = 0
    while rowsBelow < wanted {
      let y = height &- 1 &- rowsBelow
      lines[y] = line(image, row: y)
      rowsBelow &+= 1
      if wanted == rowReach, lines[y].isBusy(of: samples(width)) {
        wanted = min(rowReach, max(rowsBelow &+ Self.depthBehindFlat, withText))
      }
    }
  }

  /// Whether another row from above tells something.
  private var isRowAboveOpen: Bool {
    rowsAbove < rowReach && !isAboveCutShort && (isForBelow || mayHaveBarAbove)
  }

  /// Whether text in a bar above may have been missed: then all rows have to be added to a profile that ``countsAllAbove``.
  var lacksRowsAbove: Bool { isAboveCutShort && below.mayFill(samples(width / 5)) }

  /// Counts the next row from above.
  private func addAbove(_ line: BarLine) {
    lines[rowsAbove] = line
    rowsAbove &+= 1
    if mayHaveBarAbove { lookAbove() }
    // What has no bar of its own may be one with text in it, as thick as one below that is not known yet.
    if rowsAbove == flatRows &+ Self.depthBehindFlat, !isForBelow, !countsAllAbove {
      isAboveCutShort = !above.mayFill(samples(width / 5))
    }
  }

  /// A row as a line.
  private func line(_ image: some WholeImage, row y: Int) -> BarLine {
    if step == 1 {
      // SAFETY: the image keeps the whole row valid, and a line reads as many pixels.
      return line(image.pixels(row: y, columns: 0..<width))
    }
    let length = samples(width)
    if kept.isEmpty { kept = Array(repeating: 0, count: length) }
    return kept.withUnsafeMutableBufferPointer { kept in
      let samples = UnsafeMutableBufferPointer(rebasing: kept.prefix(length))
      image.copyPairs(row: y, step: step, to: samples)
      return line(samples)
    }
  }

  private func line(_ samples: UnsafeMutableBufferPointer<UInt32>) -> BarLine {
    samples.baseAddress.map { line(UnsafeRawPointer($0)) } ?? BarLine()
  }

  /// The pixels of a row that are looked at, one after the other, as a line.
  private func line(_ pixels: UnsafeRawPointer) -> BarLine {
    let (bar, isEach, count) = (bar, step == 1, samples(width))
    var line = BarLine()
    // Between pairs there are others.
    //     index    0 1   2 3   4 5
    //     place    0 1   3 4   6 7      neighbours within a pair, none between pairs
    func place(_ index: Int) -> Int { isEach ? index : index &+ (index >> 1) }
    #if hasFeature(Embedded)
      // Bytes are dear in a browser.
      forEachOther(pixels, 0..<count) { index, pixel in
        line.add(pixel, to: bar, at: place(index))
      }
    #else
      let size = EqualPixels.count
      // As many as are compared at once begin with a pair.
      let joined = Int32(truncatingIfNeeded: isEach ? size &- 1 : size / 2)
      for first in Swift.stride(from: 0, to: count, by: size) {
        // SAFETY: the caller promises that so many pixels are readable.
        let part = pixels + 4 &* first
        let found = part.loadUnaligned(as: UInt32.self)
        guard first &+ size <= count, EqualPixels.areAll(part, found) else {
          forEachOther(part, first..<min(first &+ size, count)) { index, pixel in
            line.add(pixel, to: bar, at: place(index))
          }
          continue
        }
        if found != word {
          line.add(
            UInt32(littleEndian: found), times: Int32(truncatingIfNeeded: size), to: bar,
            at: place(first)...place(first &+ size &- 1), joined: joined)
        }
      }
    #endif
    return line
  }

  /// Whether the pixels of a row that are looked at are not flat: asked from the middle on, where things are.
  private func isBusy(_ samples: UnsafeMutableBufferPointer<UInt32>) -> Bool {
    guard let pixels = samples.baseAddress else { return false }
    let most = Percent.most(BarLine.busyShare, of: samples.count)
    var others: Int32 = 0
    let middle = samples.count / 2
    for (start, end) in [(middle, samples.count), (0, middle)] {
      // Few at a time, because of a thing the first ones tell.
      for first in Swift.stride(from: start, to: end, by: 16) {
        let part = first..<min(first &+ 16, end)
        forEachOther(UnsafeRawPointer(pixels + first), part) { _, pixel in
          if bar.distance(to: pixel) > BarLine.nearLevels { others &+= 1 }
        }
        if others > most { return true }
      }
    }
    return false
  }

  /// Counts pixels of a row for the columns near an edge.
  ///
  /// What is found out about a column that is not flat decides at once how many behind it matter.
  ///
  /// - Parameters:
  ///   - image: has the row.
  ///   - y: the number of the row in it.
  ///   - place: the number of the row in the whole.
  ///   - isLeft: which edge.
  ///   - indices: which columns from the edge inwards.
  private func addBeside(
    _ image: some WholeImage, row y: Int, at place: Int, isLeft: Bool, _ indices: Range<Int>
  ) {
    let columns =
      isLeft ? indices : (width &- indices.upperBound)..<(width &- indices.lowerBound)
    let first = isLeft ? height : height &+ reach
    let (bar, length) = (bar, samples(height))
    lines.withUnsafeMutableBufferPointer { lines in
      forEachOther(image.pixels(row: y, columns: columns), columns) { x, pixel in
        let index = isLeft ? x : width &- 1 &- x
        lines[first &+ index].add(pixel, to: bar, at: place)
        guard lines[first &+ index].isBusy(of: length) else { return }
        // An edge whose first column is not flat has no bar, and its columns say no more.
        let count = index == 0 ? 0 : index &+ Self.depthBehindFlat
        if isLeft { leftCount = min(leftCount, count) } else { rightCount = min(rightCount, count) }
      }
    }
  }

  /// Passes to a closure those of some pixels that are not exactly the bar's colour; equal ones are skipped.
  @inline(__always)
  private func forEachOther(
    _ pixels: UnsafeRawPointer, _ columns: Range<Int>, _ body: (Int, UInt32) -> Void
  ) {
    // SAFETY: the caller promises that so many pixels are readable, of any alignment.
    var (x, place) = (columns.lowerBound, pixels)
    while x < columns.upperBound {
      if x &+ EqualPixels.count <= columns.upperBound, EqualPixels.areAll(place, word) {
        x &+= EqualPixels.count
        place += 4 &* EqualPixels.count
        continue
      }
      // After a run that is not all equal one by one to its end: no test of a run at every
      // pixel.
      let end = min(x &+ EqualPixels.count, columns.upperBound)
      while x < end {
        let found = place.loadUnaligned(as: UInt32.self)
        if found != word { body(x, UInt32(littleEndian: found)) }
        x &+= 1
        place += 4
      }
    }
  }

  /// Decides whether there may be a bar above as soon as the rows that decide it are there.
  private func lookAbove() {
    if flatRows == rowsAbove &- 1, !lines[flatRows].isBusy(of: samples(width)) {
      flatRows &+= 1
      // A bar takes two fifths of the height at most.
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
      lines, height &- rowsBelow, count: rowsBelow, isReversed: true, length: samples(width),
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
}
