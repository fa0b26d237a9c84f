internal import CLibrary

/// The regular files in a folder and in all folders below it, one after the other.
///
/// Names that begin with a dot are left out. Links to folders are not followed, so that the walk ends;
/// links to files are, unless the folder is an ``EnclosedFolder``. The order is that of the file system. Memory grows with the folders that
/// wait to be entered, never with the files.
public struct FolderWalk: Sequence, IteratorProtocol {
  /// A regular file.
  public struct Entry: Hashable, Sendable {
    /// The path from the folder in which the walk began.
    public let path: String
    /// Bytes.
    public let size: Int64
    /// When the content was last changed, in nanoseconds since 1970.
    public let modified: Int64

    /// Makes an entry.
    public init(path: String, size: Int64, modified: Int64) {
      self.path = path
      self.size = size
      self.modified = modified
    }
  }

  /// The folders that could not be listed so far, from the one in which the walk began; "" is that
  /// one.
  public private(set) var unreadable: [String] = []
  /// How many links were not followed so far.
  public private(set) var links = 0
  /// How many other things that are no files were passed over so far: broken links, pipes, sockets,
  /// devices.
  public private(set) var others = 0
  private let root: Root
  private var waiting = [""]
  private var open: OpenFolder?

  /// Begins in a folder.
  public init(_ root: String) { self.root = .path(root) }

  /// Begins in a folder whose links are not followed.
  public init(_ root: EnclosedFolder) { self.root = .enclosed(root) }

  /// Where a walk begins.
  fileprivate enum Root {
    case path(String)
    case enclosed(EnclosedFolder)
  }

  /// The next file; `nil` at the end.
  public mutating func next() -> Entry? {
    while true {
      guard let folder = open else {
        guard let path = waiting.popLast() else { return nil }
        open = OpenFolder(root: root, path: path)
        if open == nil { unreadable.append(path) }
        continue
      }
      switch folder.next() {
      case .file(let entry): return entry
      case .folder(let path): waiting.append(path)
      case .link: links += 1
      case .other: others += 1
      case .hidden: continue
      case .end: open = nil
      }
    }
  }
}

/// A folder that is being listed.
private final class OpenFolder {
  enum Item {
    case file(FolderWalk.Entry)
    case folder(String)
    case link
    case other
    case hidden
    case end
  }

  #if canImport(Darwin)
    private let stream: UnsafeMutablePointer<DIR>
  #else
    private let stream: OpaquePointer
  #endif
  private let path: String
  private let followsLinks: Bool

  init?(root: FolderWalk.Root, path: String) {
    switch root {
    case .path(let root):
      let place = path.isEmpty ? root : PathParts.join(root, path)
      guard let stream = opendir(systemPath(place)) else { return nil }
      self.stream = stream
      followsLinks = true
    case .enclosed(let folder):
      let descriptor = folder.openForListing(path)
      guard descriptor >= 0 else { return nil }
      guard let stream = fdopendir(descriptor) else {
        close(descriptor)
        return nil
      }
      self.stream = stream
      followsLinks = false
    }
    self.path = path
  }

  deinit { closedir(stream) }

  func next() -> Item {
    guard let entry = readdir(stream) else { return .end }
    // SAFETY: `d_name` is a terminated string inside the entry, valid until the next readdir.
    let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
      name.withMemoryRebound(to: UInt8.self, capacity: 1) { bytes in
        let count = bytes.withMemoryRebound(to: CChar.self, capacity: 1) { strlen($0) }
        return PathText.decode(UnsafeBufferPointer(start: bytes, count: count))
      }
    }
    guard !name.hasPrefix(".") else { return .hidden }
    let inside = path.isEmpty ? name : PathParts.join(path, name)
    var status = stat()
    guard fstatat(dirfd(stream), systemPath(name), &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      return .other
    }
    if status.st_mode & S_IFMT == S_IFDIR { return .folder(inside) }
    if status.st_mode & S_IFMT == S_IFLNK {
      guard followsLinks else { return .link }
      guard fstatat(dirfd(stream), systemPath(name), &status, 0) == 0 else { return .other }
      if status.st_mode & S_IFMT == S_IFDIR { return .link }
    }
    guard FileKind(mode: status.st_mode) == .regular else { return .other }
    return .file(FolderWalk.Entry(path: inside, status))
  }
}

extension FolderWalk.Entry {
  init(path: String, _ status: stat) {
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    self.init(
      path: path, size: Int64(status.st_size),
      modified: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
  }

  /// Looks at one file, links followed; `nil` when there is none, or something else.
  ///
  /// - Parameters:
  ///   - path: the path from the folder.
  ///   - root: the folder.
  public init?(path: String, in root: String) {
    var status = stat()
    guard stat(systemPath(PathParts.join(root, path)), &status) == 0,
      FileKind(mode: status.st_mode) == .regular
    else { return nil }
    self.init(path: path, status)
  }
}

/// A path from the root of the file system without links in it; `nil` where there is nothing.
public func resolvedPath(_ path: String) -> String? {
  guard let resolved = realpath(systemPath(path), nil) else { return nil }
  defer { free(resolved) }
  // SAFETY: realpath gives a terminated string, which is freed after it was copied.
  return resolved.withMemoryRebound(to: UInt8.self, capacity: 1) { bytes in
    PathText.decode(UnsafeBufferPointer(start: bytes, count: strlen(resolved)))
  }
}
