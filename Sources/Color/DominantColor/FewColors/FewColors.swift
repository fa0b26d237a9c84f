public import Pixels

extension PaletteMethod {
  /// Whether pictures of few colours may have these as their palette: not by methods that answer
  /// something else of them.
  package var isExactOfFewColors: Bool { self == .histogram || self == .distinct }
}

/// Counts a picture's colours one by one, for as long as there are few.
///
/// Logos, pixel art, screenshots and palettes consist of some exact colours. Their swatches are
/// those colours, and not the means of neighbouring ones. ``palette(count:)`` decides whether a
/// picture is of that kind:
///
/// - It has at most ``most`` colours.
/// - Its main colours, the fullest that together hold nine tenths of the counted pixels, are no
///   tones that run into each other, as those of a grey photo, a gradient or a scan do: those in
///   chains hold less than half of what the main colours hold. A chain is more than 4 main colours of which each
///   differs from another by at most 1 level in every channel, or more than 32 by at most 8.
/// - Main colours, where there are more than ``mostOfOnePixel``, have four pixels each on the mean. What is
///   drawn repeats its colours; a photo of few pixels has as many colours as those.
///
/// ```swift
/// var few = FewColors()
/// few.add(pixels)
/// let palette = few.palette() ?? Dominant.palette(of: image, method: .distinct)
/// ```
public struct FewColors: Sendable {
  /// The most colours that are counted.
  public static let most = 512
  /// The most main colours that may be of a pixel each, as in files of palettes.
  public static let mostOfOnePixel = 64
  /// The swatches when no number is asked for.
  public static let usualCount = 16
  /// The share under which a colour is no swatch when no number is asked for, one in so many.
  public static let usualRarity: UInt64 = 200

  private let visibility: VisibilityRule
  /// Colours plus one, by hash; 0 where there is none.
  private var keys = [UInt32](repeating: 0, count: slots)
  private var counts = [UInt64](repeating: 0, count: slots)
  /// How many colours were found.
  public private(set) var colorCount = 0
  /// What was counted and what was not.
  public private(set) var tally = PixelTally()
  /// Whether there are more than ``most``, after which nothing more is counted.
  public private(set) var isExceeded = false

  /// Four times as many places as colours, so that a search ends soon.
  private static let slots = 2048

  /// Counts nothing yet.
  ///
  /// - Parameter visibility: which pixels count.
  public init(visibility: VisibilityRule = VisibilityRule()) { self.visibility = visibility }

  /// Counts more pixels.
  ///
  /// - Complexity: O(*n*) in pixels: a comparison for eight equal ones, else a look at a place of a small table
  ///   for each.
  public mutating func add(_ pixels: PixelView) {
    guard !isExceeded else { return }
    guard pixels.pixelCount > Self.fewPixels else { return addEach(of: pixels) }
    withUnsafeTemporaryAllocation(of: Recent.self, capacity: Self.recentCount) { recent in
      recent.initialize(repeating: Recent())
      for y in 0..<pixels.height {
        add(pixels.row(y), count: pixels.width, recent)
        if isExceeded { return }
      }
      for place in recent.indices where recent[place].count > 0 {
        add(recent[place].word, times: recent[place].count)
      }
    }
  }

  /// Pixels that are counted before the places for recent ones are emptied and looked through.
  private static let fewPixels = 256

  /// Counts few pixels.
  private mutating func addEach(of pixels: PixelView) {
    for y in 0..<pixels.height {
      let row = pixels.row(y)
      // SAFETY: the view promises four readable bytes for each pixel of a row.
      for x in 0..<pixels.width {
        add((row + 4 * x).loadUnaligned(as: UInt32.self), times: 1)
      }
    }
  }

  /// Pixels that were seen of late, and how many that are in no count yet.
  private struct Recent {
    var word: UInt32 = 0
    var count: UInt64 = 0
  }

