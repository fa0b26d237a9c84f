internal import Files

/// Examples in the documentation that sources hold, for libraries whose README shows none.
extension ReadmeExample {
  /// The code in comments that document a source of Rust (`///` and `//!`).
  ///
  /// - Parameters:
  ///   - file: the path of the source, from the top.
  ///   - folder: the top.
  /// - Returns: the examples, with their lines in the source.
  static func all(inCommentsOf file: String, in folder: String) -> [ReadmeExample] {
    let lines = text(of: file, in: folder).map { line -> Substring in
      let line = line.drop { $0 == " " || $0 == "\t" }
      guard line.hasPrefix("///") || line.hasPrefix("//!") else { return "" }
      let text = line.dropFirst(3)
      return text.first == " " ? text.dropFirst() : text
    }
    // What stands alone in a comment is fenced; indented lines are text.
    return all(in: lines.joined(separator: "\n"), of: file, isFenced: true)
  }

  /// What was typed at Python's prompt in the documentation of a source's functions and classes.
  ///
  /// Python runs such code with the names of the source (`doctest`), so that the name of what is documented is
  /// imported before it.
  ///
  /// - Parameters:
  ///   - file: the path of the source, from the top.
  ///   - module: the name that it is imported by.
  ///   - folder: the top.
  /// - Returns: the examples, with their lines in the source; none that show an error, and none of names
  ///   that begin with an underscore.
  static func all(
    inDoctestsOf file: String, module: String, in folder: String
  ) -> [ReadmeExample] {
    let lines = text(of: file, in: folder)
    var found: [ReadmeExample] = []
    var owner: Substring?
    var index = 0
    while index < lines.count {
      let line = lines[index]
      for word in ["def ", "class "] where line.hasPrefix(word) {
        owner = line.dropFirst(word.count).prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      }
      guard line.trimmed.hasPrefix(">>>") else {
        index += 1
        continue
      }
      let start = index
      let indent = line.count - line.drop { $0 == " " || $0 == "\t" }.count
      // Answers stand below; text or the end of the documentation follows an empty line.
      var end = start
      while end < lines.count, !lines[end].contains("\"\"\""), !lines[end].contains("'''") {
        if lines[end].trimmed.isEmpty {
          guard end + 1 < lines.count, lines[end + 1].trimmed.hasPrefix(">>>") else { break }
        }
        end += 1
      }
      index = max(end, start + 1)
      let code = lines[start..<end].map { line -> String in
        let spaces = line.prefix { $0 == " " || $0 == "\t" }.count
        return String(line.dropFirst(min(indent, spaces)))
      }
      guard let owner, owner.first != "_", !code.contains(where: { $0.contains("Traceback (") })
      else { continue }
      var example = ReadmeExample(file: file, line: start + 1, language: "pycon", lines: code)
      guard example.isReadable else { continue }
      if example.holds(word: String(owner)) {
        example.lines.insert(">>> from \(module) import \(owner)", at: 0)
        found.append(example)
      }
    }
    return found
  }

  /// The bodies of functions `ExampleX` in a test of Go.
  ///
  /// - Parameters:
  ///   - file: the path of the test, from the top.
  ///   - folder: the top.
  /// - Returns: the examples, with their lines in the test.
  static func all(inGoTest file: String, in folder: String) -> [ReadmeExample] {
    let lines = text(of: file, in: folder)
    return lines.indices.compactMap { start in
      guard lines[start].hasPrefix("func Example"), lines[start].hasSuffix("() {"),
        let end = lines[start...].firstIndex(of: "}")
      else { return nil }
      return ReadmeExample(
        file: file, line: start + 2, language: "go",
        lines: lines[(start + 1)..<end].map { String($0.first == "\t" ? $0.dropFirst() : $0) })
    }
  }

  private static func text(of file: String, in folder: String) -> [Substring] {
    guard let bytes = try? readFile(at: PathParts.join(folder, file), limit: 1 << 20) else {
      return []
    }
    return String(decoding: bytes, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }
}
