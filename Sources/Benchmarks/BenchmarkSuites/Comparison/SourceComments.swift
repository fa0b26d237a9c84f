internal import BenchmarkBuilds
internal import Files
internal import Measuring

/// Whether two versions of a source differ in comments and empty lines alone.
///
/// Then whatever is made of them does the same, but for the numbers of lines that it may hold.
enum SourceComments {
  /// Compares two versions.
  ///
  /// - Parameters:
  ///   - base: the path of one.
  ///   - candidate: the path of the other, with the same ending.
  /// - Returns: whether they are equal so; false where that cannot be told, as in other languages than C, C++,
  ///   Python and PHP.
  /// - Complexity: O(*n*) in bytes; Python and PHP are asked about their files.
  static func areAllThatDiffers(_ base: String, _ candidate: String) -> Bool {
    guard FileKind(path: base) == .regular, FileKind(path: candidate) == .regular else {
      return false
    }
    switch PathParts(base).fileExtension {
    case "c", "h", "cc", "cpp", "cxx", "hpp", "hh", "hxx":
      guard let first = code(base), let second = code(candidate) else { return false }
      return first == second
    case "py":
      return output(
        "python3",
        [
          "-c",
          "import ast, sys; a, b = (ast.dump(ast.parse(open(f, 'rb').read())) for f in sys.argv[1:]); print(a == b)",
          base, candidate,
        ]) == "True"
    case "php":
      guard let first = output("php", ["-r", phpWords, base]), !first.isEmpty else { return false }
      return first == output("php", ["-r", phpWords, candidate])
    default: return false
    }
  }

  /// Writes the words of a source in PHP without comments and space; comments for documentation are kept, which
  /// programs may read.
  private static let phpWords = """
    foreach (token_get_all(file_get_contents($argv[1])) as $word) {
      if (!is_array($word)) { echo $word, "\\n"; continue; }
      if ($word[0] === T_COMMENT || $word[0] === T_WHITESPACE) continue;
      $text = $word[0] === T_OPEN_TAG ? "" : $word[1];
      echo $word[0], " ", strlen($text), " ", $text, "\\n";
    }
    """

  private static func output(_ program: String, _ arguments: [String]) -> String? {
    guard let program = Executable.find(program) else { return nil }
    let outcome = ProgramOutput.of(
      program: program, arguments: arguments, environment: Executable.environment)
    return outcome.isSuccess ? outcome.text : nil
  }

  private static func code(_ path: String) -> [[UInt8]]? {
    (try? readFile(at: path, limit: 16 << 20)).flatMap(linesOfC)
  }

  /// The lines of a source in C or C++ without comments, space at their ends and empty lines.
  ///
  /// An empty line that ends a continued one is kept.
  ///
  /// - Parameter source: the text.
  /// - Returns: the lines; `nil` where raw texts of C++ may hold what looks like a comment, and where compilers may
  ///   differ in what is one.
  static func linesOfC(_ source: [UInt8]) -> [[UInt8]]? {
    enum Place { case code, text(UInt8), line, block }
    let (slash, star, escape, newline) = (
      UInt8(ascii: "/"), UInt8(ascii: "*"), UInt8(ascii: "\\"), UInt8(ascii: "\n")
    )
    let quotes = [UInt8(ascii: "\""), UInt8(ascii: "'")]
    var place = Place.code
    var lines: [[UInt8]] = []
    var line: [UInt8] = []
    // Where the text begins that is read.
    var start = 0
    var index = 0
    func next() -> UInt8? { index + 1 < source.count ? source[index + 1] : nil }
    // `/` and `*` that a continued line divides are one mark; `??/` is a backslash to some compilers.
    guard !hasDividedMarks(source) else { return nil }
    while index < source.count {
      let byte = source[index]
      switch place {
      case .code where byte == slash && next() == slash:
        place = .line
        index += 1
      case .code where byte == slash && next() == star:
        // A comment divides words as a space does.
        line.append(UInt8(ascii: " "))
        place = .block
        index += 1
      case .code where quotes.contains(byte):
        // `R"(a // b)"`, also as `u8R` or `LR`. A name that ends so is taken for one too,
        // which only gives up.
        if byte == quotes[0], line.last == UInt8(ascii: "R") { return nil }
        line.append(byte)
        start = line.count
        if byte == quotes[0] || !endsWithNumber(line.dropLast()) { place = .text(byte) }
      case .text(let quote):
        line.append(byte)
        if byte == escape, let following = next() {
          line.append(following)
          index += 1
          if following == 13, next() == newline {
            line.append(newline)
            index += 1
          }
        } else if byte == quote || byte == newline {
          // At the end of a line also without the mark, such as of an apostrophe after `#error`.
          // Then a comment may begin behind it.
          if byte == newline, line[start...].contains([slash, star]) { return nil }
          place = .code
        }
      // The next line belongs to the comment as well; with space behind the backslash only to some
      // compilers.
      case .line where byte == escape:
        let space = source[(index + 1)...].prefix { $0 == 32 || $0 == 9 || $0 == 13 }
        if space.endIndex < source.count, source[space.endIndex] == newline {
          guard space.allSatisfy({ $0 == 13 }) else { return nil }
          index = space.endIndex
        }
      case .line where byte == newline:
        place = .code
        continue
      case .block where byte == star && next() == slash:
        place = .code
        index += 1
      case .code where byte == newline:
        lines.append(line)
        line = []
      case .code: line.append(byte)
      case .line, .block: break
      }
      index += 1
    }
    lines.append(line)
    var isContinued = false
    return lines.map(trimmed).filter { line in
      //     #define A 1 \        without the empty line, `int b;` would be a part of A
      //
      //     int b;
      defer { isContinued = line.last == escape }
      return isContinued || !line.isEmpty
    }
  }

  private static func hasDividedMarks(_ source: [UInt8]) -> Bool {
    ["/\\\n", "*\\\n", "/\\\r\n", "*\\\r\n", "??/"].contains { source.contains(Array($0.utf8)) }
  }

  /// Whether code ends within a number, in which an apostrophe divides digits (C++14): `1'000`, `0xF'F`, but not
  /// `u8'a'`.
  private static func endsWithNumber(_ line: ArraySlice<UInt8>) -> Bool {
    //     x = 0xF'F'F    back from an apostrophe to what is neither letter, digit, dot nor apostrophe
    let word = line.reversed().prefix { byte in
      isDigit(byte) || byte == UInt8(ascii: "'") || byte == UInt8(ascii: ".")
        || byte == UInt8(ascii: "_")
        || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }
    return word.last.map(isDigit) ?? false || (word.last == UInt8(ascii: ".") && word.count > 1)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  private static func trimmed(_ line: [UInt8]) -> [UInt8] {
    let isSpace = { (byte: UInt8) in byte == 32 || byte == 9 || byte == 13 }
    return Array(line.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}
