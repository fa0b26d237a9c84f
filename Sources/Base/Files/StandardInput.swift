internal import CLibrary

/// Reads standard input to its end, or as far as it is worth reading.
///
/// - Parameters:
///   - limit: the most bytes held.
///   - isWanted: asked once, with the first bytes (256, or all of them where they are fewer); the
///     rest is read only if it answers true.
/// - Returns: the bytes: all of them, or the first ones where the rest is not wanted.
/// - Throws: ``FileAccessError`` with the path `-`, where reading fails or the limit is exceeded.
public func readStandardInput(
  limit: Int, isWanted: (UnsafeRawBufferPointer) -> Bool = { _ in true }
) throws(FileAccessError) -> [UInt8] {
  let probe = 256
  var bytes = try readChunk(of: STDIN_FILENO, path: "-", atMost: probe)
  guard bytes.count == probe, bytes.withUnsafeBytes(isWanted) else { return bytes }
  let step = 1 << 20
  while true {
    let chunk = try readChunk(of: STDIN_FILENO, path: "-", atMost: step)
    bytes += chunk
    guard bytes.count <= limit else {
      throw .tooLarge(path: "-", count: bytes.count, limit: limit)
    }
    if chunk.count < step { return bytes }
  }
}
