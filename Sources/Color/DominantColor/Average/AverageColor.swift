public import Pixels

/// The mean colour of pixels, for a placeholder while a picture loads, or one colour to fill an edge with.
///
/// There are two means. That of light is what the picture looks like from far away, or scaled down rightly to one
/// pixel. That of the encoded levels is what most programs compute; it is darker where light and dark meet. Neither need be a
/// colour of the picture: for that, ask for a ``Palette``.
///
/// ```swift
/// var average = AverageColor()
/// average.add(pixels)
/// average.ofLight  // #bcbcbc for a chessboard of black and white
/// average.ofLevels  // #808080
/// ```
///
/// Averages add up: of bands, of several threads, of pictures. Sums are integers, so that the order does not matter, and means are
/// equal on every machine.
public struct AverageColor: Hashable, Sendable {
  /// Which pixels count, each of those alike, whatever its alpha.
  public let visibility: VisibilityRule
  /// What was counted and what was not.
  public private(set) var tally = PixelTally()
  /// How many pixels have each level: 256 of red, then of green, then of blue.
  private var counts = [UInt64](repeating: 0, count: 3 * 256)

  /// An average of nothing.
  public init(visibility: VisibilityRule = VisibilityRule()) { self.visibility = visibility }

  /// Adds pixels.
  ///
  /// - Complexity: O(*n*) in pixels.
  public mutating func add(_ pixels: PixelView) {
    let visibility = visibility
    var tally = tally
    counts.withUnsafeMutableBufferPointer { counts in
      for y in 0..<pixels.height {
        for x in 0..<pixels.width {
          let pixel = pixels[x, y]
          switch visibility.verdict(on: pixel) {
          case .transparent: tally.transparent += 1
          case .filtered: tally.filtered += 1
          case .counted:
            tally.counted += 1
            counts[Int(pixel.red)] += 1
            counts[256 + Int(pixel.green)] += 1
            counts[512 + Int(pixel.blue)] += 1
          }
        }
      }
    }
    self.tally = tally
  }

  /// Adds the pixels of another average.
  public mutating func merge(_ other: AverageColor) {
    tally.counted += other.tally.counted
    tally.transparent += other.tally.transparent
    tally.filtered += other.tally.filtered
    for index in counts.indices { counts[index] += other.counts[index] }
  }

  /// The mean of linear light, encoded again.
  ///
  /// For each channel it is the level nearest to it; `nil` where no pixel counts.
  public var ofLight: RGB8? {
    color { counts in
      // The highest level half a step below which there is no more light than the mean.
      let sum = counts.enumerated().reduce(UInt128(0)) { sum, level in
        sum + UInt128(level.element) * UInt128(LinearLight.table[level.offset])
      }
      var (low, high) = (0, 255)
      while low < high {
        let middle = (low + high + 1) / 2
        let least = LinearLight.of(UInt32(256 * middle - 128))
        if UInt128(least) * UInt128(tally.counted) <= sum {
          low = middle
        } else {
          high = middle - 1
        }
      }
      return low
    }
  }

  /// The mean of the encoded levels of sRGB, rounded half up; `nil` where no pixel counts.
  public var ofLevels: RGB8? {
    color { counts in
      let sum = counts.enumerated().reduce(UInt128(0)) { sum, level in
        sum + UInt128(level.element) * UInt128(level.offset)
      }
      return Int((2 * sum + UInt128(tally.counted)) / (2 * UInt128(tally.counted)))
    }
  }

  /// A colour of three levels, each from the counts of a channel.
  private func color(_ level: (ArraySlice<UInt64>) -> Int) -> RGB8? {
    guard tally.counted > 0 else { return nil }
    let levels = (0..<3).map { UInt8(level(counts[(256 * $0)..<(256 * $0 + 256)])) }
    return RGB8(red: levels[0], green: levels[1], blue: levels[2])
  }
}
