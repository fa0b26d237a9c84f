internal import Pixels

/// The pixels that a sample has read so far, by cell: counts and channel sums.
struct SampleTable {
  /// Draws that fit: 2²² × 255 < 2³².
  static let capacity = 1 << 22

  /// Draws that hit a pixel.
  private(set) var pixelsRead = 0
  // Two words a cell, each of two 32-bit fields: count and red, green and blue.
  private var words: [UInt64]
  private let side: Int
  // The pixels of a round, gathered before any is looked at, so that many loads are under way.
  private var round = [RGBA8](
    repeating: RGBA8(red: 0, green: 0, blue: 0, alpha: 0), count: SamplePositions.strata)

  init(_ precision: HistogramPrecision) {
    words = Array(repeating: 0, count: 2 * precision.cellCount)
    side = precision.cellsPerChannel
  }

  mutating func removeAll() {
    words.withUnsafeMutableBufferPointer { $0.update(repeating: 0) }
    pixelsRead = 0
  }

  /// Reads the pixels of some rounds.
  ///
  /// - Complexity: O(rounds), however large the view.
  mutating func read(
    _ rounds: Range<Int>, of view: PixelView, at positions: SamplePositions, rule: VisibilityRule
  ) {
    for number in rounds {
      let count = gather(number, of: view, at: positions)
      add(count, rule: rule)
      pixelsRead += count
    }
  }

  /// Loads the pixels of a round; those of strata past the image's end are left out.
  private mutating func gather(
    _ number: Int, of view: PixelView, at positions: SamplePositions
  ) -> Int {
    let (pixelCount, width, stride) = (view.pixelCount, view.width, view.bytesPerRow)
    let isContiguous = view.isContiguous
    return round.withUnsafeMutableBufferPointer { round in
      var count = 0
      for stratum in round.indices {
        let index = positions[round: number, stratum: stratum]
        guard index < pixelCount else { continue }
        let offset =
          isContiguous ? 4 &* index : index / width &* stride &+ 4 &* (index % width)
        // SAFETY: `index` is below the view's pixels, so that its row and column are inside.
        round[count] = (view.baseAddress + offset).loadUnaligned(as: RGBA8.self)
        count &+= 1
      }
      return count
    }
  }

  /// Adds the first pixels of the gathered round to their cells.
  private mutating func add(_ count: Int, rule: VisibilityRule) {
    let shift = side == 16 ? 4 : 3
    let cellBits = 8 - shift
    words.withUnsafeMutableBufferPointer { words in
      for pixel in round[..<count] where rule.verdict(on: pixel) == .counted {
        let (red, green, blue) = (Int(pixel.red), Int(pixel.green), Int(pixel.blue))
        let cell =
          (red &>> shift) &<< (2 &* cellBits) | (green &>> shift) &<< cellBits | blue &>> shift
        words[2 &* cell] &+= 1 &<< 32 | UInt64(pixel.red)
        words[2 &* cell &+ 1] &+= UInt64(pixel.green) &<< 32 | UInt64(pixel.blue)
      }
    }
  }

  /// Writes the pixels read of each cell over other counts.
  func copyCounts(to counts: inout [UInt64]) {
    precondition(2 * counts.count == words.count, "counts are one a cell")
    words.withUnsafeBufferPointer { words in
      counts.withUnsafeMutableBufferPointer { counts in
        for cell in counts.indices { counts[cell] = words[2 &* cell] &>> 32 }
      }
    }
  }

  /// The pixels read in a cell and their channel sums.
  func sums(_ cell: Int) -> ColorSums {
    let (first, second) = (words[2 * cell], words[2 * cell + 1])
    return ColorSums(
      count: first >> 32, red: first & 0xFFFF_FFFF, green: second >> 32,
      blue: second & 0xFFFF_FFFF)
  }
}
