// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of C.

public import CDominantColor
internal import FilePalettes

/// How many waves a caller asks for, checked.
struct BlurHashWaves {
  let across: Int
  let down: Int

  init(_ across: Int32, _ down: Int32) throws(Failure) {
    self.across = try checked(across, BlurHash.waves, "across")
    self.down = try checked(down, BlurHash.waves, "down")
  }
}

/// See `dominantcolor.h`.
@c @implementation
public func dominantcolor_blurhash_of_bytes(
  _ bytes: UnsafeRawPointer?, _ count: Int, _ across: Int32, _ down: Int32,
  _ options: UnsafePointer<dominantcolor_options>?,
  _ hash: UnsafeMutablePointer<dominantcolor_blurhash>?,
  _ error: UnsafeMutablePointer<dominantcolor_error>?
) -> dominantcolor_status {
  hashing(hash, error) { () throws(Failure) in
    let waves = try BlurHashWaves(across, down)
    return try Request(options).blurHash(of: try encodedBytes(bytes, count), waves)
  }
}

/// See `dominantcolor.h`.
@c @implementation
public func dominantcolor_blurhash_of_file(
  _ path: UnsafePointer<CChar>?, _ across: Int32, _ down: Int32,
  _ options: UnsafePointer<dominantcolor_options>?,
  _ hash: UnsafeMutablePointer<dominantcolor_blurhash>?,
  _ error: UnsafeMutablePointer<dominantcolor_error>?
) -> dominantcolor_status {
  hashing(hash, error) { () throws(Failure) in
    let waves = try BlurHashWaves(across, down)
    return try Request(options).blurHash(ofFileAt: try pathText(path), waves)
  }
}

/// See `dominantcolor.h`.
@c @implementation
public func dominantcolor_blurhash_of_pixels(
  _ pixels: UnsafePointer<dominantcolor_pixels>?, _ across: Int32, _ down: Int32,
  _ options: UnsafePointer<dominantcolor_options>?,
  _ hash: UnsafeMutablePointer<dominantcolor_blurhash>?,
  _ error: UnsafeMutablePointer<dominantcolor_error>?
) -> dominantcolor_status {
  hashing(hash, error) { () throws(Failure) in
    let waves = try BlurHashWaves(across, down)
    return try Request(options).blurHash(of: try StridedPixels(pixels), waves)
  }
}

/// Runs the body of a function that answers with a BlurHash.
private func hashing(
  _ hash: UnsafeMutablePointer<dominantcolor_blurhash>?,
  _ error: UnsafeMutablePointer<dominantcolor_error>?, _ body: () throws(Failure) -> String?
) -> dominantcolor_status {
  hash?.pointee = dominantcolor_blurhash()
  return reporting(to: error) { () throws(Failure) in
    guard let hash else { throw .invalid("There is no place for the BlurHash: it is NULL.") }
    let text = try body() ?? ""
    withUnsafeMutableBytes(of: &hash.pointee.text) {
      $0.copyBytes(from: text.utf8.prefix($0.count - 1))
    }
  }
}
