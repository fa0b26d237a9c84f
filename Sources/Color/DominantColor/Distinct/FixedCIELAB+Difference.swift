extension FixedCIELAB {
  /// The CIEDE2000 difference ΔE₀₀, 256 a unit, in integers alone.
  ///
  /// Step by step ``CIELAB/deltaE00(to:)``. A hue angle is never formed: its sine and cosine come
  /// from the axes, those of its multiples from them, and the mean hue is the direction of the sum of
  /// both unit vectors. The rotation of blues is read from a table. For the pairs of colours
  /// that the tests draw it is within 0.5 of the formula in double precision where that is under 12, else
  /// within 2. Symmetric, and 0 for equal colours.
  func deltaE00(to other: FixedCIELAB) -> Int64 {
    let mean = (chroma &+ other.chroma) / 2
    let g = (Self.one &- Self.chromaWeight(mean)) / 2
    let first = Axes(self, g)
    let second = Axes(other, g)

    let lightnessStep = other.lightness &- lightness
    let chromaStep = second.chroma &- first.chroma
    let dot = first.a &* second.a &+ first.b &* second.b
    // The formula's step is 2 √(C₁ C₂) sin(Δh ÷ 2). Its square is 2 C₁ C₂ (1 − cos Δh), and
    // C₁ C₂ cos Δh is the dot product; the sign is that of the cross product, C₁ C₂ sin Δh.
    let hueSquare = 2 &* (first.chroma &* second.chroma &- dot)
    let turn = first.a &* second.b &- first.b &* second.a
    let hueStep = SquareRoot.floor(hueSquare) &* turn.signum()

    let meanChroma = (first.chroma &+ second.chroma) / 2
    let hue = Axes.middle(first, second)
    let fromFifty = (lightness &+ other.lightness) / 2 &- 50 &* Self.unit
    let square = fromFifty &* fromFifty
    let root = SquareRoot.floor(20 &* Self.unit &* Self.unit &+ square)
    // 0.015 and 0.045 of 2¹⁶, the latter three times the former.
    let lightnessScale = Self.one &+ square / root &* 983 / Self.unit
    let chromaScale = Self.one &+ meanChroma &* 2949 / Self.unit
    let hueScale = Self.one &+ (meanChroma &* 983 / Self.unit &* hue.t) >> 14

    let l = lightnessStep &* Self.one / lightnessScale
    let c = chromaStep &* Self.one / chromaScale
    let h = hueStep &* Self.one / hueScale
    let rotation = (-2 &* Self.chromaWeight(meanChroma) &* hue.blueTurn) >> 16
    return SquareRoot.floor(l &* l &+ c &* c &+ h &* h &+ (rotation &* (c &* h)) >> 16)
  }

  /// Whether ``deltaE00(to:)`` is at least so much, as far as lightness alone says; false where it does not.
  ///
  /// A step of lightness is divided by at most 1.75 in the formula, and the steps of chroma and hue make the difference no
  /// smaller.
  func differsSurely(by difference: Int64, from other: FixedCIELAB) -> Bool {
    // What integers round is less than two parts.
    4 &* (abs(other.lightness &- lightness) &- 4) >= 7 &* (difference &+ 2)
  }

  /// What stands for 1.0 in factors.
  private static let one: Int64 = 1 << 16

  /// The distance from grey, 256 a unit.
  private var chroma: Int64 { SquareRoot.floor(a &* a &+ b &* b) }

  /// √(C⁷ ÷ (C⁷ + 25⁷)), 2¹⁶ a unit, for a chroma of 256 a unit.
  private static func chromaWeight(_ chroma: Int64) -> Int64 {
    // In sixteenths, so that the seventh power of 255 units is under 2⁸⁴.
    let value = UInt128(chroma >> 4)
    let cube = value &* value &* value
    let seventh = cube &* cube &* value
    // 25 units, in sixteenths.
    let edge: UInt128 = 400 * 400 * 400 * 400 * 400 * 400 * 400
    return SquareRoot.floor(Int64(truncatingIfNeeded: (seventh << 32) / (seventh &+ edge)))
  }

  /// A colour's opponent axes, a* stretched as the formula asks.
  private struct Axes {
    let a: Int64
    let b: Int64
    let chroma: Int64

    init(_ color: FixedCIELAB, _ g: Int64) {
      a = color.a &+ (color.a &* g) >> 16
      b = color.b
      chroma = SquareRoot.floor(a &* a &+ b &* b)
    }

    /// The hue half way, on the shorter way round; a grey takes the other's.
    static func middle(_ first: Axes, _ second: Axes) -> Hue {
      var (x, y): (Int64, Int64) = (0, 0)
      for axes in [first, second] where axes.chroma > 0 {
        x &+= axes.a << 14 / axes.chroma
        y &+= axes.b << 14 / axes.chroma
      }
      let length = SquareRoot.floor(x &* x &+ y &* y)
      // Opposite hues have two middles, greys none.
      guard length > 0 else { return Hue(cosine: Hue.unit, sine: 0) }
      return Hue(cosine: x << 14 / length, sine: y << 14 / length)
    }
  }

  /// A hue as its cosine and sine, 2¹⁴ a unit.
  private struct Hue {
    let cosine: Int64
    let sine: Int64

    static let unit: Int64 = 1 << 14

    /// The formula's T, 2¹⁴ a unit.
    var t: Int64 {
      let (c1, s1) = (cosine, sine)
      // The addition theorems: h + h, 2h + h, 2h + 2h.
      let (c2, s2) = ((c1 &* c1 &- s1 &* s1) >> 14, (2 &* c1 &* s1) >> 14)
      let (c3, s3) = ((c2 &* c1 &- s2 &* s1) >> 14, (s2 &* c1 &+ c2 &* s1) >> 14)
      let (c4, s4) = ((c2 &* c2 &- s2 &* s2) >> 14, (2 &* c2 &* s2) >> 14)
      // Cosines of h − 30°, 2h, 3h + 6° and 4h − 63°.
      // 2¹⁴ times the cosine and sine of 30°, 6° and 63°.
      let first = (c1 &* 14_189 &+ s1 &* 8192) >> 14
      let third = (c3 &* 16_294 &- s3 &* 1713) >> 14
      let fourth = (c4 &* 7438 &+ s4 &* 14_598) >> 14
      return Self.unit &+ (-17 &* first &+ 24 &* c2 &+ 32 &* third &- 20 &* fourth) / 100
    }

    /// The sine of 60° · exp(−((h − 275°) ÷ 25°)²), 2¹⁶ a unit.
    var blueTurn: Int64 {
      // 2¹⁴ times the cosine of 275°, 0.0872, and its sine, −0.9962.
      let near = (cosine &* 1428 &- sine &* 16_322) >> 14
      let place = min(near, Self.unit) &- Self.unit / 2
      guard place >= 0 else { return 0 }
      // 2¹⁴ ÷ 64 is 2⁸. A cosine of 1 is the last of 33 entries: it is reached from the one
      // before.
      let index = min(Int(place >> 8), Self.turns.count &- 2)
      let rest = place &- Int64(index) << 8
      return Self.turns[index] &+ ((Self.turns[index &+ 1] &- Self.turns[index]) &* rest) >> 8
    }

    /// For cosines of h − 275° from 1/2 to 1, in steps of 1/64.
    static let turns: [Int64] = [
      216, 264, 321, 390, 473, 574, 695, 840, 1015, 1225, 1476, 1777, 2136, 2565, 3077, 3687, 4412,
      5274, 6298, 7510, 8945, 10_639, 12_634, 14_978, 17_721, 20_916, 24_613, 28_853, 33_658,
      39_006,
      44_808, 50_856, 56_756,
    ]
  }
}
