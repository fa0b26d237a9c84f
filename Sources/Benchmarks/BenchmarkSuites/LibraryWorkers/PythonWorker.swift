internal import CSuiteFiles

/// A worker for a package of Python.
struct PythonWorker: LibraryWorker {
  static let fences = ["python", "py", "python3", "pycon", "python-repl", "doctest", "ipython"]
  static let comment = "#"
  static let declarations = ["def ", "class ", "@", "async "]

  /// The package or module.
  let module: String
  /// The folder for the files.
  let folder: String
  /// The commands that build what the package has to be compiled.
  let build: [[String]]

  /// Makes a worker; `nil` for what is no name of a module.
  init?(module: String, folder: String, build: [[String]] = []) {
    guard Self.isPlain(module) else { return nil }
    (self.module, self.folder, self.build) = (module, folder, build)
  }

  var library: String { "the package \(module)" }
  var placeholder: String { "placeholder: import \(module)" }
  var path: String { "\(folder)/worker.py" }
  var command: [String] { ["python3", path] }

  var check: [String]? {
    let script = String(decoding: csuite_check_names_py().content, as: UTF8.self)
    return ["python3", "-c", script, path, module, "bench_worker"]
  }

  var companions: [WorkerFile] {
    [WorkerFile(path: "\(folder)/bench_worker.py", bytes: csuite_bench_worker_py().content)]
  }

  func isShown(in code: ReadmeExample) -> Bool {
    // Work that ends later, and what needs arguments or asks.
    code.holds(word: module)
      && !["await", "async", "argv", "input"].contains { code.holds(word: $0) }
  }

  /// The code of lines from Python's prompt, with the answers as comments; other lines as they are.
  func plain(_ lines: [String]) -> [String] {
    guard lines.contains(where: { $0.hasPrefix(">>>") }) else { return lines }
    return lines.map { line in
      for prompt in [">>> ", "... ", ">>>", "..."] where line.hasPrefix(prompt) {
        return String(line.dropFirst(prompt.count))
      }
      return line.isEmpty ? line : "# \(line)"
    }
  }

  func parts(of lines: [String]) -> CodeParts {
    var parts = CodeParts()
    // What an import that goes on ends with: the closing bracket, or a line without a backslash.
    var end: Character?
    for line in lines {
      let begins = line.hasPrefix("import ") || line.hasPrefix("from ")
      guard let last = parts.imports.indices.last, end != nil else {
        parts.add(line, isImport: begins)
        if begins { end = line.hasSuffix("\\") ? "\\" : Self.isOpen(line) ? ")" : nil }
        continue
      }
      parts.imports[last] += "\n\(line)"
      if end == ")" ? line.contains(")") : !line.hasSuffix("\\") { end = nil }
    }
    return parts
  }

  private static func isOpen(_ line: String) -> Bool {
    line.contains("(") && !line.contains(")")
  }

  func text(_ content: WorkerContent) -> String {
    var imports = ["import \(module)"]
    var name = Self.exampleName
    var body: [String]
    switch content {
    case .example(let example):
      let parts = parts(of: example.lines)
      imports += parts.imports.filter { !imports.contains($0) }
      body =
        ["", "def work():", "    \(Self.origin(example))"]
        + Self.indented(Self.returning(parts.statements), by: 4) + ["", "return work"]
    case .placeholder(let example):
      name = "placeholder"
      body =
        Self.advice(example, calling: "return lambda: \(module).NAME(ARGUMENTS)")
        + ["return lambda: \(module).__name__"]
    }
    let function =
      ["def \(name)():", "    # Get ready here, unmeasured: make input, read files."]
      + Self.indented(body, by: 4)
    let naming =
      name == "placeholder" ? ["", "", "placeholder.__name__ = \"\(placeholder)\""] : []
    return
      ([
        "\"\"\"What `bench` measures of \(module): bench run, bench compare HEAD~1.",
        "",
        "bench_worker.py, beside this file, answers bench's requests; it needs no change. Each function that is",
        "given to serve() is a benchmark with that function's name: it gets everything ready and returns the",
        "work, a function without arguments. The work is called thousands of times, and its result must be",
        "the same each time: bench compares it between commits.",
        "\"\"\"",
        "",
        "import os",
        "import sys",
        "",
        "import bench_worker",
      ] + imports + [
        "",
        "# What the work prints would be timed, and would fill the terminal.",
        "sys.stdout = open(os.devnull, \"w\")",
        "",
        Self.head,
        "",
        "",
      ] + function + naming + ["", "", Self.foot, "", "bench_worker.serve(\(name))", ""]).joined(
        separator: "\n")
  }

  /// Statements whose last one returns its value, if it is an expression.
  static func returning(_ lines: [String]) -> [String] {
    let words: Set = [
      "for", "while", "if", "with", "def", "class", "try", "except", "finally", "else", "elif",
      "return", "raise", "assert", "del", "global", "pass", "print", "match", "async",
    ]
    return returning(lines, except: words) { line, _ in
      !isAssignment(line) && !line.hasPrefix("@")
    }
  }

  /// Whether a line has an equals sign outside of brackets and quotes that gives a name its value.
  private static func isAssignment(_ line: String) -> Bool {
    var depth = 0
    var quote: Character?
    var before: Character = " "
    for (character, next) in zip(line, line.dropFirst() + " ") {
      if let open = quote {
        if character == open, before != "\\" { quote = nil }
      } else if character == "\"" || character == "'" {
        quote = character
      } else if "([{".contains(character) {
        depth += 1
      } else if ")]}".contains(character) {
        depth -= 1
      } else if character == "=", depth == 0, next != "=", !"=!<>".contains(before) {
        return true
      } else if character == "#" {
        return false
      }
      before = character
    }
    return false
  }
}
