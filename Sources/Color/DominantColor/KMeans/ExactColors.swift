internal import CLibrary
internal import Pixels

/// The exact colours of pixels and how many pixels have each, as long as they lie in few cells.
///
/// Method `kmeans` clusters colours instead of cells where few cells are occupied
/// (``KMeansLimits/coarseCells``). Each cell that is met takes a block of 512 counters, one a
/// colour, so that counting hashes nothing; one cell too many, and everything is forgotten for
/// good. Like a histogram a commutative monoid: how pixels are cut up and ordered changes nothing.
final class ExactColors: @unchecked Sendable {
  // SAFETY: Sendable because concurrent kernels give one to each of their threads and join before
  // reading any.

  /// Colours of a cell.
  private static let blockSize = 512
  private static let noBlock = UInt16.max

  /// Whether the pixels lie in more cells than are counted, and nothing is known of them.
  private(set) var isOver = false
  /// How many colours occur.
  private(set) var colorCount = 0
  private var blockCount = 0
  /// A bit for each cell that has a block.
  private var taken = [UInt64](repeating: 0, count: HistogramPrecision.fine.cellCount / 64)
  /// The block of each cell.
  private var blocks = [UInt16](
    repeating: noBlock, count: HistogramPrecision.fine.cellCount)
  private let counts: UnsafeMutablePointer<UInt64>
  /// A bit for each counter of each block that is not 0.
  private let occurring: UnsafeMutablePointer<UInt64>
  /// Words of ``occurring`` for each block.
  private static let wordsInBlock = blockSize / 64

  /// Takes 2 MB, of which pages that no cell needs are never touched.
  init() {
    let size = KMeansLimits.coarseCells * Self.blockSize
    // SAFETY: all zeros; a block's number is under `coarseCells`.
    counts = .allocateZeros(capacity: size)
    occurring = .allocateZeros(capacity: size / 64)
  }

  deinit {
    counts.freeZeros()
    occurring.freeZeros()
  }

  /// Forgets every pixel, keeping the memory.
  ///
  /// - Complexity: O(colours), and O(cells) with a small constant.
  func removeAll() {
    forEachCell { cell in
      let block = Int(blocks[cell])
      blocks[cell] = Self.noBlock
      forEachOccurring(block) { counts[block &* Self.blockSize &+ $0] = 0 }
    }
    occurring.update(repeating: 0, count: blockCount * Self.wordsInBlock)
    for word in taken.indices { taken[word] = 0 }
    (blockCount, colorCount) = (0, 0)
    isOver = false
  }

  /// Adds the pixels of a view that count; stops reading when they lie in too many cells.
  ///
  /// - Complexity: O(*n*) in pixels; allocates nothing.
  func add(_ view: PixelView, rule: VisibilityRule) {
    for y in 0..<view.height {
      if isOver { return }
      // SAFETY: a row of the view has `width` pixels of four bytes.
      let row = view.row(y)
      var x = 0
      while x < view.width {
        let group = row + 4 * x
        if view.width - x >= 16, Self.isOneColor(group) {
          add(group.loadUnaligned(as: RGBA8.self), times: 16, rule)
          x += 16
        } else {
          let end = min(x + 16, view.width)
          while x < end {
            add((row + 4 * x).loadUnaligned(as: RGBA8.self), times: 1, rule)
            x += 1
          }
        }
      }
    }
  }

  /// Whether sixteen pixels are equal.
  @inline(__always)
  private static func isOneColor(_ pixels: UnsafeRawPointer) -> Bool {
    // SAFETY: sixteen pixels are eight words of 64 bits.
    let first = UInt64(pixels.loadUnaligned(as: UInt32.self))
    // Two pixels in a word, whichever byte comes first: both halves are the same.
    let pair = first << 32 | first
    var differs: UInt64 = 0
    for word in 0..<8 {
      differs |= (pixels + 8 * word).loadUnaligned(as: UInt64.self) ^ pair
    }
    return differs == 0
  }

  @inline(__always)
  private func add(_ pixel: RGBA8, times: UInt64, _ rule: VisibilityRule) {
    if rule.verdict(on: pixel) == .counted { add(pixel.color, times) }
  }

