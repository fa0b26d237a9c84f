internal import Hashing

/// Ramps between 0 and 255 and back, one for each channel, each in a direction of its own.
///
/// Red runs once to and fro across the width, green down the height, and blue three times across
/// and five times down at once. So all of the colour cube is visited about equally: no window of it
/// holds a hundredth of the pixels, and a colour planted on a gradient is hardly mixed with it.
struct Gradient {
  private let canvas: Canvas
  private let columnSteps: SIMD3<UInt32>
  private let rowSteps: SIMD3<UInt32>
  private let starts: SIMD3<UInt32>

  init(canvas: Canvas) {
    self.canvas = canvas
    var choices = canvas.choices(stream: 0x67AD)
    /// A phase's advance a pixel, for so many periods (2³² each) along a side.
    func step(periods: UInt64, along side: Int) -> UInt32 {
      UInt32(truncatingIfNeeded: (periods << 32) / UInt64(side))
    }
    columnSteps = [step(periods: 1, along: canvas.width), 0, step(periods: 3, along: canvas.width)]
    rowSteps = [0, step(periods: 1, along: canvas.height), step(periods: 5, along: canvas.height)]
    starts = [
      UInt32(truncatingIfNeeded: choices.next()), UInt32(truncatingIfNeeded: choices.next()),
      UInt32(truncatingIfNeeded: choices.next()),
    ]
  }

  /// Writes part of a row with noise of a standard deviation of `noise64` / 64 levels.
  func paint(_ columns: Range<Int>, ofRow y: Int, noise64: Int32, into pixels: PixelRow) {
    let random = RowRandomness(canvas: canvas, stream: 0x67AE, row: y)
    let row = SIMD3<UInt32>(repeating: UInt32(truncatingIfNeeded: y))
    let first = SIMD3<UInt32>(repeating: UInt32(truncatingIfNeeded: columns.lowerBound))
    let phases = starts &+ rowSteps &* row &+ columnSteps &* first
    var (red, green, blue) = (phases.x, phases.y, phases.z)
    let steps = columnSteps
    for x in columns {
      let noise = BellNoise.draws(random[x])
      pixels.store(
        PackedPixel(
          red: Self.channel(red, noise.0 &* noise64),
          green: Self.channel(green, noise.1 &* noise64),
          blue: Self.channel(blue, noise.2 &* noise64)),
        at: x)
      red &+= steps.x
      green &+= steps.y
      blue &+= steps.z
    }
  }

  /// The level of a phase: up in its first half, down in its second, noise added in 1/8192 levels.
  @inline(__always)
  private static func channel(_ phase: UInt32, _ noise: Int32) -> Int32 {
    //     2³¹ │  ╱╲         the upper half is turned over: all bits flip where the highest is set
    //         │ ╱  ╲
    //       0 └──────→ phase, 2³²
    let mirrored = phase ^ UInt32(bitPattern: Int32(bitPattern: phase) &>> 31)
    // 2³¹ ÷ 2¹⁰ is 256 levels of 8192.
    let level8192 = Int32(truncatingIfNeeded: mirrored &>> 10)
    return clampedChannel((level8192 &+ noise) &>> 13)
  }
}

/// A gradient alone.
struct GradientPainter: RowPainter {
  private let gradient: Gradient

  init(canvas: Canvas) {
    gradient = Gradient(canvas: canvas)
  }

  func paint(row y: Int, into pixels: PixelRow) {
    gradient.paint(0..<pixels.width, ofRow: y, noise64: 2 * 64, into: pixels)
  }
}
