internal import CLibrary

/// Copies a regular file, with its permissions.
///
/// The copy is a file of its own, in memory pages of its own. It may not be on the disk yet when this
/// returns, and where the copying fails nothing is left.
///
/// - Parameters:
///   - source: the file; links are followed.
///   - target: the path of the copy, where nothing is yet.
/// - Throws: ``FileAccessError``, which names the file that the cause lies in.
public func copyFile(at source: String, to target: String) throws(FileAccessError) {
  let (file, _) = try openRegularFile(at: source)
  defer { close(file) }
  var status = stat()
  guard fstat(file, &status) == 0 else { throw .afterFailure(path: source) }
  let permissions = status.st_mode & 0o7777
  let copy = open(systemPath(target), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
  guard copy >= 0 else {
    throw errno == ENOENT ? .missingFolder(path: target) : .afterFailure(path: target)
  }
  defer { close(copy) }
  do throws(FileAccessError) {
    // Not what the process's mask leaves of them.
    guard fchmod(copy, permissions) == 0 else { throw .afterFailure(path: target) }
    let step = 1 << 20
    while true {
      let chunk = try readChunk(of: file, path: source, atMost: step)
      guard writeAll(chunk, to: copy) else { throw .afterFailure(path: target) }
      if chunk.count < step { return }
    }
  } catch {
    unlink(systemPath(target))
    throw error
  }
}

/// Writes bytes where a file's descriptor stands.
///
/// - Returns: whether all were written; otherwise `errno` says why not.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
}

/// The same of bytes in memory.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
  var rest = bytes[...]
  while !rest.isEmpty {
    // SAFETY: the part is what is left of the caller's bytes.
    let part = UnsafeRawBufferPointer(rebasing: rest)
    let put = retryingInterrupts { write(descriptor, part.baseAddress, min(part.count, 1 << 30)) }
    if put < 0 { return false }
    rest = rest.dropFirst(put)
  }
  return true
}
