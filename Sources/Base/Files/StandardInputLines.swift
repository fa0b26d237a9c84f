internal import CLibrary

/// The lines of standard input, each as soon as it is there.
public struct StandardInputLines {
  private let longest: Int
  private var buffer: [UInt8] = []

  /// - Parameter longest: the most bytes of a line.
  public init(longest: Int) { self.longest = longest }

  /// Waits for the next line.
  ///
  /// - Parameter isCancelled: asked five times a second; when it answers true, there are no more lines.
  /// - Returns: its bytes without the end of the line; nil at the end of the input.
  /// - Throws: ``FileAccessError`` with the path `-`, where reading fails or a line is too long.
  public mutating func next(isCancelled: () -> Bool) throws(FileAccessError) -> [UInt8]? {
    var searched = 0
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(buffer[..<end])
        buffer.removeSubrange(...end)
        return line
      }
      searched = buffer.count
      guard searched <= longest else {
        throw .tooLarge(path: "-", count: searched, limit: longest)
      }
      // A signal's handler does not end a call of `read`, but what is asked does.
      var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      while poll(&input, 1, 200) <= 0 { if isCancelled() { return nil } }
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let got = chunk.withUnsafeMutableBytes { bytes in
        // SAFETY: `read` writes at most as many bytes as the array has.
        retryingInterrupts { read(STDIN_FILENO, bytes.baseAddress, bytes.count) }
      }
      guard got >= 0 else { throw .afterFailure(path: "-") }
      guard got > 0 else {
        defer { buffer = [] }
        return buffer.isEmpty ? nil : buffer
      }
      buffer += chunk.prefix(got)
    }
  }
}
