public import Pixels

/// Counted pixels by cell of colour space, with exact channel sums for each cell.
///
/// A commutative monoid: an empty histogram, ``add(_:rule:)`` and ``merge(_:)`` give *equal*
/// histograms for the same pixels in any order and any division, so tiles, rows out of a decoder
/// and partial results from other machines all end in the same value. Sums are 64-bit: right up to
/// 2⁵⁵ pixels.
///
/// ```swift
/// var histogram = ColorHistogram(.standard)
/// image.withPixels { histogram.add($0, rule: VisibilityRule()) }
/// histogram.tally.counted  // 24000000
/// ```
///
/// It is not a table of exact colours: a cell holds 16³ or 8³ of them, told apart only by their
/// mean.
public struct ColorHistogram: ColorSummary {
  /// How finely colour space is divided.
  public let precision: HistogramPrecision
  /// One entry a cell, blue fastest: index = (r · n + g) · n + b with n cells a channel.
  public var cells: [ColorSums] {
    #if hasFeature(Embedded)
      return filled
    #else
      return filled.isEmpty ? emptyCells : filled
    #endif
  }
  /// The cells; none until some hold pixels.
  ///
  /// Emptying them takes longer than to count a small picture. Bytes are dear in browsers, which have cells from the
  /// start.
  private var filled: [ColorSums] = []
  /// Pixels transparent and filtered, and the sum of all cells' counts.
  public internal(set) var tally: PixelTally
  /// Which rows of cells, those of one red and green, may hold pixels: images have few colours of
  /// all there are, and the other rows need not be looked at.
  private(set) var isRowUsed: [Bool]

  /// Makes an empty histogram.
  public init(_ precision: HistogramPrecision) {
    self.precision = precision
    tally = PixelTally()
    let side = precision.cellsPerChannel
    isRowUsed = Array(repeating: false, count: side * side)
    #if hasFeature(Embedded)
      filled = emptyCells
    #endif
  }

  private var emptyCells: [ColorSums] {
    Array(repeating: ColorSums(), count: precision.cellCount)
  }

  /// Adds every pixel of a view: one scalar loop, the specification of every kernel.
  ///
  /// - Complexity: O(*n*) in pixels; allocates nothing but the cells, the first time.
  public mutating func add(_ view: PixelView, rule: VisibilityRule) {
    makeCells()
    let rowShift = precision.cellsPerChannel.trailingZeroBitCount
    for y in 0..<view.height {
      for x in 0..<view.width {
        let pixel = view[x, y]
        switch rule.verdict(on: pixel) {
        case .counted:
          tally.counted += 1
          let cell = cellIndex(of: pixel.color)
          filled[cell].add(pixel.color)
          isRowUsed[cell &>> rowShift] = true
        case .transparent: tally.transparent += 1
        case .filtered: tally.filtered += 1
        }
      }
    }
  }

  /// Adds the pixels of another histogram of the same precision.
  ///
  /// - Complexity: O(cells of rows that hold pixels).
  public mutating func merge(_ other: ColorHistogram) {
    precondition(other.precision == precision, "histograms of different precision cannot be merged")
    let side = precision.cellsPerChannel
    for row in other.isRowUsed.indices where other.isRowUsed[row] {
      withRow(row) { cells in
        for blue in 0..<side { cells[blue] += other.filled[row * side + blue] }
      }
    }
    tally = tally + other.tally
  }

  /// Forgets every pixel, keeping the memory.
  ///
  /// - Complexity: O(rows that hold pixels).
  public mutating func removeAll() {
    let side = precision.cellsPerChannel
    filled.withUnsafeMutableBufferPointer { cells in
      for row in isRowUsed.indices where isRowUsed[row] {
        // SAFETY: a row is `side` cells, and there are as many rows as flags.
        for index in row * side..<(row + 1) * side { cells[index] = ColorSums() }
        isRowUsed[row] = false
      }
    }
    tally = PixelTally()
  }

  /// Calls a body with the cells of one row to add to, and marks the row as used.
  ///
  /// - Parameters:
  ///   - row: red times the cells of a channel, and green.
  ///   - body: called with the row's cells, blue rising.
  @inline(__always)
  mutating func withRow(_ row: Int, _ body: (UnsafeMutableBufferPointer<ColorSums>) -> Void) {
    let side = precision.cellsPerChannel
    isRowUsed[row] = true
    makeCells()
    filled.withUnsafeMutableBufferPointer { cells in
      body(UnsafeMutableBufferPointer(rebasing: cells[row * side..<(row + 1) * side]))
    }
  }

  /// Hands over the cells that hold pixels, by index.
  @inline(__always)
  func forEachOccupied(_ body: (_ cell: Int, _ sums: ColorSums) -> Void) {
    let side = precision.cellsPerChannel
    for row in isRowUsed.indices where isRowUsed[row] {
      for cell in row * side..<(row + 1) * side where filled[cell].count > 0 {
        body(cell, filled[cell])
      }
    }
  }

  /// Calls a body with all cells, and a byte for each row: 1 where it may hold pixels, else 0.
  @inline(__always)
  func withRows(_ body: (_ cells: UnsafePointer<ColorSums>, _ isUsed: UnsafeRawPointer) -> Void) {
    cells.withUnsafeBufferPointer { cells in
      isRowUsed.withUnsafeBytes { isUsed in
        guard let cells = cells.baseAddress, let isUsed = isUsed.baseAddress else { return }
        body(cells, isUsed)
      }
    }
  }

  /// Adds pixels of a cell by their sums; they are not in the tally yet.
  mutating func add(_ sums: ColorSums, toCell cell: Int) {
    makeCells()
    filled[cell] += sums
    isRowUsed[cell / precision.cellsPerChannel] = true
  }

  /// Makes the cells unless they are there.
  @inline(__always)
  private mutating func makeCells() {
    #if !hasFeature(Embedded)
      if filled.isEmpty { filled = emptyCells }
    #endif
  }

  /// The index of the cell that a colour falls in.
  @inline(__always)
  public func cellIndex(of color: RGB8) -> Int {
    let levels = precision.levelsPerCell
    let side = precision.cellsPerChannel
    return (Int(color.red) / levels * side + Int(color.green) / levels) * side
      + Int(color.blue) / levels
  }
}

extension ColorHistogram {
  /// Whether the same pixels were counted, in cells of the same precision.
  public static func == (a: ColorHistogram, b: ColorHistogram) -> Bool {
    a.precision == b.precision && a.tally == b.tally && a.cells == b.cells
  }

  /// Feeds what makes histograms equal.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(precision)
    hasher.combine(tally)
    hasher.combine(cells)
  }
}
