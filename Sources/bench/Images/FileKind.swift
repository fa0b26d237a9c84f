#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What a path leads to, asked without opening it: opening a FIFO waits for a writer.
enum FileKind: Equatable {
  case regular
  case folder
  /// A FIFO, socket or device.
  case special
  /// Nothing that this user can look at.
  case absent

  init(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      self = .absent
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .regular
    case S_IFDIR: self = .folder
    default: self = .special
    }
  }
}

/// The names in a folder, sorted, hidden ones left out unless told otherwise; `nil` when it cannot be
/// listed.
func names(inFolder path: String, withHidden: Bool = false) -> [String]? {
  guard let folder = opendir(path) else { return nil }
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) {
    // SAFETY: `d_name` is a terminated string inside the entry, valid until the next readdir.
    let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
      name.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
    }
    if withHidden || !name.hasPrefix(".") { names.append(name) }
  }
  return names.sorted()
}

/// The first bytes of a regular file, fewer when it has fewer; none when it cannot be read.
func firstBytes(ofFile path: String, count: Int) -> [UInt8] {
  guard let file = fopen(path, "rb") else { return [] }
  defer { fclose(file) }
  return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
    // SAFETY: the buffer has room for `count` bytes.
    filled = fread(buffer.baseAddress, 1, count, file)
  }
}
