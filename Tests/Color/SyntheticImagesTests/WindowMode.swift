internal import Pixels

/// The densest window, by the definition and in the plainest way: what truths are checked against
/// without asking the library that they are made to check.
struct WindowMode {
  /// The mean of the winning window's pixels, unrounded.
  let mean: SIMD3<Double>
  /// Pixels in the winning window.
  let count: Int
  /// The fixed cell of 16 levels with most pixels, by its lowest corner.
  let fullestCell: RGB8

  init?(of image: ImageBuffer, minimumAlpha: UInt8 = 128) {
    var counts = [Int](repeating: 0, count: 4096)
    var sums = [SIMD3<Int>](repeating: .zero, count: 4096)
    image.withPixels { view in
      for y in 0..<view.height {
        for x in 0..<view.width where view[x, y].alpha >= minimumAlpha {
          let pixel = view[x, y]
          let cell = Int(pixel.red >> 4) * 256 + Int(pixel.green >> 4) * 16 + Int(pixel.blue >> 4)
          counts[cell] += 1
          sums[cell] &+= SIMD3(Int(pixel.red), Int(pixel.green), Int(pixel.blue))
        }
      }
    }
    var best = (count: 0, sum: SIMD3<Int>.zero)
    let neighbours = [0, 1, 16, 17, 256, 257, 272, 273]
    for red in 0..<15 {
      for green in 0..<15 {
        for blue in 0..<15 {
          let corner = red * 256 + green * 16 + blue
          let count = neighbours.reduce(0) { $0 + counts[corner + $1] }
          guard count > best.count else { continue }
          best = (count, neighbours.reduce(.zero) { $0 &+ sums[corner + $1] })
        }
      }
    }
    guard best.count > 0 else { return nil }
    mean = SIMD3<Double>(best.sum) / Double(best.count)
    count = best.count
    let fullest = counts.indices.reduce(0) { counts[$1] > counts[$0] ? $1 : $0 }
    fullestCell = RGB8(
      red: UInt8(fullest / 256 * 16), green: UInt8(fullest / 16 % 16 * 16),
      blue: UInt8(fullest % 16 * 16))
  }
}
