public import CRowShims

/// Unfilters eight rows at once, each a pixel behind the one above it.
///
/// A pixel depends on its left, upper and upper left neighbours, so that a row is one long chain.
/// In step *t* lane *r* is at pixel *t − r* of its row: its upper neighbour is what lane *r − 1*
/// made in step *t − 1*, and the upper left one what was that in the step before.
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
    var lanes = WaveLanes(group.filters)

    var t = 0
    var raw = group.filtered
    var made = group.pixels
    while t < width &+ 7 {
      if t == 7 {
        var rawLower = raw + 4 &* rawStep
        var madeLower = made + 4 &* madeStep
        while t < width {
          let words = crow_u32x8(
            Samples.pixel(at: raw), Samples.pixel(at: raw + rawStep),
            Samples.pixel(at: raw + 2 &* rawStep), Samples.pixel(at: raw + 3 &* rawStep),
            Samples.pixel(at: rawLower), Samples.pixel(at: rawLower + rawStep),
            Samples.pixel(at: rawLower + 2 &* rawStep), Samples.pixel(at: rawLower + 3 &* rawStep))
          lanes.step(words, above[t])
          let pixels = crow_pixels(lanes.left, Samples.opaque)
          made[0] = pixels[0]
          made[madeStep] = pixels[1]
          made[2 &* madeStep] = pixels[2]
          made[3 &* madeStep] = pixels[3]
          madeLower[0] = pixels[4]
          madeLower[madeStep] = pixels[5]
          madeLower[2 &* madeStep] = pixels[6]
          madeLower[3 &* madeStep] = pixels[7]
          t &+= 1
          raw += byteCount
          rawLower += byteCount
          made += 1
          madeLower += 1
        }
      }
      // A step at the ends of the rows, where not all lanes have a pixel.
      var words = crow_u32x8(repeating: 0)
      var begun = words
      for lane in 0..<8 where t >= lane {
        begun[lane] = .max
        if t &- lane < width { words[lane] = Samples.pixel(at: raw + lane &* rawStep) }
      }
      lanes.step(words, t < width ? above[t] : 0)
      // What is left of a row's first pixel is 0.
      lanes.left = crow_and(lanes.left, crow_bytes(begun))
      let pixels = crow_pixels(lanes.left, Samples.opaque)
      for lane in 0..<8 where t >= lane && t &- lane < width {
        made[lane &* madeStep] = pixels[lane]
      }
      t &+= 1
      raw += byteCount
      made += 1
    }
  }
}

/// The lanes of a wave.
@usableFromInline
struct WaveLanes {
  /// The pixels made last.
  @usableFromInline var left = crow_u8x32(repeating: 0)
  @usableFromInline var corner = crow_u8x32(repeating: 0)
  // All ones in the lanes whose filter looks at that neighbour.
  @usableFromInline let leftMask: crow_u8x32
  @usableFromInline let aboveMask: crow_u8x32
  @usableFromInline let cornerMask: crow_u8x32
  /// All ones in the lanes whose filter is the mean.
  @usableFromInline let meanMask: crow_u8x32

  @inlinable @inline(__always)
  init(_ filters: SIMD8<UInt8>) {
    leftMask = Self.lanes(filters, among: 1 &<< 1 | 1 &<< 3 | 1 &<< 4)
    aboveMask = Self.lanes(filters, among: 1 &<< 2 | 1 &<< 3 | 1 &<< 4)
    cornerMask = Self.lanes(filters, among: 1 &<< 4)
    meanMask = Self.lanes(filters, among: 1 &<< 3)
  }

  /// A mask of lanes; bit f of `among` stands for filter f.
  @inlinable @inline(__always)
  static func lanes(_ filters: SIMD8<UInt8>, among: UInt32) -> crow_u8x32 {
    var words = crow_u32x8(repeating: 0)
    for lane in 0..<8 {
      words[lane] = 0 &- (among &>> UInt32(truncatingIfNeeded: filters[lane]) & 1)
    }
    return crow_bytes(words)
  }

  /// Makes eight pixels of their filtered bytes and of the pixel above the first.
  @inlinable @inline(__always)
  mutating func step(_ raw: crow_u32x8, _ first: UInt32) {
    let upper = crow_move_on(left, first)
    let a = crow_and(left, leftMask)
    let b = crow_and(upper, aboveMask)
    let paeth = crow_paeth(a, b, crow_and(corner, cornerMask))
    left = crow_add(crow_bytes(raw), crow_select(meanMask, crow_mean(a, b), paeth))
    corner = upper
  }
}
