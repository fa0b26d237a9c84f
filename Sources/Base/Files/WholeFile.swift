internal import CLibrary

/// A file that is written piece by piece, and appears whole or not at all.
///
/// The bytes go into a hidden file in the same folder, which takes the name once every byte is on
/// the disk. Whatever fails before that, the old file (or none) stays. A process that is killed
/// leaves at most that one hidden file for each target, and the next writer of the target removes
/// it.
///
/// ```swift
/// let file = try WholeFile(at: "report.json", replacingExisting: false)
/// try file.append(Array("{}\n".utf8))
/// try file.commit()
/// ```
///
/// An object serves one thread at a time. One that goes away before ``commit()`` leaves nothing.
public final class WholeFile {
  /// The path as given.
  public let path: String
  private let target: String
  private let folder: String
  private let partial: PartialFile
  private let replacesExisting: Bool
  private var isCommitted = false

  /// Begins a file.
  ///
  /// - Parameters:
  ///   - path: the file; a link is followed, and what it names is replaced.
  ///   - replacingExisting: whether a file already there is replaced (keeping its permissions) or
  ///     is an error. The check and the naming are one step, so that of two writers one fails.
  /// - Throws: ``FileAccessError``, which names the file and the cause.
  public init(at path: String, replacingExisting: Bool) throws(FileAccessError) {
    var permissions: mode_t = 0o666
    var kept: mode_t?
    var target = path
    var status = stat()
    if stat(systemPath(path), &status) == 0 {
      let kind = FileKind(mode: status.st_mode)
      if kind == .folder { throw .isDirectory(path: path) }
      guard kind == .regular else { throw .notRegular(path: path) }
      guard replacingExisting else { throw .exists(path: path) }
      guard access(systemPath(path), W_OK) == 0 else { throw .afterFailure(path: path) }
      permissions = status.st_mode & 0o7777
      kept = permissions
      target = Self.resolvingLinks(of: path)
    } else if replacingExisting, isLink(path) {
      guard let end = Self.endOfLinks(from: path) else { throw .afterFailure(path: path) }
      target = end
    }
    let folder = PathParts(target).folder
    guard let partial = PartialFile.make(for: target, in: folder, permissions: permissions) else {
      throw errno == ENOENT ? .missingFolder(path: path) : .afterFailure(path: path)
    }
    // `open` takes away what the process's mask says: an existing file keeps all that it had.
    if let kept { fchmod(partial.descriptor, kept) }
    self.path = path
    self.target = target
    self.folder = folder
    self.partial = partial
    replacesExisting = replacingExisting
  }

  deinit {
    if !isCommitted { unlink(systemPath(partial.path)) }
    // Closing ends the lock, so only once the file has its name, or is gone.
    close(partial.descriptor)
  }

  /// Writes bytes behind those before.
  ///
  /// - Throws: ``FileAccessError``, which names the file and the cause.
  public func append(_ bytes: [UInt8]) throws(FileAccessError) {
    guard writeAll(bytes, to: partial.descriptor) else { throw .afterFailure(path: path) }
  }

  /// Puts every byte on the disk and gives the file its name.
  ///
  /// - Throws: ``FileAccessError``, which names the file and the cause.
  public func commit() throws(FileAccessError) {
    // First the bytes, then the name: after a power cut the other order could leave the name
    // of an empty file.
    guard fsync(partial.descriptor) == 0 else { throw .afterFailure(path: path) }
    try takeName()
    isCommitted = true
    syncFolder()
  }

  /// Renames over what is there, or takes the name only when nothing has it.
  private func takeName() throws(FileAccessError) {
    let (temporary, target) = (systemPath(partial.path), systemPath(target))
    guard !replacesExisting else {
      guard rename(temporary, target) == 0 else { throw .afterFailure(path: path) }
      return
    }
    // A link, unlike a rename, fails when the name is taken.
    if link(temporary, target) == 0 {
      unlink(temporary)
      return
    }
    guard [EPERM, EMLINK, ENOTSUP, ENOSYS].contains(errno) else {
      throw .afterFailure(path: path)
    }
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

  private static func resolvingLinks(of path: String) -> String {
    guard let resolved = realpath(systemPath(path), nil) else { return path }
    defer { free(resolved) }
    return resolved.withMemoryRebound(to: UInt8.self, capacity: 1) {
      // SAFETY: `realpath` gave a terminated string.
      PathText.decode(UnsafeBufferPointer(start: $0, count: strlen(resolved)))
    }
  }

  /// Where links lead to whose last one names no file; `nil` where they lead in a circle, which `errno` says
  /// then.
  private static func endOfLinks(from path: String) -> String? {
    var end = path
    // As many as Linux follows.
    for _ in 0..<40 {
      guard let next = linkTarget(end) else { return end }
      let isWhole = next.utf8.first == UInt8(ascii: "/")
      end = isWhole ? next : PathParts.join(PathParts(end).folder, next)
    }
    errno = ELOOP
    return nil
  }

  /// What a link says; `nil` of everything else.
  private static func linkTarget(_ path: String) -> String? {
    var text = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(systemPath(path), &text, text.count)
    guard count > 0 else { return nil }
    return PathText.decode(text[..<count].lazy.map { UInt8(bitPattern: $0) })
  }

  /// Makes the new name last through a power cut; only advice, since some file systems refuse.
  private func syncFolder() {
    let handle = open(systemPath(folder), O_RDONLY | O_CLOEXEC)
    guard handle >= 0 else { return }
    _ = fsync(handle)
    close(handle)
  }
}

/// Writes a whole file or none, as ``WholeFile`` does.
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
  let file = try WholeFile(at: path, replacingExisting: replacingExisting)
  try file.append(bytes)
  try file.commit()
}
