internal import Pixels

/// The exact colours of pixels and how many pixels have each, as long as they lie in few cells.
///
/// Method `kmeans` clusters colours instead of cells where few cells are occupied
/// (``KMeansLimits/coarseCells``). Each cell that is met takes a block of 512 counters, one a
/// colour, so that counting hashes nothing; one cell too many, and everything is forgotten for
/// good. Like a histogram a commutative monoid: how pixels are cut up and ordered changes nothing.
final class ExactColors: @unchecked Sendable {
  // SAFETY: Sendable because concurrent kernels lend one to each of their threads and join before
  // reading any.

  /// Colours of a cell.
  private static let blockSize = 512
  private static let noBlock = UInt16.max

  /// Whether the pixels lie in more cells than are counted, and nothing is known of them.
  private(set) var isOver = false
  private var blockCount = 0
  /// The block of each cell.
  private var blocks = [UInt16](
    repeating: noBlock, count: HistogramPrecision.fine.cellCount)
  private let counts: UnsafeMutablePointer<UInt64>

  /// Takes 2 MB, of which pages that no cell needs are never touched.
  init() {
    let size = KMeansLimits.coarseCells * Self.blockSize
    counts = .allocate(capacity: size)
    // SAFETY: initialised whole before anyone reads; a block's number is under `coarseCells`.
    counts.initialize(repeating: 0, count: size)
  }

  deinit { counts.deallocate() }

  /// Forgets every pixel, keeping the memory.
  func removeAll() {
    counts.update(repeating: 0, count: blockCount * Self.blockSize)
    blockCount = 0
    isOver = false
    for cell in blocks.indices { blocks[cell] = Self.noBlock }
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
    // SAFETY: a block of 512 counters, and three times three bits.
    counts[block &* Self.blockSize | (red & 7) << 6 | (green & 7) << 3 | blue & 7] &+= times
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
    blockCount += 1
    return blockCount - 1
  }

  /// Adds the pixels of other colours.
  ///
  /// - Complexity: O(colours in the other's cells).
  func merge(_ other: ExactColors) {
    isOver = isOver || other.isOver
    for cell in other.blocks.indices where other.blocks[cell] != Self.noBlock && !isOver {
      guard let block = block(of: cell) else { return }
      // SAFETY: two blocks of 512 counters.
      let (to, from) = (
        counts + block * Self.blockSize, other.counts + Int(other.blocks[cell]) * Self.blockSize
      )
      for low in 0..<Self.blockSize { to[low] &+= from[low] }
    }
  }

  /// Hands over every colour that occurs, with its pixels: by cell, within it by (r, g, b).
  ///
  /// - Parameter body: called with how many cells came before, the colour and its pixels.
  func forEach(_ body: (_ cell: Int, _ color: RGB8, _ count: UInt64) -> Void) {
    var place = 0
    for cell in blocks.indices where blocks[cell] != Self.noBlock {
      // SAFETY: a block of 512 counters.
      let block = counts + Int(blocks[cell]) * Self.blockSize
      for low in 0..<Self.blockSize where block[low] > 0 {
        let color = RGB8(
          red: UInt8(truncatingIfNeeded: (cell >> 10) << 3 | low >> 6),
          green: UInt8(truncatingIfNeeded: (cell >> 5 & 31) << 3 | low >> 3 & 7),
          blue: UInt8(truncatingIfNeeded: (cell & 31) << 3 | low & 7))
        body(place, color, block[low])
      }
      place += 1
    }
  }
}
