internal import Files
internal import Measuring
package import Reporting
internal import SyntheticImages

/// An image that was asked for: where it comes from, and at what size it should run.
package struct ImageRequest: Equatable {
  /// Where an image comes from.
  package enum Source: Equatable {
    /// A synthetic image by its name.
    case synthetic(String)
    /// A PNG or JPEG file, or a folder of them, by the path as given.
    case path(String)
    /// The photo kept with the package.
    case packagedPhoto
  }

  package let source: Source
  /// `nil`: a file's own size, or 24 MP for a synthetic image.
  package let size: ImageSize?

  /// Makes one of its parts.
  package init(source: Source, size: ImageSize?) {
    self.source = source
    self.size = size
  }

  /// Reads the value of `--image`.
  ///
  /// A synthetic name wins over a file of that name; `./photo` is the file. What has a slash or a
  /// dot is a path even if nothing is there: that is a missing input, not a wrong command.
  package static func source(named text: String) throws(InvalidRequest) -> Source {
    if SyntheticImage.named(text) != nil { return .synthetic(text) }
    if text.contains("/") || text.contains(".") || FileKind(path: text) != .absent {
      return .path(text)
    }
    throw InvalidRequest(
      unknownChoice(text, kind: "image", choices: SyntheticImage.all.map(\.name))
        + " Or give the path of a PNG or JPEG file, or of a folder of them.")
  }

  /// A hash that differs when any input does: synthetic images follow from name and size, files
  /// from their bytes.
  package static func hash(of requests: [ImageRequest]) -> String {
    var hash = ContentHash()
    for request in requests {
      switch request.source {
      case .synthetic(let name): hash.add(name)
      case .path(let path): addFiles(path, to: &hash)
      case .packagedPhoto: addFiles(PackagedPhoto.path() ?? "", to: &hash)
      }
      hash.add(String(describing: request.size))
    }
    return hash.text
  }

  private static func addFiles(_ path: String, to hash: inout ContentHash) {
    let files = (try? ImageLoader.expand(ImageRequest(source: .path(path), size: nil))) ?? []
    for case .path(let file) in files.map(\.source) {
      hash.add((try? readFile(at: file)) ?? [])
      hash.add(file)
    }
  }
}
