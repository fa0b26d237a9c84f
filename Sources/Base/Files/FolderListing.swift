internal import CLibrary

/// Lists a folder.
///
/// - Parameters:
///   - path: the folder.
///   - withHidden: whether names that begin with a dot are among them.
/// - Returns: the names, sorted; `nil` when the folder cannot be listed.
/// - Complexity: O(*n* log *n*) in names.
public func names(inFolder path: String, withHidden: Bool = false) -> [String]? {
  guard let folder = opendir(systemPath(path)) else { return nil }
  defer { closedir(folder) }
  var names: [String] = []
  while let entry = readdir(folder) {
    // SAFETY: `d_name` is a terminated string inside the entry, valid until the next readdir.
    let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
      name.withMemoryRebound(to: UInt8.self, capacity: 1) { pathText(of: $0) }
    }
    if withHidden || !name.hasPrefix(".") { names.append(name) }
  }
  return names.sorted()
}

/// The paths that a pattern with `*`, `?` or `[…]` matches, sorted.
public func paths(matching pattern: String) -> [String] {
  var found = glob_t()
  defer { globfree(&found) }
  guard glob(systemPath(pattern), 0, nil, &found) == 0 else { return [] }
  return (0..<Int(found.gl_pathc)).compactMap { index in
    // SAFETY: glob promises `gl_pathc` terminated strings until globfree.
    found.gl_pathv[index].map { path in
      path.withMemoryRebound(to: UInt8.self, capacity: 1) { pathText(of: $0) }
    }
  }
}

/// The text of a terminated path.
private func pathText(of bytes: UnsafePointer<UInt8>) -> String {
  let count = bytes.withMemoryRebound(to: CChar.self, capacity: 1) { strlen($0) }
  // SAFETY: the caller's string ends at the zero that `strlen` found.
  return PathText.decode(UnsafeBufferPointer(start: bytes, count: count))
}
