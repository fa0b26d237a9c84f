/// A worker for a library without benchmarks, in the library's language.
///
/// It is two files at least: one that answers `bench`'s requests, a copy of what `Examples/Workers` has for people
/// to copy, and a short one that says what is measured, between two marked lines. That is the code of an
/// example in the README, or a placeholder.
package protocol LibraryWorker: Sendable {
  /// What fences call the language, in lower case.
  static var fences: [String] { get }
  /// What begins a comment to the end of the line.
  static var comment: String { get }

  /// What a line at the left begins with that only declares something.
  static var declarations: [String] { get }

  /// What is measured, for people: "the package thing".
  var library: String { get }
  /// What reports call the placeholder; it begins with "placeholder".
  var placeholder: String { get }
  /// The file that says what is measured, from the top of the repository.
  var path: String { get }
  /// The files beside it, which are the same whatever is measured.
  var companions: [WorkerFile] { get }
  /// Commands that build the library and the worker: words, or one text for the shell.
  var build: [[String]] { get }
  /// The words that start the worker.
  var command: [String] { get }
  /// The words of a command that finds mistakes in the worker without running it; `nil` where the build does.
  var check: [String]? { get }

  /// Whether code calls the library.
  func isShown(in code: ReadmeExample) -> Bool
  /// Whether statements do something when the code is run, and do not only declare functions.
  func areCalls(_ statements: [String]) -> Bool
  /// Code without what a prompt or documentation adds to it.
  func plain(_ lines: [String]) -> [String]
  /// What makes names known and can stand at the top of the file, each of one or more lines, and the
  /// other lines.
  func parts(of lines: [String]) -> CodeParts
  /// The text of the file.
  func text(_ content: WorkerContent) -> String
}

/// A file of a worker.
package struct WorkerFile: Equatable, Sendable {
  /// Its path from the top of the repository.
  package let path: String
  /// Its content.
  package let bytes: [UInt8]

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  init(path: String, text: String) { self.init(path: path, bytes: Array(text.utf8)) }
}

/// Code whose imports stand apart.
package struct CodeParts: Equatable, Sendable {
  /// The imports, each of one or more lines.
  package var imports: [String] = []
  /// The other lines, without empty ones at their start.
  package var statements: [String] = []

  /// Takes lines apart by what begins each import.
  init(_ lines: [String], isImport: (String) -> Bool) {
    for line in lines { add(line, isImport: isImport(line)) }
  }

  /// Nothing yet.
  init() {}

  mutating func add(_ line: String, isImport: Bool) {
    if isImport {
      imports.append(line)
    } else if !line.isEmpty || !statements.isEmpty {
      statements.append(line)
    }
  }
}

/// What a worker measures.
package enum WorkerContent: Equatable, Sendable {
  /// The code of an example.
  case example(ReadmeExample)
  /// Nothing yet; the example stands in comments.
  case placeholder(ReadmeExample?)
}

extension LibraryWorker {
  /// The name of the benchmark that is an example of the README.
  static var exampleName: String { "readme" }

  /// The names of benchmarks, by what is measured.
  package func benchmarkName(_ content: WorkerContent) -> String {
    if case .example = content { Self.exampleName } else { placeholder }
  }

  /// The same lines.
  package func plain(_ lines: [String]) -> [String] { lines }

  /// Whether a line at the left is none that only declares, or is the start of a main function.
  package func areCalls(_ statements: [String]) -> Bool {
    statements.contains { line in
      if ["fn main(", "pub fn main(", "func main("].contains(where: line.hasPrefix) { return true }
      guard let first = line.first, !first.isWhitespace, !")]}".contains(first) else {
        return false
      }
      return !line.hasPrefix(Self.comment) && !Self.declarations.contains(where: line.hasPrefix)
    }
  }

  /// The examples that call the library; one without imports has those of the blocks before it.
  func examples(among all: [ReadmeExample]) -> [ReadmeExample] {
    var known: [String] = []
    var found: [ReadmeExample] = []
    for example in all {
      var example = example
      example.lines = plain(example.lines)
      guard example.language.map(Self.fences.contains) ?? isShown(in: example),
        !Self.readsInput(example)
      else { continue }
      let parts = parts(of: example.lines)
      let isShownHere = isShown(in: example)
      // A block with imports of its own may import the same in another way.
      let missing = parts.imports.isEmpty ? known : []
      example.lines =
        missing.flatMap { $0.split(separator: "\n").map(String.init) } + example.lines
      if areCalls(parts.statements), example.holds("("), isShown(in: example) {
        found.append(example)
      }
      if isShownHere { known += parts.imports.filter { !known.contains($0) } }
    }
    return found
  }

  /// Whether code waits for what a person or another program writes: a worker gets nothing there.
  private static func readsInput(_ code: ReadmeExample) -> Bool {
    ["stdin", "STDIN", "STDIN_FILENO", "Stdin", "cin", "getchar", "scanf", "readLine"].contains(
      where: code.holds(word:))
  }

  /// Lines as comments.
  static func commented(_ lines: [String]) -> [String] {
    lines.map { $0.isEmpty ? comment : "\(comment) \($0)" }
  }

  /// Lines further right.
  static func indented(_ lines: [String], by width: Int) -> [String] {
    lines.map { $0.isEmpty ? $0 : String(repeating: " ", count: width) + $0 }
  }

  /// The comment above the code of an example.
  static func origin(_ example: ReadmeExample) -> String { "\(comment) \(example.place):" }

  /// What stands in a placeholder: what to do, and the example that could not be used.
  static func advice(_ example: ReadmeExample?, calling call: String) -> [String] {
    let advice = commented([
      "A PLACEHOLDER: replace it by work that matters, such as", "", "    \(call)",
    ])
    guard let example else { return advice }
    return advice
      + commented(
        ["", "or by what \(example.place) shows, which cannot be used as it is:", ""]
          + example.lines.map { "    \($0)" })
  }

  /// The line above what people change.
  static var head: String { "\(comment) ==== What is measured: change this ====" }
  /// The line below it.
  static var foot: String { "\(comment) ==== End of what is measured ====" }

  /// Whether a text is a name that needs no quotes and has no dots at its start.
  static func isPlain(_ name: String, allowing others: String = "") -> Bool {
    !name.isEmpty && !name.hasPrefix("-")
      && name.unicodeScalars.allSatisfy {
        ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
          || $0 == "_" || others.unicodeScalars.contains($0)
      }
  }
}

extension ReadmeExample {
  /// Whether a word occurs in the code, with nothing of a name beside it.
  func holds(word: String) -> Bool {
    lines.contains { line in
      line.ranges(of: word).contains { range in
        let before =
          range.lowerBound == line.startIndex
          ? nil : line[line.index(before: range.lowerBound)]
        let after = range.upperBound == line.endIndex ? nil : line[range.upperBound]
        return ![before, after].contains {
          $0.map { $0.isLetter || $0.isNumber || $0 == "_" } == true
        }
      }
    }
  }

  /// Whether a text occurs in the code.
  func holds(_ text: String) -> Bool { lines.contains { $0.contains(text) } }
}
