internal import CommandTestSupport
internal import Foundation
internal import Testing

@testable import bench

/// `bench init` in libraries without benchmarks: a worker in their language, with the README's code.
@Suite("Workers that init writes")
struct InitWorkerTests {
  private let folder: TemporaryFolder
  private let caches: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    caches = try TemporaryFolder()
    try folder.makeRepository()
  }

  /// A library that adds numbers, and how its README shows that.
  struct Library: Sendable {
    /// The language, for people and names of files.
    let language: String
    /// Its files.
    let files: [String: String]
    /// What the README shows.
    let example: String
    /// The file that says what is measured.
    let worker: String
    /// The words that start the worker in a checkout.
    let command: [String]
  }

  // MARK: Libraries

  private static let python = Library(
    language: "python",
    files: [
      "pyproject.toml": "[project]\nname = \"adder\"\n",
      "adder/__init__.py": "def total(numbers):\n    return sum(numbers)\n",
    ],
    example: "from adder import total\n\nnumbers = [1, 2, 3]\ntotal(numbers)",
    worker: "bench/worker.py", command: ["python3", "bench/worker.py"])

  private static let node = Library(
    language: "javascript",
    files: [
      "package.json": #"{"name": "adder", "main": "lib.js"}"#,
      "lib.js": "exports.total = (numbers) => numbers.reduce((a, b) => a + b);\n",
    ],
    example: "const { total } = require('adder');\n\ntotal([1, 2, 3]);",
    worker: "bench/worker.mjs", command: ["node", "bench/worker.mjs"])

  private static let go = Library(
    language: "go",
    files: [
      "go.mod": "module example.com/adder\n\ngo 1.18\n",
      "adder.go":
        "package adder\n\nfunc Total(a ...int) (sum int) {\n\tfor _, n := range a {\n\t\tsum += n\n\t}\n\treturn\n}\n",
    ],
    example: "fmt.Println(adder.Total(1, 2, 3))",
    worker: "bench/worker.go", command: ["bench/worker"])

  private static let rust = Library(
    language: "rust",
    files: [
      "Cargo.toml": "[package]\nname = \"adder\"\nversion = \"0.1.0\"\nedition = \"2021\"\n",
      ".gitignore": "target\n",
      "src/lib.rs": "pub fn total(numbers: &[u32]) -> u32 { numbers.iter().sum() }\n",
    ],
    example: "use adder::total;\n\nfn main() {\n    println!(\"{}\", total(&[1, 2, 3]));\n}",
    worker: "bench/worker.rs", command: ["target/bench-worker/release/bench-worker"])

  private static let swift = Library(
    language: "swift",
    files: [
      "Package.swift": """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "adder", products: [.library(name: "Adder", targets: ["Adder"])],
        targets: [.target(name: "Adder")])

      """, ".gitignore": ".build\n",
      "Sources/Adder/Total.swift":
        "public func total(_ numbers: [Int]) throws -> Int { numbers.reduce(0, +) }\n",
    ],
    example: "import Adder\n\nprint(try total([1, 2, 3]))",
    worker: "bench/Sources/bench-worker/main.swift",
    command: [".build/bench-worker/release/bench-worker"])

  private static let c = Library(
    language: "c",
    files: [
      "Makefile": "libadder.a: adder.c\n\t$(CC) -O2 -c adder.c\n\t$(AR) rcs $@ adder.o\n",
      "adder.c": "#include \"adder.h\"\nint total(int a, int b) { return a + b; }\n",
      "adder.h": "int total(int, int);\n",
    ],
    example:
      "#include \"adder.h\"\n#include <stdio.h>\n\nint main(void) {\n  printf(\"%d\\n\", total(1, 2));\n}",
    worker: "bench/worker.c", command: ["bench/worker"])

  private static let cmake = Library(
    language: "cpp",
    files: [
      "CMakeLists.txt": """
      cmake_minimum_required(VERSION 3.19)
      project(adder CXX)
      add_library(adder src/adder.cpp)
      target_include_directories(adder PUBLIC include)
      add_executable(adder-test test.cpp)
      add_subdirectory(inner)

      """, ".gitignore": "build\n",
      "inner/CMakeLists.txt": "project(inner CXX)\n",
      "test.cpp": "#error \"tests are not built for a worker of the library\"\n",
      "src/adder.cpp":
        "#include <adder/adder.hpp>\nint adder::total(int a, int b) { return a + b; }\n",
      "include/adder/adder.hpp": "namespace adder { int total(int, int); }\n",
    ],
    example: "#include <adder/adder.hpp>\n\nint sum = adder::total(1, 2);\nbench_keep(sum);",
    worker: "bench/worker.cpp", command: ["build/bench-worker"])

  private static let ruby = Library(
    language: "ruby",
    files: [
      "adder.gemspec": "Gem::Specification.new { |gem| gem.name = 'adder' }\n",
      "lib/adder.rb": "module Adder\n  def self.total(numbers) = numbers.sum\nend\n",
    ],
    example: "require 'adder'\n\nnumbers = [1, 2, 3]\nputs Adder.total(numbers)",
    worker: "bench/worker.rb", command: ["ruby", "-Ilib", "bench/worker.rb"])

  private static let php = Library(
    language: "php",
    files: [
      "composer.json": #"{"name": "a/adder", "autoload": {"psr-4": {"Adder\\": "src/"}}}"#,
      "src/Sum.php":
        "<?php\nnamespace Adder;\n\nclass Sum\n{\n    public static function of(int ...$numbers): int\n    {\n"
        + "        return array_sum($numbers);\n    }\n}\n",
    ],
    example: "use Adder\\Sum;\n\n$sum = Sum::of(1, 2, 3);\necho $sum;",
    worker: "bench/worker.php", command: ["php", "bench/worker.php"])

  private static func isThere(_ tool: String) -> Bool {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(tool)") }
  }

  private func commit(_ library: Library, readme: String) throws {
    var files = library.files
    files["README.md"] = readme
    try folder.commit(files)
  }

  private func initialise() throws -> BuiltCommand.Outcome {
    try BuiltCommand("bench").run(["init", "--cache", caches.path], in: folder.path)
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try #require(folder.bytes(name)), as: UTF8.self)
  }

  private static let missing: Comment = "The tool is not on this machine."

  @Test("a package of Python", .enabled(if: isThere("python3"), missing))
  func python() throws { try check(Self.python) }

  @Test("a package of Node", .enabled(if: isThere("node"), missing))
  func node() throws { try check(Self.node) }

  @Test("a package of Ruby", .enabled(if: isThere("ruby"), missing))
  func ruby() throws { try check(Self.ruby) }

  @Test("a package of PHP", .enabled(if: isThere("php"), missing))
  func php() throws { try check(Self.php) }

  @Test(
    "names that nothing defines are found in Ruby and PHP",
    .enabled(if: isThere("ruby") && isThere("php"), missing))
  func undefinedNames() throws {
    try commit(Self.ruby, readme: "```ruby\nAdder.total(numbers)\nAdder::Other.new\n```\n")
    let ruby = try initialise()
    #expect(ruby.output == "placeholder: require adder\n", "\(ruby)")
    #expect(ruby.errors.contains("nothing defines 'numbers'"), "\(ruby)")
    #expect(ruby.errors.contains("nothing defines 'Adder::Other'"), "\(ruby)")
    for file in ["bench.toml", "bench"] {
      try FileManager.default.removeItem(atPath: folder.file(file))
    }
    let reading = "```ruby\nAdder.total(File.read('no/such.txt').bytes)\n```\n"
    try folder.commit(["README.md": reading])
    let unread = try initialise()
    #expect(unread.output == "placeholder: require adder\n", "\(unread)")
    #expect(unread.errors.contains("it reads 'no/such.txt', which is not there"), "\(unread)")
    for file in ["bench.toml", "bench", "adder.gemspec", "lib"] {
      try FileManager.default.removeItem(atPath: folder.file(file))
    }
    try commit(
      Self.php,
      readme: "```php\nuse Adder\\Sum;\n\nSum::of($numbers);\nnew Adder\\Other();\n```\n")
    let php = try initialise()
    #expect(php.output == "placeholder: nothing of a/adder\n", "\(php)")
    #expect(php.errors.contains("nothing defines '$numbers'"), "\(php)")
    #expect(php.errors.contains("there is no class 'Adder\\Other'"), "\(php)")
  }

  @Test("a folder of a repository may be named, and what is none is told apart from a command")
  func namedFolder() throws {
    try folder.commit([
      "one/pyproject.toml": "[project]\nname = \"adder\"\n",
      "one/adder/__init__.py": "def total(numbers):\n    return sum(numbers)\n",
      "one/README.md": "```python\nimport adder\nadder.total([1])\n```\n",
    ])
    let bench = try BuiltCommand("bench")
    let outcome = try bench.run(["init", "one", "--cache", caches.path], in: folder.path)
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(outcome.output == "readme\n", "\(outcome)")
    #expect(folder.bytes("one/bench.toml") != nil)
    let command = try bench.run(["init", "./sort", "--cache", caches.path], in: folder.path)
    #expect(command.exitCode == 64, "\(command)")
    #expect(command.errors.contains("bench init -- ./sort"), "\(command)")
  }

  @Test("of several benchmarks those that fail are left out, and are said")
  func failingBenchmark() throws {
    try folder.commit([
      "pyproject.toml": "[project]\nname = \"adder\"\n", "adder/__init__.py": "total = sum\n",
      "bench/bench_one.py": "import timeit\nimport adder\nadder.total([1])\n",
      "bench/bench_two.py": "import timeit\nimport no_such_module\n",
    ])
    let outcome = try initialise()
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(outcome.output == "bench/bench_one.py\n", "\(outcome)")
    #expect(
      outcome.errors.contains("Left out 'bench/bench_two.py', which fails here"), "\(outcome)")
    let suite = try text("bench.toml")
    #expect(suite.contains("# Left out, because it fails here: ModuleNotFoundError"), "\(suite)")
    #expect(suite.contains("# command = [\"python3\", \"bench/bench_two.py\"]"), "\(suite)")
  }

  @Test("where no benchmark runs, what the README shows is measured; without that all is as it was")
  func fallingBack() throws {
    let files = [
      "pyproject.toml": "[project]\nname = \"adder\"\n", "adder/__init__.py": "total = sum\n",
      "bench.py": "import timeit\nimport no_such_module\n",
    ]
    try folder.commit(files)
    let failed = try initialise()
    #expect(failed.exitCode == 1, "\(failed)")
    #expect(failed.errors.contains("no_such_module"), "\(failed)")
    #expect(try text("bench.toml").contains("bench.py") && folder.bytes("bench/worker.py") == nil)
    try FileManager.default.removeItem(atPath: folder.file("bench.toml"))
    try folder.commit(["README.md": "```python\nimport adder\nadder.total([1])\n```\n"])
    let outcome = try initialise()
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(outcome.output == "readme\n", "\(outcome)")
    #expect(outcome.errors.contains("cannot be measured here"), "\(outcome)")
    #expect(outcome.errors.contains("no_such_module"), "\(outcome)")
  }

  @Test("a module of Go", .enabled(if: isThere("go"), missing))
  func go() throws { try check(Self.go) }

  @Test("a crate", .enabled(if: isThere("cargo"), missing))
  func rust() throws { try check(Self.rust) }

  @Test("a Swift package")
  func swift() throws { try check(Self.swift) }

  @Test("an archive that make makes of C", .enabled(if: isThere("cc"), missing))
  func c() throws { try check(Self.c) }

  @Test("a target of CMake in C++", .enabled(if: isThere("cmake"), missing))
  func cmake() throws { try check(Self.cmake) }

  /// A library without benchmarks gets a worker that measures what its README shows.
  private func check(_ library: Library) throws {
    try commit(
      library,
      readme:
        "# Adder\n\n```sh\ninstall adder\n```\n\n```\(library.language)\n\(library.example)\n```\n")
    let outcome = try initialise()
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(outcome.output == "readme\n", "\(outcome)")
    #expect(outcome.errors.contains("README.md, line 8"), "\(outcome)")
    #expect(outcome.errors.contains("has not been run"), "\(outcome)")
    try expectGolden(text(library.worker), "init-worker-\(library.language).txt")
    // The worker of the checkout is as the protocol has it, and measures the example.
    let trees = try #require(
      FileManager.default.subpaths(atPath: caches.path)?.first {
        $0.hasSuffix("working-tree-000000000000000000000000000")
          && $0.contains("trees/")
      })
    let tree = caches.file(trees)
    let check = try BuiltCommand("bench").run(
      ["worker-check", "--timeout", "60", "--"] + library.command, in: tree,
      environment: ["PYTHONPATH": "."])
    #expect(check.exitCode == 0, "\(check)")
  }

  @Test(
    "sources without a build are compiled with the worker", .enabled(if: isThere("cc"), missing))
  func sources() throws {
    try folder.commit([
      "adder.h": "int total(int, int);\n",
      "adder.c": "#include \"adder.h\"\nint total(int a, int b) { return a + b; }\n",
      "demo.c": "int main(void) { return 0; }\n",
      "package.json": "{\"name\": \"adder\", \"src\": [\"adder.c\", \"adder.h\"]}\n",
      "README.md": "```c\n#include <adder.h>\n\ntotal(1, 2)\n```\n",
    ])
    let outcome = try initialise()
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(outcome.output == "readme\n", "\(outcome)")
  }

  @Test(
    "a library whose only programs are its tests is measured itself, wherever they are built",
    .enabled(if: isThere("cmake"), missing))
  func testsOfALibrary() throws {
    try folder.commit([
      "CMakeLists.txt": """
      cmake_minimum_required(VERSION 3.19)
      project(adder C)
      set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
      add_library(adder adder.c)
      add_executable(process_sums test/bin/process.c)

      """, ".gitignore": "build\n", "README.md": "Adds.\n",
      "adder.h": "int total(int, int);\n",
      "adder.c": "#include \"adder.h\"\nint total(int a, int b) { return a + b; }\n",
      "test/bin/process.c": "int main(void) { return 0; }\n",
    ])
    let outcome = try initialise()
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(outcome.output == "placeholder: nothing of adder.h\n", "\(outcome)")
    // A program of its own is what there is to measure.
    try FileManager.default.removeItem(atPath: folder.file("bench.toml"))
    try folder.commit([
      "CMakeLists.txt": """
      cmake_minimum_required(VERSION 3.19)
      project(adder C)
      set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
      add_executable(process_sums test/bin/process.c)
      add_executable(sums sums.c)

      """, "sums.c": "int main(void) { return 0; }\n",
    ])
    #expect(try initialise().output == "placeholder: sums --help\n")
  }

  @Test(
    "tests stand in where no example shows a call, and a placeholder where they fail",
    .enabled(if: isThere("cmake"), missing))
  func testsOfAProject() throws {
    let files = [
      "CMakeLists.txt": """
      cmake_minimum_required(VERSION 3.19)
      project(adder C)
      enable_testing()
      add_library(adder adder.c)
      add_subdirectory(test)

      """, ".gitignore": "build\n", "README.md": "Adds.\n",
      "adder.h": "int total(int, int);\n",
      "adder.c": "#include \"adder.h\"\nint total(int a, int b) { return a + b; }\n",
      "test/CMakeLists.txt": """
      add_executable(sums sums.c)
      add_test(NAME "all sums" COMMAND sums 3)

      """,
      "test/sums.c": "int main(int count, char **words) { return count == 2 ? 0 : 1; }\n",
    ]
    try folder.commit(files)
    let outcome = try initialise()
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(outcome.output == "test: all sums\n", "\(outcome)")
    #expect(try text("bench.toml").contains(#"command = ["./build/test/sums", "3"]"#))
    try FileManager.default.removeItem(atPath: folder.file("bench.toml"))
    try folder.commit(["test/sums.c": "int main(void) { return 1; }\n"])
    let failing = try initialise()
    #expect(failing.exitCode == 0, "\(failing)")
    #expect(failing.output == "placeholder: nothing of adder.h\n", "\(failing)")
    #expect(failing.errors.contains("The tests that are there cannot be measured."))
  }

  @Test(
    "a worker in C compiles in a project of C90", .enabled(if: isThere("cmake"), missing))
  func oldStandard() throws {
    try folder.commit([
      "CMakeLists.txt": """
      cmake_minimum_required(VERSION 3.19)
      set(CMAKE_C_STANDARD 90)
      project(adder C)
      add_library(adder adder.c)

      """, ".gitignore": "build\n", "README.md": "Adds.\n",
      "adder.h": "int total(int, int);\n",
      "adder.c": "#include \"adder.h\"\nint total(int a, int b) { return a + b; }\n",
    ])
    let outcome = try initialise()
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(outcome.output == "placeholder: nothing of adder.h\n", "\(outcome)")
  }

  @Test(
    "two checkouts of a crate of the first edition hold the same code",
    .enabled(if: isThere("cargo"), missing))
  func equalCrates() throws {
    let source = "pub fn total(numbers: &[u32]) -> u32 { numbers[0] + numbers[1] }\n"
    try folder.commit([
      "Cargo.toml": "[package]\nname = \"adder\"\nversion = \"0.1.0\"\n",
      ".gitignore": "target\nCargo.lock\n", "src/lib.rs": source,
      "README.md": "```rust\nuse adder::total;\n\ntotal(&[1, 2]);\n```\n",
    ])
    try folder.commit(["src/lib.rs": source + "// The sum.\n"])
    let outcome = try initialise()
    #expect(outcome.output == "readme\n", "\(outcome)")
    let comparison = try BuiltCommand("bench").run(
      ["compare", "HEAD~1", "HEAD", "--cache", caches.path], in: folder.path)
    #expect(comparison.exitCode == 0, "\(comparison)")
    #expect(comparison.output.contains("same code"), "\(comparison)")
  }

  @Test("where only a build tells what there is to measure, none that fails leaves a file")
  func failedBuild() throws {
    try folder.commit(["Makefile": "all:\n\tfalse\n"])
    let outcome = try initialise()
    #expect(outcome.exitCode == 1, "\(outcome)")
    #expect(outcome.errors.contains("No suite file was written"), "\(outcome)")
    #expect(folder.bytes("bench.toml") == nil)
  }

  @Test("code that nothing can run is a comment in a placeholder, and init says why")
  func placeholder() throws {
    let library = Self.python
    try commit(
      library,
      readme: "```python\nimport adder\nadder.total(undefined)\n```\n\n```python\nadder.(\n```\n")
    let outcome = try initialise()
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(outcome.output == "placeholder: import adder\n", "\(outcome)")
    #expect(outcome.errors.contains("nothing defines 'undefined'"), "\(outcome)")
    #expect(outcome.errors.contains("README.md, line 7"), "\(outcome)")
    try expectGolden(text(library.worker), "init-worker-placeholder.txt")
    // What is there is not written over.
    try FileManager.default.removeItem(atPath: folder.file("bench.toml"))
    try folder.write("mine", to: library.worker)
    #expect(try initialise().errors.contains("bench-worker/worker.py"))
    #expect(try text(library.worker) == "mine")
  }

  @Test(
    "names that nothing defines are found in JavaScript",
    .enabled(if: isThere("node"), missing))
  func undefinedInNode() throws {
    try commit(
      Self.node,
      readme:
        "```js\nconst adder = require('adder');\n"
        + "adder.total(numbers.map((n) => n + `${offset}`));\n```\n")
    let outcome = try initialise()
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(outcome.output == "placeholder: import adder\n", "\(outcome)")
    #expect(outcome.errors.contains("nothing defines 'numbers'"), "\(outcome)")
    #expect(outcome.errors.contains("nothing defines 'offset'"), "\(outcome)")
    #expect(!outcome.errors.contains("nothing defines 'n'"), "\(outcome)")
  }

  @Test(
    "a package of Python without examples in its README has those of its docstrings",
    .enabled(if: isThere("python3"), missing))
  func docstrings() throws {
    let source =
      "def total(numbers):\n    \"\"\"Adds.\n\n    >>> total([1, 2])\n    3\n    \"\"\"\n"
    try folder.commit([
      "pyproject.toml": "[project]\nname = \"adder\"\n",
      "adder/__init__.py": source + "    return sum(numbers)\n", "README.md": "Adds.\n",
    ])
    let outcome = try initialise()
    #expect(outcome.output == "readme\n", "\(outcome)")
    #expect(outcome.errors.contains("adder/__init__.py, line 4"), "\(outcome)")
  }

  @Test(
    "what C code prints is its answer: commits with different ones are not compared",
    .enabled(if: isThere("cc"), missing))
  func printed() throws {
    try commit(Self.c, readme: "```c\n\(Self.c.example)\n```\n")
    try folder.commit([
      "adder.c": "#include \"adder.h\"\nint total(int a, int b) { return a + b + 1; }\n"
    ])
    #expect(try initialise().exitCode == 0)
    let outcome = try BuiltCommand("bench").run(
      ["compare", "HEAD~1", "HEAD", "--cache", caches.path], in: folder.path)
    #expect(outcome.exitCode == 4, "\(outcome)")
    #expect(outcome.errors.contains("answers '3 "), "\(outcome)")
    #expect(outcome.errors.contains("answers '4 "), "\(outcome)")
  }

  @Test("nothing of the README is run")
  func notRun() throws {
    let library = Self.python
    let path = folder.file("made")
    try commit(
      library, readme: "```python\nimport adder\nopen(\"\(path)\", \"w\")\nadder.total([1])\n```\n")
    let outcome = try initialise()
    #expect(outcome.output == "readme\n", "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: path))
    // A run does what it says.
    let run = try BuiltCommand("bench").run(
      [
        "run", "--cache", caches.path, "--launches", "1", "--time", "0.01", "--history",
        caches.file("h"),
      ],
      in: folder.path)
    #expect(run.exitCode == 0, "\(run)")
    #expect(FileManager.default.fileExists(atPath: path))
  }

  @Test("commits from before the worker are measured with it, also where git ignores its folder")
  func before() throws {
    try commit(Self.python, readme: "```python\nimport adder\nadder.total([1])\n```\n")
    try folder.commit([".gitignore": "bench/\n"])
    #expect(try initialise().exitCode == 0)
    func run() throws -> BuiltCommand.Outcome {
      try BuiltCommand("bench").run(
        [
          "run", "HEAD~1", "--cache", caches.path, "--launches", "1", "--time", "0.01", "--history",
          caches.file("h"),
        ], in: folder.path)
    }
    let outcome = try run()
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(outcome.output.contains("readme"), "\(outcome)")
    // A change of the worker reaches the checkout that is kept.
    try folder.write("raise SystemExit('changed')\n", to: "bench/worker.py")
    #expect(try run().errors.contains("changed"))
    try FileManager.default.removeItem(atPath: folder.file("bench/worker.py"))
    #expect(try run().exitCode == 66)
  }
}
