internal import Files

/// Programs in folders for examples, for libraries whose README shows none that can be used.
extension ReadmeExample {
  /// What fences call the language of a file, by its ending.
  private static let languages = [
    "c": "c", "cc": "cpp", "cpp": "cpp", "cxx": "cpp", "go": "go", "js": "js", "cjs": "js",
    "mjs": "js", "php": "php", "py": "python", "rb": "ruby", "rs": "rust",
  ]

  /// Words of programs that wait, ask, serve others, or do what their arguments say.
  private static let refused = [
    "ARGV", "STDIN", "accept", "argc", "args", "argv", "createServer", "curl", "exit", "fork",
    "getchar", "gets", "http", "input", "listen", "requests", "scanf", "setInterval", "sleep",
    "socket", "stdin", "subprocess", "system", "threading", "tkinter", "urllib",
  ]

  /// The short programs in a folder's folders for examples, the shortest first.
  ///
  /// - Parameter folder: the folder.
  /// - Returns: the text of each as an example; none of those that ask, wait or serve, as their words say.
  static func all(inExampleFilesOf folder: String) -> [ReadmeExample] {
    let files = ["example", "examples"].flatMap { place in
      (names(inFolder: PathParts.join(folder, place)) ?? []).sorted().map { "\(place)/\($0)" }
    }
    return files.compactMap { file -> ReadmeExample? in
      guard let language = languages[PathParts(file).fileExtension],
        let bytes = try? readFile(at: PathParts.join(folder, file), limit: 1 << 16)
      else { return nil }
      var lines = String(decoding: bytes, as: UTF8.self)
        .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
      if lines.first?.hasPrefix("#!") == true { lines.removeFirst() }
      while lines.last?.allSatisfy(\.isWhitespace) == true { lines.removeLast() }
      let example = ReadmeExample(file: file, line: 1, language: language, lines: lines)
      guard example.isReadable, !refused.contains(where: example.holds(word:)) else { return nil }
      return example
    }.sorted { ($0.lines.count, $0.file) < ($1.lines.count, $1.file) }
  }

  /// What code calls to read a file whose name follows.
  private static let readers = [
    "File.read(", "File.open(", "IO.read(", "open(", "readFileSync(", "file_get_contents(",
    "os.Open(", "os.ReadFile(", "File::open(", "read_to_string(", "ifstream(",
  ]

  /// The name of a file that the code reads and that is not there.
  ///
  /// - Parameter folder: the folder from which names without one are meant.
  /// - Returns: `nil` where there is no such file.
  package func missingFile(in folder: String) -> String? {
    for line in lines where !["'w", "\"w", "'a", "\"a"].contains(where: line.contains) {
      for reader in Self.readers {
        guard let start = line.firstRange(of: reader)?.upperBound, let quote = line[start...].first,
          quote == "'" || quote == "\""
        else { continue }
        let name = String(line[start...].dropFirst().prefix { $0 != quote })
        let path = name.hasPrefix("/") ? name : PathParts.join(folder, name)
        if FileKind(path: path) == .absent { return name }
      }
    }
    return nil
  }
}
