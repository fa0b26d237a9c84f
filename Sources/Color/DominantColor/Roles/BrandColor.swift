internal import Pixels

/// The colour that stands for a logo, or for a product on a ground.
///
/// Candidates are windows of 2 × 2 × 2 cells of 8 levels, at every cell: the pixels of one paint lie in one, and those of
/// smoothed edges and of JPEG's blur, which a mean would take, lie in others. Everything is integers. Of a window's mean in OKLab,
/// with chroma *c* and *b* from blue to yellow:
///
/// - *weight* = pixels · *c*^1.5 · (*c* − 0.65 *b*): ten times as many pixels outweigh a colour of two and a half times the chroma,
///   and a blue weighs as much as a yellow of five times the pixels. Brands are so: see
///   `Benchmarks/Notes/Distinct.md`.
/// - Nearer to the ground than 0.1 it weighs less, by the square of the distance: its smoothed edges and JPEG's ripples.
/// - Of a window of 64 pixels or more, a quarter of which lie alone, it weighs less, down to 0 (`PlacedSums.togetherness`).
/// - Below a chroma of 0.02 it is grey, with less than a 1024th of the pixels beside the ground too few. Both weigh nothing.
///
/// The ground itself, where it is no grey, is a candidate with a sixteenth of as many pixels as are grey beside it, or of its own where less than a
/// 512th is beside it: the tile that a white letter stands on.
package enum BrandColor: Hashable, Sendable {
  /// The colour with its pixels.
  case found(Swatch)
  /// Why there is none.
  case absent(Reason)

  /// Why there is none.
  package enum Reason: Hashable, Sendable {
    /// There is no colour at all.
    case noColors
    /// All are greys.
    case onlyGreys
    /// Those that are none are scattered like noise.
    case scattered
  }

  /// A chroma of 0.02 of 2¹⁴, below which colours are grey.
  private static let leastChroma: Int64 = 328
  /// A chroma of 0.03: below it a pixel is no other colour's than the ground's.
  private static let mostNeutral: Int64 = 492
  /// The square of 0.1.
  private static let farSquare: UInt64 = 2_684_354
  // 5300^1.5, and 20 · 5300 + 13 · 5300, which a blue without any other component would have.
  /// More than the factor of any colour of sRGB, whose chroma is under 5300.
  private static let mostFactor: UInt64 = 385_844 * 174_900

  private static func chroma(_ color: FixedOKLab) -> Int64 {
    SquareRoot.floor(Int64(color.a) &* Int64(color.a) &+ Int64(color.b) &* Int64(color.b))
  }

  /// What a pixel of a colour weighs: 0 of greys, under 2³⁷ of others.
  private static func factor(_ color: FixedOKLab) -> UInt64 {
    let chroma = chroma(color)
    guard chroma >= leastChroma else { return 0 }
    // Chroma is under 2¹³: its cube fits 39 bits, and the product below 37.
    let power = SquareRoot.floor(chroma &* chroma &* chroma)
    // 20 c − 13 b is 20 (c − 0.65 b). b is at most c, so that it is not negative.
    return UInt64(power &* (20 &* chroma &- 13 &* Int64(color.b)))
  }
}

extension BrandColor {
  /// The swatch of most weight, the first of equals: where nothing is known but a palette.
  init(among swatches: [Swatch]) {
    var best: (swatch: Swatch, weight: UInt128)?
    for swatch in swatches {
      let weight = UInt128(Self.factor(FixedOKLab(quick: swatch.color))) * UInt128(swatch.count)
      if weight > best?.weight ?? 0 { best = (swatch, weight) }
    }
    if let best {
      self = .found(best.swatch)
    } else {
      self = .absent(swatches.isEmpty ? .noColors : .onlyGreys)
    }
  }

  /// The window of most weight, the fullest of equals, then that of the lowest red, green and blue.
  ///
  /// - Parameters:
  ///   - colors: of a picture.
  ///   - background: what does not count of them.
  ///   - ground: what the thing stands on.
  /// - Complexity: O(cells).
  init(
    in colors: PlacedColors, without background: Background?, on ground: Background?
  ) {
    let search = BrandSearch(colors, without: background, on: ground)
    var best: (sums: ColorSums, weight: UInt128)?
    var hasScattered = false
    for window in search.windows {
      // No fuller one follows.
      let most = UInt128(window.count) * UInt128(Self.mostFactor) * UInt128(Self.farSquare) * 16
      if let best, most <= best.weight { break }
      let pixels = search.pixels(ofWindowAt: window.corner)
      let color = FixedOKLab(meanOf: pixels.sums, cubeRoot: CubeRoot.quickFloor)
      let factor = Self.factor(color)
      guard factor > 0 else { continue }
      hasScattered = hasScattered || pixels.togetherness == 0
      let square = search.ground.map { UInt64(color.squaredDistance(to: $0.color)) }
      // Under 2³⁷ · 2²² · 2⁵.
      let pixel = UInt128(factor) * UInt128(min(square ?? Self.farSquare, Self.farSquare))
      let weight = pixel * UInt128(pixels.togetherness) * UInt128(window.count)
      if weight > best?.weight ?? 0 { best = (pixels.sums, weight) }
    }
    if let ground = search.ground {
      let pixel = UInt128(Self.factor(ground.color)) * UInt128(Self.farSquare) * 16
      let beside = search.total &- ground.sums.count
      let count =
        512 &* beside < search.total
        ? ground.sums.count
        : min(search.count { Self.chroma($0) < Self.mostNeutral }, ground.sums.count)
      let weight = pixel * UInt128(count) / 16
      if weight > best?.weight ?? 0 { best = (ground.sums, weight) }
    }
    if let best, let mean = best.sums.mean {
      self = .found(Swatch(color: mean, count: best.sums.count, outOf: search.total))
    } else if search.total == 0 {
      self = .absent(.noColors)
    } else {
      self = .absent(hasScattered ? .scattered : .onlyGreys)
    }
  }
}

extension BrandColor {
  /// The colour of the same name that a picture of few colours has: of the exact colours within 8 levels of the mean, the fullest.
  func exact(among colors: [Swatch]) -> BrandColor {
    guard case .found(let mean) = self else { return self }
    func isNear(_ swatch: Swatch) -> Bool {
      let (one, other) = (swatch.color, mean.color)
      return [(one.red, other.red), (one.green, other.green), (one.blue, other.blue)]
        .allSatisfy { abs(Int($0) - Int($1)) <= 8 }
    }
    return colors.filter(isNear).max { $0.count < $1.count }.map { .found($0) } ?? self
  }

  /// The colour, if there is one.
  var swatch: Swatch? {
    if case .found(let swatch) = self { swatch } else { nil }
  }

  /// Why there is none, in words.
  var absence: String? {
    guard case .absent(let reason) = self else { return nil }
    return switch reason {
    case .noColors: "the palette has no colours"
    case .onlyGreys: "the picture has no colours but greys"
    case .scattered: "the colours that are no greys are scattered like noise"
    }
  }
}
