/// Chroma of 4 × 4 pixels, enlarged from the samples that it is made of, sixteen tiles side by side.
///
/// libjpeg's triangle filter ("fancy upsampling", jdsample.c: `h2v1_fancy_upsample` and
/// `h2v2_fancy_upsample`). Where libjpeg takes a sample at the edge alone, this takes it twice, with
/// the same result: (3 s + s + 1) / 4 and (3 s + s + 2) / 4 are s.
public enum ChromaPatch {
  /// Samples of a patch: 4 × 4, of which the middle two of each halved direction are enlarged.
  @inlinable public static var count: Int { 16 }

  /// Enlarges the patches of sixteen tiles.
  ///
  /// SAFETY: both memories hold 16 × ``count`` numbers: those of tile *t* at `16 * number + t`.
  ///
  /// - Parameters:
  ///   - patches: samples within 0…255.
  ///   - columnFactor: 2 where there are half as many columns of chroma, else 1.
  ///   - rowFactor: 2 where there are half as many rows, only with 2 columns, else 1.
  ///   - samples: receives one for each pixel of the tiles.
  @inlinable @inline(__always)
  public static func enlarge(
    _ patches: UnsafePointer<Int32>, columnFactor: Int, rowFactor: Int,
    into samples: UnsafeMutablePointer<UInt8>
  ) {
    let size = BlockPass.groupSize
    if columnFactor == 1 {
      for number in 0..<count * size {
        samples[number] = UInt8(truncatingIfNeeded: patches[number])
      }
      return
    }
    // The samples lie around the tile: its first pixel is in the left half of sample 1.
    //
    //     samples   |   0   |   1   |   2   |   3   |
    //     pixels            | 0 | 1 | 2 | 3 |
    //
    // An even pixel leans on the sample before its own, an odd one on the sample after it. It
    // is the same for rows where there are half as many.
    for y in 0..<4 {
      let row = rowFactor == 2 ? 1 &+ y / 2 : y
      let near = rowFactor == 2 ? (y % 2 == 0 ? y / 2 : 2 &+ y / 2) : y
      for x in 0..<4 {
        let (column, beside) = (1 &+ x / 2, x % 2 == 0 ? x / 2 : 2 &+ x / 2)
        let odd = Int32(truncatingIfNeeded: x & 1)
        let target = samples + size * (4 &* y &+ x)
        let own = patches + size * (4 &* row &+ column)
        let next = patches + size * (4 &* row &+ beside)
        if rowFactor == 2 {
          let ownNear = patches + size * (4 &* near &+ column)
          let nextNear = patches + size * (4 &* near &+ beside)
          for tile in 0..<size {
            let sum = 3 &* own[tile] &+ ownNear[tile]
            let other = 3 &* next[tile] &+ nextNear[tile]
            target[tile] = UInt8(truncatingIfNeeded: (3 &* sum &+ other &+ 8 &- odd) &>> 4)
          }
        } else {
          for tile in 0..<size {
            target[tile] = UInt8(
              truncatingIfNeeded: (3 &* own[tile] &+ next[tile] &+ 1 &+ odd) &>> 2)
          }
        }
      }
    }
  }
}
