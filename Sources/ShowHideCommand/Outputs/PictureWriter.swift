internal import Files
internal import ImageCodecs
internal import Pixels

/// Writes pictures in the format that their name asks for.
struct PictureWriter: Sendable {
  /// 1 to 100, for JPEG.
  var quality = 90
  /// What shows through transparent pixels in a JPEG; `nil` makes them an error.
  var background: RGB8?
  /// Whether files that are there already are replaced.
  var replacesExisting = false

  /// The endings of file names that say which format is meant.
  static let endings = ["png", "jpg", "jpeg"]

  /// The format that a name asks for; `nil` when it asks for none that can be written.
  static func format(ofName path: String) -> ImageFormat? {
    switch PathParts(path).fileExtension {
    case "png": .png
    case "jpg", "jpeg": .jpeg
    default: nil
    }
  }

  /// Fails when a file is there already and is not to be replaced: before the work, not after.
  func checkIsFree(_ path: String) throws(CommandFailure) {
    switch FileKind(path: path) {
    case .absent: return
    case .folder: throw .unwritable(.isDirectory(path: path))
    case .special: throw .unwritable(.notRegular(path: path))
    case .regular:
      if !replacesExisting { throw .unwritable(.exists(path: path)) }
    }
  }

  /// Writes a picture whole or not at all.
  ///
  /// - Parameters:
  ///   - image: pixels stored like those of `source`.
  ///   - source: gives orientation and colour profile.
  ///   - path: the file; its ending says the format.
  /// - Returns: what could not be kept, in sentences.
  /// - Throws: ``CommandFailure`` that names the file.
  func write(
    _ image: ImageBuffer, like source: PictureFile, to path: String
  ) throws(CommandFailure) -> [String] {
    do {
      let bytes = try encode(image, like: source, profile: source.colorProfile, to: path)
      try write(bytes, to: path)
      return []
    } catch {
      // libpng checks profiles, and refuses many that other programs live with.
      guard !source.colorProfile.isEmpty, error.exitCode == .cannotCreate,
        let bytes = try? encode(image, like: source, profile: [], to: path)
      else { throw error }
      try write(bytes, to: path)
      return ["The colour profile was left out: \(error.message)"]
    }
  }

  private func encode(
    _ image: ImageBuffer, like source: PictureFile, profile: [UInt8], to path: String
  ) throws(CommandFailure) -> [UInt8] {
    do {
      switch Self.format(ofName: path) {
      case .jpeg:
        return try JPEGEncoder(
          quality: quality, background: background, orientation: source.header.orientation,
          colorProfile: profile
        ).encode(image)
      case .png, nil:
        return try PNGEncoder(
          orientation: source.header.orientation, colorProfile: profile
        ).encode(image)
      }
    } catch {
      throw .unencodable(error, path: path)
    }
  }

  /// Writes a file whole or not at all.
  func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
    do {
      try writeFile(bytes, to: path, replacingExisting: replacesExisting)
    } catch {
      throw .unwritable(error)
    }
  }
}
