internal import CLibrary
internal import CommandText
internal import Files

/// The paths in a file or on standard input, read as they are asked for: a list of millions takes
/// no memory.
///
/// Empty entries are passed over. A path is taken as it stands, never as a pattern or a folder to
/// list. A list serves one thread, once.
final class PathList: Sequence, IteratorProtocol {
  /// What stands between two paths.
  enum Separator {
    /// A zero byte where the first bytes that come hold one, else a line feed.
    case detected
    /// A zero byte, as `find -print0` writes it.
    case zero
  }

  /// Why the list ended before its end, also on the wish to stop; `nil` when it did not.
  private(set) var failure: CommandFailure?
  private let path: String
  private let descriptor: Int32
  private let ownsDescriptor: Bool
  private var separator: UInt8?
  private var buffer: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  private let isStopped: () -> Bool

  /// How often the wish to stop is looked for, in milliseconds.
  private static let lookMilliseconds: Int32 = 50

  /// More than any path can have: a longer entry is not looked at as a whole.
  private static let longestEntry = 1 << 16

  /// Opens a list.
  ///
  /// - Parameters:
  ///   - path: a file, which may be a pipe; `-` is standard input.
  ///   - separator: what stands between two paths.
  ///   - isStopped: asked while the list waits for its next bytes.
  /// - Throws: ``CommandFailure`` when it cannot be opened.
  init(
    path: String, separator: Separator = .detected,
    isStopped: @escaping () -> Bool = { Interruption.isRequested }
  ) throws(CommandFailure) {
    self.path = path
    self.isStopped = isStopped
    self.separator = separator == .zero ? 0 : nil
    ownsDescriptor = path != "-"
    descriptor = ownsDescriptor ? open(systemPath(path), O_RDONLY | O_CLOEXEC) : STDIN_FILENO
    guard descriptor >= 0 else {
      throw .noInput(path, "the list cannot be read: \(systemMessage(errno)).")
    }
  }

  deinit {
    if ownsDescriptor { close(descriptor) }
  }

  func next() -> String? {
    while let entry = nextEntry() {
      let text = separator != 0 && entry.last == 0x0D ? entry.dropLast() : entry
      if !text.isEmpty { return PathText.decode(text) }
    }
    return nil
  }

  private func nextEntry() -> ArraySlice<UInt8>? {
    while true {
      if let separator, let end = buffer[position...].firstIndex(of: separator) {
        defer { position = end + 1 }
        return buffer[position..<end]
      }
      // What is longer leaves in pieces, which are not files: memory does not grow with a list
      // without separators.
      if isAtEnd || buffer.count - position >= Self.longestEntry {
        guard position < buffer.count else { return nil }
        defer { position = buffer.count }
        return buffer[position...]
      }
      buffer.removeSubrange(..<position)
      position = 0
      readMore()
    }
  }

  /// Waits for bytes or the end; false on the wish to stop, which a blocked `read` would not see.
  private func awaitBytes() -> Bool {
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&waiting, 1, Self.lookMilliseconds) <= 0 {
      if isStopped() { return false }
    }
    return true
  }

  private func readMore() {
    guard awaitBytes() else {
      failure = .stopped
      isAtEnd = true
      // What came of the next path is none.
      buffer = []
      return
    }
    let step = 1 << 14
    let chunk = [UInt8](unsafeUninitializedCapacity: step) { room, filled in
      // SAFETY: the room has `step` bytes.
      let got = retryingInterrupts { read(descriptor, room.baseAddress, step) }
      filled = got > 0 ? got : 0
      if got < 0 {
        failure = .noInput(
          path, "the list cannot be read to its end: \(systemMessage(errno)).")
      }
    }
    isAtEnd = chunk.isEmpty
    buffer += chunk
    // No path holds a zero, so that one can only stand between two.
    if separator == nil { separator = buffer.contains(0) ? 0 : buffer.contains(0x0A) ? 0x0A : nil }
  }
}
