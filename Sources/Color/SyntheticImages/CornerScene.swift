package import Pixels

/// The hardest layout for code that looks at a part of an image only: all of the most frequent colour
/// lies in one corner, and the next most frequent is spread evenly over the rest.
///
/// What is left is uniform noise, of which no window of 32 levels a side holds more than about one
/// pixel in 500.
package struct CornerScene: Hashable, Sendable {
  /// The colour in the corner, which wins.
  package var winner: RGB8
  /// The winner's share of the pixels (rounded up), 0 to 1.
  package var winnerFraction: Double
  /// The colour that is spread out.
  package var rival: RGB8
  /// The rival's share, which should be less than the winner's; never more than one pixel above it.
  package var rivalFraction: Double
  /// Whether the corner is the lower right one instead of the upper left.
  package var isLowerRight: Bool

  package init(
    winner: RGB8, winnerFraction: Double, rival: RGB8, rivalFraction: Double,
    isLowerRight: Bool = false
  ) {
    self.winner = winner
    self.winnerFraction = winnerFraction
    self.rival = rival
    self.rivalFraction = rivalFraction
    self.isLowerRight = isLowerRight
  }

  func winnerBlock(on canvas: Canvas) -> PixelBlock {
    let share = min(max(winnerFraction, 0), 1)
    let count = Int((Double(canvas.pixelCount) * share).rounded(.up))
    let width = min(
      canvas.width, max(1, Int((Double(canvas.width) * share.squareRoot()).rounded(.up))))
    guard isLowerRight else {
      return PixelBlock(columns: 0..<width, start: 0, count: count)
    }
    return PixelBlock(
      columns: canvas.width - width..<canvas.width, start: width * canvas.height - count,
      count: count)
  }
}

struct CornerPainter: RowPainter {
  private let canvas: Canvas
  private let scene: CornerScene
  private let block: PixelBlock
  private let rivalStep: UInt64

  init(scene: CornerScene, canvas: Canvas) {
    self.canvas = canvas
    self.scene = scene
    block = scene.winnerBlock(on: canvas)
    rivalStep = UInt64(min(max(scene.rivalFraction, 0), 1) * 0x1p32)
  }

  func paint(row y: Int, into pixels: PixelRow) {
    let random = RowRandomness(canvas: canvas, stream: 0xC042, row: y)
    let rival = PackedPixel(scene.rival)
    // The phase passes 2³² as often as the rival is due: no two gaps differ by more than a pixel.
    var phase = rivalStep &* UInt64(y * canvas.width) & 0xFFFF_FFFF
    for x in 0..<pixels.width {
      phase += rivalStep
      let isDue = phase >= 0x1_0000_0000
      phase &= 0xFFFF_FFFF
      pixels.store(isDue ? rival : PackedPixel(opaque: random[x] &>> 40), at: x)
    }
    pixels.fill(block.columns(inRow: y), with: PackedPixel(scene.winner))
  }
}

extension SyntheticImage {
  /// An image whose most frequent colour is confined to a corner.
  package static func cornered(_ scene: CornerScene) -> SyntheticImage {
    SyntheticImage(
      name: "cornered", summary: "the winner in one corner, its rival spread evenly over the rest",
      makePainter: { CornerPainter(scene: scene, canvas: $0) },
      truth: { canvas in
        let count = scene.winnerBlock(on: canvas).count
        guard count > 0 else { return nil }
        return Truth(scene.winner, count: count, visibleCount: canvas.pixelCount)
      })
  }
}
