/// A picture with the statistics of a photograph: a few large regions of slowly varying colour,
/// edges between them, texture at every scale, and sensor noise that neighbours share.
///
/// What matters to a histogram kernel is how many neighbouring pixels fall into one cell of 16
/// levels and how many cells are in use; both are set to those of real photographs of the same
/// size.
struct PhotoPainter: RowPainter {
  private let canvas: Canvas
  private let scene: PhotoScene
  private let clouds: SmoothField
  private let texture: SmoothField
  // Working rows, one value a column, kept between rows so that painting allocates nothing.
  private var cloudRow: [Int32]
  private var textureRow: [Int32]
  private var red: [Int32]
  private var green: [Int32]
  private var blue: [Int32]

  init(canvas: Canvas) {
    self.canvas = canvas
    scene = PhotoScene(canvas: canvas)
    let scale = PhotoScene.largestShift(canvas)
    func octaves(
      from first: Int, each step: Int, amplitudes: [Int32]
    ) -> [SmoothField.Octave] {
      amplitudes.enumerated().map { index, amplitude in
        .init(shift: max(scale - first - index * step, 1), amplitude: amplitude)
      }
    }
    clouds = SmoothField(
      octaves(from: 0, each: 1, amplitudes: [900, 600, 320, 180]), stream: 0xC10D, canvas: canvas)
    texture = SmoothField(
      octaves(from: 1, each: 2, amplitudes: [400, 300, 240, 200]), stream: 0x7E87, canvas: canvas)
    cloudRow = [Int32](repeating: 0, count: canvas.width)
    textureRow = cloudRow
    red = cloudRow
    green = cloudRow
    blue = cloudRow
  }

  mutating func paint(row y: Int, into pixels: PixelRow) {
    for x in 0..<canvas.width {
      cloudRow[x] = 0
      textureRow[x] = 0
    }
    clouds.add(row: y, to: &cloudRow)
    texture.add(row: y, to: &textureRow)
    paintSky(row: y)
    for land in scene.lands {
      paint(land, row: y)
    }
    for ball in scene.balls {
      paintShadow(of: ball, row: y)
      paint(ball, row: y)
    }
    develop(row: y, into: pixels)
  }

  private mutating func paintSky(row y: Int) {
    let down = Int32(truncatingIfNeeded: min(y * 512 / max(canvas.height, 1), 256))
    // Colours are 12 bits, 16ths of a level, and 256 is the whole way, reached at half of the
    // height.
    let sky = scene.skyTop &+ ((scene.skyBottom &- scene.skyTop) &* down) &>> 8
    let white = 3900 &- sky
    for x in 0..<canvas.width {
      let cloud = min(max(cloudRow[x] &- 100, 0), 1200)
      red[x] = sky.x &+ (white.x &* cloud) &>> 11
      green[x] = sky.y &+ (white.y &* cloud) &>> 11
      blue[x] = sky.z &+ (white.z &* cloud) &>> 11
    }
  }

  private mutating func paint(_ land: PhotoScene.Land, row y: Int) {
    let row16 = Int32(truncatingIfNeeded: 16 * y)
    guard row16 &- land.highest > -16 else { return }
    for x in 0..<canvas.width {
      // Nearness to the edge blends over two rows; further down the land darkens a little.
      let depth = row16 &- land.ridge[x]
      // From a row above the edge, 16ths of a row, to a row below it: 0 to 32 of 32.
      let cover = min(max(depth &+ 16, 0), 32)
      let dark = min(max(depth, 0) &>> 5, 400)
      let bump = (textureRow[x] &* land.roughness) &>> 4 &- dark
      let tint = cloudRow[x] &>> 2
      red[x] &+= ((land.color.x &+ bump &+ tint &- red[x]) &* cover) &>> 5
      green[x] &+= ((land.color.y &+ bump &- green[x]) &* cover) &>> 5
      blue[x] &+= ((land.color.z &+ bump &- tint &- blue[x]) &* cover) &>> 5
    }
  }

  /// Darkens the ground in a flat ellipse under a ball.
  private mutating func paintShadow(of ball: PhotoScene.Ball, row y: Int) {
    let dy = (y - ball.y - ball.radius * 9 / 10) * 4
    let reach = ball.radius * 5 / 4
    guard abs(dy) < reach else { return }
    let square = reach * reach
    let center = ball.x + ball.radius / 3
    for x in (max(center - reach, 0)..<max(center + reach, 0)).clamped(to: 0..<canvas.width) {
      let dx = x - center
      let inside = square - dx * dx - dy * dy
      guard inside > 0 else { continue }
      let keep = 256 &- Int32(truncatingIfNeeded: inside * 150 / square)
      red[x] = (red[x] &* keep) &>> 8
      green[x] = (green[x] &* keep) &>> 8
      blue[x] = (blue[x] &* keep) &>> 8
    }
  }

  /// Paints a ball's row, lit from the upper left.
  private mutating func paint(_ ball: PhotoScene.Ball, row y: Int) {
    let dy = y - ball.y
    guard abs(dy) <= ball.radius else { return }
    let square = ball.radius * ball.radius
    let half = integerSquareRoot(UInt(square - dy * dy))
    let columns = max(ball.x - half, 0)..<max(ball.x + half + 1, 0)
    let scale = 4096 / max(ball.radius, 1) + 1
    for x in columns.clamped(to: 0..<canvas.width) {
      let dx = x - ball.x
      let facing = 4096 - ((dx * dx + dy * dy) * scale / max(ball.radius, 1))
      let light = 90 + (facing * 110) >> 12 - ((dx + dy) * scale * 60) >> 12
      let lit = Int32(truncatingIfNeeded: light)
      let shine = Int32(truncatingIfNeeded: max(light - 190, 0) * 24)
      let bump = textureRow[x] &>> 2
      red[x] = min((ball.color.x &* lit) &>> 8 &+ shine, 4000) &+ bump
      green[x] = min((ball.color.y &* lit) &>> 8 &+ shine, 4000) &+ bump
      blue[x] = min((ball.color.z &* lit) &>> 8 &+ shine, 4000) &+ bump
    }
  }

  /// Adds the noise of a sensor and writes the row.
  ///
  /// A pixel's noise is two parts its own draw and one part its left neighbour's, as in an image
  /// interpolated from a colour filter: s = 1.8 levels, correlated by 0.4 with the next pixel's.
  private func develop(row y: Int, into pixels: PixelRow) {
    let random = RowRandomness(canvas: canvas, stream: 0x5E25, row: y)
    // Two draws and one have a deviation of 286; × 13 is 3720, in 1/2048 levels 1.8.
    let scale: Int32 = 13
    var before = BellNoise.draws(random[-1])
    for x in 0..<pixels.width {
      let noise = BellNoise.draws(random[x])
      let r = (red[x] &* 128 &+ (2 &* noise.0 &+ before.0) &* scale &+ 1024) &>> 11
      let g = (green[x] &* 128 &+ (2 &* noise.1 &+ before.1) &* scale &+ 1024) &>> 11
      let b = (blue[x] &* 128 &+ (2 &* noise.2 &+ before.2) &* scale &+ 1024) &>> 11
      pixels.store(
        PackedPixel(red: clampedChannel(r), green: clampedChannel(g), blue: clampedChannel(b)),
        at: x)
      before = noise
    }
  }
}
