internal import CZlib

/// Files compressed with gzip (RFC 1952), decompressed in memory by zlib.
package enum GzipFile {
  /// Whether bytes start as such a file does.
  package static func isCompressed(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 3 && bytes[0] == 0x1F && bytes[1] == 0x8B && bytes[2] == 8
  }

  /// Why a file that holds more than a limit is not decompressed.
  package static func tooLarge(limit: Int) -> ExchangeError {
    ExchangeError("Decompressed, the file has more than \(limit) bytes, the limit.")
  }

  /// What a file holds: all its members, one after the other.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - limit: The most bytes that it may hold.
  /// - Returns: Its contents.
  /// - Throws: ``ExchangeError`` when it is damaged or holds more.
  /// - Complexity: O(*n*) in the bytes that it holds.
  package static func decompressed(
    _ bytes: [UInt8], limit: Int
  ) throws(ExchangeError) -> [UInt8] {
    var output: [UInt8] = []
    var stream = z_stream()
    // 15 bits of window, and 16: gzip, whose checksums zlib compares.
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, size) == Z_OK else {
      throw ExchangeError("There is no memory to decompress the file.")
    }
    defer { inflateEnd(&stream) }
    var part = [UInt8](repeating: 0, count: 1 << 16)
    var read = 0
    while true {
      // At most 64 KB are made before the limit is looked at: a small file that would grow to
      // terabytes takes no memory.
      let (code, used, made) = inflated(bytes[read...], into: &part, &stream)
      read += used
      guard output.count + made <= limit else { throw tooLarge(limit: limit) }
      output += part[..<made]
      switch code {
      case Z_STREAM_END:
        // Another member may follow.
        guard inflateReset(&stream) == Z_OK else { throw damaged }
        // Tapes and block devices fill the last block up with zeros, which do not belong to it.
        if bytes[read...].allSatisfy({ $0 == 0 }) { return output }
      // Without progress the file has ended within a member.
      case Z_OK where used > 0 || made > 0: continue
      default: throw damaged
      }
    }
  }

  private static var damaged: ExchangeError {
    ExchangeError("The gzip file is damaged or incomplete.")
  }

  /// Decompresses on, as far as the part has room.
  ///
  /// - Returns: zlib's code, the bytes that it took, and those that it wrote.
  private static func inflated(
    _ bytes: ArraySlice<UInt8>, into part: inout [UInt8], _ stream: inout z_stream
  ) -> (code: Int32, used: Int, made: Int) {
    bytes.withUnsafeBufferPointer { bytes in
      part.withUnsafeMutableBufferPointer { part in
        // A number of bytes as zlib takes them; what is beyond comes in the next call.
        let given = UInt32(clamping: bytes.count)
        // SAFETY: zlib reads `given` bytes at most and writes no more than the part has; it keeps no pointer that it
        // uses before the next call sets both.
        stream.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
        stream.avail_in = given
        stream.next_out = part.baseAddress
        stream.avail_out = UInt32(clamping: part.count)
        let code = inflate(&stream, Z_NO_FLUSH)
        return (code, Int(given - stream.avail_in), part.count - Int(stream.avail_out))
      }
    }
  }
}
