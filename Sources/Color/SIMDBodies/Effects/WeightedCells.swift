/// Cells of 16 levels a side, and whether any colour of each may have a weight: 4096 bits, which a
/// few instructions look up for 32 pixels at once.
@frozen
public struct WeightedCells: Sendable {
  // SAFETY: Sendable because threads have cells of their own.
  @usableFromInline nonisolated(unsafe) let words: UnsafePointer<UInt16>

  /// Words that hold the bits of all cells.
  public static let wordCount = 256

  /// Takes words that are there: that of a cell by its red, and its green times 16; in it a bit for
  /// each blue.
  @inlinable @inline(__always)
  init(_ words: UnsafePointer<UInt16>) { self.words = words }

  /// The word of the cell that a box (`ColorBoxes`) lies in, and the cell's bit in it.
  @inlinable
  public static func place(ofBox box: Int) -> (word: Int, bit: UInt16) {
    // Of each channel's five bits the upper four name the cell:
    //
    //     box    [ b b b b b | g g g g g | r r r r r ]
    //     word                 [ g g g g   r r r r ]      and b b b b the bit
    (box >> 1 & 0xF | box >> 2 & 0xF0, 1 << (box >> 11))
  }

  /// In the lowest bit of each pixel's number whether its colour may have a weight; the other bits
  /// mean nothing.
  @inlinable @inline(__always)
  func bits(of pixels: PixelChannels) -> Halves {
    let redAndGreen = pixels.redAndGreen
    // Of the index only the low byte counts: four bits of green and four of red.
    let index = (redAndGreen &>> 8).selected(
      by: Halves(repeating: 0xFFF0), else: redAndGreen &>> 4)
    return Halves(of: words, at: index) &>> (pixels.blue &>> 4)
  }
}
