/// The result of an example, by which commits are compared.
extension LibraryWorker {
  /// Statements whose last one returns its value, if it is an expression.
  ///
  /// - Parameters:
  ///   - lines: the statements.
  ///   - words: words that begin a statement without a value.
  ///   - isExpression: whether a line, with the line before it, begins an expression.
  /// - Returns: the statements; the same ones where the last has no value.
  static func returning(
    _ lines: [String], except words: Set<String>,
    where isExpression: (_ line: String, _ before: String) -> Bool
  ) -> [String] {
    //     f(          the last one, which ends two lines below
    //       1
    //     )  # 2
    let last = lines.lastIndex { line in
      guard let first = line.first else { return false }
      return !first.isWhitespace && !"#)]}".contains(first) && !line.hasPrefix(comment)
    }
    guard let last, !words.contains(String(lines[last].prefix { $0.isLetter || $0 == "_" })),
      isExpression(lines[last], last == 0 ? "" : lines[last - 1])
    else { return lines }
    var lines = lines
    lines[last] = "return \(lines[last])"
    return lines
  }

  /// Whether a line ends a statement, where statements have semicolons.
  static func endsStatement(_ line: String) -> Bool {
    line.last.map { ";{}".contains($0) } ?? true || line.contains(comment)
  }
}
