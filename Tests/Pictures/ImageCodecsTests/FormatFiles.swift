internal import CommandTestSupport
internal import Files
internal import ImageCodecs
internal import Pixels
internal import Testing

/// The pictures of `Tests/Fixtures/Formats`, and what a reference decoder makes of them.
enum FormatFiles {
  static func path(_ name: String) -> String { Fixtures.path("Formats/" + name) }

  static func bytes(_ name: String) throws -> [UInt8] { try readFile(at: path(name)) }

  /// The pixels of the reference decoder.
  static func reference(_ name: String) throws -> ImageBuffer {
    try ImageDecoder().decode(bytes(name + ".png")).image
  }

  /// The largest difference of a channel, where pixels are visible, and of alpha; `nil` for pictures
  /// of two sizes.
  static func difference(_ left: ImageBuffer, _ right: ImageBuffer) -> Int? {
    guard (left.width, left.height) == (right.width, right.height) else { return nil }
    return left.withPixels { left in
      right.withPixels { right in
        var most = 0
        for y in 0..<left.height {
          let (a, b) = (left.row(y), right.row(y))
          for x in 0..<left.width {
            let bytes = (0..<4).map { index in
              (
                Int(a.load(fromByteOffset: 4 * x + index, as: UInt8.self)),
                Int(b.load(fromByteOffset: 4 * x + index, as: UInt8.self))
              )
            }
            most = max(most, abs(bytes[3].0 - bytes[3].1))
            guard bytes[3].0 > 0 || bytes[3].1 > 0 else { continue }
            for channel in bytes[..<3] { most = max(most, abs(channel.0 - channel.1)) }
          }
        }
        return most
      }
    }
  }

  /// Whether a format's library is there.
  static func canRead(_ format: ImageFormat) -> Bool {
    guard let library = format.library else { return true }
    if case .ready = library.state { return true } else { return false }
  }
}
