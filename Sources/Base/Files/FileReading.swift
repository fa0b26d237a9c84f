internal import CLibrary

/// Reads a whole regular file.
///
/// Never waits for a pipe or a device, and takes no memory for a file above the limit, by default
/// 1 GB.
///
/// - Parameters:
///   - path: the file; links are followed.
///   - limit: the most bytes taken.
/// - Returns: the content, which may be empty.
/// - Throws: ``FileAccessError``, which names the file and the cause.
public func readFile(
  at path: String, limit: Int = 1_000_000_000
) throws(FileAccessError) -> [UInt8] {
  let (file, size) = try openRegularFile(at: path)
  defer { close(file) }
  guard size <= limit else { throw .tooLarge(path: path, count: size, limit: limit) }
  return try readToEnd(of: file, path: path, expecting: size, limit: limit)
}

/// Reads until the end, which may come sooner or later than the size said: files change, and some
/// of the system's own say 0.
private func readToEnd(
  of file: Int32, path: String, expecting size: Int, limit: Int
) throws(FileAccessError) -> [UInt8] {
  var bytes: [UInt8] = []
  // One byte more than expected, so that the end is seen without a second round.
  var step = size + 1
  while true {
    let chunk = try readChunk(of: file, path: path, atMost: step)
    bytes = bytes.isEmpty ? chunk : bytes + chunk
    guard bytes.count <= limit else {
      throw .tooLarge(path: path, count: bytes.count, limit: limit)
    }
    if chunk.count < step { return bytes }
    step = min(max(65_536, bytes.count), limit - bytes.count + 1)
  }
}

/// Reads a number of bytes, fewer only at the end of the file.
func readChunk(
  of file: Int32, path: String, atMost count: Int
) throws(FileAccessError) -> [UInt8] {
  var failed = false
  let chunk = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
    while filled < count {
      let room = UnsafeMutableRawBufferPointer(
        rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...])
      // SAFETY: `room` is what the array's memory has left, and `filled` counts what was written.
      let got = retryingInterrupts { read(file, room.baseAddress, min(room.count, 1 << 30)) }
      if got < 0 { failed = true }
      if got <= 0 { return }
      filled += got
    }
  }
  if failed { throw .afterFailure(path: path) }
  return chunk
}
