internal import Testing
internal import ZlibOracle

/// What zlib makes of bytes, and says of streams.
enum Zlib {
  /// Compresses bytes.
  static func deflated(_ bytes: [UInt8], _ options: zlib_oracle_options) throws -> [UInt8] {
    var count = 0
    let stream = bytes.withUnsafeBufferPointer {
      zlib_oracle_deflate($0.baseAddress, $0.count, options, &count)
    }
    defer { zlib_oracle_free(stream) }
    return Array(UnsafeBufferPointer(start: try #require(stream), count: count))
  }

  /// Whether a stream is whole, and holds so many bytes.
  static func accepts(_ stream: [UInt8], byteCount: Int) -> Bool {
    var count = 0
    let bytes = stream.withUnsafeBufferPointer {
      zlib_oracle_inflate($0.baseAddress, $0.count, byteCount, &count)
    }
    defer { zlib_oracle_free(bytes) }
    return bytes != nil && count == byteCount
  }
}