  /// Adds pixels of a colour.
  @inline(__always)
  func add(_ color: RGB8, _ times: UInt64) {
    let (red, green, blue) = (Int(color.red), Int(color.green), Int(color.blue))
    let cell = (red >> 3) << 10 | (green >> 3) << 5 | blue >> 3
    guard let block = block(of: cell) else { return }
    //     red, green, blue    [ 5 | 3 ]  [ 5 | 3 ]  [ 5 | 3 ]
    //     cell                5 · 5 · 5 bits: 32768
    //     place in its block      3 · 3 · 3 bits: 512
    add(times, to: block &* Self.blockSize | (red & 7) << 6 | (green & 7) << 3 | blue & 7)
  }

  /// Adds pixels to a counter.
  @inline(__always)
  private func add(_ times: UInt64, to counter: Int) {
    // SAFETY: a block's number times 512 and a number under that; both memories have its place.
    if counts[counter] == 0 {
      occurring[counter >> 6] |= 1 << UInt64(truncatingIfNeeded: counter & 63)
      colorCount &+= 1
    }
    counts[counter] &+= times
  }

  /// The number of a cell's block, a new one if need be; `nil` when there are none left.
  @inline(__always)
  private func block(of cell: Int) -> Int? {
    let block = blocks[cell]
    return block == Self.noBlock ? takeBlock(for: cell) : Int(block)
  }

  private func takeBlock(for cell: Int) -> Int? {
    guard !isOver, blockCount < KMeansLimits.coarseCells else {
      isOver = true
      return nil
    }
    blocks[cell] = UInt16(truncatingIfNeeded: blockCount)
    taken[cell >> 6] |= 1 << UInt64(truncatingIfNeeded: cell & 63)
    blockCount += 1
    return blockCount - 1
  }

  /// Adds the pixels of other colours.
  ///
  /// - Complexity: O(colours), and O(cells) with a small constant.
  func merge(_ other: ExactColors) {
    isOver = isOver || other.isOver
    if isOver { return }
    other.forEachCell { cell in
      guard let block = block(of: cell) else { return }
      let from = Int(other.blocks[cell])
      other.forEachOccurring(from) { low in
        add(
          other.counts[from &* Self.blockSize &+ low], to: block &* Self.blockSize &+ low)
      }
    }
  }

  /// Hands over every colour that occurs, with its pixels: by cell, within it by (r, g, b).
  ///
  /// - Parameter body: called with how many cells came before, the colour and its pixels.
  @inline(__always)
  func forEach(_ body: (_ cell: Int, _ color: RGB8, _ count: UInt64) -> Void) {
    var place = 0
    forEachCell { cell in
      let block = Int(blocks[cell])
      forEachOccurring(block) { low in
        let color = RGB8(
          red: UInt8(truncatingIfNeeded: (cell >> 10) << 3 | low >> 6),
          green: UInt8(truncatingIfNeeded: (cell >> 5 & 31) << 3 | low >> 3 & 7),
          blue: UInt8(truncatingIfNeeded: (cell & 31) << 3 | low & 7))
        body(place, color, counts[block &* Self.blockSize &+ low])
      }
      place += 1
    }
  }

  /// Hands over the cells that have a block, in order.
  @inline(__always)
  private func forEachCell(_ body: (Int) -> Void) {
    for word in taken.indices {
      Self.forEachBit(taken[word]) { body(word << 6 | $0) }
    }
  }

  /// Hands over the counters of a block that are not 0, in order.
  @inline(__always)
  private func forEachOccurring(_ block: Int, _ body: (Int) -> Void) {
    for word in 0..<Self.wordsInBlock {
      // SAFETY: a block's number, and a word of it.
      Self.forEachBit(occurring[block &* Self.wordsInBlock &+ word]) { body(word << 6 | $0) }
    }
  }

  @inline(__always)
  private static func forEachBit(_ word: UInt64, _ body: (Int) -> Void) {
    var bits = word
    while bits != 0 {
      body(bits.trailingZeroBitCount)
      bits &= bits &- 1
    }
  }
}
