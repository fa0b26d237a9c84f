/// What stands where in a photo-like image, and in which colours: chosen once an image.
///
/// A sky with clouds, three ridges one before the other, and balls on the nearest. Everything
/// scales with the canvas, so that a large image is the same picture seen sharply.
struct PhotoScene {
  /// A colour in 1/16 levels.
  typealias Shade = SIMD3<Int32>

  /// Land between a ridge and the next one in front of it.
  struct Land {
    /// The height of the land's upper edge in each column, in 1/16 rows from the top.
    let ridge: [Int32]
    /// The least of these heights: no row above it shows the land.
    let highest: Int32
    let color: Shade
    /// How much of the fine texture shows, of 16.
    let roughness: Int32
  }

  /// A shaded ball.
  struct Ball {
    let x: Int
    let y: Int
    let radius: Int
    let color: Shade
  }

  let skyTop: Shade
  let skyBottom: Shade
  let lands: [Land]
  let balls: [Ball]

  init(canvas: Canvas) {
    var choices = canvas.choices(stream: 0x5CE0)
    func shade(_ red: Int, _ green: Int, _ blue: Int) -> Shade {
      func level(_ value: Int) -> Int32 {
        Int32(16 * min(max(value + choices.within(-12...12), 0), 255))
      }
      return [level(red), level(green), level(blue)]
    }
    let palette = Self.palettes[choices.below(Self.palettes.count)]
    func next(_ index: Int) -> Shade {
      shade(palette[index].x, palette[index].y, palette[index].z)
    }
    skyTop = next(0)
    skyBottom = next(1)
    let scale = Self.largestShift(canvas)
    lands = (0..<3).map { depth in
      // Nearer land starts lower, waves less and shows more texture.
      let middle = canvas.height * [9, 12, 15][depth] / 24
      let wave = Int32(truncatingIfNeeded: 16 * canvas.height / [8, 12, 18][depth])
      var ridge = [Int32](
        repeating: Int32(truncatingIfNeeded: 16 * middle), count: canvas.width)
      SmoothField(
        (0..<5).map { .init(shift: max(scale - $0, 1), amplitude: wave &>> Int32($0)) },
        stream: 0x41D6 &+ UInt64(depth), canvas: canvas
      ).add(row: 0, to: &ridge)
      return Land(
        ridge: ridge, highest: ridge.min() ?? 0, color: next(2 + depth),
        roughness: [4, 8, 16][depth])
    }
    let unit = max(1, min(canvas.width, canvas.height))
    balls = (0..<6).map { index in
      let radius = max(1, unit * choices.within(5...13) / 100)
      return Ball(
        x: canvas.width * (2 * index + 1) / 12 + choices.within(-unit / 16...unit / 16),
        y: canvas.height * choices.within(66...92) / 100 - radius / 3, radius: radius,
        color: next(5 + index % 3))
    }.sorted { $0.y + $0.radius < $1.y + $1.radius }
  }

  /// The lattice shift of the largest features: about a third of the canvas's shorter side.
  static func largestShift(_ canvas: Canvas) -> Int {
    let third = max(4, min(canvas.width, canvas.height) / 3)
    return min(Int.bitWidth - 1 - third.leadingZeroBitCount, 14)
  }

  /// Sky above and at the horizon, three lands from far to near, three kinds of ball.
  private static let palettes: [[SIMD3<Int>]] = [
    [
      [72, 124, 190], [206, 218, 226], [104, 126, 150], [86, 112, 66], [146, 128, 78],
      [190, 62, 44], [222, 166, 54], [92, 58, 84],
    ],
    [
      [88, 78, 128], [238, 186, 142], [112, 92, 118], [78, 74, 82], [98, 84, 62],
      [206, 116, 62], [64, 92, 112], [224, 212, 190],
    ],
    [
      [142, 166, 180], [222, 222, 214], [120, 142, 134], [62, 92, 58], [70, 108, 46],
      [218, 202, 70], [196, 80, 118], [234, 232, 226],
    ],
  ]
}
