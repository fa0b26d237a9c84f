internal import CSuiteFiles

/// A worker for a library in C or C++.
struct CWorker: LibraryWorker {
  static let fences = ["c", "cpp", "c++", "cxx", "cc", "h"]
  static let comment = "//"
  static let declarations = [
    "#", "struct ", "typedef ", "enum ", "union ", "using ", "namespace ", "template", "class ",
  ]

  /// What is linked, for people: a target or a file.
  let library: String
  /// The header that names its functions, as code includes it.
  let header: String
  /// All headers, as code may include them.
  let headers: Set<String>
  /// What the header seems to declare: names before an opening bracket.
  let functions: Set<String>
  /// Whether it is C++.
  let isCPlusPlus: Bool
  /// The folder for the files.
  let folder: String
  /// Commands that build the library and the worker.
  let build: [[String]]
  /// The program that they make.
  let program: String
  /// Files for the build.
  let buildFiles: [WorkerFile]

  var placeholder: String { "placeholder: nothing of \(header)" }
  var path: String { "\(folder)/worker.\(isCPlusPlus ? "cpp" : "c")" }
  var command: [String] { [program] }
  var check: [String]? { nil }

  var companions: [WorkerFile] {
    [WorkerFile(path: "\(folder)/bench_worker.h", bytes: csuite_bench_worker_h().content)]
      + buildFiles
  }

  func isShown(in code: ReadmeExample) -> Bool {
    guard isCPlusPlus || !Self.isCPlusPlus(code) else { return false }
    return includesHeader(code)
      // What is said to be C may leave the header out.
      || code.language != nil
        && code.lines.contains { !Self.called(in: $0).isDisjoint(with: functions) }
  }

  /// Whether an example says that it is C++.
  static func isCPlusPlus(_ code: ReadmeExample) -> Bool {
    ["cpp", "c++", "cxx"].contains(code.language)
  }

  private func includesHeader(_ code: ReadmeExample) -> Bool {
    code.lines.contains { line in Self.included(line).map(headers.contains) == true }
  }

  /// The names on a line that a bracket follows, but for short ones, which are common.
  static func called(in line: some StringProtocol) -> Set<String> {
    var names: Set<String> = []
    var word = ""
    for character in line {
      if character.isLetter || character.isNumber || character == "_" {
        word.append(character)
      } else {
        if character == "(", word.count > 4 { names.insert(word) }
        word = ""
      }
    }
    return names.subtracting(["defined", "sizeof", "printf", "while", "switch", "assert"])
  }

  /// What a line includes; `nil` for other lines.
  static func included(_ line: String) -> String? {
    let line = line[...].trimmed
    guard line.hasPrefix("#"), let word = line.firstRange(of: "include") else { return nil }
    let name = line[word.upperBound...].trimmed.dropFirst().prefix { !"\">".contains($0) }
    // A path from the examples' own folder is one from the worker's.
    return name.isEmpty ? nil : name.hasPrefix("../") ? String(name.dropFirst(3)) : String(name)
  }

  func parts(of lines: [String]) -> CodeParts { CodeParts(lines) { Self.included($0) != nil } }

