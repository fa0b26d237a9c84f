public import Pixels
internal import SIMDBodies

/// Counted pixels by fine cell of colour space, and how many of each cell lie alone.
///
/// What method `distinct` counts into. A thing is full of pixels with a neighbour that is like them; scattered noise
/// has hardly any. A pixel *lies alone* when it has a neighbour, left, right, above or below, and is unlike each that
/// it has: some channel, alpha too, differs by more than 40 levels. So a picture that is turned or mirrored has an
/// equal value: a line of a pixel's width is a thing whichever way it runs.
///
/// Rows of a picture are added from above, in any division; ``close()`` ends it. A commutative monoid over whole
/// pictures: they add up in any order.
public struct PlacedColors: ColorSummary {
  /// The pixels, in a histogram of fine precision.
  public internal(set) var colors: ColorHistogram
  /// Of each cell, the pixels that lie alone, but for those of the row that may go on; none until some do.
  private var settled: [UInt64] = []
  /// The row that may go on.
  private var open = OpenRow()

  /// The last row that was added: whether its pixels lie alone, the next one tells.
  private struct OpenRow {
    /// Its pixels; none where a picture begins.
    var row: [RGBA8] = []
    /// Those of the row above; none where it is the first one.
    var above: [RGBA8] = []
    /// Which of them count.
    var rule = VisibilityRule()

    /// Takes another row; the memory is kept.
    mutating func take(_ row: PixelView, above: PixelView?, _ rule: VisibilityRule) {
      Self.copy(above, to: &self.above)
      Self.copy(row, to: &self.row)
      self.rule = rule
    }

    /// Takes a row below the last one; the memory is kept.
    mutating func take(below row: PixelView, _ rule: VisibilityRule) {
      swap(&self.row, &above)
      Self.copy(row, to: &self.row)
      self.rule = rule
    }

    private static func copy(_ row: PixelView?, to pixels: inout [RGBA8]) {
      guard let row else { return pixels.removeAll(keepingCapacity: true) }
      if pixels.count != row.width {
        pixels = [RGBA8](repeating: RGBA8(red: 0, green: 0, blue: 0), count: row.width)
      }
      pixels.withUnsafeMutableBytes { bytes in
        // SAFETY: a row has four bytes for each of as many pixels.
        bytes.copyMemory(
          from: UnsafeRawBufferPointer(start: row.baseAddress, count: bytes.count))
      }
    }
  }

  /// Nothing counted.
  public init() {
    colors = ColorHistogram(.fine)
    #if hasFeature(Embedded)
      settled = [UInt64](repeating: 0, count: HistogramPrecision.fine.cellCount)
    #endif
  }

  /// Pixels counted, transparent and filtered.
  public var tally: PixelTally { colors.tally }

  /// Of each cell of ``colors``, the pixels that lie alone if no row follows: at most the cell's.
  public var alone: [UInt64] {
    var closed = closed
    closed.makeSettled()
    return closed.settled
  }

  /// Adds whole rows of a picture below those added last: scalar loops, the specification of every kernel.
  ///
  /// - Complexity: O(*n*) in pixels; allocates two rows.
  public mutating func add(_ view: PixelView, rule: VisibilityRule) {
    colors.add(view, rule: rule)
    join(view, rule: rule)
    guard view.height > 2 else { return }
    for y in 1..<view.height - 1 {
      countAlone(
        view.rows(y..<y + 1), above: view.rows(y - 1..<y), below: view.rows(y + 1..<y + 2), rule)
    }
  }

  /// Counts the pixels of a row that lie alone somewhere else and is true, or does nothing and is false.
  typealias Look = (PixelView, _ above: PixelView?, _ below: PixelView?, VisibilityRule) -> Bool

  private static func noLook(
    _ row: PixelView, _ above: PixelView?, _ below: PixelView?, _ rule: VisibilityRule
  ) -> Bool { false }

  /// Whether no pixel was counted here, where looks may have counted some somewhere else.
  var isUntouched: Bool { isUnsettled && colors.tally == PixelTally() }

  /// Looks at the rows that no kernel sees whole: the one added last, the first one of more rows, and their last one, which
  /// stays open.
  @inline(never)
  mutating func join(
    _ view: PixelView, rule: VisibilityRule, by look: Look = noLook
  ) {
    guard !view.isEmpty else { return }
    if open.row.count != view.width { close() }
    var joined = OpenRow()
    // Out of `self`, which `settle` changes while the row is lent.
    swap(&joined, &open)
    defer { swap(&joined, &open) }
    let (first, last) = (view.rows(0..<1), view.height - 1)
    if last > 0 {
      Self.withRow(joined.row) {
        settle(first, above: $0, below: view.rows(1..<2), rule, by: look)
      }
    }
    Self.withRow(joined.row) { row in
      guard let row else { return }
      Self.withRow(joined.above) { settle(row, above: $0, below: first, joined.rule, by: look) }
    }
    guard last == 0 else {
      return joined.take(view.rows(last..<last + 1), above: view.rows(last - 1..<last), rule)
    }
    joined.take(below: first, rule)
  }