  //     [ 1024 places for pixels at even x | 1024 for those at odd x ]
  /// Twice as many places as pixels of at most ``most`` colours mostly need: neighbours use other halves, so
  /// that a pixel need not wait until the one before is noted.
  private static let recentCount = 2 << recentBits
  /// Bits of a hash that choose a place in a half.
  private static let recentBits = 10

  /// Counts a row until there are too many colours.
  private mutating func add(
    _ row: UnsafeRawPointer, count: Int, _ recent: UnsafeMutableBufferPointer<Recent>
  ) {
    // SAFETY: the view promises `4 * count` readable bytes of each row.
    var x = 0
    // Of a flat area all pixels are added at once.
    var run = Recent()
    while x &+ EqualPixels.count <= count {
      let pixels = row + 4 * x
      let first = pixels.loadUnaligned(as: UInt32.self)
      if EqualPixels.areAll(pixels, first) {
        if first != run.word {
          add(run.word, times: run.count, recent)
          run = Recent(word: first)
        }
        run.count &+= UInt64(EqualPixels.count)
      } else {
        for index in 0..<EqualPixels.count {
          add(
            (pixels + 4 * index).loadUnaligned(as: UInt32.self), times: 1, recent, index & 1)
        }
      }
      if isExceeded { return }
      x &+= EqualPixels.count
    }
    add(run.word, times: run.count, recent)
    while x < count {
      add((row + 4 * x).loadUnaligned(as: UInt32.self), times: 1, recent)
      x &+= 1
    }
  }

  /// Notes a pixel where others of its colour are, or in the place of those, which are counted.
  @inline(__always)
  private mutating func add(
    _ word: UInt32, times: UInt64, _ recent: UnsafeMutableBufferPointer<Recent>, _ half: Int = 0
  ) {
    let place = Int(Self.hash(word) >> (32 - Self.recentBits)) | half << Self.recentBits
    if recent[place].word != word {
      add(recent[place].word, times: recent[place].count)
      recent[place] = Recent(word: word)
    }
    recent[place].count &+= times
  }

  /// Fibonacci hashing (Knuth, TAOCP 6.4), whose upper bits are used: a multiple of 2³² ÷ φ.
  private static func hash(_ word: UInt32) -> UInt32 { word &* 0x9E37_79B1 }

  @inline(never)
  private mutating func add(_ word: UInt32, times: UInt64) {
    guard times > 0 else { return }
    let bytes = UInt32(littleEndian: word)
    let pixel = RGBA8(
      red: UInt8(truncatingIfNeeded: bytes), green: UInt8(truncatingIfNeeded: bytes >> 8),
      blue: UInt8(truncatingIfNeeded: bytes >> 16), alpha: UInt8(truncatingIfNeeded: bytes >> 24))
    switch visibility.verdict(on: pixel) {
    case .transparent: tally.transparent += times
    case .filtered: tally.filtered += times
    case .counted:
      tally.counted += times
      add(color: bytes & 0xFF_FFFF, times: times)
    }
  }

  private mutating func add(color: UInt32, times: UInt64) {
    let key = color + 1
    // 2¹¹ slots. A key is a colour plus one, so that black is not taken for an empty slot.
    var slot = Int(Self.hash(key) >> (32 - 11))
    while keys[slot] != key {
      if keys[slot] == 0 {
        guard colorCount < Self.most else {
          isExceeded = true
          return
        }
        keys[slot] = key
        colorCount += 1
        break
      }
      // At most a quarter of the slots is taken, so that an empty one ends every search.
      slot = (slot + 1) % Self.slots
    }
    counts[slot] += times
  }

