internal import BenchmarkBuilds
internal import Files
internal import ProgramLayouts

/// The sources of programs that Go built.
///
/// Go lists nothing of what it reads, but its programs hold the absolute names of their sources, in the
/// table by which they print where a function was called.
enum GoSources {
  /// Begins what Go says about a build in each of its programs.
  private static let mark: [UInt8] = [0xFF] + Array(" Go buildinf:".utf8)

  /// The files among others that a program of Go in a checkout was compiled from.
  ///
  /// - Parameters:
  ///   - paths: files below the top of the checkout.
  ///   - tree: the top.
  /// - Returns: those that a program names, and those beside others that it names: a source without
  ///   functions, such as one for a package's documentation, is in no table.
  /// - Complexity: O(*n*) in bytes of programs, for each source of Go in the files' folders.
  static func named(among paths: [String], in tree: String) -> [String] {
    var sources = paths.filter { $0.hasSuffix(".go") }
    guard !sources.isEmpty else { return [] }
    var found: [String] = []
    for program in FolderWalk(tree).lazy.map({ PathParts.join(tree, $0.path) })
    where Executable.exists(at: program) {
      guard let bytes = try? readFile(at: program, limit: 256 << 20),
        TextSearch.contains(mark, in: bytes[...])
      else { continue }
      for source in sources where isCompiled(source, in: tree, bytes) { found.append(source) }
      sources.removeAll(where: found.contains)
    }
    return found
  }

  private static func isCompiled(_ source: String, in tree: String, _ program: [UInt8]) -> Bool {
    let folder = PathParts(PathParts.join(tree, source)).folder
    let beside = (names(inFolder: folder) ?? []).filter { $0.hasSuffix(".go") }
    return ([PathParts(source).name] + beside).contains { name in
      TextSearch.contains(Array(PathParts.join(folder, name).utf8) + [0], in: program[...])
    }
  }
}
