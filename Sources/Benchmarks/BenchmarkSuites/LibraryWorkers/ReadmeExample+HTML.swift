/// Code that a README marks with HTML.
extension ReadmeExample {
  /// A block of `<pre>`, without the marks in it; `nil` where none begins on the line.
  static func preformatted(_ lines: [Substring], from start: Int) -> Block? {
    guard let opening = lines[start].firstRange(of: "<pre"),
      let close = lines[start][opening.upperBound...].firstIndex(of: ">"),
      // Not another tag that begins so.
      lines[start][opening.upperBound] == ">" || lines[start][opening.upperBound].isWhitespace,
      let end = lines[start...].firstIndex(where: { $0.contains("</pre>") })
    else { return nil }
    var code = Array(lines[start...end])
    // The last line first: it may be the first, too.
    if let mark = code[code.count - 1].firstRange(of: "</pre>") {
      code[code.count - 1] = code[code.count - 1][..<mark.lowerBound]
    }
    code[0] = code[0][lines[start].index(after: close)...]
    var text = code.map { plain($0)[...] }
    var first = start
    if text.first?.trimmed.isEmpty == true {
      text.removeFirst()
      first += 1
    }
    return (first, end + 1, language(in: lines[start]), text)
  }

  /// What the marks around code say of its language.
  private static func language(in marks: Substring) -> String? {
    for start in ["language-", "highlight-source-", "lang=\"", "lang='"] {
      guard let range = marks.firstRange(of: start) else { continue }
      let word = marks[range.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "+" }
      if !word.isEmpty { return word.lowercased() }
    }
    return nil
  }

  /// A line without tags, with its entities as characters.
  private static func plain(_ line: Substring) -> String {
    var text = ""
    var rest = line
    while let first = rest.first {
      // A tag has a name; `<` alone was not escaped as an entity.
      let name = rest.dropFirst().first
      if first == "<", name == "/" || name?.isLetter == true, let end = rest.firstIndex(of: ">"),
        isTag(rest[..<end])
      {
        rest = rest[rest.index(after: end)...]
      } else {
        text.append(first)
        rest = rest.dropFirst()
      }
    }
    for (entity, character) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&apos;", "'"),
      ("&nbsp;", " "), ("&amp;", "&"),
    ] {
      text = text.replacing(entity, with: character)
    }
    return text
  }

  private static let tags: Set<String> = [
    "a", "b", "br", "code", "em", "font", "i", "kbd", "mark", "p", "samp", "span", "strong",
  ]

  /// Whether what follows `<` is a tag that marks text, and no header or type in angle brackets.
  private static func isTag(_ text: Substring) -> Bool {
    let name = text.drop { $0 == "<" || $0 == "/" }.prefix { $0.isLetter || $0.isNumber }
    return tags.contains(name.lowercased())
  }
}
