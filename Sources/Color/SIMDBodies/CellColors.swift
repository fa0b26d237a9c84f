public import CVectorShims

/// The mean colours of groups of pixels in OKLab, eight at a time.
///
/// In double precision, and yet the integers of `FixedOKLab`: everything but the quotients and the
/// cube roots is a whole number under 2⁵³. A quotient that is not whole lacks at least one part in
/// its dividend of the next whole number, which is more than rounding adds; of a cube root the
/// integers decide.
@frozen
public struct CellColors {
  @usableFromInline let sums: UnsafePointer<UInt64>
  @usableFromInline let light: UnsafePointer<UInt32>

  /// Groups that there is room for, a multiple of eight.
  @inlinable @inline(__always)
  public static var capacity: Int { 64 }

  /// Takes groups.
  ///
  /// - Parameters:
  ///   - sums: ``capacity`` numbers of pixels, from 1 to 2³², then as many sums of their reds, of
  ///     their greens and of their blues.
  ///   - light: linear light of the 256 levels, 2²⁴ a unit, and once more the last.
  @inlinable @inline(__always)
  public init(_ sums: UnsafePointer<UInt64>, light: UnsafePointer<UInt32>) {
    self.sums = sums
    self.light = light
  }

  /// Converts means to OKLab, 2¹⁴ a unit.
  ///
  /// - Parameters:
  ///   - count: groups, rounded up to a multiple of eight that are all valid.
  ///   - firsts: where lightness (low half) and component `a` go.
  ///   - thirds: where component `b` goes (low half).
  @inlinable @inline(__always)
  public func convert(
    _ count: Int, firsts: UnsafeMutablePointer<UInt32>, thirds: UnsafeMutablePointer<UInt32>
  ) {
    var place = 0
    // SAFETY: the caller vouches for whole vectors of valid groups and for room for their colours;
    // a mean of levels is at most 255 · 256, so the table has its level and the next.
    while place < count {
      let counts = cv_load_wholes(sums + place)
      let red = linear(place &+ Self.capacity, counts)
      let green = linear(place &+ 2 &* Self.capacity, counts)
      let blue = linear(place &+ 3 &* Self.capacity, counts)
      // The matrices of `FixedOKLab`: 2³⁰ a unit, and 2²⁴, of which 2⁴² are 2¹⁴ in the end.
      let long = root(
        cv_weigh_three(red, green, blue, 442_619_434, 575_882_676, 55_239_714))
      let middle = root(
        cv_weigh_three(red, green, blue, 227_529_649, 730_895_571, 115_316_604))
      let short = root(
        cv_weigh_three(red, green, blue, 94_814_047, 302_493_299, 676_434_478))
      @inline(__always) func component(
        _ ofLong: Double, _ ofMiddle: Double, _ ofShort: Double
      ) -> cv_f64x8 {
        let sum = cv_add_product_reals(
          cv_add_product_reals(
            long * cv_f64x8(repeating: ofLong), middle, cv_f64x8(repeating: ofMiddle)),
          short, cv_f64x8(repeating: ofShort))
        return cv_floor_reals(
          cv_add_product_reals(cv_f64x8(repeating: 0.5), sum, cv_f64x8(repeating: 0x1p-28)))
      }
      let lightness = component(3_530_836, 13_314_698, -68_318)
      let a = component(33_185_308, -40_745_016, 7_559_708)
      let b = component(434_598, 13_132_731, -13_567_329)
      cv_store_components(firsts + place, thirds + place, lightness, a, b)
      place &+= 8
    }
  }

  /// The whole parts of cube roots.
  @inlinable @inline(__always)
  func root(_ responses: cv_u64x8) -> cv_f64x8 {
    cv_whole_cube_roots(responses, cv_cube_roots(cv_reals_of_wholes(responses)))
  }

  /// Linear light of eight means, each rounded half up to 1/256 of a level.
  @inlinable @inline(__always)
  func linear(_ place: Int, _ counts: cv_f64x8) -> cv_u32x8 {
    let sums = cv_load_wholes(sums + place)
    let doubled = cv_add_product_reals(counts, sums, cv_f64x8(repeating: 512))
    return cv_linear_light(cv_floor_reals(doubled / (counts + counts)), light)
  }
}
