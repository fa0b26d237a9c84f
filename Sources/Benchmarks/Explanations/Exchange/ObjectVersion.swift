internal import Files
internal import ProgramLayouts

/// One side's version of an object file that differs.
struct ObjectVersion {
  let path: String
  let pieces: [ObjectPiece]
  let sourceName: String?
  /// The names that other files see, with whether each may be defined again.
  let defined: [String: Bool]
  /// The names that it needs of others.
  let needed: Set<String>

  /// Whether it holds intermediate code only, of which nothing is known.
  var isIntermediate: Bool { pieces.isEmpty && defined.isEmpty && needed.isEmpty }

  /// Names a version of which nothing is known.
  init(intermediateCode path: String) {
    self.path = path
    pieces = []
    sourceName = nil
    defined = [:]
    needed = []
  }

  /// Reads a version.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - contents: its bytes.
  /// - Throws: `ObjectFileError` for intermediate code and for what is no object file.
  init(_ path: String, contents: [UInt8]) throws(ObjectFileError) {
    let file = try ObjectFile(contents: contents)
    self.path = path
    pieces = file.pieces
    sourceName = file.sourceName
    var defined: [String: Bool] = [:]
    var needed: Set<String> = []
    for symbol in file.symbols where symbol.binding != .local && !symbol.name.isEmpty {
      if symbol.place == .undefined {
        if symbol.binding == .global { needed.insert(symbol.name) }
      } else {
        defined[symbol.name] = symbol.binding == .weak || symbol.place == .common
      }
    }
    self.defined = defined
    self.needed = needed
  }

  /// The bytes of an object file without the names of its checkout and commit.
  static func contents(of path: String, tree: String, commit: String) -> [UInt8]? {
    guard var bytes = try? readFile(at: path) else { return nil }
    TextSearch.hide(tree, in: &bytes)
    TextSearch.hide(commit: commit, in: &bytes)
    return bytes
  }
}
