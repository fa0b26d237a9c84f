internal import Hashing
internal import Pixels

/// One colour everywhere.
struct FlatPainter: RowPainter {
  let color: RGB8
  private let canvas: Canvas

  /// A colour that follows from the seed.
  init(canvas: Canvas) {
    var choices = canvas.choices(stream: 0xF1A7)
    self.init(color: RGB8(bits: choices.next()), canvas: canvas)
  }

  init(color: RGB8, canvas: Canvas) {
    self.color = color
    self.canvas = canvas
  }

  var truth: Truth {
    Truth(color, count: canvas.pixelCount, visibleCount: canvas.pixelCount)
  }

  func paint(row y: Int, into pixels: PixelRow) {
    pixels.fill(0..<pixels.width, with: PackedPixel(color))
  }
}

/// Every pixel its own uniformly random colour.
struct UniformNoisePainter: RowPainter {
  private let canvas: Canvas

  init(canvas: Canvas) {
    self.canvas = canvas
  }

  func paint(row y: Int, into pixels: PixelRow) {
    let random = RowRandomness(canvas: canvas, stream: 0x4015, row: y)
    for x in 0..<pixels.width {
      pixels.store(PackedPixel(opaque: random[x] &>> 40), at: x)
    }
  }
}

extension RGB8 {
  /// The colour of a random number's highest 24 bits.
  init(bits: UInt64) {
    self.init(
      red: UInt8(truncatingIfNeeded: bits &>> 40), green: UInt8(truncatingIfNeeded: bits &>> 48),
      blue: UInt8(truncatingIfNeeded: bits &>> 56))
  }
}
