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
  /// - Parameter source: the text.
  /// - Returns: the lines; `nil` where raw texts of C++ may hold what looks like a comment.
  static func linesOfC(_ source: [UInt8]) -> [[UInt8]]? {
    enum Place { case code, text(UInt8), line, block }
    let (slash, star, escape, newline) = (
      UInt8(ascii: "/"), UInt8(ascii: "*"), UInt8(ascii: "\\"), UInt8(ascii: "\n")
    )
    let quotes = [UInt8(ascii: "\""), UInt8(ascii: "'")]
    var place = Place.code
    var lines: [[UInt8]] = []
    var line: [UInt8] = []
    var index = 0
    func next() -> UInt8? { index + 1 < source.count ? source[index + 1] : nil }
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
        // A digit before a quotation mark stands in a number of C++14.
        let isDivided = byte == quotes[1] && (line.dropLast().last.map(isDigit) ?? false)
        if !isDivided { place = .text(byte) }
      case .text(let quote):
        line.append(byte)
        if byte == escape, let following = next() {
          line.append(following)
          index += 1
        } else if byte == quote || byte == newline {
          // At the end of a line also without the mark, such as of an apostrophe after `#error`.
          place = .code
        }
      // The next line belongs to the comment as well.
      case .line where byte == escape && next() == newline: index += 1
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
    return lines.map(trimmed).filter { !$0.isEmpty }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  private static func trimmed(_ line: [UInt8]) -> [UInt8] {
    let isSpace = { (byte: UInt8) in byte == 32 || byte == 9 || byte == 13 }
    return Array(line.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}
