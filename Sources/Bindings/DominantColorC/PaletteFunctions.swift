// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of C.

public import CDominantColor
internal import CLibrary
internal import DominantColor

/// See `dominantcolor.h`, which documents every function of this module.
@c @implementation
public func dominantcolor_version() -> UnsafePointer<CChar>? {
  // SAFETY: a static string lives as long as the library is loaded, and ends in a NUL.
  UnsafeRawPointer(versionText.utf8Start).assumingMemoryBound(to: CChar.self)
}

/// The version, where C can point to it; a test compares it with the library's and the header's.
private let versionText: StaticString = "0.3.0-dev"

/// See `dominantcolor.h`.
@c @implementation
public func dominantcolor_options_init(
  _ options: UnsafeMutablePointer<dominantcolor_options>?, _ size: Int
) {
  guard let options else { return }
  let target = UnsafeMutableRawBufferPointer(start: options, count: size)
  withUnsafeBytes(of: Request.defaults) { defaults in
    // SAFETY: the caller promises `size` bytes. What a newer header adds is 0, its default.
    target.copyMemory(from: UnsafeRawBufferPointer(rebasing: defaults.prefix(size)))
    for offset in min(size, defaults.count)..<size { target[offset] = 0 }
  }
  // The caller's size, not this library's: by it later calls know which fields its struct
  // has.
  if size >= MemoryLayout<Int>.size { target.storeBytes(of: size, as: Int.self) }
}

/// See `dominantcolor.h`.
@c @implementation
public func dominantcolor_palette_free(_ palette: UnsafePointer<dominantcolor_palette>?) {
  free(UnsafeMutableRawPointer(mutating: palette))
}

/// See `dominantcolor.h`.
@c @implementation
public func dominantcolor_palette_of_bytes(
  _ bytes: UnsafeRawPointer?, _ count: Int, _ options: UnsafePointer<dominantcolor_options>?,
  _ palette: UnsafeMutablePointer<UnsafePointer<dominantcolor_palette>?>?,
  _ error: UnsafeMutablePointer<dominantcolor_error>?
) -> dominantcolor_status {
  answering(palette, error) { () throws(Failure) in
    try Request(options).answer(for: try encodedBytes(bytes, count))
  }
}

/// See `dominantcolor.h`.
@c @implementation
public func dominantcolor_palette_of_file(
  _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<dominantcolor_options>?,
  _ palette: UnsafeMutablePointer<UnsafePointer<dominantcolor_palette>?>?,
  _ error: UnsafeMutablePointer<dominantcolor_error>?
) -> dominantcolor_status {
  answering(palette, error) { () throws(Failure) in
    try Request(options).answer(forFileAt: try pathText(path))
  }
}

/// See `dominantcolor.h`.
@c @implementation
public func dominantcolor_pixels_init(
  _ pixels: UnsafeMutablePointer<dominantcolor_pixels>?, _ size: Int,
  _ data: UnsafeRawPointer?, _ width: Int64, _ height: Int64, _ channels: Int32
) {
  guard let pixels else { return }
  var packed = dominantcolor_pixels()
  (packed.size, packed.data, packed.width, packed.height) = (size, data, width, height)
  (packed.channels, packed.channel_stride) = (channels, 1)
  packed.pixel_stride = Int64(channels)
  // A width that overflows here is refused when the pixels are used.
  packed.row_stride = width.multipliedReportingOverflow(by: Int64(channels)).partialValue
  let target = UnsafeMutableRawBufferPointer(start: pixels, count: size)
  withUnsafeBytes(of: packed) { bytes in
    // SAFETY: the caller promises `size` bytes. What a newer header adds is 0, its default.
    target.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix(size)))
    for offset in min(size, bytes.count)..<size { target[offset] = 0 }
  }
}

/// See `dominantcolor.h`.
@c @implementation
public func dominantcolor_palette_of_pixels(
  _ pixels: UnsafePointer<dominantcolor_pixels>?,
  _ options: UnsafePointer<dominantcolor_options>?,
  _ palette: UnsafeMutablePointer<UnsafePointer<dominantcolor_palette>?>?,
  _ error: UnsafeMutablePointer<dominantcolor_error>?
) -> dominantcolor_status {
  answering(palette, error) { () throws(Failure) in
    try Request(options).answer(for: try StridedPixels(pixels))
  }
}

/// Runs the body of a function that answers with a palette.
func answering(
  _ palette: UnsafeMutablePointer<UnsafePointer<dominantcolor_palette>?>?,
  _ error: UnsafeMutablePointer<dominantcolor_error>?, _ body: () throws(Failure) -> Answer
) -> dominantcolor_status {
  palette?.pointee = nil
  return reporting(to: error) { () throws(Failure) in
    guard let palette else { throw .invalid("There is no place for the palette: it is NULL.") }
    palette.pointee = try body().makeBlock()
  }
}

/// The bytes that a caller names.
func encodedBytes(
  _ bytes: UnsafeRawPointer?, _ count: Int
) throws(Failure) -> UnsafeRawBufferPointer {
  guard count == 0 || bytes != nil else { throw .invalid("The bytes are NULL.") }
  guard count >= 0 else { throw .invalid("More bytes were given than can be addressed.") }
  // SAFETY: the caller lends `count` bytes for the call.
  return UnsafeRawBufferPointer(start: bytes, count: count)
}

/// The path that a caller names.
func pathText(_ path: UnsafePointer<CChar>?) throws(Failure) -> String {
  guard let path else { throw .invalid("The path is NULL.") }
  guard let text = String(validatingCString: path) else {
    throw .invalid("The path is not valid UTF-8.")
  }
  guard !text.isEmpty else { throw .invalid("The path is empty.") }
  return text
}
