public import CVectorShims

/// The weights of all colours of a box by their distance from one, eight at a time.
///
/// In double precision, and yet the integers of `ColorDistance` and `SoftEdge`: sums over the
/// matrices are whole numbers under 2⁵³, and the steps that are not, cube roots and the square
/// root, are followed by their whole part. A cube root too near a whole number for that is left to
/// the formula. 1000 · √*s* ÷ 2¹⁴ of a whole *s* under 2³⁰ is either whole, and then computed
/// without an error, or at least 7 · 10⁻¹¹ from a whole number, where the errors are under 10⁻¹².
@frozen
public struct BoxWeights: Sendable {
  @usableFromInline let l: Double
  @usableFromInline let a: Double
  @usableFromInline let b: Double
  @usableFromInline let reach: Double
  @usableFromInline let width: Double
  @usableFromInline let perWeight: Double

  /// Prepares a measurement.
  ///
  /// - Parameters:
  ///   - origin: the colour that distances are measured from, in OKLab with 2¹⁴ a unit.
  ///   - tolerance: thousandths of weight 256, at most 1536.
  ///   - feather: thousandths over which the weight then falls to 0, at most 1536.
  public init(
    origin: (lightness: Int32, a: Int32, b: Int32), tolerance: Int, feather: Int
  ) {
    l = Double(origin.lightness)
    a = Double(origin.a)
    b = Double(origin.b)
    width = Double(feather + 1)
    reach = Double(tolerance + feather + 1)
    perWeight = 1 / (2 * width)
  }

  /// A root this near a whole number is left to the formula: 16 times what roots under 2¹⁸ can be
  /// wrong by.
  @inlinable @inline(__always)
  static var doubt: Double { 0x1p-21 }

  /// Numbers of scratch memory for a measurement.
  public static let scratchCount = 3 * 512

  /// Measures a box.
  ///
  /// - Parameters:
  ///   - cones: the responses of the three cones to the levels of red, then of green, then of blue:
  ///     256 numbers each, 2⁵⁴ a unit.
  ///   - red: the lowest level of red in the box.
  ///   - green: that of green.
  ///   - blue: that of blue.
  ///   - scratch: ``scratchCount`` numbers.
  ///   - weights: where the weights of its 512 colours go, `BoxedEffect.notFound` for those that
  ///     are left to the formula.
  @inlinable @inline(__always)
  public func measure(
    cones: UnsafePointer<Double>, red: Int, green: Int, blue: Int,
    scratch: UnsafeMutablePointer<Double>, into weights: UnsafeMutablePointer<UInt16>
  ) {
    // SAFETY: there are nine times 256 responses, and levels are eight from one of 0 to 248; 512
    // weights have room, and three times as many roots.
    // All roots first: short chains of arithmetic, many of which run at once.
    for cone in 0..<3 {
      let reds = cv_load_reals(cones + (256 &* cone &+ red))
      let greens = cones + (256 &* (3 &+ cone) &+ green)
      let blues = cones + (256 &* (6 &+ cone) &+ blue)
      for row in 0..<64 {
        let rest = greens[row & 7] + blues[row &>> 3]
        cv_store_reals(
          scratch + (512 &* cone &+ 8 &* row),
          cv_cube_roots(reds + cv_f64x8(repeating: rest)))
      }
    }
    for row in 0..<64 {
      let roots = scratch + 8 &* row
      store(
        cv_load_reals(roots), cv_load_reals(roots + 512), cv_load_reals(roots + 1024),
        to: weights + 8 &* row)
    }
  }

  /// Writes the weights of eight colours whose cones have these roots, 2¹⁸ a unit.
  @inlinable @inline(__always)
  func store(
    _ long: cv_f64x8, _ middle: cv_f64x8, _ short: cv_f64x8,
    to address: UnsafeMutablePointer<UInt16>
  ) {
    @inline(__always) func all(_ number: Double) -> cv_f64x8 { cv_f64x8(repeating: number) }
    let roots = (cv_floor_reals(long), cv_floor_reals(middle), cv_floor_reals(short))
    // The least distance of a fraction from ½, taken from ½, is the least from a whole number.
    @inline(__always) func fromHalf(_ root: cv_f64x8, _ whole: cv_f64x8) -> cv_f64x8 {
      cv_size_reals(root - whole - all(0.5))
    }
    let fractions = cv_max_reals(
      cv_max_reals(fromHalf(long, roots.0), fromHalf(middle, roots.1)),
      fromHalf(short, roots.2))
    // The matrix of `FixedOKLab`, 2²⁴ a unit; 2⁴² of what it gives are 2¹⁴.
    @inline(__always) func difference(
      _ from: Double, _ long: Double, _ middle: Double, _ short: Double
    ) -> cv_f64x8 {
      let sum = cv_add_product_reals(
        cv_add_product_reals(roots.0 * all(long), roots.1, all(middle)), roots.2, all(short))
      return cv_floor_reals(cv_add_product_reals(all(0.5), sum, all(0x1p-28))) - all(from)
    }
    let lightness = difference(l, 3_530_836, 13_314_698, -68_318)
    let a = difference(a, 33_185_308, -40_745_016, 7_559_708)
    let b = difference(b, 434_598, 13_132_731, -13_567_329)
    let square = cv_add_product_reals(
      cv_add_product_reals(lightness * lightness, a, a), b, b)
    // Rounded up by rounding its negative down.
    let steps = cv_floor_reals(cv_square_roots(square) * all(-1000 * 0x1p-14))
    // reach less the distance, between 0 and the feather's width.
    let left = cv_min_reals(cv_max_reals(steps + all(reach), all(0)), all(width))
    // A quarter more keeps the product off the whole numbers, from which the quotient that it
    // stands for is 0 or at least 1 ÷ (2 · width).
    let weight = cv_floor_reals(
      cv_add_product_reals(all(width + 0.25), left, all(512)) * all(perWeight))
    cv_store_unless(address, weight, all(0.5) - fractions, Self.doubt)
  }
}
