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

  /// The format that a name asks for; `nil` when it asks for none that can be written.
  static func format(ofName path: String) -> ImageFormat? {
    ImageFormat(fileExtension: PathParts(path).fileExtension)
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
  ///   - source: says how the picture is turned and what its colours mean.
  ///   - path: the file; its ending says the format.
  ///   - threads: how many threads may work on it.
  /// - Returns: what could not be kept, in sentences.
  /// - Throws: ``CommandFailure`` that names the file.
  func write(
    _ image: ImageBuffer, like source: DecodedPicture, to path: String, threads: Int
  ) throws(CommandFailure) -> [String] {
    let format = Self.format(ofName: path) ?? .png
    var image = image
    var encoding = ImageEncoding(
      quality: quality, background: background, orientation: source.header.orientation,
      colorProfile: source.colorProfile, colorTags: source.header.colorTags)
    if !format.isTurnedByViewers {
      do {
        image = try encoding.orientation.upright(image)
      } catch {
        throw .noMemory(path, error.description)
      }
      encoding.orientation = .up
    }
    do {
      try write(try format.encode(image, encoding, threads: threads), to: path)
    } catch let error as ImageCodecError {
      throw .unencodable(error, path: path)
    } catch let error as CommandFailure {
      throw error
    } catch {}
    guard !format.keepsColorTags, source.header.colorTags.differsFromSRGB else { return [] }
    let names = source.header.colorTags.chunks.keys.sorted().joined(separator: ", ")
    return [
      "A \(format) has no place for what the file says of its colours (\(names)); they may look "
        + "different. Write a PNG to keep it."
    ]
  }

  /// Begins a file that is written piece by piece.
  func begin(_ path: String) throws(CommandFailure) -> WholeFile {
    do {
      return try WholeFile(at: path, replacingExisting: replacesExisting)
    } catch {
      throw .unwritable(error)
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
