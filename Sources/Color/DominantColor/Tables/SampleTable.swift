internal import CVectorShims
internal import Pixels

/// The pixels that a sample has read so far, by cell: counts and channel sums.
struct SampleTable {
  /// Draws that fit: 2²² × 255 < 2³².
  static let capacity = 1 << 22

  /// Draws that hit a pixel.
  private(set) var pixelsRead = 0
  // Two words a cell, each of two 32-bit fields: count and red, green and blue.
  //     word 2c        [ pixels, 32 bits | red sum, 32 bits ]
  //     word 2c + 1    [ green sum       | blue sum         ]
  //
  // A sum of 2²² levels stays under 2³², and so carries nothing into the other field.
  private var words: [UInt64]
  private let side: Int
  // Where the pixels of a round lie, in bytes from the first.
  private var offsets = [Int](repeating: 0, count: SamplePositions.strata)

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
      let count = fetch(number, of: view, at: positions)
      add(count, of: view, rule: rule)
      pixelsRead += count
    }
  }

  /// Begins to fetch the pixels of a round; those of strata past the image's end are left out.
  ///
  /// A processor has many fetches under way at once, but waits for a few loads.
  private mutating func fetch(
    _ number: Int, of view: PixelView, at positions: SamplePositions
  ) -> Int {
    let (pixelCount, width, stride) = (view.pixelCount, view.width, view.bytesPerRow)
    let isContiguous = view.isContiguous
    return offsets.withUnsafeMutableBufferPointer { offsets in
      var count = 0
      for stratum in offsets.indices {
        let index = positions[round: number, stratum: stratum]
        guard index < pixelCount else { continue }
        let offset =
          isContiguous ? 4 &* index : index / width &* stride &+ 4 &* (index % width)
        cv_prefetch(view.baseAddress + offset)
        offsets[count] = offset
        count &+= 1
      }
      return count
    }
  }

  /// Adds the first pixels of the round to their cells.
  private mutating func add(_ count: Int, of view: PixelView, rule: VisibilityRule) {
    let shift = side == 16 ? 4 : 3
    let cellBits = 8 - shift
    words.withUnsafeMutableBufferPointer { words in
      for offset in offsets[..<count] {
        // SAFETY: an offset is that of one of the view's pixels, whose row and column are inside.
        let pixel = (view.baseAddress + offset).loadUnaligned(as: RGBA8.self)
        guard rule.verdict(on: pixel) == .counted else { continue }
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
