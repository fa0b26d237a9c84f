internal import CImageShims

/// The bytes of a picture file, in memory or on disk, for parsing the data around the pixels.
///
/// Every read is checked, and answers `nil` past the end. Serves one thread at a time, but that any
/// may call ``copy(from:into:)`` at any time.
final class EncodedBytes {
  let count: Int
  /// The bytes, where they are in memory.
  let memory: UnsafeRawBufferPointer?
  private let file: ImageFile?
  private var window: [UInt8] = []
  private var windowStart = 0

  /// Bytes of a file read at once: the head of a chunk and usually a short chunk.
  private static let windowBytes = 4096

  /// Borrows bytes, which must stay alive and unchanged.
  init(_ memory: UnsafeRawBufferPointer) {
    self.memory = memory
    file = nil
    count = memory.count
  }

  /// Reads from a file.
  init(_ file: ImageFile) {
    memory = nil
    self.file = file
    count = file.byteCount
  }

  /// Why bytes that should be there cannot be read; `nil` unless the system failed.
  var readFailure: ImageCodecError? { file?.readFailure }

  /// What the C side reads from; this object must outlive its use.
  var input: cimage_input {
    cimage_input(
      bytes: memory?.baseAddress?.assumingMemoryBound(to: UInt8.self), count: UInt64(count),
      file: file?.descriptor ?? -1)
  }

  /// Calls a body with the bytes of a range; returns `nil` when it does not lie whole within.
  ///
  /// Bytes of a file are copied, at most as many as asked for or a few thousand.
  func withBytes<Result>(
    from offset: Int, count wanted: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    guard offset >= 0, wanted >= 0, offset <= count, wanted <= count - offset else { return nil }
    if let memory {
      return body(UnsafeRawBufferPointer(rebasing: memory[offset..<offset + wanted]))
    }
    if offset < windowStart || offset + wanted > windowStart + window.count {
      fillWindow(from: offset, count: wanted)
      guard window.count >= wanted else { return nil }
    }
    let start = offset - windowStart
    return window.withUnsafeBytes { bytes in
      body(UnsafeRawBufferPointer(rebasing: bytes[start..<start + wanted]))
    }
  }

  private func fillWindow(from offset: Int, count wanted: Int) {
    let size = min(max(wanted, Self.windowBytes), count - offset)
    windowStart = offset
    window = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      let room = UnsafeMutableRawBufferPointer(
        start: UnsafeMutableRawPointer(buffer.baseAddress), count: size)
      filled = file?.read(into: room, at: offset) ?? 0
    }
  }

  /// Copies bytes from an offset on to the start of some memory, as many as fit or there are.
  ///
  /// - Returns: how many; fewer than fit only at the end, or where reading fails.
  func copy(from offset: Int, into target: UnsafeMutableRawBufferPointer) -> Int {
    guard offset >= 0, offset < count else { return 0 }
    let size = min(target.count, count - offset)
    if let memory {
      target.copyMemory(
        from: UnsafeRawBufferPointer(rebasing: memory[offset..<offset + size]))
      return size
    }
    return file?.read(into: UnsafeMutableRawBufferPointer(rebasing: target[..<size]), at: offset)
      ?? 0
  }

  func uint8(at offset: Int) -> UInt8? {
    withBytes(from: offset, count: 1) { $0[0] }
  }

  func uint16(at offset: Int) -> UInt16? {
    withBytes(from: offset, count: 2) { UInt16($0[0]) << 8 | UInt16($0[1]) }
  }

  func uint32(at offset: Int) -> UInt32? {
    withBytes(from: offset, count: 4) { bytes in
      bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }
  }

  /// The first bytes, at most so many.
  func prefix<Result>(_ length: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withBytes(from: 0, count: min(length, count), body)
      ?? body(UnsafeRawBufferPointer(start: nil, count: 0))
  }
}
