internal import Files

/// A block of code in a repository's README.
///
/// ```swift
/// for example in ReadmeExample.all(in: "/src/thing") {
///   print(example.place, example.language ?? "?")  // "README.md, line 31", "python"
/// }
/// ```
///
/// The text is untrusted: it is read, and copied into a file that its reader is told to read.
package struct ReadmeExample: Equatable, Sendable {
  /// The name of the file.
  package let file: String
  /// The line of its first line of code, from 1.
  package let line: Int
  /// What the block says of its language, in lower case; `nil` where it says nothing.
  package let language: String?
  /// The code.
  package var lines: [String]

  /// Where it stands, for people.
  package var place: String { "\(file), line \(line)" }

  /// The most lines: what is longer is no example of a call.
  static let limit = 120

  /// The examples of a folder's README, in their order.
  ///
  /// - Parameter folder: the folder.
  /// - Returns: fenced blocks, those of HTML, indented ones and those of Python's prompt; none where there
  ///   is no README.
  package static func all(in folder: String) -> [ReadmeExample] {
    let endings = ["md", "markdown", "mkdn", "mkd", "rst", "txt", ""]
    let files = (names(inFolder: folder) ?? []).sorted().filter {
      PathParts($0).stem.lowercased() == "readme"
        && FileKind(path: PathParts.join(folder, $0)) == .regular
    }
    let ranked = endings.lazy.compactMap { ending in
      files.first { PathParts($0).fileExtension == ending }
    }.first
    guard let file = ranked,
      let bytes = try? readFile(at: PathParts.join(folder, file), limit: 1 << 20)
    else { return [] }
    return all(in: String(decoding: bytes, as: UTF8.self), of: file)
  }

  /// The examples of a text.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - file: where it stands.
  ///   - isFenced: whether only fenced blocks are code.
  /// - Returns: the examples, in their order.
  static func all(in text: String, of file: String, isFenced: Bool = false) -> [ReadmeExample] {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    // Tildes underline headings there.
    let hasFences = PathParts(file).fileExtension != "rst"
    var examples: [ReadmeExample] = []
    var index = 0
    while index < lines.count {
      let block =
        (hasFences ? fenced(lines, from: index) ?? preformatted(lines, from: index) : nil)
        ?? (isFenced ? nil : indented(lines, from: index) ?? prompted(lines, from: index))
      guard let block else {
        index += 1
        continue
      }
      var code = block.lines.map(String.init)
      while code.last?.allSatisfy(\.isWhitespace) == true { code.removeLast() }
      let example = ReadmeExample(
        file: file, line: block.start + 1, language: block.language, lines: code)
      if example.isReadable { examples.append(example) }
      index = block.end
    }
    return examples
  }

  /// Whether a reader sees all of it: characters that hide others or turn their order do not occur.
  var isReadable: Bool {
    !lines.isEmpty && lines.count <= Self.limit
      && lines.allSatisfy { line in
        line.unicodeScalars.allSatisfy { scalar in
          scalar == "\t"
            || scalar.properties.generalCategory != .control
              && scalar.properties.generalCategory != .format
        }
      }
  }

  // MARK: Kinds of blocks

  typealias Block = (start: Int, end: Int, language: String?, lines: [Substring])

  /// A block between lines of three backticks or tildes.
  private static func fenced(_ lines: [Substring], from start: Int) -> Block? {
    let opening = lines[start].drop { $0 == " " || $0 == "\t" }
    guard let mark = opening.first, mark == "`" || mark == "~" else { return nil }
    let width = opening.prefix { $0 == mark }.count
    let info = opening.dropFirst(width).drop { $0 == " " }
    guard width >= 3, !info.contains("`") else { return nil }
    let indent = lines[start].count - opening.count
    let end = lines[(start + 1)...].firstIndex { line in
      let line = line.trimmed
      return line.count >= width && line.allSatisfy { $0 == mark }
    }
    guard let end else { return nil }
    // Rust's documentation says so of what is not to be run.
    let refusal = ["ignore", "no_run", "should_panic", "compile_fail"].first { info.contains($0) }
    let word = refusal ?? info.prefix { !$0.isWhitespace && !",{:".contains($0) }.lowercased()
    return (
      start + 1, end + 1, word.isEmpty ? nil : word,
      lines[(start + 1)..<end].map { $0.withoutIndent(indent) }
    )
  }

  /// Lines that stand further right after an empty one, as reStructuredText's and plain texts' code.
  private static func indented(_ lines: [Substring], from start: Int) -> Block? {
    let indent = lines[start].indent
    guard indent >= 2, start == 0 || lines[start - 1].trimmed.isEmpty else { return nil }
    var end = start
    while end < lines.count, lines[end].trimmed.isEmpty || lines[end].indent >= indent { end += 1 }
    // A directive of reStructuredText above says the language.
    let above = lines[..<start].last { !$0.trimmed.isEmpty && !$0.trimmed.hasPrefix(":") } ?? ""
    let directive = [".. code-block::", ".. code::", ".. sourcecode::"].first {
      above.trimmed.hasPrefix($0)
    }
    let word = directive.map { above.trimmed.dropFirst($0.count).trimmed.lowercased() }
    return (
      start, end, word?.isEmpty == false ? word : nil,
      lines[start..<end].map { $0.withoutIndent(indent) }
    )
  }

  /// What was typed at Python's prompt, in the middle of the text.
  private static func prompted(_ lines: [Substring], from start: Int) -> Block? {
    guard lines[start].hasPrefix(">>>") else { return nil }
    var end = start
    while end < lines.count {
      guard lines[end].trimmed.isEmpty else {
        end += 1
        continue
      }
      guard end + 1 < lines.count, lines[end + 1].hasPrefix(">>>") else { break }
      end += 1
    }
    return (start, end, "pycon", Array(lines[start..<end]))
  }
}

extension Substring {
  /// Without white space at both ends.
  var trimmed: Substring {
    var text = drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  /// Spaces at the start; a tab counts as four.
  fileprivate var indent: Int {
    prefix { $0 == " " || $0 == "\t" }.reduce(0) { $0 + ($1 == "\t" ? 4 : 1) }
  }

  /// Without so many spaces at the start, as far as there are.
  fileprivate func withoutIndent(_ width: Int) -> Substring {
    var text = self
    var rest = width
    while rest > 0, let first = text.first, first == " " || first == "\t" {
      rest -= first == "\t" ? 4 : 1
      text = text.dropFirst()
    }
    return text
  }
}
