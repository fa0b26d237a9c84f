public import CRowShims

/// Unfilters eight rows at once, each a pixel behind the one above it.
///
/// A pixel depends on its left, upper and upper left neighbours, so that a row is one long chain.
/// In step *t* lane *r* is at pixel *t − r* of its row: its upper neighbour is what lane *r − 1*
/// made in step *t − 1*, and the upper left one what was that in the step before. Two vectors of
/// four lanes are two chains that the processor works on at the same time.
///
/// One formula serves all filters but the mean: Paeth's predictor chooses `left` where the other
/// two are 0, `above` likewise, and 0 where all are.
///
/// SAFETY of loads and stores: at pixel x of a row, 0 ≤ x < width, it reads at most 4 bytes from
/// `byteCount · x` of that row on and `above[x]`, and writes that pixel. The caller gives eight
/// rows of `byteCount · width` bytes with 3 more that are readable.
public enum RowWave {
  /// Unfilters a group.
  @inlinable @inline(__always)
  public static func unfilter<Samples: SampleLayout>(_ group: RowGroup, _: Samples.Type) {
    let width = group.width
    let byteCount = Samples.byteCount
    // From one lane's pixel to the next one's: a row on, a pixel back.
    let rawStep = group.filteredStride &- byteCount
    let madeStep = group.pixelStride &- 1
    let above = group.above
    let opaque = crow_u32x4(repeating: Samples.opaque)
    var upperHalf = HalfWave(group.filters.lowHalf)
    var lowerHalf = HalfWave(group.filters.highHalf)

    var t = 0
    var raw = group.filtered
    var made = group.pixels
    while t < width &+ 7 {
      if t == 7 {
        var rawLower = raw + 4 &* rawStep
        var madeLower = made + 4 &* madeStep
        while t < width {
          let low = crow_u32x4(
            Samples.pixel(at: rawLower), Samples.pixel(at: rawLower + rawStep),
            Samples.pixel(at: rawLower + 2 &* rawStep), Samples.pixel(at: rawLower + 3 &* rawStep))
          let lowMade = lowerHalf.step(
            low, crow_move_on_after_last(lowerHalf.left, upperHalf.left))
          let high = crow_u32x4(
            Samples.pixel(at: raw), Samples.pixel(at: raw + rawStep),
            Samples.pixel(at: raw + 2 &* rawStep), Samples.pixel(at: raw + 3 &* rawStep))
          let first = crow_widen(crow_u32x4(above[t], 0, 0, 0))
          let highMade = upperHalf.step(high, crow_move_on_after_first(upperHalf.left, first))
          let (pixels, pixelsLower) = (highMade | opaque, lowMade | opaque)
          made[0] = pixels[0]
          made[madeStep] = pixels[1]
          made[2 &* madeStep] = pixels[2]
          made[3 &* madeStep] = pixels[3]
          madeLower[0] = pixelsLower[0]
          madeLower[madeStep] = pixelsLower[1]
          madeLower[2 &* madeStep] = pixelsLower[2]
          madeLower[3 &* madeStep] = pixelsLower[3]
          t &+= 1
          raw += byteCount
          rawLower += byteCount
          made += 1
          madeLower += 1
        }
      }
      // A step at the ends of the rows, where not all lanes have a pixel.
      var words = (high: crow_u32x4(repeating: 0), low: crow_u32x4(repeating: 0))
      var begun = words
      for lane in 0..<4 {
        if t >= lane {
          begun.high[lane] = .max
          if t &- lane < width { words.high[lane] = Samples.pixel(at: raw + lane &* rawStep) }
        }
        let lower = lane &+ 4
        if t >= lower {
          begun.low[lane] = .max
          if t &- lower < width { words.low[lane] = Samples.pixel(at: raw + lower &* rawStep) }
        }
      }
      let lowMade = lowerHalf.step(
        words.low, crow_move_on_after_last(lowerHalf.left, upperHalf.left))
      let first = crow_widen(crow_u32x4(t < width ? above[t] : 0, 0, 0, 0))
      let highMade = upperHalf.step(
        words.high, crow_move_on_after_first(upperHalf.left, first))
      // What is left of a row's first pixel is 0.
      upperHalf.left = crow_and(upperHalf.left, crow_widen(begun.high))
      lowerHalf.left = crow_and(lowerHalf.left, crow_widen(begun.low))
      let (pixels, pixelsLower) = (highMade | opaque, lowMade | opaque)
      for lane in 0..<4 {
        if t >= lane, t &- lane < width { made[lane &* madeStep] = pixels[lane] }
        let lower = lane &+ 4
        if t >= lower, t &- lower < width { made[lower &* madeStep] = pixelsLower[lane] }
      }
      t &+= 1
      raw += byteCount
      made += 1
    }
  }
}

/// Four lanes of a wave.
@usableFromInline
struct HalfWave {
  /// The pixels made last.
  @usableFromInline var left = crow_u16x16(repeating: 0)
  @usableFromInline var corner = crow_u16x16(repeating: 0)
  // 255 in the channels of the lanes whose filter looks at that neighbour.
  @usableFromInline let leftMask: crow_u16x16
  @usableFromInline let aboveMask: crow_u16x16
  @usableFromInline let cornerMask: crow_u16x16
  /// All ones in the lanes whose filter is the mean.
  @usableFromInline let meanMask: crow_u16x16

  @inlinable @inline(__always)
  init(_ filters: SIMD4<UInt8>) {
    leftMask = Self.lanes(filters, among: 1 &<< 1 | 1 &<< 3 | 1 &<< 4)
    aboveMask = Self.lanes(filters, among: 1 &<< 2 | 1 &<< 3 | 1 &<< 4)
    cornerMask = Self.lanes(filters, among: 1 &<< 4)
    meanMask = crow_fill(Self.lanes(filters, among: 1 &<< 3))
  }

  /// A mask of lanes; bit f of `among` stands for filter f.
  @inlinable @inline(__always)
  static func lanes(_ filters: SIMD4<UInt8>, among: UInt32) -> crow_u16x16 {
    @inline(__always) func bits(_ filter: UInt8) -> UInt32 {
      0 &- (among &>> UInt32(truncatingIfNeeded: filter) & 1)
    }
    return crow_widen(
      crow_u32x4(bits(filters[0]), bits(filters[1]), bits(filters[2]), bits(filters[3])))
  }

  /// Makes four pixels of their filtered bytes and their upper neighbours.
  @inlinable @inline(__always)
  mutating func step(_ raw: crow_u32x4, _ upper: crow_u16x16) -> crow_u32x4 {
    let a = crow_and(left, leftMask)
    let b = crow_and(upper, aboveMask)
    let paeth = crow_paeth(a, b, crow_and(corner, cornerMask))
    left = crow_add_bytes(crow_widen(raw), crow_select(meanMask, crow_mean(a, b), paeth))
    corner = upper
    return crow_narrow(left)
  }
}
