internal import CLibrary

/// What a path leads to, found without opening it: opening a FIFO waits for a writer.
public enum FileKind: Hashable, Sendable {
  /// A file with an end.
  case regular
  /// A folder.
  case folder
  /// A FIFO, socket or device.
  case special
  /// Nothing that this user can see.
  case absent

  /// Looks at a path; links are followed.
  public init(path: String) {
    var status = stat()
    guard stat(systemPath(path), &status) == 0 else {
      self = .absent
      return
    }
    self.init(mode: status.st_mode)
  }

  /// Reads what a file's mode says.
  init(mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: self = .regular
    case S_IFDIR: self = .folder
    default: self = .special
    }
  }
}

/// When a file was last changed, in seconds since 1970; `nil` when the system does not say.
public func modificationTime(ofFile path: String) -> Double? {
  var status = stat()
  guard stat(systemPath(path), &status) == 0 else { return nil }
  #if canImport(Darwin)
    let time = status.st_mtimespec
  #else
    let time = status.st_mtim
  #endif
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
