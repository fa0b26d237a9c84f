internal import CSuiteFiles

/// A worker for a package of Node.
struct NodeWorker: LibraryWorker {
  static let fences = ["js", "javascript", "mjs", "cjs", "node", "jsx"]
  static let comment = "//"
  static let declarations = ["function ", "class ", "export ", "/*", " *"]

  /// The name of the package.
  let package: String
  /// How the file imports it: by the name, where the package says what that gives, or by a path.
  let source: String
  /// The folder for the files.
  let folder: String
  /// Commands that install and build the package.
  let build: [[String]]

  /// Makes a worker; `nil` for names that would need quotes.
  ///
  /// - Parameters:
  ///   - package: the name of the package.
  ///   - main: the file that is imported; `nil` where the package has "exports", so that its own
  ///     name is known inside of it.
  ///   - folder: the folder for the files.
  ///   - build: commands that install and build the package.
  init?(package: String, main: String?, folder: String, build: [[String]]) {
    let main = main.map { $0.hasPrefix("./") ? String($0.dropFirst(2)) : $0 }
    guard Self.isPlain(package, allowing: "@/.-"),
      main.map({ Self.isPlain($0, allowing: "/.-@") }) ?? true
    else { return nil }
    (self.package, self.folder, self.build) = (package, folder, build)
    source = main.map { "../\($0)" } ?? package
  }

  var library: String { "the package \(package)" }
  var placeholder: String { "placeholder: import \(package)" }
  var path: String { "\(folder)/worker.mjs" }
  var command: [String] { ["node", path] }

  var check: [String]? {
    ["node", "-e", String(decoding: csuite_check_names_js().content, as: UTF8.self), path]
  }

  var companions: [WorkerFile] {
    // With this ending it is a module of its kind, whatever the package says of ".js".
    [WorkerFile(path: "\(folder)/bench_worker.cjs", bytes: csuite_bench_worker_js().content)]
  }

  /// The code with the package's name where a program of its own folder loads it from the folder above.
  ///
  /// Lines from Node's prompt lose it, and their answers are comments.
  func plain(_ lines: [String]) -> [String] {
    let isPrompted = lines.contains { $0.hasPrefix("> ") && $0.contains("require(") }
    let code =
      isPrompted
      ? lines.map { line in
        line.hasPrefix("> ") ? String(line.dropFirst(2)) : line.isEmpty ? line : "// \(line)"
      } : lines
    return code.map { line in
      [
        "..", "../", "../index", "../index.js", ".", "./", "./index", "./index.js",
        "../\(source.split(separator: "/").last ?? "")",
      ]
      .reduce(line) { line, path in
        ["'", "\""].reduce(line) {
          $0.replacing("require(\($1)\(path)\($1))", with: "require(\($1)\(package)\($1))")
            .replacing("from \($1)\(path)\($1)", with: "from \($1)\(package)\($1)")
        }
      }
    }
  }

  func isShown(in code: ReadmeExample) -> Bool {
    ["'\(package)'", "\"\(package)\"", "'\(package)/", "\"\(package)/"].contains { code.holds($0) }
      // Work that ends later, what only browsers and their loaders have, and arguments.
      && !["await", "async", "document", "window", "argv"].contains {
        code.holds(word: $0)
      }
      && ![".then(", "define("].contains { code.holds($0) }
      && !code.lines.contains(where: Self.asksLoader)
      && parts(of: code.lines).imports.allSatisfy(isThere)
  }

  /// Whether a line calls `require` with something else than a name, as RequireJS is called.
  private static func asksLoader(_ line: String) -> Bool {
    guard let call = line.firstRange(of: "require(") else { return false }
    let argument = line[call.upperBound...].trimmed.first
    return argument.map { "'\"`".contains($0) } != true
  }

  /// Whether what a line imports is the package or a part of Node.
  private func isThere(_ line: String) -> Bool {
    guard let quote = line.lastIndex(where: { $0 == "'" || $0 == "\"" }) else { return true }
    let name = line[..<quote].reversed().prefix { $0 != line[quote] }.reversed()
    let module = String(name)
    return module == package || module.hasPrefix("\(package)/") || module.hasPrefix("node:")
      || ["assert", "buffer", "crypto", "fs", "os", "path", "url", "util"].contains(module)
  }

  func parts(of lines: [String]) -> CodeParts {
    CodeParts(lines) { line in
      line.hasPrefix("import ") && (line.contains("'") || line.contains("\""))
        || ["const ", "let ", "var "].contains(where: line.hasPrefix) && line.contains("require(")
    }
  }

  /// A line that imports the package from where it lies.
  private func located(_ line: String) -> String {
    ["'", "\""].reduce(line) {
      $0.replacing("\($1)\(package)\($1)", with: "\($1)\(source)\($1)")
    }
  }

  func text(_ content: WorkerContent) -> String {
    var imports = ["import * as library from '\(source)';"]
    let workload: [String]
    switch content {
    case .example(let example):
      let parts = parts(of: example.lines)
      imports = parts.imports.map(located)
      workload =
        [
          "\(Self.exampleName)() {",
          "  \(Self.comment) Get ready here, unmeasured: make input, read files.",
          "  return () => {", "    \(Self.origin(example))",
        ]
        + Self.indented(
          Self.returning(parts.statements).map { $0.contains("require(") ? located($0) : $0 },
          by: 4) + ["  };", "},"]
    case .placeholder(let example):
      workload =
        ["'\(placeholder)'() {"]
        + Self.indented(
          Self.advice(example, calling: "return () => library.NAME(ARGUMENTS);")
            + ["return () => Object.keys(library).length;"], by: 2) + ["},"]
    }
    return
      ([
        "// What `bench` measures of \(package): bench run, bench compare HEAD~1.",
        "//",
        "// bench_worker.cjs, beside this file, answers bench's requests; it needs no change. Each property that is",
        "// given to serve() is a benchmark with that property's name: it gets everything ready and returns the",
        "// work, a function without arguments. The work is called thousands of times, and its result must be",
        "// the same each time: bench compares it between commits, as JSON.",
        "import { createRequire } from 'node:module';",
        "const require = createRequire(import.meta.url);",
        "const { serve } = require('./bench_worker.cjs');",
        "",
        "// What the work prints would be timed, and would fill the terminal.",
        "process.stdout.write = () => true;",
        "",
        Self.head,
      ] + imports + ["", "serve({"] + Self.indented(workload, by: 2) + ["});", Self.foot, ""])
      .joined(separator: "\n")
  }

  /// Statements whose last one returns its value, if it is an expression.
  static func returning(_ lines: [String]) -> [String] {
    let words: Set = [
      "for", "while", "if", "const", "let", "var", "function", "class", "try", "return", "throw",
      "switch", "do", "export", "import", "else", "console",
    ]
    return returning(lines, except: words) { line, before in
      (line.first?.isLetter == true || line.hasPrefix("_")) && !line.contains(" = ")
        && endsStatement(before)
    }
  }
}
