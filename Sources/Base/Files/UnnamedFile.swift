internal import CLibrary

/// A file without a name, for what does not fit into memory: gone with its object, and with the process.
///
/// Of several threads that append, none knows which is first.
package final class UnnamedFile: Sendable {
  private let descriptor: Int32
  /// The folder that it takes space in, for errors.
  private let folder: String

  /// Makes an empty one; `nil` where none can be made that is written and read, as in a sandbox.
  ///
  /// - Parameter folder: where it takes space.
  package init?(in folder: String) {
    guard let descriptor = openUnnamedFile(in: folder) else { return nil }
    (self.descriptor, self.folder) = (descriptor, folder)
  }

  deinit { close(descriptor) }

  /// Writes bytes behind those before.
  ///
  /// - Throws: ``FileAccessError``, which names the folder and the cause.
  package func append(_ bytes: UnsafeRawBufferPointer) throws(FileAccessError) {
    guard writeAll(bytes, to: descriptor) else { throw .afterFailure(path: folder) }
  }

  /// Reads bytes that were written.
  ///
  /// - Parameters:
  ///   - bytes: filled whole.
  ///   - offset: where they begin in the file.
  /// - Throws: ``FileAccessError``, which names the folder and the cause.
  package func read(
    into bytes: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(FileAccessError) {
    var done = 0
    while done < bytes.count {
      // SAFETY: the part is what is left of the caller's bytes.
      let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
      let count = retryingInterrupts {
        pread(descriptor, rest.baseAddress, min(rest.count, 1 << 30), off_t(offset + done))
      }
      guard count > 0 else {
        throw count < 0
          ? .afterFailure(path: folder)
          : .system(path: folder, reason: "a temporary file ended before its end")
      }
      done += count
    }
  }
}

/// Opens a new file for writing and reading, and takes its name away: only its owner could open it meanwhile.
///
/// - Parameter folder: where it takes space.
/// - Returns: its descriptor, which the caller closes; `nil` on failure, with the cause in `errno`.
package func openUnnamedFile(in folder: String) -> Int32? {
  let path = systemPath(PathParts.join(folder, ".\(UInt64.random(in: .min ... .max)).partial"))
  let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
  guard descriptor >= 0 else { return nil }
  // From now on no name leads to it: it is gone when the last descriptor is closed, however
  // the process ends.
  unlink(path)
  return descriptor
}
