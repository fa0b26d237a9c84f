internal import CLibrary

/// Whole small text files, such as the kernel's under `/proc` and `/sys`.
enum SmallFile {
  /// Why a file gave no text: the path and the system's words.
  struct Unreadable: Error, Equatable {
    let description: String
  }

  /// Reads a file to its end, at most a megabyte.
  static func read(_ path: String) throws(Unreadable) -> String {
    // Without O_NONBLOCK a pipe in a file's place would be waited for until someone opens its
    // other end.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw unreadable(path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 16_384)
    while bytes.count < 1 << 20 {
      let count = systemRead(descriptor, &chunk)
      if count < 0 { throw unreadable(path) }
      if count == 0 { break }
      bytes += chunk.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes text over a file that exists, in one call.
  static func write(_ text: String, to path: String) throws(Unreadable) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(path) }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard systemWrite(descriptor, bytes) == bytes.count else { throw unreadable(path) }
  }

  private static func unreadable(_ path: String) -> Unreadable {
    let code = errno
    return Unreadable(description: "\(path): \(systemMessage(code))")
  }
}

private func systemRead(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
  buffer.withUnsafeMutableBytes { bytes in
    // SAFETY: the address and the count are those of the array, held for the call.
    read(descriptor, bytes.baseAddress, bytes.count)
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: [UInt8]) -> Int {
  bytes.withUnsafeBytes { bytes in
    // SAFETY: the address and the count are those of the array, held for the call.
    write(descriptor, bytes.baseAddress, bytes.count)
  }
}
