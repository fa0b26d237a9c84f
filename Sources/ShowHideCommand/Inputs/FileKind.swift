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

/// When a file was last changed, in seconds since 1970; `nil` when nobody can say.
func modificationTime(ofFile path: String) -> Double? {
  var status = stat()
  guard stat(path, &status) == 0 else { return nil }
  #if canImport(Darwin)
    let time = status.st_mtimespec
  #else
    let time = status.st_mtim
  #endif
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The names in a folder, sorted, hidden ones left out; `nil` when it cannot be listed.
func names(inFolder path: String) -> [String]? {
  guard let folder = opendir(path) else { return nil }
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) {
    // SAFETY: `d_name` is a terminated string inside the entry, valid until the next readdir.
    let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
      name.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
    }
    if !name.hasPrefix(".") { names.append(name) }
  }
  return names.sorted()
}

/// The paths that a pattern with `*`, `?` or `[…]` matches, sorted.
func paths(matching pattern: String) -> [String] {
  var found = glob_t()
  defer { globfree(&found) }
  guard glob(pattern, 0, nil, &found) == 0 else { return [] }
  return (0..<Int(found.gl_pathc)).compactMap { index in
    // SAFETY: glob promises `gl_pathc` terminated strings until globfree.
    found.gl_pathv[index].map { String(cString: $0) }
  }
}

/// Makes a folder and those above it, as far as they are missing.
///
/// - Returns: `nil`, or why it could not be made.
func makeFolder(at path: String) -> String? {
  var made = path.hasPrefix("/") ? "" : "."
  for part in path.split(separator: "/") {
    made += "/" + part
    if mkdir(made, 0o777) != 0, FileKind(path: made) != .folder {
      return String(cString: strerror(errno))
    }
  }
  return nil
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

/// Everything that standard input has, which is held in memory: at most the limit.
func standardInput(limit: Int) throws(CommandFailure) -> [UInt8] {
  var bytes: [UInt8] = []
  let step = 1 << 20
  while true {
    var cause: Int32?
    let chunk = [UInt8](unsafeUninitializedCapacity: step) { buffer, filled in
      // SAFETY: the buffer has room for `step` bytes.
      while filled < step {
        let got = read(STDIN_FILENO, buffer.baseAddress?.advanced(by: filled), step - filled)
        if got < 0 && errno == EINTR { continue }
        if got < 0 { cause = errno }
        guard got > 0 else { return }
        filled += got
      }
    }
    if let cause {
      throw .noInput("-", "standard input cannot be read: \(String(cString: strerror(cause))).")
    }
    bytes += chunk
    if bytes.count > limit {
      throw .noInput(
        "-", "standard input has more than \(limit) bytes, the limit (--max-file).")
    }
    if chunk.count < step { return bytes }
  }
}
