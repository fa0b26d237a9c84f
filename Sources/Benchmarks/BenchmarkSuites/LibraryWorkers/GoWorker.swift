internal import CSuiteFiles
internal import Files

/// A worker for a module of Go.
struct GoWorker: LibraryWorker {
  static let fences = ["go", "golang"]
  static let comment = "//"
  static let declarations = ["func ", "type ", "package ", "import ", "const "]

  /// The path that imports a package of the module.
  let package: String
  /// What the package is called in code.
  let name: String
  /// The path of the module.
  let module: String
  /// The folder for the files.
  let folder: String

  /// Makes a worker; `nil` for names that would need quotes.
  init?(package: String, name: String, module: String, folder: String) {
    guard Self.isPlain(package, allowing: "./-~"), Self.isPlain(name) else { return nil }
    (self.package, self.name, self.module, self.folder) = (package, name, module, folder)
  }

  var library: String { "the package \(package)" }
  var placeholder: String { "placeholder: nothing of \(name)" }
  var path: String { "\(folder)/worker.go" }
  var build: [[String]] { [["go", "build", "-o", "\(folder)/worker", "./\(folder)"]] }
  var command: [String] { ["\(folder)/worker"] }
  var check: [String]? { nil }

  var companions: [WorkerFile] {
    [WorkerFile(path: "\(folder)/bench_worker.go", bytes: csuite_bench_worker_go().content)]
  }

  func isShown(in code: ReadmeExample) -> Bool {
    code.holds("\"\(module)") || code.holds(word: name) && code.holds("\(name).")
  }

  // Those of a fragment are added by its qualifiers.
  func parts(of lines: [String]) -> CodeParts { CodeParts(lines) { _ in false } }

  /// Packages of the standard library that examples use without importing them.
  private static let standard = [
    "bytes", "context", "encoding/json", "errors", "fmt", "io", "log", "math", "os", "reflect",
    "regexp", "sort", "strconv", "strings", "time", "unicode",
  ]

  func text(_ content: WorkerContent) -> String {
    var imports: [String]
    var function: [String] = []
    let workload: [String]
    switch content {
    case .example(let example):
      let parts = Self.program(example)
      imports = parts.imports
      function = body(parts.statements, of: example)
      let used = function.joined(separator: "\n")
      func add(_ path: String, as name: String) {
        guard used.contains("\(name)."), !imports.contains(where: { $0.contains("\"\(path)\"") })
        else { return }
        imports.append("\"\(path)\"")
      }
      if parts.imports.isEmpty {
        add(package, as: name)
        for path in Self.standard { add(path, as: PathParts(path).name) }
      }
      workload = [
        "workload{\"\(Self.exampleName)\", func() func() interface{} {",
        "\t// Get ready here, unmeasured: make input, read files.",
        "\treturn func() interface{} {", "\t\t\(Self.exampleName)()", "\t\treturn nil", "\t}",
        "}},",
      ]
    case .placeholder(let example):
      imports = ["_ \"\(package)\""]
      workload =
        ["workload{\"\(placeholder)\", func() func() interface{} {"]
        + Self.advice(
          example, calling: "return func() interface{} { return \(name).NAME(ARGUMENTS) }"
        ).map { "\t\($0)" } + ["\treturn func() interface{} { return nil }", "}},"]
    }
    if !imports.contains("\"os\"") { imports.append("\"os\"") }
    return
      ([
        "// What `bench` measures of \(name): bench run, bench compare HEAD~1.",
        "//",
        "// bench_worker.go, beside this file, answers bench's requests; it needs no change. Each workload that is",
        "// given to serve() is a benchmark: it gets everything ready and returns the work, a function without",
        "// arguments. The work is called thousands of times, and its result must be the same each time:",
        "// bench compares it between commits, as %v prints it.",
        "package main",
        "",
        "import (",
      ] + imports.map { "\t\($0)" } + [")", "", Self.head] + function
      + [
        "", "func main() {", "\t// What the work prints would fill the terminal.",
        "\tos.Stdout, _ = os.OpenFile(os.DevNull, os.O_WRONLY, 0)", "\tserve(",
      ]
      + workload.map { "\t\t\($0)" } + ["\t)", "}", Self.foot, ""]).joined(separator: "\n")
  }

  /// The example as a function, or with its own `main` under that name.
  private func body(_ code: [String], of example: ReadmeExample) -> [String] {
    if code.contains(where: { $0.hasPrefix("func main()") }) {
      return [Self.origin(example)]
        + code.map {
          $0.hasPrefix("func main()")
            ? "func \(Self.exampleName)()" + $0.dropFirst("func main()".count) : $0
        }
    }
    return ["func \(Self.exampleName)() {", "\t\(Self.origin(example))"]
      + code.map { $0.isEmpty ? $0 : "\t\($0)" } + Self.uses(of: code) + ["}"]
  }

  /// Uses of the variables of a fragment, because Go refuses those that nothing uses.
  private static func uses(of code: [String]) -> [String] {
    var names: [String] = []
    for line in code where line.first?.isWhitespace == false {
      guard let sign = line.firstRange(of: " := ") else { continue }
      let left = line[..<sign.lowerBound].split(separator: ",").map { String($0.trimmed) }
      names += left.filter { $0 != "_" && isPlain($0) && !names.contains($0) }
    }
    return names.map { "\t_ = \($0)" }
  }

  /// The imports of an example, and the rest without the name of the package.
  private static func program(_ example: ReadmeExample) -> CodeParts {
    var parts = CodeParts()
    var isOpen = false
    for line in example.lines {
      let text = line[...].trimmed
      if isOpen {
        if text.hasPrefix(")") {
          isOpen = false
        } else if !text.isEmpty {
          parts.imports.append(String(text))
        }
      } else if text.hasPrefix("import (") {
        isOpen = true
      } else if text.hasPrefix("import ") {
        parts.imports.append(String(text.dropFirst("import ".count)))
      } else if !text.hasPrefix("package ") {
        parts.add(line, isImport: false)
      }
    }
    return parts
  }
}
