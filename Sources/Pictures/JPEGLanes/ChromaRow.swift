/// A row of chroma enlarged to the picture's columns.
///
/// libjpeg's triangle filter ("fancy upsampling", jdsample.c: `h2v1_fancy_upsample` and
/// `h2v2_fancy_upsample`). Where libjpeg takes a sample at the edge alone, this takes it twice, with
/// the same result: (3 s + s + 1) / 4 and (3 s + s + 2) / 4 are s, and for sums (3 s + s + 8) / 16 and
/// (3 s + s + 7) / 16 are (4 s + 8) / 16 and (4 s + 7) / 16.
public enum ChromaRow {
  /// Enlarges a row of half as many columns, where there are as many rows.
  ///
  /// SAFETY: a sample before `source` and one behind its last can be read; `target` has room for
  /// 2 × `count`.
  @inlinable @inline(__always)
  public static func enlargeColumns(
    _ source: UnsafePointer<UInt8>, count: Int, into target: UnsafeMutablePointer<UInt8>
  ) {
    let before = source - 1
    let after = source + 1
    for index in 0..<count {
      let own = 3 &* UInt16(source[index])
      target[2 &* index] = UInt8(truncatingIfNeeded: (own &+ UInt16(before[index]) &+ 1) &>> 2)
      target[2 &* index &+ 1] = UInt8(
        truncatingIfNeeded: (own &+ UInt16(after[index]) &+ 2) &>> 2)
    }
  }

  /// Enlarges a row of half as many columns, where there are half as many rows.
  ///
  /// SAFETY: as for ``enlargeColumns(_:count:into:)``, for both rows; `sums` has room for `count` + 2.
  ///
  /// - Parameters:
  ///   - near: the row of chroma that the row of pixels lies in.
  ///   - far: the one on its other side.
  ///   - count: samples.
  ///   - sums: memory to work in.
  ///   - target: receives the row.
  @inlinable @inline(__always)
  public static func enlarge(
    near: UnsafePointer<UInt8>, far: UnsafePointer<UInt8>, count: Int,
    sums: UnsafeMutablePointer<UInt16>, into target: UnsafeMutablePointer<UInt8>
  ) {
    let (near, far) = (near - 1, far - 1)
    for index in 0..<count &+ 2 {
      sums[index] = 3 &* UInt16(near[index]) &+ UInt16(far[index])
    }
    for index in 0..<count {
      let own = 3 &* sums[index &+ 1]
      target[2 &* index] = UInt8(truncatingIfNeeded: (own &+ sums[index] &+ 8) &>> 4)
      target[2 &* index &+ 1] = UInt8(truncatingIfNeeded: (own &+ sums[index &+ 2] &+ 7) &>> 4)
    }
  }
}
