internal import Pixels

/// Paints a gradient, and over it the patch and decoy of a scene.
struct PlantedPainter: RowPainter {
  private let canvas: Canvas
  private let gradient: Gradient
  private let patch: PixelBlock
  private let decoyBlock: PixelBlock
  private let decoy: PackedPixel?
  private let center8192: SIMD3<Int32>
  private let low: SIMD3<Int32>
  private let high: SIMD3<Int32>
  private let deviation64: Int32
  private let backgroundDeviation64: Int32

  init(scene: PlantedScene, canvas: Canvas) {
    self.canvas = canvas
    gradient = Gradient(canvas: canvas)
    (patch, decoyBlock) = PixelBlock.pair(scene.counts(on: canvas), on: canvas)
    decoy = scene.decoy.map { PackedPixel($0) }
    let center64 = scene.center64
    center8192 = center64 &* 128
    // As far on either side as the channel's ends allow, so that cutting does not move the mean.
    var reach64 = SIMD3<Int32>(repeating: 8 * 64)
    reach64 = pointwiseMin(reach64, pointwiseMin(center64, 255 * 64 &- center64))
    low = (center64 &- reach64 &+ 63) &>> 6
    high = (center64 &+ reach64) &>> 6
    // 128 levels of deviation are more noise than there are levels, and keep the products small.
    deviation64 = Int32(min(max(scene.deviation, 0), 128) * 64)
    backgroundDeviation64 = Int32(min(max(scene.backgroundDeviation, 0), 128) * 64)
  }

  func paint(row y: Int, into pixels: PixelRow) {
    let patchColumns = patch.columns(inRow: y)
    let decoyColumns = decoyBlock.columns(inRow: y)
    var x = 0
    for covered in [patchColumns, decoyColumns].sorted(by: { $0.lowerBound < $1.lowerBound })
    where !covered.isEmpty {
      paintBackground(x..<covered.lowerBound, ofRow: y, into: pixels)
      if covered == patchColumns {
        paintPatch(covered, ofRow: y, into: pixels)
      } else if let decoy {
        pixels.fill(covered, with: decoy)
      }
      x = covered.upperBound
    }
    paintBackground(x..<pixels.width, ofRow: y, into: pixels)
  }

  private func paintBackground(_ columns: Range<Int>, ofRow y: Int, into pixels: PixelRow) {
    gradient.paint(columns, ofRow: y, noise64: backgroundDeviation64, into: pixels)
  }

  private func paintPatch(_ columns: Range<Int>, ofRow y: Int, into pixels: PixelRow) {
    let random = RowRandomness(canvas: canvas, stream: 0x9148, row: y)
    // Copies, because a store of a pixel might change `self` for all the compiler knows.
    let (center, low, high, deviation) = (center8192, low, high, deviation64)
    for x in columns {
      let noise = BellNoise.draws(random[x])
      let red = (center.x &+ noise.0 &* deviation &+ 4096) &>> 13
      let green = (center.y &+ noise.1 &* deviation &+ 4096) &>> 13
      let blue = (center.z &+ noise.2 &* deviation &+ 4096) &>> 13
      pixels.store(
        PackedPixel(
          red: min(max(red, low.x), high.x), green: min(max(green, low.y), high.y),
          blue: min(max(blue, low.z), high.z)),
        at: x)
    }
  }
}
