public import Pixels

/// A group of like colours of a picture: their mean, how much of the picture they are, and how far
/// they spread around it, in one word.
public struct IndexedTone: Hashable, Sendable {
  /// From the highest bit: 6 each for red, green and blue, 9 for the share, 5 for the spread.
  let word: UInt32

  /// Makes a tone; each number is rounded to one that a word can hold.
  ///
  /// - Parameters:
  ///   - color: the mean, kept in steps of 4 levels, black and white exactly.
  ///   - share: the share of the visible pixels, 0 to 1; kept to 0.9 %, and never under 0.01 %.
  ///   - spread: ΔE₀₀ over which the share fades where a search ends within the group; kept in
  ///     quarters up to 7.75.
  public init(color: RGB8, share: Double, spread: Double) {
    func step(_ level: UInt8) -> UInt32 { (UInt32(level) * 63 + 127) / 255 }
    let place = step(color.red) << 12 | step(color.green) << 6 | step(color.blue)
    let quarters = UInt32(min(max((spread * 4).rounded(), 0), 31))
    word = place << 14 | UInt32(ToneShares.code(of: share)) << 5 | quarters
  }

  /// Takes any word: each is a tone.
  init(word: UInt32) { self.word = word }

  /// The number of its colour among the 2¹⁸ that there are.
  var place: Int { Int(truncatingIfNeeded: word >> 14) }

  /// The mean colour.
  public var color: RGB8 { Self.color(at: place) }

  /// The share of the visible pixels in millionths, 100 to 1,000,000.
  public var share: Int { ToneShares.millionths[Int(word >> 5 & 0x1FF)] }

  /// ΔE₀₀ over which the share fades, in quarters.
  var spreadInQuarters: Int { Int(word & 0x1F) }

  /// How many colours a tone can have.
  static let placeCount = 1 << 18

  /// The colour of a number below ``placeCount``.
  static func color(at place: Int) -> RGB8 {
    func level(_ step: Int) -> UInt8 { UInt8(truncatingIfNeeded: ((step & 63) * 255 + 31) / 63) }
    return RGB8(red: level(place >> 12), green: level(place >> 6), blue: level(place))
  }
}

/// All colours of a picture in at most ``most`` groups, the fullest first: what a search by colour
/// looks at, so that colours which no swatch stands for are found too.
public struct IndexedTones: Hashable, Sendable {
  /// The groups; none for a picture whose few exact colours its palette holds.
  public let tones: [IndexedTone]

  /// The most groups of a picture.
  public static let most = 28

  /// Keeps the first ``most``.
  public init(_ tones: [IndexedTone] = []) { self.tones = Array(tones.prefix(Self.most)) }

  /// Four bytes a tone, high byte first.
  var bytes: [UInt8] {
    tones.flatMap { tone in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: tone.word >> UInt32($0)) }
    }
  }

  /// Reads what ``bytes`` gave; `nil` for anything else.
  init?(bytes: some Collection<UInt8>) {
    guard bytes.count % 4 == 0, bytes.count <= 4 * Self.most else { return nil }
    var rest = bytes[...]
    var tones: [IndexedTone] = []
    while !rest.isEmpty {
      tones.append(IndexedTone(word: rest.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }))
      rest = rest.dropFirst(4)
    }
    self.tones = tones
  }
}
