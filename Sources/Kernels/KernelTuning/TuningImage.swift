package import KernelWorkloads
package import Pixels
internal import SyntheticImages

/// The images that kernels are raced on for a tuning.
package enum TuningImage {
  /// A photo inside an ellipse, and nothing around it.
  package static let cutOut = "cut-out"

  /// Makes one.
  ///
  /// - Throws: `InputFailure` for a name that there is not, and without memory for it.
  package static func make(
    _ name: String, width: Int, height: Int
  ) throws(InputFailure) -> ImageBuffer {
    let request = ImageRequest(
      source: .synthetic(name == cutOut ? "photo" : name),
      size: .exact(width: width, height: height))
    var image = try ImageLoader.load(request).pixels
    if name == cutOut { cut(&image) }
    return image
  }

  /// Makes everything outside of the largest ellipse transparent, with its colours kept.
  private static func cut(_ image: inout ImageBuffer) {
    let (width, height) = (image.width, image.height)
    image.withMutableBytes { bytes in
      for y in 0..<height {
        // Of the half axes, from −1 to 1 at the middles of pixels.
        let down = (2 * Double(y) + 1) / Double(height) - 1
        for x in 0..<width {
          let across = (2 * Double(x) + 1) / Double(width) - 1
          if across * across + down * down > 1 { bytes[4 * (y * width + x) + 3] = 0 }
        }
      }
    }
  }
}
