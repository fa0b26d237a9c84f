internal import DominantColor
package import Pixels

/// A group of like colours of a picture: their mean, and how much of the picture they are, in one word.
package struct IndexedTone: Hashable, Sendable {
  /// The colour's place, 18 bits, above the code of the share, 6 bits.
  let word: UInt32

  /// Makes a tone; each number is rounded to one that a word can hold.
  ///
  /// - Parameters:
  ///   - color: the mean, kept in steps of 4 levels, black and white exactly.
  ///   - share: the share of the visible pixels, 0 to 1; kept to 7.6 %, and never under 0.01 %.
  package init(color: RGB8, share: Double) {
    self.init(place: Self.place(of: color), code: ToneShares.code(of: share))
  }

  /// - Parameters:
  ///   - place: below ``placeCount``.
  ///   - code: below ``ToneShares/count``.
  init(place: Int, code: Int) { word = UInt32(place << ToneShares.bits | code) }

  /// Takes any word below ``wordCount``: each is a tone.
  init(word: UInt32) { self.word = word }

  /// The number of its colour among the 2¹⁸ that there are.
  var place: Int { Int(truncatingIfNeeded: word) >> ToneShares.bits }

  var code: Int { Int(truncatingIfNeeded: word) & (ToneShares.count - 1) }

  /// The mean colour.
  package var color: RGB8 { Self.color(at: place) }

  /// The share of the visible pixels in millionths, 100 to 1,000,000.
  package var share: Int { ToneShares.millionths[code] }

  /// How many tones there can be.
  static let wordCount = placeCount << ToneShares.bits
}

/// The places of colours: each channel in 64 levels, their bits taken in turn from the highest
/// (Morton's order), so that colours with near places are alike.
extension IndexedTone {
  private static let levelBits = 6
  static let placeBits = 3 * levelBits
  /// How many colours a tone can have.
  static let placeCount = 1 << placeBits

  /// A bit for each place, in words of 64: whether it is marked.
  static func placeBits(_ isMarked: (Int) -> Bool) -> [UInt64] {
    var bits = [UInt64](repeating: 0, count: placeCount / 64)
    for place in 0..<placeCount where isMarked(place) {
      bits[place >> 6] |= 1 << UInt64(place & 63)
    }
    return bits
  }

  /// The place of the nearest colour.
  static func place(of color: RGB8) -> Int {
    var sums = ColorSums()
    sums.add(color)
    return place(of: sums)
  }

  /// The place of the colour that is nearest to the mean of some pixels.
  ///
  /// - Parameter sums: those of at least one pixel.
  /// - Returns: the place, below ``placeCount``.
  static func place(of sums: ColorSums) -> Int {
    func spread(_ sum: UInt64) -> Int {
      let step = Int((Double(sum) / Double(sums.count) * 63 / 255).rounded())
      //     red      r5  r4  …          bit i of a channel comes to 3i, and red and green
      //     green      g5  g4  …        then move on by 2 and 1:
      //     blue         b5  b4  …      r5 g5 b5 r4 g4 b4 …
      return (0..<levelBits).reduce(0) { $0 | (step >> $1 & 1) << (3 * $1) }
    }
    return spread(sums.red) << 2 | spread(sums.green) << 1 | spread(sums.blue)
  }

  /// The colour of a place below ``placeCount``.
  static func color(at place: Int) -> RGB8 {
    func level(_ bits: Int) -> UInt8 {
      let step = (0..<levelBits).reduce(0) { $0 | (bits >> (3 * $1) & 1) << $1 }
      // Rounded: 0 is 0 and 63 is 255.
      return UInt8(truncatingIfNeeded: (step * 255 + 31) / 63)
    }
    return RGB8(red: level(place >> 2), green: level(place >> 1), blue: level(place))
  }
}

/// All colours of a picture in at most ``most`` groups, like ones side by side: what a search by colour
/// looks at, so that colours which no swatch stands for are found too.
package struct IndexedTones: Hashable, Sendable {
  /// The groups in the order of their places; none for a picture whose few exact colours its palette
  /// holds.
  package let tones: [IndexedTone]

  /// The most groups of a picture.
  package static let most = 72

  /// Keeps the first ``most``, and puts them in order.
  package init(_ tones: [IndexedTone] = []) {
    self.init(inOrder: tones.prefix(Self.most).sorted { $0.word < $1.word })
  }

  /// Takes at most ``most``, which are in order.
  init(inOrder tones: [IndexedTone]) { self.tones = tones }
}
