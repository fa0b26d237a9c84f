/// Where colours stand on the circle of hues, as fractions.
@frozen
@usableFromInline
struct HuePlace {
  @usableFromInline let red: Halves
  @usableFromInline let green: Halves
  @usableFromInline let blue: Halves
  /// The largest channel.
  @usableFromInline let largest: Halves
  /// The largest channel less the smallest.
  @usableFromInline let delta: Halves

  /// Finds the extremes of pixels' channels.
  @inlinable @inline(__always)
  init(_ pixels: PixelChannels) {
    (red, green, blue) = (pixels.red, pixels.green, pixels.blue)
    largest = red.max(green).max(blue)
    delta = largest &- red.min(green).min(blue)
  }

  /// The numerator of `HueScale`, or 6Δ less where the hue is above half the circle: from
  /// −3 · ``delta`` at cyan by 0 at red up to 3 · ``delta``.
  @inlinable @inline(__always)
  var numerator: Halves {
    let third = delta &+ delta
    let fromGreen = blue &- red &+ third
    let fromBlue = red &- green &- third
    return (green &- blue).selected(
      by: largest.isEqual(to: red),
      else: fromGreen.selected(by: largest.isEqual(to: green), else: fromBlue))
  }

  /// The whole part of N · (``numerator`` + 6Δ) ÷ 6Δ, for a circle of N bins, at most 1536.
  ///
  /// That is a circle of bins more, so that none is negative: from half of N up to one and a half,
  /// both rounded down; any number for greys without a hue.
  @inlinable @inline(__always)
  func bins(of count: Int) -> Halves {
    let pairs = numerator.pairs(with: delta.max(Halves(repeating: 1)))
    @inline(__always) func bins(_ pairs: Lanes) -> Lanes {
      // Numerators are at most 9 · 255 · 1536 < 2²², which `Float` holds exactly, and factors
      // at most 9216, which fit 16 bits with a sign.
      pairs.sumOfHalves(times: count, 6 &* count)
        .wholeQuotient(by: pairs.sumOfHalves(times: 0, 6))
    }
    return Halves(narrowing: (bins(pairs.0), bins(pairs.1)))
  }

  /// The saturation of HSV, (510Δ + largest) ÷ (2 · largest), rounded down; 0 for black.
  @inlinable @inline(__always)
  var saturation: Halves {
    let pairs = delta.pairs(with: largest.max(Halves(repeating: 1)))
    @inline(__always) func part(_ pairs: Lanes) -> Lanes {
      pairs.sumOfHalves(times: 510, 1).wholeQuotient(by: pairs.sumOfHalves(times: 0, 2))
    }
    return Halves(narrowing: (part(pairs.0), part(pairs.1)))
  }

  /// All ones where colours have a hue: where Δ is a threshold, 1 or more, or above.
  @inlinable @inline(__always)
  func isChromatic(from threshold: Int) -> Halves {
    Halves(repeating: threshold &- 1).isLess(than: delta)
  }
}
