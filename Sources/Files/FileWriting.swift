#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Writes a whole file or none.
///
/// The bytes go into a hidden file in the same folder, which takes the name once every byte is on the
/// disk. Whatever fails before that, the old file (or none) stays. A process that is killed leaves
/// at most that one hidden file for each target, and the next writer of the target removes it.
///
/// - Parameters:
///   - bytes: the content.
///   - path: the file; a link is followed, and what it names is replaced.
///   - replacingExisting: whether a file already there is replaced (keeping its permissions) or
///     is an error. The check and the naming are one step, so that of two writers one fails.
/// - Throws: ``FileAccessError``, which names the file and the cause.
public func writeFile(
  _ bytes: [UInt8], to path: String, replacingExisting: Bool
) throws(FileAccessError) {
  var permissions: mode_t = 0o666
  var kept: mode_t?
  var target = path
  var status = stat()
  if stat(path, &status) == 0 {
    let kind = FileKind(mode: status.st_mode)
    if kind == .folder { throw .isDirectory(path: path) }
    guard kind == .regular else { throw .notRegular(path: path) }
    guard replacingExisting else { throw .exists(path: path) }
    guard access(path, W_OK) == 0 else { throw .afterFailure(path: path) }
    permissions = status.st_mode & 0o7777
    kept = permissions
    target = resolvingLinks(of: path)
  }
  let folder = PathParts(target).folder
  guard let partial = PartialFile.make(for: target, in: folder, permissions: permissions) else {
    throw errno == ENOENT ? .missingFolder(path: path) : .afterFailure(path: path)
  }
  // Closing ends the lock, so only once the file has its name, or is gone.
  defer { close(partial.descriptor) }
  do {
    if let kept { fchmod(partial.descriptor, kept) }
    try writeAll(bytes, to: partial.descriptor, path: path)
    try give(partial.path, theName: target, path: path, replacingExisting: replacingExisting)
  } catch {
    unlink(partial.path)
    throw error
  }
  syncFolder(folder)
}

/// Writes, so that every byte is on the disk or an error is thrown.
private func writeAll(_ bytes: [UInt8], to file: Int32, path: String) throws(FileAccessError) {
  let isWritten = bytes.withUnsafeBytes { buffer in
    var rest = buffer[...]
    while !rest.isEmpty {
      let part = UnsafeRawBufferPointer(rebasing: rest)
      let put = retryingInterrupts { write(file, part.baseAddress, min(part.count, 1 << 30)) }
      if put < 0 { return false }
      rest = rest.dropFirst(put)
    }
    return true
  }
  guard isWritten, fsync(file) == 0 else { throw .afterFailure(path: path) }
}

/// Renames over what is there, or takes the name only when nothing has it.
private func give(
  _ temporary: String, theName target: String, path: String, replacingExisting: Bool
) throws(FileAccessError) {
  guard !replacingExisting else {
    guard rename(temporary, target) == 0 else { throw .afterFailure(path: path) }
    return
  }
  // A link, unlike a rename, fails when the name is taken.
  if link(temporary, target) == 0 {
    unlink(temporary)
    return
  }
  guard [EPERM, EMLINK, ENOTSUP, ENOSYS].contains(errno) else { throw .afterFailure(path: path) }
  // Some file systems know no links: there the name is taken by an empty file first.
  let placeholder = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
  guard placeholder >= 0 else { throw .afterFailure(path: path) }
  close(placeholder)
  guard rename(temporary, target) == 0 else {
    let failure = FileAccessError.afterFailure(path: path)
    unlink(target)
    throw failure
  }
}

private func resolvingLinks(of path: String) -> String {
  guard let resolved = realpath(path, nil) else { return path }
  defer { free(resolved) }
  return String(cString: resolved)
}

/// Makes the new name last through a power cut; only advice, since some file systems refuse.
private func syncFolder(_ folder: String) {
  let handle = open(folder, O_RDONLY | O_CLOEXEC)
  guard handle >= 0 else { return }
  _ = fsync(handle)
  close(handle)
}
