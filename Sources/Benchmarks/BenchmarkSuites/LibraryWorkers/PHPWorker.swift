internal import CSuiteFiles

/// A worker for a package of PHP.
struct PHPWorker: LibraryWorker {
  static let fences = ["php", "php7", "php8"]
  static let comment = "//"
  static let declarations = [
    "function ", "class ", "abstract ", "final ", "interface ", "trait ", "enum ", "namespace ",
    "use ", "#", "/*", " *",
  ]

  /// The name of the package.
  let package: String
  /// What its classes' names begin with, as in "Math\".
  let prefixes: [String]
  /// The whole names of its classes by their last words, which a README often says alone.
  let classes: [String: String]
  /// The folder for the files.
  let folder: String
  /// Commands that install the packages that it needs.
  let build: [[String]]

  /// Makes a worker; `nil` for names that would need quotes.
  init?(
    package: String, prefixes: [String], classes: [String: String], folder: String,
    build: [[String]]
  ) {
    guard Self.isPlain(package, allowing: "/.-"),
      prefixes.allSatisfy({ $0.isEmpty || Self.isPlain($0, allowing: "\\") })
    else { return nil }
    (self.package, self.prefixes, self.classes) = (package, prefixes, classes)
    (self.folder, self.build) = (folder, build)
  }

  var library: String { "the package \(package)" }
  var placeholder: String { "placeholder: nothing of \(package)" }
  var path: String { "\(folder)/worker.php" }
  var command: [String] { ["php", path] }

  var check: [String]? {
    let script = String(decoding: csuite_check_names_php().content, as: UTF8.self)
    return [
      "php", "-r", String(script.dropFirst("<?php".count)), "--", path,
      "\(folder)/bench_worker.php", ".",
    ]
  }

  var companions: [WorkerFile] {
    [WorkerFile(path: "\(folder)/bench_worker.php", bytes: csuite_bench_worker_php().content)]
  }

  func isShown(in code: ReadmeExample) -> Bool {
    // What needs arguments or a browser's request, and what cannot be defined twice.
    !["$_GET", "$_POST", "$_SERVER", "$argv"].contains { code.holds($0) }
      && !code.lines.contains { line in
        ["function ", "class ", "interface ", "trait ", "namespace "].contains(
          where: line.hasPrefix)
      }
      && (prefixes.contains { !$0.isEmpty && code.holds($0) } || !shortNames(in: code).isEmpty)
  }

  /// The classes of the package that code uses by their last words.
  private func shortNames(in code: ReadmeExample) -> [String] {
    classes.keys.filter { name in
      code.holds("new \(name)(") || code.holds("\(name)::") && code.holds(word: name)
    }.sorted()
  }

  /// The code between PHP's marks, without what loads the package.
  func plain(_ lines: [String]) -> [String] {
    lines.filter { line in
      let line = line[...].trimmed
      return line != "<?php" && line != "?>" && !line.hasPrefix("declare(")
        && !(line.contains("require") && line.contains("autoload"))
    }.map { $0.hasPrefix("<?php ") ? String($0.dropFirst("<?php ".count)) : $0 }
  }

  func parts(of lines: [String]) -> CodeParts { CodeParts(lines) { $0.hasPrefix("use ") } }

  func text(_ content: WorkerContent) -> String {
    var imports: [String] = []
    let body: [String]
    switch content {
    case .example(let example):
      let parts = parts(of: example.lines)
      let missing = shortNames(in: example).compactMap { classes[$0] }.filter { name in
        name.contains("\\") && !example.holds(name)
      }
      imports = parts.imports + missing.map { "use \($0);" }
      body =
        ["return function () {", "    \(Self.origin(example))"]
        + Self.indented(Self.returning(parts.statements), by: 4) + ["};"]
    case .placeholder(let example):
      body =
        Self.advice(example, calling: "return fn () => NAME(ARGUMENTS);")
        + ["return fn () => null;"]
    }
    return
      ([
        "<?php",
        "// What `bench` measures of \(package): bench run, bench compare HEAD~1.",
        "//",
        "// bench_worker.php, beside this file, answers bench's requests; it needs no change. Each function that is",
        "// given to bench_serve() is a benchmark with that key as its name: it gets everything ready and returns the",
        "// work, a function without arguments. The work is called thousands of times, and its result must be the",
        "// same each time: bench compares it between commits.",
        "require __DIR__ . '/bench_worker.php';",
        "bench_autoload(dirname(__DIR__));", "",
        "// What the work prints would be timed, and would fill the terminal.",
        "ob_start(fn () => '', 4096);", "", Self.head,
      ] + imports + [
        "bench_serve([",
        "    '\(benchmarkName(content))' => function () {",
        "        // Get ready here, unmeasured: make input, read files.",
      ] + Self.indented(body, by: 8) + ["    },", "]);", Self.foot, ""]).joined(separator: "\n")
  }

  /// Statements whose last one returns its value, if it is an expression.
  static func returning(_ lines: [String]) -> [String] {
    let words: Set = [
      "for", "foreach", "while", "if", "try", "return", "throw", "switch", "do", "else", "echo",
      "print", "use", "unset", "exit", "die", "var_dump", "static", "global",
    ]
    return returning(lines, except: words) { line, before in
      (line.first?.isLetter == true || line.hasPrefix("$") || line.hasPrefix("\\"))
        && endsStatement(before)
    }
  }
}
