internal import CLibrary

/// Whether a path is that of a symbolic link, wherever it leads.
public func isLink(_ path: String) -> Bool {
  var status = stat()
  return lstat(systemPath(path), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
}