  /// Ends a picture: no row that is added later lies below it.
  ///
  /// - Complexity: O(pixels of a row).
  public mutating func close() { close(by: Self.noLook) }

  /// The same with the row looked at by another.
  mutating func close(by look: Look) {
    guard !open.row.isEmpty else { return }
    var closing = OpenRow()
    swap(&closing, &open)
    Self.withRow(closing.row) { row in
      guard let row else { return }
      Self.withRow(closing.above) { settle(row, above: $0, below: nil, closing.rule, by: look) }
    }
    closing.row.removeAll(keepingCapacity: true)
    swap(&closing, &open)
  }

  /// The same with the picture ended.
  private var closed: PlacedColors {
    var closed = self
    closed.close()
    return closed
  }

  /// Lends pixels as a row; `nil` for none.
  private static func withRow(_ pixels: [RGBA8], _ body: (PixelView?) -> Void) {
    pixels.withUnsafeBytes { bytes in
      // SAFETY: as many pixels of four bytes as the array has, for as long as the body runs.
      body(
        bytes.baseAddress.flatMap {
          bytes.isEmpty
            ? nil : PixelView(baseAddress: $0, width: bytes.count / 4, height: 1)
        })
    }
  }

  /// Counts the pixels of a row that lie alone.
  private mutating func settle(
    _ row: PixelView, above: PixelView?, below: PixelView?, _ rule: VisibilityRule,
    by look: Look = noLook
  ) {
    if !look(row, above, below, rule) { countAlone(row, above: above, below: below, rule) }
  }

  /// The same by a scalar loop.
  #if hasFeature(Embedded)
    @inline(never)
  #endif
  private mutating func countAlone(
    _ row: PixelView, above: PixelView?, below: PixelView?, _ rule: VisibilityRule
  ) {
    makeSettled()
    Self.forEachAlone(row, above: above, below: below, rule) { color in
      settled[colors.cellIndex(of: color)] += 1
    }
  }

  /// Makes the numbers unless they are there.
  @inline(__always)
  private mutating func makeSettled() {
    #if !hasFeature(Embedded)
      guard settled.isEmpty else { return }
      settled = [UInt64](repeating: 0, count: HistogramPrecision.fine.cellCount)
    #endif
  }

  /// Whether no number of pixels that lie alone is there yet.
  @inline(__always)
  private var isUnsettled: Bool {
    #if hasFeature(Embedded)
      return false
    #else
      return settled.isEmpty
    #endif
  }

  /// Hands over the colours of a row's counted pixels that lie alone.
  @inline(__always)
  static func forEachAlone(
    _ row: PixelView, above: PixelView?, below: PixelView?, _ rule: VisibilityRule,
    _ body: (RGB8) -> Void
  ) {
    guard row.width > 1 || above != nil || below != nil else { return }
    var isUnlike = true
    for x in 0..<row.width {
      let pixel = row[x, 0]
      // Each pair is looked at once: what is to the right of one pixel is to the left of the
      // next.
      let isNextUnlike = x + 1 == row.width || LonePixels.areUnlike(pixel, row[x + 1, 0])
      if isUnlike, isNextUnlike, rule.verdict(on: pixel) == .counted,
        above.map({ LonePixels.areUnlike(pixel, $0[x, 0]) }) ?? true,
        below.map({ LonePixels.areUnlike(pixel, $0[x, 0]) }) ?? true
      {
        body(pixel.color)
      }
      isUnlike = isNextUnlike
    }
  }

  /// Adds the pixels of other pictures.
  ///
  /// - Complexity: O(cells).
  public mutating func merge(_ other: PlacedColors) {
    let other = other.closed
    colors.merge(other.colors)
    guard !other.isUnsettled else { return }
    makeSettled()
    other.colors.forEachOccupied { cell, _ in settled[cell] += other.settled[cell] }
  }

  /// Forgets every pixel, keeping the memory.
  ///
  /// - Complexity: O(rows of cells that hold pixels).
  public mutating func removeAll() {
    let side = HistogramPrecision.fine.cellsPerChannel
    for row in colors.isRowUsed.indices where colors.isRowUsed[row] && !isUnsettled {
      for cell in row * side..<(row + 1) * side { settled[cell] = 0 }
    }
    colors.removeAll()
    open.row.removeAll(keepingCapacity: true)
  }

  /// Hands over the cells that hold pixels of ended pictures, by index.
  func forEachOccupied(_ body: (_ cell: Int, _ pixels: PlacedSums) -> Void) {
    let closed = closed
    closed.colors.forEachOccupied { cell, sums in
      let alone = closed.isUnsettled ? 0 : closed.settled[cell]
      body(cell, PlacedSums(sums: sums, alone: alone))
    }
  }

  /// Notes that pixels of a cell, which are or will be in ``colors``, lie alone.
  mutating func add(alone count: UInt64, toCell cell: Int) {
    makeSettled()
    settled[cell] += count
  }
}

extension PlacedColors {
  /// Whether the same pixels were counted, and as many of each cell lie alone.
  public static func == (a: PlacedColors, b: PlacedColors) -> Bool {
    a.colors == b.colors && a.alone == b.alone
  }

  /// Feeds what makes values equal.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(colors)
    hasher.combine(alone)
  }
}
