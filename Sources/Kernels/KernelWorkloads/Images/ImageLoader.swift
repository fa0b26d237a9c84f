internal import Files
internal import ImageCodecs
internal import Pixels
internal import Reporting
internal import SyntheticImages

/// Makes the pixels of a request: synthetic ones, or a file's.
package enum ImageLoader {
  /// What a synthetic image is made at when no size is asked for.
  static let standardSize = ImageSize.pixelCount(24_000_000)

  /// Makes an image for this machine, resampled when a size was asked for.
  ///
  /// - Throws: ``InputFailure`` naming the file and the cause.
  package static func load(_ request: ImageRequest) throws(InputFailure) -> BenchmarkImage {
    try load(request, installedMemory: installedMemoryBytes())
  }

  /// Makes an image for a machine with so many bytes of memory, resampled when a size was asked for.
  ///
  /// - Throws: ``InputFailure`` naming the file and the cause.
  package static func load(
    _ request: ImageRequest, installedMemory: Int
  ) throws(InputFailure) -> BenchmarkImage {
    switch request.source {
    case .synthetic(let name):
      return try loadSynthetic(name, size: request.size ?? standardSize, installedMemory)
    case .path(let path):
      return try resampled(try decodeFile(path), request, installedMemory)
    case .packagedPhoto:
      let photo = try decoded(from: PackagedPhoto.name) { () throws(ImageCodecError) in
        try ImageDecoder().decode(PackagedPhoto.bytes)
      }
      return try resampled(photo, request, installedMemory)
    }
  }

  /// The requests that one stands for: each picture in a folder, or the request itself.
  ///
  /// A picture is known by its content. Subfolders are not entered.
  package static func expand(_ request: ImageRequest) throws(InputFailure) -> [ImageRequest] {
    guard case .path(let path) = request.source, FileKind(path: path) == .folder else {
      return [request]
    }
    guard let names = names(inFolder: path) else {
      throw .noInput(path, "the folder may not be listed: permission denied.")
    }
    let files = names.compactMap { name -> ImageRequest? in
      let file = PathParts.join(path, name)
      guard FileKind(path: file) == .regular else { return nil }
      let isPicture = firstBytes(ofFile: file, count: 16).withUnsafeBytes {
        ImageFormat(sniffing: $0) != nil
      }
      return isPicture ? ImageRequest(source: .path(file), size: request.size) : nil
    }
    guard !files.isEmpty else { throw .noInput(path, "the folder holds no PNG or JPEG file.") }
    return files
  }

  private static func loadSynthetic(
    _ name: String, size: ImageSize, _ installedMemory: Int
  ) throws(InputFailure) -> BenchmarkImage {
    let size = size.dimensions()
    try checkMemory(name, size, installedMemory)
    guard let kind = SyntheticImage.named(name) else {
      throw .noInput(name, "there is no synthetic image of this name.")
    }
    do {
      return BenchmarkImage(
        name: name, pixels: try kind.makeImage(width: size.width, height: size.height),
        planted: kind.truth(width: size.width, height: size.height))
    } catch {
      throw .noMemory(name, error.description)
    }
  }

  private static func resampled(
    _ decoded: DecodedImage, _ request: ImageRequest, _ installedMemory: Int
  ) throws(InputFailure) -> BenchmarkImage {
    var pixels = decoded.image
    if let size = request.size, pixels.pixelCount > 0 {
      let target = size.dimensions(aspect: Double(pixels.width) / Double(pixels.height))
      try checkMemory(request.name, target, installedMemory)
      do {
        pixels = try pixels.resampled(width: target.width, height: target.height)
      } catch {
        throw .noMemory(request.name, error.description)
      }
    }
    return BenchmarkImage(name: request.name, pixels: pixels, planted: nil)
  }

  private static func decodeFile(_ path: String) throws(InputFailure) -> DecodedImage {
    let bytes = try readInput(at: path)
    return try decoded(from: path) { () throws(ImageCodecError) in
      try ImageDecoder().decode(bytes)
    }
  }

  private static func decoded(
    from name: String, _ decode: () throws(ImageCodecError) -> DecodedImage
  ) throws(InputFailure) -> DecodedImage {
    do throws(ImageCodecError) {
      return try decode()
    } catch {
      throw InputFailure(error, path: name)
    }
  }

  /// Refuses an image that the machine cannot hold: the system would grant the memory and end the
  /// process when it is used.
  private static func checkMemory(
    _ name: String, _ size: (width: Int, height: Int), _ memory: Int
  ) throws(InputFailure) {
    let needed = 4 * size.width * size.height
    guard needed > memory / 10 * 9 else { return }
    throw .noMemory(
      name,
      "\(size.width) × \(size.height) pixels need \(Quantities.bytes(needed)), and the machine has "
        + "\(Quantities.bytes(memory)) in all. Ask for fewer.")
  }
}