  func text(_ content: WorkerContent) -> String {
    var includes = ["#include <\(header)>"]
    var before: [String] = []
    var body: [String]
    switch content {
    case .example(let example):
      let parts = parts(of: example.lines)
      if includesHeader(example) { includes = [] }
      // What examples often leave out.
      includes += ["#include <assert.h>"] + parts.imports
      if isCPlusPlus, parts.imports.isEmpty {
        includes += ["iostream", "string", "vector"].map { "#include <\($0)>" }
      }
      let program = Self.program(parts.statements)
      before = program.map { [Self.origin(example)] + $0.code + [""] } ?? []
      body = program.map { [$0.call] } ?? Self.fragment(parts.statements, of: example)
    case .placeholder(let example):
      body = Self.advice(example, calling: "bench_keep(NAME(ARGUMENTS));")
    }
    body = ["static void measured(void) {"] + Self.indented(body, by: 2) + ["}"]
    return
      ([
        "// What `bench` measures of \(header): bench run, bench compare HEAD~1.",
        "//",
        "// bench_worker.h, beside this file, answers bench's requests; it needs no change. prepare() gets",
        "// everything ready, does the work and writes its result as a text: bench compares it between",
        "// commits. work() does the work many times, and is timed.",
      ] + (isCPlusPlus ? [] : ["#define _GNU_SOURCE"]) + [
        "#define BENCH_WORKER_IMPLEMENTATION", "#include \"bench_worker.h\"", "",
      ] + includes + ["", Self.head] + before + [
        "// Give results to bench_keep(), so that the compiler does not leave out what makes them, and free what",
        "// is allocated: this is called thousands of times.",
      ] + body + [
        "",
        "static const char *prepare(void *context, char *answer, size_t size) {",
        "  (void)context;",
        "  // What it prints is the answer; where it prints nothing, write its result with snprintf().",
        "  bench_printed(measured, answer, size);",
        "  return NULL;  // or why it failed",
        "}",
        Self.foot,
        "",
        "static void work(void *context, uint64_t count) {",
        "  (void)context;",
        "  for (uint64_t i = 0; i < count; i++) measured();",
        "}",
        "",
        "int main(void) {",
        "  struct bench_workload workloads[] = {{prepare, work, NULL, \"\(benchmarkName(content))\"}};",
        "  // What the work prints would fill the terminal; leave stderr as it is to see why it fails.",
        "  if (!freopen(\"/dev/null\", \"w\", stdout) || !freopen(\"/dev/null\", \"w\", stderr)) return 1;",
        "  return bench_serve(workloads, 1);",
        "}",
        "",
      ]).joined(separator: "\n")
  }

  /// The statements of an example without functions, with the arguments of a main function that it may use.
  private static func fragment(_ code: [String], of example: ReadmeExample) -> [String] {
    var code = code
    if let last = code.last, last.hasSuffix(")") { code[code.count - 1] += ";" }
    let usesArguments = example.holds(word: "argc") || example.holds(word: "argv")
    let arguments = [
      "char name[] = \"worker\", *arguments[] = {name, NULL}, **argv = arguments;", "int argc = 1;",
    ]
    return (usesArguments ? arguments : []) + [origin(example)] + code
  }

  /// Statements, or a function without arguments: main, or one that the example defines.
  func areCalls(_ statements: [String]) -> Bool {
    let definitions = statements.filter(Self.isDefinition)
    if !definitions.isEmpty { return Self.program(statements) != nil }
    return statements.contains { line in
      guard let first = line.first, !first.isWhitespace, !")]}/".contains(first) else {
        return false
      }
      return !Self.declarations.contains(where: line.hasPrefix) && !Self.isHead(line)
    }
  }

  /// Whether a line is the head of a function with its body after it.
  private static func isDefinition(_ line: String) -> Bool {
    !line.contains(";") && isHead(line)
  }

  /// Whether a line names a function with its type, as heads and prototypes do and calls do not.
  private static func isHead(_ line: String) -> Bool {
    guard let first = line.first, first.isLetter || first == "_", !line.contains("="),
      !line.contains("<<")
    else {
      return false
    }
    let before = line.prefix { $0 != "(" }
    let words = before.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    guard before.count < line.count, words.count > 1 else { return false }
    return !["if", "for", "while", "do", "switch", "else", "return", "delete", "throw"].contains(
      words[0])
  }

  /// An example with functions, main under another name, and how to call the last that takes nothing or
  /// is main; `nil` without one.
  private static func program(_ code: [String]) -> (code: [String], call: String)? {
    let head = code.lastIndex { line in
      isDefinition(line)
        && (["main(", "main ("].contains(where: line.contains)
          || ["()", "(void)"].contains(where: line.contains))
    }
    guard let head else { return nil }
    var code = code
    let words = ["main(", "main ("]
    guard words.contains(where: code[head].contains),
      let end = code[head...].firstIndex(where: { $0.hasPrefix("}") })
    else {
      let name = code[head].prefix { $0 != "(" }.reversed().prefix {
        $0.isLetter || $0.isNumber || $0 == "_"
      }.reversed()
      return (code, "\(String(name))();")
    }
    let takesArguments = code[head].contains("argc") || code[head].contains("argv")
    code[head] =
      "static " + words.reduce(code[head]) { $0.replacing($1, with: "\(exampleName)_main(") }
    // Only main may end without a value.
    code.insert("  return 0;", at: end)
    if !takesArguments { return (code, "bench_keep(\(exampleName)_main());") }
    return (
      code,
      "char name[] = \"worker\", *arguments[] = {name, NULL}; bench_keep(\(exampleName)_main(1, arguments));"
    )
  }
}
