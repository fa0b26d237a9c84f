internal import Pixels

/// A disc with a soft edge on transparency, and what a careless reader would see: under full and
/// half transparency lie strong colours that are not in the picture, and more of them than of any
/// other.
///
/// The disc is of one colour with a little noise but for a smaller, darker disc in its middle.
/// Alpha falls from 255 inside to 0 outside, crossing from 128 to 127 exactly at the disc's edge.
struct AlphaPainter: RowPainter {
  private let canvas: Canvas
  /// Where everything is, in half pixels, so that the centre of any size is exact.
  private let center: (x: Int, y: Int)
  private let square: Int
  private let innerSquare: Int
  private let color: RGB8
  private let wrong: (PackedPixel, PackedPixel)

  init(canvas: Canvas) {
    self.canvas = canvas
    //     width 4    pixels    0   1 │ 2   3
    //                2x − 3   −3  −1 │ 1   3       the centre between two pixels is 0
    center = (canvas.width - 1, canvas.height - 1)
    // Half pixels: a radius of 3/8 of the shorter side; a third of it for the inner disc.
    let radius = max(1, min(canvas.width, canvas.height) * 3 / 4)
    square = radius * radius
    innerSquare = square / 9
    var choices = canvas.choices(stream: 0xA1FA)
    func level(_ value: Int) -> UInt8 { UInt8(value + choices.within(-8...8)) }
    color = RGB8(red: level(40), green: level(120), blue: level(200))
    wrong = (
      PackedPixel(RGB8(red: 255, green: 0, blue: 128), alpha: 0),
      PackedPixel(RGB8(red: 0, green: 255, blue: 0), alpha: 0)
    )
  }

  /// Columns less than a distance from the centre in a row: those whose pixels lie on a disc.
  private func columns(within square: Int, ofRow y: Int) -> Range<Int> {
    let dy = 2 * y - center.y
    guard dy * dy <= square else { return 0..<0 }
    let half = integerSquareRoot(UInt(square - dy * dy))
    // 2x − center.x lies in −half...half.
    // The quotient rounded up for the first column, and down for the last.
    let first = (center.x - half + 1) >> 1
    let last = (center.x + half) >> 1
    return max(first, 0)..<max(min(last + 1, canvas.width), max(first, 0))
  }

  /// The disc's colour, and exactly how many pixels have it.
  var truth: Truth? {
    var visible = 0
    var inner = 0
    for y in 0..<canvas.height {
      visible += columns(within: square, ofRow: y).count
      inner += columns(within: innerSquare, ofRow: y).count
    }
    guard visible - inner > inner else { return nil }
    return Truth(color, count: visible - inner, visibleCount: visible)
  }

  func paint(row y: Int, into pixels: PixelRow) {
    let random = RowRandomness(canvas: canvas, stream: 0xA1FB, row: y)
    let inner = columns(within: innerSquare, ofRow: y)
    let dy = 2 * y - center.y
    let stripe = max(1, canvas.height / 8)
    let hidden = (y / stripe).isMultiple(of: 2) ? wrong.0 : wrong.1
    for x in 0..<pixels.width {
      let dx = 2 * x - center.x
      let depth = square - dx * dx - dy * dy
      // 128 at the edge itself, 127 just outside; a quarter of the area inside it to reach 255.
      let slope = depth * 508 / square - (depth < 0 ? 1 : 0)
      let alpha = Int32(truncatingIfNeeded: min(max(128 + slope, 0), 255))
      guard alpha > 0 else {
        pixels.store(hidden, at: x)
        continue
      }
      guard alpha >= 128 else {
        pixels.store(PackedPixel(red: 255, green: 0, blue: 128, alpha: alpha), at: x)
        continue
      }
      let noise = BellNoise.draws(random[x])
      // A deviation of 2 levels: draws have one of 128.
      let scatter = ((noise.0 &+ 32) &>> 6, (noise.1 &+ 32) &>> 6, (noise.2 &+ 32) &>> 6)
      if inner.contains(x) {
        pixels.store(
          PackedPixel(
            red: 96 &+ scatter.0, green: 32 &+ scatter.1, blue: 24 &+ scatter.2, alpha: alpha),
          at: x)
      } else {
        pixels.store(
          PackedPixel(
            red: Int32(color.red) &+ scatter.0, green: Int32(color.green) &+ scatter.1,
            blue: Int32(color.blue) &+ scatter.2, alpha: alpha),
          at: x)
      }
    }
  }
}
