internal import BenchmarkBuilds
internal import CommandTestSupport
internal import Foundation
internal import Reporting
internal import Testing

@testable import BenchmarkSuites

private let hasCargo =
  (try? BuiltCommand(at: "/usr/bin/env").run(["cargo", "--version"]))?.exitCode == 0

@Suite("Recognising a repository")
struct SuiteRecognitionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func template(_ command: [String] = []) throws -> SuiteTemplate {
    try SuiteRecognition(of: folder.path).template(command: command)
  }

  /// The suite that a template's text is read as.
  private func suite(_ template: SuiteTemplate) throws -> BenchmarkSuite {
    try SuiteFile(at: folder.write(template.text, to: "bench.toml")).suite
  }

  @Test("a Makefile is built with make; the build tells the programs")
  func makefile() throws {
    try folder.write("all:\n", to: "Makefile")
    let template = try template()
    #expect(template.found == "a Makefile")
    #expect(template.benchmarks.isEmpty)
    #expect(template.build == [#"["make"]"#])
    let tree = SuiteTree(label: "x", folder: folder.path)
    let recognition = SuiteRecognition(of: folder.path)
    #expect(throws: HarnessFailure.self) { try recognition.completed(template, builtIn: tree) }
    try folder.write([0x7F, 0x45, 0x4C, 0x46, 1], to: "out/tool")
    try folder.setPermissions(0o755, of: "out/tool")
    try folder.write("#!/bin/sh\n", to: "out/script")
    try folder.setPermissions(0o755, of: "out/script")
    #expect(
      try recognition.completed(template, builtIn: tree).text.contains(
        #"command = ["./out/tool", "--help"]"#))
    try folder.write(
      [0x7F, 0x45, 0x4C, 0x46] + Array("_ZN_ZN9benchmark8internal".utf8), to: "out/zz")
    try folder.setPermissions(0o755, of: "out/zz")
    #expect(
      try recognition.completed(template, builtIn: tree).text.contains(
        #"framework = "google-benchmark""#))
  }

  @Test(
    "what Meson and make run as tests is measured where nothing else shows what to measure",
    .enabled(if: Executable.find("make") != nil, "There is no make."))
  func tests() throws {
    func program(_ path: String) throws {
      try folder.write([0x7F, 0x45, 0x4C, 0x46, 1], to: path)
      try folder.setPermissions(0o755, of: path)
    }
    let tree = SuiteTree(label: "x", folder: folder.path)
    func commands() throws -> [String] {
      let found = try SuiteRecognition(of: folder.path).completed(template(), builtIn: tree)
      #expect(found.isOfTests)
      return found.build + found.benchmarks.filter { $0.hasPrefix("command") }
    }
    try folder.write("check: sums\n\t./sums 3\nsums:\n\tcc -o sums sums.c\n", to: "Makefile")
    #expect(try commands() == [#"["make"]"#, #"["make", "sums"]"#, #"command = ["./sums", "3"]"#])
    try program("sums")
    #expect(try commands() == [#"["make"]"#, #"command = ["./sums", "3"]"#])
    try folder.write("project('thing', 'c')\n", to: "meson.build")
    try program("build/sums")
    try folder.write(
      #"[{"cmd": ["\#(folder.path)/build/sums", "-v"], "name": "sums"}, "#
        + #"{"cmd": ["/usr/bin/python3", "x"], "name": "other"}]"#,
      to: "build/meson-info/intro-tests.json")
    #expect(try commands().last == #"command = ["./build/sums", "-v"]"#)
  }

  @Test("a Swift package that only wraps a project in C does not hide the project's own build")
  func wrapper() throws {
    func write(_ targets: String) throws {
      try folder.write(
        "// swift-tools-version: 6.0\nimport PackageDescription\nlet package = Package(name: \"thing\", "
          + "products: [.library(name: \"thing\", targets: [\"thing\"])], targets: [\(targets)])\n",
        to: "Package.swift")
    }
    let c = ".target(name: \"thing\", path: \".\", sources: [\"src\"], publicHeadersPath: \"src\")"
    try write(c)
    try folder.write("int thing(void);\n", to: "src/thing.h")
    try folder.write("int thing(void) { return 1; }\n", to: "src/thing.c")
    try folder.write("// swift-tools-version:5.0\n", to: "Package@swift-5.swift")
    // Without another build it is the build.
    #expect(try template().found == "a Swift package")
    let aside = "a CMake project, whose Package.swift holds no Swift and is not used"
    try folder.write("project(thing C)\n", to: "CMakeLists.txt")
    #expect(try template().found == aside)
    #expect(try template(["./x"]).found == aside)
    // Tests in Swift do not make it a library in Swift, and neither does what no target holds.
    try folder.write("import Testing\n", to: "Tests/thingTests/Test.swift")
    try folder.write("print(1)\n", to: "demo/main.swift")
    try write("\(c), .testTarget(name: \"thingTests\", dependencies: [\"thing\"])")
    #expect(try template().found == aside)
    let whole = c.replacing(
      "sources: [\"src\"]", with: "exclude: [\"demo\", \"Tests\"], sources: [\".\"]")
    try write(whole)
    #expect(try template().found == aside)
    try write("\(c), .target(name: \"Better\", dependencies: [\"thing\"])")
    try folder.write("import thing\n", to: "Sources/Better/Better.swift")
    #expect(try template().found == "a Swift package")
  }

  @Test("CMake projects are configured for release")
  func cmake() throws {
    try folder.write("", to: "CMakeLists.txt")
    let template = try template(["./build/x", "a b"])
    let suite = try suite(template)
    #expect(
      suite.build.map(\.text) == [
        "cmake -S . -B build -DCMAKE_BUILD_TYPE=Release",
        // As many compilers as there are processors: make takes no number for any number.
        "cmake --build build -j $(getconf _NPROCESSORS_ONLN)",
      ])
    #expect(suite.sources.count == 1)
    #expect(template.text.contains(#"["./build/x", "a b"]"#))
  }

  @Test("a CMake project says its libraries and programs before it is built")
  func cmakeTargets() throws {
    let targets = CMakeTargets(
      listed: """
        -- The C compiler identification
        -- bench-library thing_test_support
        -- bench-library other
        -- bench-library libthing
        -- bench-program thing-test libthing;gtest
        -- bench-program tool libraries-NOTFOUND
        -- bench-source tool src/my tool.c
        -- bench-program process libthing
        -- bench-source process test/bin/process.c
        """)
    #expect(targets.libraries(of: "thing") == ["libthing", "other"])
    #expect(targets.programs.map(\.name) == ["thing-test", "tool", "process"])
    #expect(targets.programs.map(\.source) == ["", "src/my tool.c", "test/bin/process.c"])
    #expect(targets.programsAside == ["process"])
    #expect(!targets.haveBenchmarks)
    for program in ["thing_benchmark", "speed benchmark::benchmark", "speed a;nanobench"] {
      #expect(CMakeTargets(listed: "-- bench-program \(program)").haveBenchmarks, "\(program)")
    }
    let folder = try TemporaryFolder()
    try folder.write("project(thing)\n", to: "CMakeLists.txt")
    let recognition = SuiteRecognition(of: folder.path)
    let template = try recognition.template(command: [])
    #expect(recognition.configuring(template)?.build == Array(template.build.prefix(1)))
    #expect(recognition.configuring(try recognition.template(command: ["x"])) != nil)
    let other = try TemporaryFolder()
    try other.write("all:\n", to: "Makefile")
    let made = SuiteRecognition(of: other.path)
    #expect(made.configuring(try made.template(command: [])) == nil)
  }

  @Test("a CMake project may be configured without its tests, by the names of its options")
  func cmakeWithoutTests() throws {
    try folder.write(
      "project(thing C)\noption(THING_FAST \"\" ON)\n", to: "CMakeLists.txt")
    let recognition = SuiteRecognition(of: folder.path)
    let template = try template()
    #expect(recognition.withoutTests(template) == nil)
    try folder.write(
      "project(thing C)\nOPTION (THING_BUILD_TESTS \"Tests\" ON)\nset(UNIT_TEST ON CACHE BOOL \"\")\n"
        + "set(TEST_FILES a.c)\n", to: "CMakeLists.txt")
    let other = try #require(recognition.withoutTests(template))
    #expect(other.configureOptions == ["-DTHING_BUILD_TESTS=OFF", "-DUNIT_TEST=OFF"])
    #expect(other.build[0].contains(#""-DTHING_BUILD_TESTS=OFF", "-DUNIT_TEST=OFF"]"#))
    #expect(recognition.configuring(other)?.build.count == 1)
    #expect(recognition.withoutTests(other) == nil, "once is enough")
    #expect(recognition.withTests(template) == nil, "they are on")
    try folder.write("option(BUILD_TESTING \"\" OFF)\n", to: "CMakeLists.txt")
    #expect(recognition.withTests(template)?.configureOptions == ["-DBUILD_TESTING=ON"])
  }

  @Test(
    "a benchmark's source without a rule is compiled with the library, if it compiles",
    .enabled(
      if: Executable.find("cc") != nil && Executable.find("c++") != nil, "There is no compiler."))
  func compiledBenchmarks() throws {
    try folder.write("int thing(void);\n", to: "thing.h")
    try folder.write("int thing(void) { return 1; }\n", to: "thing.c")
    try folder.write(
      "#include <thing.h>\nint main(void) { return thing() - 1; }\n", to: "bench/speed.c")
    try folder.write("#include <no/such.h>\nint main(void) {}\n", to: "bench/other.c")
    try folder.write("int help;\n", to: "bench/part.c")
    let tree = SuiteTree(label: "x", folder: folder.path)
    let found = try SuiteRecognition(of: folder.path).completed(template(), builtIn: tree)
    #expect(
      found.build == [
        #"["cc", "-O2", "-I.", "-o", "bench-speed", "bench/speed.c", "thing.c", "-lm", "-pthread"]"#
      ])
    #expect(
      found.benchmarks.filter { $0.hasPrefix("command") } == [#"command = ["./bench-speed"]"#])
  }

  @Test("a header with namespaces is one of C++, but not where C leaves them out")
  func cPlusPlusHeaders() throws {
    try folder.write("#include <vector>\nnamespace thing {\n}\n", to: "thing.h")
    try folder.write("#ifdef __cplusplus\nnamespace other {\n}\n#endif\n", to: "other.h")
    try folder.write("#if __cplusplus >= 201103L\n#endif\ntemplate<class T>\n", to: "new.h")
    let search = CLibrarySearch(folder: folder.path)
    let headers = search.headers()
    #expect(headers.map(\.name) == ["new.h", "other.h", "thing.h"])
    #expect(headers.map(search.isCPlusPlus) == [true, false, true])
  }

  @Test("Python packages are imported, or run by pytest-benchmark")
  func python() throws {
    try folder.write("", to: "pyproject.toml")
    #expect(throws: HarnessFailure.self) { try template() }
    try folder.write("", to: "src/thing/__init__.py")
    #expect(try suite(template()).environment == ["PYTHONPATH=src"])
    #expect(try template().text.contains(#"command = ["python3", "bench/worker.py"]"#))
    #expect(try template().worker?.worker.placeholder == "placeholder: import thing")
    try folder.write("def test_x(benchmark):\n    benchmark(sum, [1])\n", to: "tests/test_x.py")
    #expect(try template().text.contains("pytest-benchmark"))
    _ = try suite(template())
  }

  @Test(
    "a Python package with extensions builds them in its checkout",
    arguments: [
      ("setup.py", "setup(ext_modules=[Extension('thing._c', ['c.c'])])", ["python3", "setup.py"]),
      (
        "pyproject.toml", "[tool.setuptools]\next-modules = [\n  {name = \"thing._c\"}\n]",
        ["python3", "-c", "import setuptools; setuptools.setup()"]
      ),
    ])
  func pythonExtensions(manifest: String, text: String, start: [String]) throws {
    try folder.write("", to: "pyproject.toml")
    try folder.write("", to: "thing/__init__.py")
    #expect(try template().build.isEmpty)
    try folder.write("\(text)\n", to: manifest)
    let build = [SuiteTemplate.array(start + ["build_ext", "--inplace"])]
    #expect(try template().build == build)
    // Benchmarks of every kind import what is built.
    try folder.write("import timeit\n", to: "bench.py")
    #expect(try template().build == build)
    try folder.write("def test_x(benchmark):\n    benchmark(sum, [1])\n", to: "tests/test_x.py")
    #expect(try template().build == build)
    #expect(try template(["python3", "x.py"]).build == build)
    _ = try suite(template())
  }

  @Test(
    "a source whose main is for a macro alone is a part of the library",
    arguments: [
      ("#ifdef ALONE\nint main(void) {\n#if 1\n#endif\n}\n#endif\n", true),
      ("# if defined(ALONE) && X\nint main(void) {}\n#endif\n", true),
      ("#if 0\nint main(void) {}\n#endif\n", true), ("int domain(int x);\n", true),
      ("#ifdef X\nint x;\n#endif\nint main(void) {}\n", false),
      ("#ifdef X\nint x;\n#else\nint main(void) {}\n#endif\n", false),
      ("#ifndef LIBRARY\nint main(void) {}\n#endif\n", false),
      ("#if !defined(LIBRARY)\nint main(void) {}\n#endif\n", false),
    ])
  func conditionalMain(source: String, isPart: Bool) throws {
    try folder.write("int thing(void);\n", to: "src/thing.h")
    try folder.write(source, to: "src/thing.c")
    let search = CLibrarySearch(folder: folder.path)
    let header = try #require(search.headers().first)
    #expect(search.sources(beside: header) == (isPart ? ["src/thing.c"] : []))
  }

  @Test("the header of a library is called like its folder, else like what is built")
  func mainHeader() throws {
    for name in ["a_config.h", "thing.h", "other.h"] { try folder.write("", to: name) }
    let headers = CLibrarySearch(folder: folder.path).headers()
    func main(_ names: [String]) -> String? {
      CLibrarySearch.main(of: headers, library: names)?.name
    }
    #expect(main(["libother", "thing"]) == "other.h")
    #expect(main(["checkout", "libthing"]) == "thing.h")
    #expect(main(["checkout"]) == "a_config.h")
  }

  @Test("a Python package may have a Makefile for its chores, and no manifest for its tests")
  func pythonBesideMake() throws {
    try folder.write("all:\n", to: "Makefile")
    try folder.write("", to: "pyproject.toml")
    // Settings of a formatter do not make a package of Python.
    #expect(try template().found == "a Makefile")
    try folder.write("", to: "thing/__init__.py")
    #expect(try template().found == "a Python package")
    try folder.write("import benchmark\n", to: "tests/speed/unit/test_x.py")
    #expect(try template().found == "a Python package")
    for test in [
      "def test_x(\n", "class A:\n    def test_x(self, benchmark):\n", "def test_x(benchmark):\n",
    ] {
      try folder.write(test, to: "tests/speed/unit/test_x.py")
      let expected =
        test.contains("benchmark") ? "a Python package with pytest-benchmark" : "a Python package"
      #expect(try template().found == expected)
    }
    // A command that was asked for is not looked for.
    #expect(try template(["x"]).found == "a Python package")
  }

  @Test("a suite of asv is run by the adapter, where its folder is a package")
  func asv() throws {
    try folder.write("", to: "setup.py")
    try folder.write("", to: "thing/__init__.py")
    try folder.write(
      "// asv's own\n{\n  /* \"benchmark_dir\": \"no\" */ \"url\": \"http://x\\\"\",\n  \"benchmark_dir\":\"speed\",\n}",
      to: "asv_bench/asv.conf.json")
    #expect(try template().found == "a Python package")
    try folder.write("", to: "asv_bench/speed/__init__.py")
    let found = try template()
    #expect(found.found == "a suite of asv")
    guard case .adapter(let program)? = try suite(found).sources.first else {
      Issue.record("no adapter")
      return
    }
    #expect(program.framework == .asv)
    #expect(program.command.text == "python3 -m bench_asv_worker asv_bench/speed")
    try folder.write("{}", to: "benchmarks/asv.conf.json")
    try folder.write("", to: "benchmarks/benchmarks/__init__.py")
    #expect(try template().text.contains(#""benchmarks/benchmarks"]"#))
  }

  @Test("a suite of asv needs no package")
  func asvAlone() throws {
    try folder.write("{}", to: "asv.conf.json")
    try folder.write("", to: "benchmarks/__init__.py")
    #expect(try template().found == "a suite of asv")
    #expect(try template(["x"]).found == "a command")
  }

  @Test("tests with pytest-benchmark need no manifest")
  func pytestAlone() throws {
    try folder.write("def test_x(tmp_path, benchmark):\r\n", to: "sum_test.py")
    #expect(try template().found == "a Python package with pytest-benchmark")
    #expect(try template(["x"]).found == "a command")
  }

  @Test(
    "Cargo packages are started, or their benchmarks of Criterion run",
    .enabled(if: hasCargo, "There is no cargo on this machine."))
  func cargo() throws {
    let manifest = """
      [package]
      name = "thing"
      version = "0.1.0"
      [workspace]

      """
    try folder.write(manifest, to: "Cargo.toml")
    try folder.write("", to: "src/lib.rs")
    #expect(try template().worker?.worker.path == "bench/worker.rs")
    // A program comes before a library whose README shows no call.
    try folder.write("fn main() {}", to: "src/main.rs")
    #expect(try template().text.contains(#""target/release/thing", "--help""#))
    try folder.write("```rust\nthing::f();\n```\n", to: "README.md")
    #expect(try template().worker?.examples.count == 1)
    let benchmark = """
      [[bench]]
      name = "sums"
      harness = false
      [[bench]]
      name = "products"
      harness = false
      [dev-dependencies]
      criterion = "0.5"

      """
    try folder.write(manifest + benchmark, to: "Cargo.toml")
    try folder.write("fn main() {}", to: "benches/sums.rs")
    try folder.write("fn main() {}", to: "benches/products.rs")
    let found = try template()
    #expect(found.found == "a Cargo package with Criterion")
    let suite = try suite(found)
    let programs = suite.sources.compactMap { source -> BenchmarkSuite.AdaptedProgram? in
      if case .adapter(let program) = source { program } else { nil }
    }
    #expect(programs.allSatisfy { $0.framework == .criterion })
    #expect(
      Set(programs.map(\.command.text)) == ["target/bench-sums", "target/bench-products"])
    #expect(suite.build.count == 2)
    guard case .shell(let line)? = suite.build.first else {
      Issue.record("no command of a shell")
      return
    }
    #expect(line.contains(#"s/.*"executable":"\([^"]*\)".*/\1/p"#))
    #expect(line.contains("--package thing --bench"))
    #expect(try template(["x"]).found == "a Cargo package")
    // CodSpeed's stand-ins have the frameworks' names, and divan is told how often to repeat work.
    for (dependency, found) in [
      (#"criterion = { package = "codspeed-criterion-compat", version = "2" }"#, "Criterion"),
      (#"divan = { package = "codspeed-divan-compat", version = "2" }"#, "divan"),
      (#"divan = "0.1""#, "divan"),
    ] {
      try folder.write(
        manifest + benchmark.replacing("criterion = \"0.5\"", with: dependency), to: "Cargo.toml")
      #expect(try template().found == "a Cargo package with \(found)")
      #expect(try self.suite(template()).sources.count == 2)
    }
    #expect(
      try template().text.contains(
        #"["target/bench-sums", "--bench", "--sample-count", "10", "--sample-size", "100"]"#))
  }

  @Test(
    "functions with #[bench] and programs of bencher are run by the adapter",
    .enabled(if: hasCargo, "There is no cargo on this machine."))
  func cargoLibtest() throws {
    let manifest = "[package]\nname = \"thing\"\nversion = \"0.1.0\"\n[workspace]\n"
    try folder.write(manifest, to: "Cargo.toml")
    try folder.write("", to: "src/lib.rs")
    try folder.write("fn main() {}\n", to: "benches/sums.rs")
    // A program without either has nothing that is known.
    #expect(try template().worker != nil)
    try folder.write("#![feature(test)]\n#[bench]\nfn sum() {}\n", to: "benches/sums.rs")
    let found = try template()
    #expect(found.found == "a Cargo package with #[bench]")
    guard case .adapter(let program)? = try suite(found).sources.first else {
      Issue.record("no adapter")
      return
    }
    #expect(program.framework == .libtest && program.command.text == "target/bench-sums")
    try folder.write("fn main() {}\n", to: "benches/sums.rs")
    try folder.write(manifest + "[dev-dependencies]\nbencher = \"0.1\"\n", to: "Cargo.toml")
    let other = try template()
    #expect(other.found == "a Cargo package with bencher")
    #expect(try suite(other).environment.isEmpty)
  }

  @Test(
    "a target of a makefile that is called as a benchmark gives its commands",
    .enabled(if: Executable.find("make") != nil, "There is no make."))
  func makeTargets() throws {
    let programs = ["qjs", "tools/run"]
    func runs(_ makefile: String) throws -> [MakeTargets.Run] {
      let folder = try TemporaryFolder()
      try folder.write("", to: "qjs")
      try folder.write(makefile, to: "Makefile")
      return MakeTargets(of: folder.path).runs(
        ofTargets: BenchmarkSearch.isNamedAsBenchmark, programs: programs)
    }
    let found = try runs(
      """
      FLAGS := -O2
      all: qjs
      .PHONY: all
      microbench: qjs
      \t@echo "Running"
      \t@./qjs --std \\
      \t  tests/microbench.js
      \t./qjs a.js > out
      \tqjs b.js
      \tmake -C tests
      \ttools/run 3
      \t./speed $$HOME
      \t./speed 7
      speed:
      \tcc -O2 speed.c -o speed

      """)
    #expect(
      found == [
        .init(
          target: "microbench", words: ["./qjs", "--std", "tests/microbench.js"], program: nil),
        .init(target: "microbench", words: ["tools/run", "3"], program: nil),
        .init(target: "microbench", words: ["./speed", "7"], program: "speed"),
      ])
    for makefile in [
      "", "bench:\n\tpython3 run.py\n", "workbench:\n\t./qjs\n", "bench: missing\n\t./qjs\n",
      "bench = 3\n", "bench := 3\n", "# bench:\n", "bench:\n\t./bench\n",
    ] {
      #expect(try runs(makefile).isEmpty, "\(makefile)")
    }
    #expect(try runs("bench-v8:\n\t./qjs c.js\n").map(\.words) == [["./qjs", "c.js"]])
    // A rule may name its target by a variable.
    #expect(
      try runs("NAME = speedbench\n$(NAME): a.c\n\tcc a.c -o $@\na.c:\n\ttouch a.c\n")
        == [.init(target: "speedbench", words: ["./speedbench"], program: "speedbench")])
  }

  @Test("programs by which CMake and Meson try the compiler are none of the project's")
  func triedPrograms() throws {
    for path in ["build/meson-private/sanitycheckc.exe", "build/CMakeFiles/3/a.out", "build/tool"] {
      try folder.write([UInt8](try Data(contentsOf: URL(filePath: "/bin/sh"))), to: path)
      try folder.setPermissions(0o755, of: path)
    }
    #expect(SuiteRecognition.programs(in: folder.path, below: "", depth: 4) == ["build/tool"])
  }

  @Test("where a build is in folders below, they are named")
  func buildsBelow() throws {
    let none = #expect(throws: HarnessFailure.self) { try template() }
    #expect(none?.message.contains("meson.build, configure, configure.ac, dune-project") == true)
    try folder.write("all:\n", to: "projects/make/Makefile")
    try folder.write("", to: "rust/Cargo.toml")
    try folder.write("", to: "far/below/it/Cargo.toml")
    let failure = #expect(throws: HarnessFailure.self) { try template() }
    #expect(failure?.message.contains("but in 'rust', 'projects/make': choose") == true)
    #expect(failure?.message.contains("far") == false)
  }

  @Test(
    "of the programs of a build the one that the project is about is started",
    arguments: [
      (["examples/hello", "qjs", "qjsc"], "qjs"),
      (["build/deep/thing", "build/other"], "build/deep/thing"),
      (["a/b/tool", "z"], "z"), (["tests/a", "examples/b"], "examples/b"), ([], nil),
    ] as [([String], String?)])
  func mainPrograms(programs: [String], chosen: String?) {
    let recognition = SuiteRecognition(of: "/x/thing")
    #expect(recognition.mainProgram(among: programs) == chosen)
  }

  @Test("builds of Maven and Gradle with JMH run the jar with the benchmarks, in one cold run each")
  func java() throws {
    let options = #""-f", "1", "-bm", "ss", "-wi", "0", "-i", "1", "-bs", "1000"]"#
    try folder.write("<project>\n", to: "pom.xml")
    #expect(throws: HarnessFailure.self) { try template() }
    try folder.write(
      "<artifactId>jmh-core</artifactId>\n<finalName>${uberjar.name}</finalName>\n"
        + "<uberjar.name>speed</uberjar.name>\n", to: "inner/pom.xml")
    let maven = try template()
    #expect(maven.found == "a Maven build with JMH")
    #expect(maven.text.contains(#""-DskipTests", "-pl", "inner", "-am", "package"]"#))
    #expect(maven.text.contains(#"["java", "-jar", "inner/target/speed.jar", "# + options))
    #expect(try suite(maven).sources.count == 1)
    try folder.write("<artifactId>jmh-core</artifactId>\n", to: "pom.xml")
    #expect(try template().text.contains(#"["java", "-jar", "target/benchmarks.jar", "# + options))
    let gradle = try TemporaryFolder()
    try gradle.write("plugins { id(\"me.champeau.jmh\") }\n", to: "core/build.gradle.kts")
    try gradle.write("", to: "gradlew")
    let found = try SuiteRecognition(of: gradle.path).template(command: [])
    #expect(found.build == [#"["./gradlew", "-q", ":core:jmhJar"]"#])
    guard case .command(let command)? = try suite(found).sources.first,
      case .shell(let text) = command.command
    else {
      Issue.record("a shell finds the jar")
      return
    }
    #expect(text.hasPrefix("java -jar core/build/libs/*-jmh.jar -f 1"))
  }

  @Test("packages of Julia run their suite of BenchmarkTools, or are loaded")
  func julia() throws {
    try folder.write("[deps]\n", to: "Project.toml")
    #expect(throws: HarnessFailure.self) { try template() }
    try folder.write("name = \"Things\"\nuuid = \"b\"\n", to: "Project.toml")
    let loaded = try template()
    #expect(loaded.found == "a package of Julia" && loaded.name == "Things")
    #expect(loaded.text.contains(#"name = "placeholder: using Things""#))
    try folder.write("const SUITE = BenchmarkGroup()\n", to: "benchmark/benchmarks.jl")
    #expect(try template().text.contains(#""julia", "--project=.""#))
    try folder.write("[deps]\n", to: "benchmark/Project.toml")
    let found = try template()
    #expect(found.found == "a package of Julia with BenchmarkTools")
    #expect(found.text.contains(#""julia", "--project=benchmark""#))
    #expect(found.build[0].contains("Pkg.develop(path = pwd())"))
    guard case .command(let command)? = try suite(found).sources.first else {
      Issue.record("no command")
      return
    }
    #expect(command.command.texts.last == "benchmark/benchmarks.jl")
    #expect(try template(["x"]).found == "a command")
  }

  @Test("tests that CodSpeed measures by a mark are run, file by file")
  func marks() throws {
    try folder.write("", to: "pyproject.toml")
    try folder.write("", to: "src/thing/__init__.py")
    try folder.write("pytestmark = pytest.mark.benchmark()\n", to: "bench/test_benchmarks.py")
    let found = try template()
    #expect(found.found == "a Python package with benchmarks for CodSpeed")
    #expect(found.text.contains(#""no:cacheprovider", "bench/test_benchmarks.py"]"#))
    try folder.write(
      "pytestmark = pytest.mark.benchmark()\ndef test_a():\n  def test_inner(): pass\ndef test_b_2(x):\n",
      to: "bench/test_benchmarks.py")
    let commands = try suite(template()).sources.compactMap { source in
      if case .command(let command) = source { command.command.texts.last } else { nil }
    }
    #expect(
      commands == ["bench/test_benchmarks.py::test_a", "bench/test_benchmarks.py::test_b_2"])
    #expect(try suite(found).environment == ["PYTHONPATH=src"])
    try folder.write("def test_x(benchmark):\n", to: "tests/test_x.py")
    #expect(try template().found == "a Python package with pytest-benchmark")
  }

  @Test("Node packages are imported")
  func node() throws {
    try folder.write(#"{"name": "thing", "main": "lib.js"}"#, to: "package.json")
    #expect(throws: HarnessFailure.self) { try template() }
    try folder.write("", to: "lib.js")
    #expect(try suite(template()).name == "thing")
    try folder.write("{", to: "package.json")
    #expect(throws: HarnessFailure.self) { try template() }
  }

  @Test(
    "a Node package that needs others gets them, and is built where nothing can be imported",
    arguments: [
      ("package-lock.json", #"[["npm", "ci"], "#), ("yarn.lock", #"["yarn", "install", "#),
      ("pnpm-lock.yaml", #"["pnpm", "install", "#), ("README", #"["npm", "install"], "#),
    ])
  func nodePackages(lock: String, command: String) throws {
    try folder.write(
      #"{"main":"dist/a.js","scripts":{"build":"tsc"},"devDependencies":{"typescript":"5"}}"#,
      to: "package.json")
    try folder.write("", to: lock)
    let unbuilt = try template()
    #expect(unbuilt.text.contains(command))
    #expect(unbuilt.text.contains(#"["npm", "run", "build"]"#))
    // A benchmark that uses the sources needs no build; one of what is built does.
    try folder.write("import '../src/a.js'", to: "bench/sum.js")
    #expect(try !template().text.contains(#""run""#))
    try folder.write("import '../dist/a.js'", to: "bench/sum.js")
    #expect(try template().text.contains(#"["npm", "run", "build"]"#))
    try folder.write("", to: "dist/a.js")
    #expect(try !template().text.contains(#""run""#))
  }

  @Test("a Node package whose installation builds it is not built again")
  func prepared() throws {
    let manifest = #"{"name":"a","main":"dist/a.js","scripts":{"prepare":"tsc"}"#
    try folder.write(manifest + #","devDependencies":{"typescript":"5"}}"#, to: "package.json")
    #expect(try template().text.contains(#"commands = [["npm", "install"]]"#))
    try folder.write(manifest + "}", to: "package.json")
    #expect(try template().text.contains(#"commands = [["npm", "run", "prepare"]]"#))
  }

  @Test("scripts of Node and Python that are named as benchmarks are run")
  func scripts() throws {
    try folder.write(#"{"name": "thing", "main": "lib.js"}"#, to: "package.json")
    try folder.write("", to: "bench.js")
    try folder.write("import { Bench } from 'tinybench';\n", to: "bench/sort.mjs")
    try folder.write("", to: "bench/util.js")
    try folder.write("", to: "test/other.js")
    let node = try template()
    #expect(node.text.contains(#"command = ["node", "bench.js"]"#))
    #expect(node.text.contains(#"command = ["node", "bench/sort.mjs"]"#))
    #expect(node.text.contains("worker (Examples/Workers/JavaScript)"))
    #expect(try suite(node).sources.count == 2)
    // Chores of a package are no reason to build it with make.
    try folder.write("all:\n", to: "Makefile")
    #expect(try template().found == "a Node package")
  }

  @Test(
    "nothing is installed for scripts of Node that load only files of the package and Node's own modules"
  )
  func localScripts() throws {
    try folder.write(
      #"{"name": "thing", "main": "lib.js", "devDependencies": {"lint": "1"}}"#, to: "package.json")
    try folder.write("", to: "lib.js")
    let script = "const {performance} = require('perf_hooks');\nimport thing from './lib.js';\n"
    try folder.write(script, to: "bench.js")
    #expect(try template().build.isEmpty)
    try folder.write(script + "import {Bench} from 'tinybench';\n", to: "bench.js")
    #expect(try template().build == [#"["npm", "install"]"#])
  }

  @Test(
    "nothing is installed for a Node package whose main file needs nothing, though its program does"
  )
  func localMain() throws {
    try folder.write(
      #"{"name": "thing", "main": "lib.js", "dependencies": {"meow": "9"}}"#, to: "package.json")
    try folder.write("const part = require('./src/part');\n", to: "lib.js")
    try folder.write("const fs = require('fs'), lib = require('../lib.js');\n", to: "src/part.js")
    #expect(try template().worker?.worker.build == [])
    try folder.write("var a = require('fs'), b = require('meow');\n", to: "src/part.js")
    #expect(try template().worker?.worker.build == [["npm", "install"]])
    try folder.write("require('./other');\n", to: "src/part.js")
    #expect(try template().worker?.worker.build == [["npm", "install"]], "not there")
  }

  @Test("scripts of a Python package that are named as benchmarks are run")
  func pythonScripts() throws {
    try folder.write("", to: "setup.py")
    try folder.write("", to: "thing/__init__.py")
    try folder.write("import pyperf\n", to: "benchmarks/bench_sort.py")
    try folder.write("x = 1\n", to: "benchmarks/data.py")
    try folder.write("import timeit\n", to: "benchmarks/_harness.py")
    try folder.write("import timeit\n", to: "bench.py")
    let found = try template()
    #expect(found.found == "a Python package with benchmarks")
    #expect(try suite(found).sources.count == 2)
    #expect(found.text.contains(#""benchmarks/bench_sort.py", "--processes", "1""#))
    // One that imports others of its package is run as a part of it; what draws results is none.
    try folder.write("", to: "tests/__init__.py")
    try folder.write("import timeit\nfrom .words import all\n", to: "tests/benchmark_words.py")
    try folder.write("import timeit\n", to: "tests/benchmark_plot.py")
    #expect(try template().text.contains(#"["python3", "-m", "tests.benchmark_words"]"#))
    #expect(try suite(template()).sources.count == 3)
    // One that repeats its work until a time is over has runs of one length, whatever the work takes.
    for loop in [
      "while time.time() - start < 5:\n    work()\n",
      "while True:\n    work()\n    if duration >= LIMIT:\n        break\n",
    ] {
      try folder.write("import timeit\n\(loop)", to: "benchmarks/bench_time.py")
      #expect(try suite(template()).sources.count == 3, "\(loop)")
      #expect(
        SuiteRecognition(of: folder.path).leavingOutTimed([".py"]).hasSuffix(
          "until a time is over: 'benchmarks/bench_time.py')"))
    }
    try folder.write(
      "import timeit\nif elapsed > 3:\n    print('slow')\n", to: "benchmarks/bench_time.py")
    #expect(try suite(template()).sources.count == 4)
    // Without them it is a library like any other.
    #expect(
      try SuiteRecognition(of: folder.path, ignoringBenchmarks: true).template(command: []).found
        == "a Python package")
  }

  @Test("Go's benchmarks are built once for each package, and repeat their work equally often")
  func goModule() throws {
    try folder.write("module x\n", to: "go.mod")
    #expect(throws: HarnessFailure.self) { try template() }
    try folder.write("package inner\n", to: "inner/a.go")
    #expect(try template().worker?.worker.library == "the package x/inner")
    try folder.write("package x\nfunc TestSort(t *testing.T) {\n}\n", to: "a_test.go")
    let tests = try template()
    #expect(tests.found == "a Go module with tests")
    #expect(
      tests.text.contains(#"["./bench-top.test", "-test.run", "^Test", "-test.count", "10"]"#))
    try folder.write("func BenchmarkSort(b *testing.B) {\n}\n", to: "a_test.go")
    try folder.write(
      "func BenchmarkX_2(b *testing.B) {}\nfunc BenchmarkNot(t int) {}\n", to: "inner/b_test.go")
    try folder.write("func BenchmarkY(b *testing.B) {}\n", to: "vendor/v/b_test.go")
    try folder.write("module other\n", to: "own/go.mod")
    try folder.write("func BenchmarkZ(b *testing.B) {}\n", to: "own/b_test.go")
    let found = try template()
    #expect(found.found == "a Go module with benchmarks")
    let suite = try suite(found)
    #expect(suite.sources.count == 2)
    #expect(
      suite.build.map(\.text) == [
        "go test -c -o ./bench-top.test .", "go test -c -o ./bench-inner.test ./inner",
      ])
    #expect(found.text.contains(#""-test.bench", "^BenchmarkX_2$", "-test.benchtime", "100x""#))
    // Trials tell how often they repeat it; the program is one of ours that answers as Go's does.
    try folder.write(
      """
      #!/bin/sh
      test "$6" = 100ms || exit 9
      case $4 in
      '^BenchmarkSort$') echo 'BenchmarkSort-2   \t   61728\t  1953 ns/op'; echo PASS;;
      *) echo 'BenchmarkX_2/a-2 7 14285714 ns/op 3 B/op'; echo 'BenchmarkX_2/b-2 900 111 ns/op';;
      esac
      """, to: "bench-top.test")
    try folder.setPermissions(0o755, of: "bench-top.test")
    func counted() throws -> String {
      try SuiteRecognition(of: folder.path).counted(
        found, of: suite, in: SuiteTree(label: "x", folder: folder.path), isCancelled: { false }
      ).text
    }
    #expect(throws: HarnessFailure.self) { try counted() }
    try folder.write("#!/bin/sh\nexec ./bench-top.test \"$@\"\n", to: "bench-inner.test")
    try folder.setPermissions(0o755, of: "bench-inner.test")
    let text = try counted()
    #expect(text.contains(#""^BenchmarkSort$", "-test.benchtime", "61000x""#), "\(text)")
    #expect(text.contains(#""^BenchmarkX_2$", "-test.benchtime", "7x""#), "\(text)")
    // What does not answer stays as it was.
    try folder.write("#!/bin/sh\nexit 1\n", to: "bench-inner.test")
    #expect(try counted().contains(#""^BenchmarkX_2$", "-test.benchtime", "100x""#))
    // Functions of one name in two packages are two benchmarks.
    try folder.write(
      "func BenchmarkSort(b *testing.B) {}\nfunc BenchmarkX_2(b *testing.B) {}\n",
      to: "inner/b_test.go")
    let names = try template().benchmarks.filter { $0.hasPrefix("name") }
    #expect(
      names == [
        #"name = "BenchmarkSort""#, #"name = "inner/BenchmarkSort""#, #"name = "BenchmarkX_2""#,
      ])
  }

  @Test("a makefile has any of make's names, and benchmarks among programs come first")
  func makefiles() throws {
    try folder.write("all:\n", to: "makefile")
    #expect(try template().found == "a Makefile")
    let tree = SuiteTree(label: "x", folder: folder.path)
    for program in ["atool", "out/sort-bench", "benchmarks/queue"] {
      try folder.write([0x7F, 0x45, 0x4C, 0x46, 1], to: program)
      try folder.setPermissions(0o755, of: program)
    }
    func benchmarks() throws -> [String] {
      try SuiteRecognition(of: folder.path).completed(template(), builtIn: tree).benchmarks
    }
    // One whose source repeats work until a time is over has runs of one length.
    try folder.write(
      "int main(void) {\n  for (;;) {\n    if (now - starttime >= 3)\n      break;\n  }\n}\n",
      to: "src/timed-bench.c")
    try folder.write([0x7F, 0x45, 0x4C, 0x46, 1], to: "out/timed-bench")
    try folder.setPermissions(0o755, of: "out/timed-bench")
    let lines = try benchmarks()
    #expect(
      lines.filter { $0.hasPrefix("command") } == [
        #"command = ["./benchmarks/queue"]"#, #"command = ["./out/sort-bench"]"#,
      ])
    #expect(lines.count { $0.contains("A whole run") } == 2)
    #expect(
      SuiteRecognition(of: folder.path).leavingOutTimed([], programs: ["out/timed-bench", "atool"])
        .hasSuffix("over: 'out/timed-bench')"))
    // Frameworks that choose by the clock how often they repeat work.
    for text in ["_ZN6ankerl9nanobench5BenchC1Ev", "--benchmark-samples"] {
      try folder.write([0x7F, 0x45, 0x4C, 0x46] + Array(text.utf8), to: "benchmarks/queue")
      let lines = try benchmarks()
      #expect(lines.count { $0.contains("A whole run") } == 1)
      #expect(lines.first?.contains("repeat work for a set time") == true)
    }
  }

  @Test("a benchmark may be made by a target of its name, or asked for by an option of a test")
  func madeBenchmarks() throws {
    try folder.write(
      "all:\n\nspeedbench: a.o\n\tcc -O2 a.o -o speedbench\na.o:\n\tcc -c a.c -o a.o\n",
      to: "Makefile")
    let tree = SuiteTree(label: "x", folder: folder.path)
    func suite() throws -> SuiteTemplate {
      try SuiteRecognition(of: folder.path).completed(template(), builtIn: tree)
    }
    let made = try suite()
    #expect(made.build == [#"["make"]"#, #"["make", "speedbench"]"#])
    #expect(made.text.contains(#"command = ["./speedbench"]"#))
    try folder.write("all:\n", to: "Makefile")
    try folder.write(
      [0x7F, 0x45, 0x4C, 0x46] + Array("usage\0--bench\0".utf8), to: "thing-test")
    try folder.setPermissions(0o755, of: "thing-test")
    #expect(try suite().text.contains(#"command = ["./thing-test", "--bench"]"#))
    // A name that ends so is that of a benchmark, too.
    try folder.write([0x7F, 0x45, 0x4C, 0x46, 1], to: "packingbenchmark")
    try folder.setPermissions(0o755, of: "packingbenchmark")
    #expect(try suite().text.contains(#"command = ["./packingbenchmark"]"#))
  }

  @Test("a project with configure.ac alone is built by autoreconf, also beside a stray setup.py")
  func autoconf() throws {
    try folder.write("AC_INIT\n", to: "configure.ac")
    try folder.write("", to: "setup.py")
    let found = try template()
    #expect(found.found == "a project with configure.ac")
    #expect(found.build == [#"["autoreconf", "-fi"]"#, #"["./configure"]"#, #"["make"]"#])
    // What was made from it is taken where it is there.
    try folder.write("", to: "configure")
    #expect(try template().found == "a project with a configure script")
  }

  @Test("sources of Go without a module are told what makes one")
  func noModule() throws {
    try folder.write("package a\n", to: "a.go")
    let failure = #expect(throws: HarnessFailure.self) { try template() }
    #expect(failure?.message.contains("go mod init") == true)
  }

  @Test("a suite whose comparison would take long gets a time")
  func comparisonTime() throws {
    try folder.write("all:\n", to: "Makefile")
    var found = try template(["./slow"])
    #expect(try suite(found).comparisonSeconds == nil)
    found.comparisonSeconds = 100
    #expect(try suite(found).comparisonSeconds == 100)
  }

  @Test("what is not recognised needs a command")
  func unknown() throws {
    let failure = #expect(throws: HarnessFailure.self) { try template() }
    #expect(failure?.message.contains("bench init -- COMMAND") == true)
    let suite = try suite(try template(["sort", "it's \"quoted\" \\ \u{1}"]))
    guard case .command(let command)? = suite.sources.first else {
      Issue.record("no command")
      return
    }
    #expect(command.command == .words(["sort", "it's \"quoted\" \\ \u{1}"]))
  }
}
