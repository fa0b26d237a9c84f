internal import CSuiteFiles

/// A worker for a package of Ruby.
struct RubyWorker: LibraryWorker {
  static let fences = ["ruby", "rb", "irb"]
  static let comment = "#"
  static let declarations = ["def ", "class ", "module ", "end", "=begin", "=end"]

  /// What `require` loads: a path below `lib`, without its ending.
  let feature: String
  /// The names at the top of what it loads.
  let names: [String]
  /// The folder for the files.
  let folder: String

  /// Makes a worker; `nil` for what would need quotes.
  init?(feature: String, names: [String], folder: String) {
    guard Self.isPlain(feature, allowing: "/-."), names.allSatisfy({ Self.isPlain($0) }) else {
      return nil
    }
    (self.feature, self.names, self.folder) = (feature, names, folder)
  }

  var library: String { "the library \(feature)" }
  var placeholder: String { "placeholder: require \(feature)" }
  var path: String { "\(folder)/worker.rb" }
  var build: [[String]] { [] }
  var command: [String] { ["ruby", "-Ilib", path] }

  var check: [String]? {
    let script = String(decoding: csuite_check_names_rb().content, as: UTF8.self)
    return ["ruby", "-Ilib", "-e", script, path, feature]
  }

  var companions: [WorkerFile] {
    [WorkerFile(path: "\(folder)/bench_worker.rb", bytes: csuite_bench_worker_rb().content)]
  }

  func isShown(in code: ReadmeExample) -> Bool {
    // What needs arguments or asks, or belongs into a list of packages.
    !["gets", "ARGV", "gem", "Gemfile", "binding"].contains { code.holds(word: $0) }
      && (loadsLibrary(code) || names.contains { code.holds(word: $0) })
  }

  private func loadsLibrary(_ code: ReadmeExample) -> Bool {
    code.holds("require '\(feature)'") || code.holds("require \"\(feature)\"")
  }

  /// The code of lines from Ruby's prompt; other lines as they are.
  func plain(_ lines: [String]) -> [String] {
    guard lines.contains(where: { $0.hasPrefix(">> ") || $0.hasPrefix("irb") }) else {
      return lines
    }
    return lines.map { line in
      if line.hasPrefix(">> ") { return String(line.dropFirst(3)) }
      if line.hasPrefix("irb"), let mark = line.firstRange(of: "> ") {
        return String(line[mark.upperBound...])
      }
      return line.isEmpty ? line : "# \(line)"
    }
  }

  func parts(of lines: [String]) -> CodeParts {
    CodeParts(lines) { $0.hasPrefix("require ") || $0.hasPrefix("require(") }
  }

  func text(_ content: WorkerContent) -> String {
    var imports = ["require '\(feature)'"]
    var name = Self.exampleName
    let body: [String]
    switch content {
    case .example(let example):
      let parts = parts(of: example.lines)
      imports += parts.imports.filter { !imports.contains($0.replacing("\"", with: "'")) }
      body =
        ["lambda do", "  \(Self.origin(example))"] + Self.indented(parts.statements, by: 2)
        + ["end"]
    case .placeholder(let example):
      name = placeholder
      body =
        Self.advice(example, calling: "lambda { \(names.first ?? "NAME").NAME(ARGUMENTS) }")
        + ["lambda { nil }"]
    }
    let variable = name == placeholder ? "placeholder" : name
    return
      ([
        "# What `bench` measures of \(feature): bench run, bench compare HEAD~1.",
        "#",
        "# bench_worker.rb, beside this file, answers bench's requests; it needs no change. Each lambda that is given",
        "# to serve is a benchmark with that key as its name: it gets everything ready and returns the work, a lambda",
        "# without arguments. The work is called thousands of times, and its result must be the same each time:",
        "# bench compares it between commits, as `inspect` shows it.",
        "require_relative 'bench_worker'",
      ] + imports + [
        "", "# What the work prints would be timed, and would fill the terminal.",
        "$stdout.reopen(File::NULL)", "", Self.head, "\(variable) = lambda do",
        "  # Get ready here, unmeasured: make input, read files.",
      ] + Self.indented(body, by: 2) + [
        "end", Self.foot, "", "BenchWorker.serve('\(name)' => \(variable))", "",
      ]).joined(separator: "\n")
  }
}
