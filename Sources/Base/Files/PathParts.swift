/// The parts of a path, as its slashes and dots divide it; nothing on the disk is looked at.
///
/// ```swift
/// let parts = PathParts("holiday/beach.jpeg")
/// parts.folder  // "holiday"
/// parts.stem  // "beach"
/// parts.fileExtension  // "jpeg"
/// ```
///
/// - Complexity: every property is O(*n*) in the bytes of the path.
public struct PathParts: Hashable, Sendable {
  /// The path.
  public let path: String

  /// Takes a path as it stands.
  public init(_ path: String) { self.path = path }

  /// The part before the last slash: "." where there is none, "/" for a name in the root.
  public var folder: String {
    guard let slash = path.utf8.lastIndex(of: Self.slash) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The last name on the path, slashes at the end left out.
  ///
  /// A path of slashes alone is its own name.
  public var name: String {
    path.utf8.split(separator: Self.slash).last.flatMap(String.init) ?? path
  }

  /// The name without its extension and the dot before that.
  public var stem: String {
    let name = name
    return extensionDot(of: name).map { String(name[..<$0]) } ?? name
  }

  /// What follows the last dot of the name, in lower case.
  ///
  /// It is empty without a dot, and for a name that only begins with one.
  public var fileExtension: String {
    let name = name
    return extensionDot(of: name).map { name[name.utf8.index(after: $0)...].lowercased() } ?? ""
  }

  /// The folders around the file, the nearest first: of `/a/b/c` they are `/a/b`, `/a` and `/`.
  public var enclosingFolders: [String] {
    var folders: [String] = []
    var rest = path.utf8[...]
    while let slash = rest.lastIndex(of: Self.slash) {
      rest = rest[..<slash]
      while rest.last == Self.slash { rest.removeLast() }
      folders.append(rest.isEmpty ? "/" : String(Substring(rest)))
    }
    return folders
  }

  /// The path of a name inside of a folder.
  public static func join(_ folder: String, _ name: String) -> String {
    folder.utf8.last == slash ? folder + name : "\(folder)/\(name)"
  }

  /// Slashes are looked for as bytes: a mark that combines with one would hide it as a `Character`.
  private static let slash = UInt8(ascii: "/")

  private func extensionDot(of name: String) -> String.Index? {
    let dot = name.utf8.lastIndex(of: UInt8(ascii: "."))
    return dot == name.startIndex ? nil : dot
  }
}
