internal import Files
internal import ImageCodecs
internal import Reporting
internal import SyntheticImages

/// Width and height of an image in pixels.
package struct ImageDimensions: Hashable, Sendable {
  package let width: Int
  package let height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  package var pixelCount: Int { width * height }

  /// As names of series have them: `6000x4000`.
  package var text: String { "\(width)x\(height)" }
}

extension ImageDimensions {
  /// Those that the image of a request will have.
  ///
  /// Nothing is drawn or decoded: of a file only the header is read.
  ///
  /// - Throws: ``InputFailure`` for a file that there is not, or that has no header of a picture.
  package init(of request: ImageRequest) throws(InputFailure) {
    let own: ImageDimensions
    switch request.source {
    case .synthetic:
      let size = (request.size ?? ImageLoader.standardSize).dimensions()
      self.init(width: size.width, height: size.height)
      return
    case .path(let path): own = try Self.header(ofFile: path)
    case .packagedPhoto:
      do throws(ImageCodecError) {
        own = Self(try ImageDecoder().header(of: PackagedPhoto.bytes))
      } catch {
        throw InputFailure(error, path: PackagedPhoto.name)
      }
    }
    guard let size = request.size, own.pixelCount > 0 else {
      self = own
      return
    }
    let target = size.dimensions(aspect: Double(own.width) / Double(own.height))
    self.init(width: target.width, height: target.height)
  }

  private static func header(ofFile path: String) throws(InputFailure) -> ImageDimensions {
    let file: ImageFile
    do throws(FileAccessError) {
      file = try ImageFile(opening: path)
    } catch {
      throw InputFailure(unreadable: error)
    }
    do throws(ImageCodecError) {
      return Self(try ImageDecoder().header(of: file))
    } catch {
      throw InputFailure(error, path: path)
    }
  }

  private init(_ header: ImageHeader) {
    self.init(width: header.width, height: header.height)
  }
}
