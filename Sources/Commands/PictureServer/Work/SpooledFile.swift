internal import CLibrary
internal import Files
internal import Synchronization

/// A file that arrived, on the disk without a name, so that memory does not grow with it.
final class SpooledFile: Sendable {
  let descriptor: Int32
  private let size = Mutex(0)

  /// Takes a descriptor over, of a file of so many bytes.
  init(descriptor: Int32, count: Int = 0) {
    self.descriptor = descriptor
    size.withLock { $0 = count }
  }

  deinit { close(descriptor) }

  /// Bytes.
  var count: Int { size.withLock { $0 } }

  /// Adds bytes at the end.
  ///
  /// - Throws: ``RequestFailure`` where there are more than the limit, or the disk is full.
  func append(_ bytes: [UInt8], limit: Int) throws(RequestFailure) {
    let isSmall = size.withLock { size in
      size += bytes.count
      return size <= limit
    }
    guard isSmall else { throw .tooLarge(limit: limit) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = retryingInterrupts {
        rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      }
      guard written > 0 else {
        throw RequestFailure(
          507, "The server has no room for the file: \(systemMessage(errno)).")
      }
      rest = rest.dropFirst(written)
    }
  }

  /// Goes back to the first byte, for who reads it next.
  func rewind() { lseek(descriptor, 0, SEEK_SET) }
}