  /// The palette of exact colours; `nil` where the picture is not of that kind.
  ///
  /// - Parameter count: the most swatches; `nil` for those that hold a share of 0.5 % at least, up
  ///   to ``usualCount``, and the fullest whatever it holds.
  /// - Returns: the palette, its swatches by falling count.
  /// - Complexity: O(*k*²) in the main colours.
  public func palette(count: Int? = nil) -> Palette? {
    guard !isExceeded, colorCount > 0 else { return nil }
    let colors = swatches()
    let main = Self.main(of: colors, outOf: tally.counted)
    let isRepeated =
      main.count <= Self.mostOfOnePixel || UInt64(4 * main.count) <= tally.counted
    guard isRepeated, !Self.isTonal(main) else { return nil }
    let wanted: [Swatch]
    if let count {
      wanted = Array(colors.prefix(min(max(count, 1), 64)))
    } else {
      wanted = colors.prefix(Self.usualCount).enumerated()
        .filter { $0.offset == 0 || $0.element.count * Self.usualRarity >= tally.counted }
        .map { $0.element }
    }
    return Palette(method: .histogram, swatches: wanted, tally: tally)
  }

  /// The same in place of a palette of means, with what that counted.
  ///
  /// - Parameters:
  ///   - means: what another method made of all the pixels.
  ///   - count: the most swatches, as in ``palette(count:)``.
  /// - Returns: the palette; `nil` where the picture is not of that kind.
  public func palette(inPlaceOf means: Palette, count: Int? = nil) -> Palette? {
    palette(count: count).map {
      Palette(method: $0.method, swatches: $0.swatches, tally: means.tally)
    }
  }

  /// All colours, the fullest first, equally full ones by red, green and blue.
  private func swatches() -> [Swatch] {
    var colors: [Swatch] = []
    colors.reserveCapacity(colorCount)
    for slot in keys.indices where keys[slot] != 0 {
      let color = keys[slot] - 1
      colors.append(
        Swatch(
          color: RGB8(
            red: UInt8(truncatingIfNeeded: color), green: UInt8(truncatingIfNeeded: color >> 8),
            blue: UInt8(truncatingIfNeeded: color >> 16)),
          count: counts[slot], outOf: tally.counted))
      if colors.count == colorCount { break }
    }
    return colors.sorted { $0.count != $1.count ? $0.count > $1.count : $0.color < $1.color }
  }

  /// The fullest colours that hold nine tenths.
  private static func main(of colors: [Swatch], outOf counted: UInt64) -> ArraySlice<Swatch> {
    var sum: UInt64 = 0
    for (index, swatch) in colors.enumerated() {
      sum += swatch.count
      // Pixels of a picture are fewer than 2⁶⁰, and ten times as many fit.
      if sum * 10 >= counted * 9 { return colors[...index] }
    }
    return colors[...]
  }

  private static func isTonal(_ main: ArraySlice<Swatch>) -> Bool {
    let whole = main.reduce(0) { $0 + $1.count }
    return [(least: 4, step: 1), (least: 32, step: 8)].contains { chain in
      guard main.count > chain.least else { return false }
      let held = held(by: chains(among: Array(main), step: chain.step), longerThan: chain.least)
      return held * 2 > whole
    }
  }

  private static func held(by chains: [[Swatch]], longerThan least: Int) -> UInt64 {
    chains.filter { $0.count > least }.joined().reduce(0) { $0 + $1.count }
  }

  /// The colours in groups, in which each is within a step of another.
  private static func chains(among colors: [Swatch], step: Int) -> [[Swatch]] {
    var rest = colors
    var chains: [[Swatch]] = []
    while let first = rest.popLast() {
      var chain = [first]
      var next = 0
      while next < chain.count {
        let center = chain[next].color
        next += 1
        // Each colour leaves `rest` once, and is compared with each colour of its chain: k²
        // comparisons at most.
        let pivot = rest.partition { isNear($0.color, center, step) }
        chain += rest[pivot...]
        rest.removeSubrange(pivot...)
      }
      chains.append(chain)
    }
    return chains
  }

  private static func isNear(_ left: RGB8, _ right: RGB8, _ step: Int) -> Bool {
    abs(Int(left.red) - Int(right.red)) <= step
      && abs(Int(left.green) - Int(right.green)) <= step
      && abs(Int(left.blue) - Int(right.blue)) <= step
  }
}
