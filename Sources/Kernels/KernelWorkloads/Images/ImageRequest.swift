internal import Files
package import Reporting
internal import SyntheticImages

/// An image that was asked for: where it comes from, and at what size it should run.
package struct ImageRequest: Hashable, Sendable {
  /// Where an image comes from.
  package enum Source: Hashable, Sendable {
    /// A synthetic image by its name.
    case synthetic(String)
    /// A PNG or JPEG file, or a folder of them, by the path as given.
    case path(String)
    /// The photo that is part of the program.
    case packagedPhoto
  }

  package let source: Source
  /// `nil`: a file's own size, or 24 MP for a synthetic image.
  package let size: ImageSize?

  package init(source: Source, size: ImageSize?) {
    self.source = source
    self.size = size
  }

  /// What results call the image: a synthetic image's name, or a file's path as it was given.
  package var name: String {
    switch source {
    case .synthetic(let name): name
    case .path(let path): path
    case .packagedPhoto: PackagedPhoto.name
    }
  }

  /// Reads the name of an image.
  ///
  /// A name of an image that the program has wins over a file of that name; `./photo` is the file.
  /// What has a slash or a dot is a path even if nothing is there: that is a missing input, not a
  /// wrong command.
  package static func source(named text: String) throws(InvalidRequest) -> Source {
    if SyntheticImage.named(text) != nil { return .synthetic(text) }
    if text == PackagedPhoto.name { return .packagedPhoto }
    if text.contains("/") || text.contains(".") || FileKind(path: text) != .absent {
      return .path(text)
    }
    throw InvalidRequest(
      unknownChoice(text, kind: "image", choices: SyntheticImage.all.map(\.name))
        + " Or give the path of a PNG or JPEG file, or of a folder of them.")
  }
}
