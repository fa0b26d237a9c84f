internal import CLibrary

/// The folder that relative paths start at; `nil` when it no longer exists.
package func workingFolder() -> String? {
  guard let path = realpath(".", nil) else { return nil }
  defer { free(path) }
  return String(cString: path)
}
