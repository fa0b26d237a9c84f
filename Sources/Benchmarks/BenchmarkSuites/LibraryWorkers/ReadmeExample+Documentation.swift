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
