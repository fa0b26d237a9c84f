package import ImageCodecs
package import KernelWorkloads
package import Pixels

/// A picture file that is made on the spot, of a synthetic image or a photo.
package struct GoalFile: Hashable, Sendable {
  /// How the pixels are stored.
  package enum Format: Hashable, Sendable {
    case jpeg(quality: Int, sampling: JPEGEncoder.ChromaSubsampling, isProgressive: Bool)
    /// RGB, 8 bits, zlib's usual effort.
    case png

    /// The format without its settings.
    package enum Kind: Hashable, Sendable {
      case jpeg
      case png

      /// The library that reads it everywhere.
      package var libraryName: String { self == .jpeg ? "libjpeg" : "libpng" }
    }

    package var kind: Kind { if case .jpeg = self { .jpeg } else { .png } }
  }

  package let image: String
  package let format: Format

  /// What tables call it, such as "photo.jpg 75 4:2:0".
  package var name: String {
    switch format {
    case .jpeg(let quality, let sampling, let isProgressive):
      "\(stem).jpg \(quality) \(sampling == .half ? "4:2:0" : "4:4:4")"
        + (isProgressive ? " progressive" : "")
    case .png: "\(stem).png"
    }
  }

  /// The image's name without the ending of another file.
  private var stem: Substring { image.prefix { $0 != "." } }

  /// The bytes of the file.
  ///
  /// - Throws: `InputFailure` without memory for it.
  package func bytes(of pixels: ImageBuffer, threads: Int) throws(InputFailure) -> [UInt8] {
    do throws(ImageCodecError) {
      switch format {
      case .jpeg(let quality, let sampling, let isProgressive):
        return try JPEGEncoder(
          quality: quality, chromaSubsampling: sampling, isProgressive: isProgressive
        ).encode(pixels)
      case .png: return try PNGEncoder().encode(pixels, threads: threads)
      }
    } catch {
      throw InputFailure(error, path: name)
    }
  }
}
