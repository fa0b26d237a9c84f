#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

internal import Files

/// The paths in a file or on standard input, one a line, read as they are asked for: a list of
/// millions takes no memory.
///
/// Empty lines are passed over. A path is taken as it stands, never as a pattern or a folder to list.
/// A list serves one thread, once.
final class PathList: Sequence, IteratorProtocol {
  /// Why the list ended before its end; `nil` when it did not.
  private(set) var failure: CommandFailure?
  private let path: String
  private let descriptor: Int32
  private let ownsDescriptor: Bool
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false

  /// More than any path can have: a longer line is not looked at as a whole.
  private static let longestLine = 1 << 16

  /// Opens a list.
  ///
  /// - Parameter path: a file, which may be a pipe; `-` is standard input.
  /// - Throws: ``CommandFailure`` when it cannot be opened.
  init(path: String) throws(CommandFailure) {
    self.path = path
    ownsDescriptor = path != "-"
    descriptor = ownsDescriptor ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO
    guard descriptor >= 0 else {
      throw .noInput(path, "the list cannot be read: \(String(cString: strerror(errno))).")
    }
  }

  deinit {
    if ownsDescriptor { close(descriptor) }
  }

  func next() -> String? {
    while let line = nextLine() {
      let text = line.last == 0x0D ? line.dropLast() : line
      if !text.isEmpty { return String(decoding: text, as: UTF8.self) }
    }
    return nil
  }

  private func nextLine() -> ArraySlice<UInt8>? {
    while true {
      if let end = buffer[position...].firstIndex(of: 0x0A) {
        defer { position = end + 1 }
        return buffer[position..<end]
      }
      if isAtEnd || buffer.count - position >= Self.longestLine {
        guard position < buffer.count else { return nil }
        defer { position = buffer.count }
        return buffer[position...]
      }
      buffer.removeSubrange(..<position)
      position = 0
      readMore()
    }
  }

  private func readMore() {
    let step = 1 << 14
    let chunk = [UInt8](unsafeUninitializedCapacity: step) { room, filled in
      // SAFETY: the room has `step` bytes.
      let got = retryingInterrupts { read(descriptor, room.baseAddress, step) }
      filled = got > 0 ? got : 0
      if got < 0 {
        failure = .noInput(
          path, "the list cannot be read to its end: \(String(cString: strerror(errno))).")
      }
    }
    isAtEnd = chunk.isEmpty
    buffer += chunk
  }
}
