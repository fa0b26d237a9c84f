public import CLaneShims

/// Pixels of rows whose chroma is stored with half as many columns.
///
/// libjpeg's triangle filter ("fancy upsampling", jdsample.c: `h2v1_fancy_upsample` and
/// `h2v2_fancy_upsample`) and its conversion in one pass, so that chroma as wide as the picture is never
/// stored. Where libjpeg takes a sample at the edge alone, this takes it twice, with
/// the same result: (3 s + s + 1) / 4 and (3 s + s + 2) / 4 are s, and for sums (3 s + s + 8) / 16 and
/// (3 s + s + 7) / 16 are (4 s + 8) / 16 and (4 s + 7) / 16.
public enum ChromaRow {
  /// Two rows of one component, which may be the same: the one that a row of pixels lies in, and that on
  /// its other side.
  public struct Source {
    @usableFromInline let near: UnsafePointer<UInt8>
    @usableFromInline let far: UnsafePointer<UInt8>

    /// Makes a source.
    public init(near: UnsafePointer<UInt8>, far: UnsafePointer<UInt8>) {
      self.near = near
      self.far = far
    }
  }

  /// How sums of samples are rounded.
  public struct Rounding: Sendable {
    /// What is added to 3 near + far: with it four sums are centred on 0, and rounded for the first of two
    /// pixels.
    @usableFromInline let added: Int32
    /// What is added for the second one.
    @usableFromInline let odd: Int32

    // near = far, so that a sum is 4 s - 511. Of two sums 3 (4 s - 511) + (4 t - 511) is 4 (3
    // s + t + 1) - 2048, and shifted right by 4 it is libjpeg's (3 s + t + 1) / 4, less 128;
    // with 4 added (3 s + t + 2) / 4.
    /// Of as many rows as the picture has, where sums are four times a sample.
    public static let columns = Rounding(added: -511, odd: 4)
    // 3 (s - 510) + (t - 510) is 3 s + t + 8 - 2048: shifted right by 4, libjpeg's (3 s + t +
    // 8) / 16, less 128; with 1 subtracted (3 s + t + 7) / 16.
    /// Of half as many rows.
    public static let rows = Rounding(added: -510, odd: -1)
  }

  /// Sums that there has to be memory for, where a row has so many samples of chroma.
  public static func sumCount(samples: Int) -> Int { 2 * (samples + 2 + mostAtOnce) }

  /// Samples of chroma that are read at a time, at most.
  public static var mostAtOnce: Int { 64 }

  /// Pixels of a row, as RGBA.
  ///
  /// SAFETY: `luma` holds `count`, and `pixels` as many. In each row of chroma a sample before the first can
  /// be read, and behind the last of (`count` + 1) / 2 one that counts and ``mostAtOnce`` that do not.
  /// `sums` has room for ``sumCount(samples:)``.
  ///
  /// - Parameters:
  ///   - luma: a row of the picture's columns.
  ///   - blue: rows of half as many.
  ///   - red: the same of the other component.
  ///   - rounding: as there are half as many rows or as many.
  ///   - count: pixels.
  ///   - sums: memory to work in.
  ///   - pixels: receives the row.
  @inlinable @inline(__always)
  public static func pixels(
    luma: UnsafePointer<UInt8>, blue: Source, red: Source, rounding: Rounding, count: Int,
    sums: UnsafeMutablePointer<Int16>, into pixels: UnsafeMutablePointer<UInt32>
  ) {
    let sumStep = Int(clane_sum_count())
    // Sums from the sample before the first to the one behind the last, red and blue in
    // turns:
    //
    //     sums   [ red -1 | blue -1 | red 0 | blue 0 | red 1 | … ]
    //
    // Those of the sample of pixel x are at 2 + x with its lowest bit left out.
    let sumEnd = (count &+ 1) / 2 &+ 1
    var sample = -1
    repeat {
      clane_sum_chroma(
        red.near + sample, red.far + sample, blue.near + sample, blue.far + sample,
        rounding.added, sums + 2 &* (sample &+ 1))
      sample &+= sumStep
    } while sample < sumEnd
    let step = Int(clane_pixel_count())
    var first = 0
    if count >= step {
      // Steps begin at even pixels, because two pixels share a sample; of an odd count one
      // pixel may be left.
      let last = (count &- step) & ~1
      let end = last &+ step
      repeat {
        clane_enlarge_pixels(luma + first, sums + first, rounding.odd, pixels + first)
        // Some pixels are made twice where the rest is less than a step.
        first = first < last ? min(first &+ step, last) : end
      } while first < end
    }
    while first < count {
      let own = sums + (2 &+ first & ~1)
      let side = first & 1
      let beside = own + (4 &* side &- 2)
      let odd = Int32(truncatingIfNeeded: side) &* rounding.odd
      pixels[first] = OutlineRow.pixel(
        Int32(luma[first]), blue: (3 &* Int32(own[1]) &+ Int32(beside[1]) &+ odd) &>> 4,
        red: (3 &* Int32(own[0]) &+ Int32(beside[0]) &+ odd) &>> 4)
      first &+= 1
    }
  }
}
