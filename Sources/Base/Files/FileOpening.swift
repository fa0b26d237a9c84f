internal import CLibrary

/// Opens a file for reading, unless it is a folder, or a pipe or device, which may have no end.
///
/// - Throws: ``FileAccessError``, which names the file and the cause.
package func openRegularFile(
  at path: String
) throws(FileAccessError) -> (descriptor: Int32, size: Int) {
  // Without O_NONBLOCK, opening a pipe would wait for a writer.
  let file = open(systemPath(path), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
  guard file >= 0 else { throw .afterFailure(path: path) }
  var status = stat()
  var failure: FileAccessError?
  if fstat(file, &status) != 0 {
    failure = .afterFailure(path: path)
  } else {
    switch FileKind(mode: status.st_mode) {
    case .regular: break
    case .folder: failure = .isDirectory(path: path)
    case .special, .absent: failure = .notRegular(path: path)
    }
  }
  if let failure {
    close(file)
    throw failure
  }
  return (file, Int(status.st_size))
}

/// The first bytes of a regular file, fewer when it has fewer.
///
/// - Throws: ``FileAccessError``, which names the file and the cause.
public func firstBytes(of path: String, count: Int) throws(FileAccessError) -> [UInt8] {
  let (file, _) = try openRegularFile(at: path)
  defer { close(file) }
  return try readChunk(of: file, path: path, atMost: count)
}

/// The first bytes of a regular file, fewer when it has fewer; none when it cannot be read.
public func firstBytes(ofFile path: String, count: Int) -> [UInt8] {
  (try? firstBytes(of: path, count: count)) ?? []
}

/// Calls again for as long as a signal interrupts the call.
///
/// - Parameter call: a system call that answers -1 and sets `errno` where it fails.
/// - Returns: what the call answered last.
package func retryingInterrupts(_ call: () -> Int) -> Int {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}
