internal import CLibrary

/// A folder that others may have filled: its files are opened beneath it, and links are never followed.
///
/// A path goes down from the folder part by part, each opened in the one before, so that no link and no
/// ".." leads elsewhere, even if parts are replaced between two calls.
///
/// ```swift
/// let folder = try EnclosedFolder(opening: "holiday")
/// folder.entry(at: "beach/1.jpg")?.size
/// EnclosedFolder.holds("../secret.txt")  // false
/// ```
public final class EnclosedFolder: Sendable {
  /// The path as given.
  public let path: String
  private let descriptor: Int32

  /// Opens a folder; links on the way to it are followed, for the caller named it.
  ///
  /// - Throws: ``FileAccessError``, which names the folder and the cause.
  public init(opening path: String) throws(FileAccessError) {
    descriptor = open(systemPath(path), Self.wayFlags)
    guard descriptor >= 0 else { throw .afterFailure(path: path) }
    self.path = path
  }

  deinit { close(descriptor) }

  /// Whether a path names something in a folder, at any depth: it has neither empty parts nor those that
  /// begin with a dot, which are hidden names and the ways up.
  ///
  /// - Complexity: O(*n*) in the bytes of the path.
  public static func holds(_ path: String) -> Bool {
    let bytes = PathText.encode(path)
    guard !bytes.contains(0) else { return false }
    return bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .allSatisfy { !$0.isEmpty && $0.first != UInt8(ascii: ".") }
  }

  /// Looks at a regular file; `nil` where there is none, or a link.
  ///
  /// - Parameter path: the path from the folder.
  /// - Returns: the file, as it is now.
  public func entry(at path: String) -> FolderWalk.Entry? {
    guard Self.holds(path) else { return nil }
    let parts = PathParts(path)
    guard let folder = try? way(to: parts.folder) else { return nil }
    defer { close(folder) }
    var status = stat()
    guard fstatat(folder, systemPath(parts.name), &status, AT_SYMLINK_NOFOLLOW) == 0,
      FileKind(mode: status.st_mode) == .regular
    else { return nil }
    return FolderWalk.Entry(path: path, status)
  }

  /// Opens a regular file for reading.
  ///
  /// - Parameter path: the path from the folder.
  /// - Returns: the descriptor, and what was opened.
  /// - Throws: ``FileAccessError``, which names the file and the cause.
  package func openFile(
    at path: String
  ) throws(FileAccessError) -> (descriptor: Int32, entry: FolderWalk.Entry) {
    let shown = shown(path)
    guard Self.holds(path) else { throw .missing(path: shown) }
    let parts = PathParts(path)
    let folder = try way(to: parts.folder)
    defer { close(folder) }
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    let file = openat(
      folder, systemPath(parts.name), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ELOOP { throw .isLink(path: shown) }
      throw .afterFailure(path: shown)
    }
    do throws(FileAccessError) {
      var status = stat()
      guard fstat(file, &status) == 0 else { throw .afterFailure(path: shown) }
      switch FileKind(mode: status.st_mode) {
      case .regular: return (file, FolderWalk.Entry(path: path, status))
      case .folder: throw .isDirectory(path: shown)
      case .special, .absent: throw .notRegular(path: shown)
      }
    } catch {
      close(file)
      throw error
    }
  }

  /// Opens a folder in it to list it; -1 where that fails.
  ///
  /// - Parameter path: the path from the folder; "" for itself.
  /// - Returns: the descriptor.
  func openForListing(_ path: String) -> Int32 {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
    guard !path.isEmpty else { return openat(descriptor, ".", flags) }
    guard Self.holds(path), let folder = try? way(to: PathParts(path).folder) else { return -1 }
    defer { close(folder) }
    return openat(folder, systemPath(PathParts(path).name), flags)
  }

  /// Opens a folder in it to go on from there.
  private func way(to folder: String) throws(FileAccessError) -> Int32 {
    var place = openat(descriptor, ".", Self.wayFlags)
    for part in folder.utf8.split(separator: UInt8(ascii: "/")) where folder != "." && place >= 0 {
      // Part by part: O_NOFOLLOW looks at the last part of a path alone.
      let next = openat(place, systemPath(String(Substring(part))), Self.wayFlags | O_NOFOLLOW)
      // `close` may change it.
      let code = errno
      close(place)
      errno = code
      place = next
    }
    guard place >= 0 else { throw .afterFailure(path: shown(folder)) }
    return place
  }

  /// The path of something in it, as people who named the folder expect it.
  private func shown(_ path: String) -> String {
    self.path == "." ? path : PathParts.join(self.path, path)
  }

  #if os(Linux)
    /// `O_PATH`, which the C library hides from Swift: a way needs no right to list what is on it.
    private static let wayFlags = 0o1000_0000 | O_DIRECTORY | O_CLOEXEC
  #else
    private static let wayFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
  #endif
}
