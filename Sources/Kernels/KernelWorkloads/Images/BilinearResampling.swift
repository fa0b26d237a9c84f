package import Pixels

extension ImageBuffer {
  /// The image at another size, by bilinear interpolation between the four nearest pixels and
  /// nothing else: no filter before, no sharpening after.
  ///
  /// It turns a small photo into a large one with a photo's colours, to time kernels on. Corners
  /// stay corners. Colours are weighted by alpha, so that what is hidden under transparent pixels
  /// does not leak. All in integers: the same pixels on every machine.
  ///
  /// - Throws: ``ImageGeometryError`` when there is no memory for the new size.
  /// - Complexity: O(*width* · *height*) of the new image.
  package func resampled(width: Int, height: Int) throws(ImageGeometryError) -> ImageBuffer {
    var result = try ImageBuffer(width: width, height: height)
    guard pixelCount > 0, result.pixelCount > 0 else { return result }
    let columns = InterpolationStep.steps(from: self.width, to: width)
    let rows = InterpolationStep.steps(from: self.height, to: height)
    withPixels { source in
      result.withMutableBytes { bytes in
        for (y, row) in rows.enumerated() {
          let upper = source.row(row.first)
          let lower = source.row(row.second)
          for (x, column) in columns.enumerated() {
            // SAFETY: steps hold positions inside the source, whose rows are 4 × width bytes; the
            // target has 4 bytes for each (x, y) of the new size.
            let pixel = Self.interpolate(
              upper: (upper + 4 * column.first, upper + 4 * column.second),
              lower: (lower + 4 * column.first, lower + 4 * column.second),
              column.weight, row.weight)
            bytes.storeBytes(of: pixel, toByteOffset: 4 * (y * width + x), as: UInt32.self)
          }
        }
      }
    }
    return result
  }

  /// One pixel between four, little-endian RGBA.
  @inline(__always)
  private static func interpolate(
    upper: (UnsafeRawPointer, UnsafeRawPointer), lower: (UnsafeRawPointer, UnsafeRawPointer),
    _ across: UInt32, _ down: UInt32
  ) -> UInt32 {
    let full = InterpolationStep.fullWeight
    let corners = SIMD4<UInt32>(
      load(upper.0), load(upper.1), load(lower.0), load(lower.1))
    let weights = SIMD4<UInt32>(
      (full - across) * (full - down), across * (full - down), (full - across) * down,
      across * down)
    // 256² × 255 × 255 < 2³²: a weight, an alpha and a channel multiplied fit.
    let alphas = (corners &>> 24) &* weights
    let alphaSum = alphas.wrappedSum()
    guard alphaSum > 0 else { return 0 }
    func channel(_ shift: UInt32) -> UInt32 {
      let channels = (corners &>> SIMD4(repeating: shift)) & 0xFF
      let sum = (channels &* alphas).wrappedSum()
      // At most 255 · 256² · 255 + 256² · 255 / 2 = 4,269,834,240, under 2³².
      return (sum + alphaSum / 2) / alphaSum
    }
    let alpha = (alphaSum + full * full / 2) / (full * full)
    return channel(0) | channel(8) << 8 | channel(16) << 16 | alpha << 24
  }

  @inline(__always)
  private static func load(_ address: UnsafeRawPointer) -> UInt32 {
    UInt32(littleEndian: address.loadUnaligned(as: UInt32.self))
  }
}

/// Where a new pixel lies between two old ones along one axis.
private struct InterpolationStep {
  /// The weight of a pixel hit exactly; 256² · 255² is just under 2³².
  static let fullWeight: UInt32 = 256

  let first: Int
  let second: Int
  /// The second pixel's share, 0 to 255.
  let weight: UInt32

  /// The steps of a whole axis: pixel centres of the new one projected onto the old one, held
  /// inside it.
  static func steps(from oldCount: Int, to newCount: Int) -> [InterpolationStep] {
    (0..<newCount).map { position in
      // In 256ths of an old pixel: (position + ½) · old ÷ new − ½.
      //     4 pixels → 8    position      0    1    2    3    4
      //                     projected   −64   64  192  320  448     256ths of an old pixel
      //                     pixels        0  0+¼  0+¾  1+¼  1+¾
      let projected = (2 * position + 1) * oldCount * 128 / newCount - 128
      let held = min(max(projected, 0), (oldCount - 1) * 256)
      let first = held / 256
      return InterpolationStep(
        first: first, second: min(first + 1, oldCount - 1), weight: UInt32(held % 256))
    }
  }
}
