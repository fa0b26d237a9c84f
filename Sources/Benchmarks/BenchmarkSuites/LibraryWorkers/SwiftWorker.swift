internal import CSuiteFiles

/// A worker for a library product of a Swift package.
struct SwiftWorker: LibraryWorker {
  static let fences = ["swift"]
  static let comment = "//"
  static let declarations = [
    "func ", "struct ", "class ", "enum ", "extension ", "protocol ", "@", "public ", "final ",
    "actor ",
  ]

  /// The name of the package.
  let package: String
  let product: String
  /// The modules of the product.
  let modules: [String]
  /// Public names of the modules.
  let names: Set<String>
  /// The least version of macOS that the package runs on; `nil` where it says none.
  let macOS: String?
  /// The folder for the files.
  let folder: String

  /// Makes a worker; `nil` for names that would need quotes.
  init?(
    package: String, product: String, modules: [String], names: Set<String>, macOS: String?,
    folder: String
  ) {
    guard Self.isPlain(package, allowing: "-."), Self.isPlain(product, allowing: "-."),
      !modules.isEmpty,
      modules.allSatisfy({ Self.isPlain($0) }),
      macOS.map({ Self.isPlain($0, allowing: ".") }) ?? true
    else { return nil }
    (self.package, self.product, self.modules) = (package, product, modules)
    (self.names, self.macOS, self.folder) = (names, macOS, folder)
  }

  var library: String { "the product \(product)" }
  var placeholder: String { "placeholder: nothing of \(modules[0])" }
  var path: String { "\(folder)/Sources/bench-worker/main.swift" }
  var command: [String] { [".build/bench-worker/release/bench-worker"] }
  var check: [String]? { nil }

  var build: [[String]] {
    [
      [
        "swift", "build", "-c", "release", "--package-path", folder, "--scratch-path",
        ".build/bench-worker", "--product", "bench-worker",
      ]
    ]
  }

  var companions: [WorkerFile] {
    let platforms = macOS.map { "  platforms: [.macOS(\"\($0)\")],\n" } ?? ""
    let manifest = """
      // swift-tools-version: 6.0
      // A package of its own for bench's worker, so that the library's manifest stays as it is.
      import PackageDescription

      let package = Package(
        name: "bench-worker",
      \(platforms)  dependencies: [.package(name: "\(package)", path: "..")],
        targets: [
          .target(name: "BenchmarkWorker"),
          .executableTarget(
            name: "bench-worker",
            dependencies: ["BenchmarkWorker", .product(name: "\(product)", package: "\(package)")]),
        ])

      """
    return [
      WorkerFile(
        path: "\(folder)/Sources/BenchmarkWorker/BenchmarkWorker.swift",
        bytes: csuite_BenchmarkWorker_swift().content),
      WorkerFile(path: "\(folder)/Package.swift", text: manifest),
    ]
  }

  /// What examples use of Foundation without importing it.
  private static let foundation = [
    "Bundle", "Calendar", "Data", "Date", "Decimal", "JSONDecoder", "JSONEncoder", "URL", "UUID",
  ]

  func isShown(in code: ReadmeExample) -> Bool {
    // A manifest shows how to depend on the package, and calls nothing of it.
    !code.holds("import PackageDescription")
      && (importsModule(code) || code.language != nil && usesName(code))
  }

  private func importsModule(_ code: ReadmeExample) -> Bool {
    modules.contains { code.holds("import \($0)") }
  }

  /// Whether code uses a public name: what is said to be Swift may leave the import out.
  private func usesName(_ code: ReadmeExample) -> Bool {
    code.lines.contains { line in
      line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.contains {
        names.contains(String($0))
      }
    }
  }

  /// The public names that a source declares, but for short ones, which are common.
  static func publicNames(in source: String) -> Set<String> {
    var names: Set<String> = []
    for line in source.split(whereSeparator: \.isNewline) {
      let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
      guard words.contains("public") || words.contains("open"),
        let kind = words.firstIndex(where: {
          ["func", "struct", "class", "enum", "actor"].contains($0)
        }), kind + 1 < words.count, words[kind + 1].count > 4
      else { continue }
      names.insert(String(words[kind + 1]))
    }
    return names
  }

  func parts(of lines: [String]) -> CodeParts {
    CodeParts(lines) { $0.hasPrefix("import ") || $0.hasPrefix("@testable import ") }
  }

  func text(_ content: WorkerContent) -> String {
    var imports = ["import BenchmarkWorker"]
    var function: [String] = []
    let benchmark: [String]
    switch content {
    case .example(let example):
      let parts = parts(of: example.lines)
      let isFoundation =
        parts.imports.isEmpty && Self.foundation.contains(where: example.holds(word:))
      imports +=
        (importsModule(example) ? [] : modules.map { "import \($0)" })
        + (isFoundation ? ["import Foundation"] : []) + parts.imports
      let effects =
        (example.holds(word: "await") ? " async" : "")
        + (example.holds(word: "try") ? " throws" : "")
      let call =
        (effects.contains("throws") ? "try " : "") + (effects.contains("async") ? "await " : "")
      if example.holds("print(") {
        function += [
          "/// What the work prints would fill the terminal.",
          "func print(_ items: Any...) { blackHole(items.map { \"\\($0)\" }) }", "",
        ]
      }
      function +=
        ["func \(Self.exampleName)()\(effects) {", "  \(Self.origin(example))"]
        + Self.indented(parts.statements, by: 2) + ["}", ""]
      benchmark = ["Benchmark(\"\(Self.exampleName)\") { \(call)\(Self.exampleName)() }"]
    case .placeholder(let example):
      imports.append("import \(modules[0])")
      benchmark =
        Self.advice(example, calling: "Benchmark(\"name\") { NAME(ARGUMENTS) }")
        + ["Benchmark(\"\(placeholder)\") { 0 }"]
    }
    return
      ([
        "// What `bench` measures of \(product): bench run, bench compare HEAD~1.",
        "//",
        "// BenchmarkWorker, beside this target, answers bench's requests; it needs no change. Each Benchmark has a",
        "// name and the work, a closure; `setUp:` before it makes what the work needs, unmeasured, and hands it",
        "// over. The work is called thousands of times, and its result must be the same each time: bench",
        "// compares it between commits, as a text.",
      ] + imports + ["", Self.head] + function + ["await serve {"] + Self.indented(benchmark, by: 2)
      + ["}", Self.foot, ""]).joined(separator: "\n")
  }
}
