internal import CLibrary

/// Small files that anyone may have put there: read whole, or refused with a reason.
package enum BoundedFile {
  /// Why a file was not read.
  package enum Failure: Error, Equatable {
    case absent
    /// A folder, pipe, socket or device.
    case notRegular
    /// More bytes than the limit.
    case tooLarge
    /// The system's words.
    case system(String)
  }

  /// Reads a regular file of at most `limit` bytes.
  ///
  /// Opening never waits, so a pipe without a writer does not hang; anything but a regular file is
  /// refused before anything is read, and never more than the limit is taken into memory.
  package static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else {
      let code = errno
      throw code == ENOENT || code == ENOTDIR ? .absent : .system(systemMessage(code))
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(systemMessage(errno)) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    // One byte beyond the limit tells a file that is too large, also one that grows meanwhile.
    var bytes = [UInt8](repeating: 0, count: min(max(Int(status.st_size), 4096), limit) + 1)
    var filled = 0
    while filled < bytes.count {
      let count = bytes.withUnsafeMutableBytes { buffer in
        // SAFETY: the rest of the array, whose address and length are held for the call.
        systemRead(descriptor, UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw .system(systemMessage(errno))
      }
      if count == 0 { break }
      filled += count
      // The files of /proc say that they are empty.
      if filled == bytes.count, bytes.count <= limit {
        bytes += [UInt8](repeating: 0, count: min(bytes.count, limit + 1 - bytes.count))
      }
    }
    guard filled <= limit else { throw .tooLarge }
    bytes.removeLast(bytes.count - filled)
    return bytes
  }

  /// The text of a file; `nil` when it cannot be read or is not UTF-8.
  package static func text(_ path: String, limit: Int = 1 << 16) -> String? {
    guard let bytes = try? read(path, limit: limit) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  // SAFETY: the address and count are the buffer's own.
  read(descriptor, buffer.baseAddress, buffer.count)
}
