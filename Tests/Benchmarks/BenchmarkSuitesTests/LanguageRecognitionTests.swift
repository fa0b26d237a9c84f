internal import BenchmarkBuilds
internal import CommandTestSupport
internal import Foundation
internal import Measuring
internal import Reporting
internal import Testing

@testable import BenchmarkSuites

@Suite("Recognising projects of Ruby, PHP, Java, OCaml, Haskell and Zig")
struct LanguageRecognitionTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func template(_ command: [String] = []) throws -> SuiteTemplate {
    try SuiteRecognition(of: folder.path).template(command: command)
  }

  /// The suite that a template's text is read as.
  private func suite(_ template: SuiteTemplate) throws -> BenchmarkSuite {
    try SuiteFile(at: folder.write(template.text, to: "bench.toml")).suite
  }

  /// The texts of the commands of a suite.
  private func commands(_ template: SuiteTemplate) throws -> [String] {
    try suite(template).sources.map { source in
      switch source {
      case .command(let command): command.command.text
      case .adapter(let program): "\(program.framework.rawValue): \(program.command.text)"
      case .worker(let command, _): "worker: \(command.text)"
      }
    }
  }

  @Test("scripts of Ruby are run, those of benchmark-ips by the adapter")
  func rubyScripts() throws {
    try folder.write("", to: "Rakefile")
    try folder.write("require 'benchmark/ips'\n", to: "bench/parse.rb")
    try folder.write("require_relative 'words'\n", to: "bench/other.rb")
    try folder.write("", to: "bench/words.rb")
    try folder.write("RubyProf.start\n", to: "bench/parse_profile.rb")
    try folder.write("require 'benchmark'\n", to: "bench/benchmark.rb")
    let found = try template()
    #expect(found.found == "a package of Ruby with benchmarks of benchmark-ips")
    // What another script loads is none.
    #expect(
      try commands(found) == [
        "benchmark-ips: ruby -Ilib bench/parse.rb", "ruby -Ilib bench/benchmark.rb",
        "ruby -Ilib bench/other.rb",
      ])
  }

  @Test("a library of Ruby gets a worker of what its gem loads")
  func rubyLibrary() throws {
    try folder.write("", to: "Gemfile")
    #expect(throws: HarnessFailure.self) { try template() }
    try folder.write("Gem::Specification.new\n", to: "my-adder.gemspec")
    try folder.write("module My\nend\nclass Adder < My::Base\nend\n", to: "lib/my/adder.rb")
    try folder.write(
      "```ruby\ngem 'my-adder'\n```\n```ruby\nAdder.total([1])\n```\n```rb\nOther.x(1)\n```\n",
      to: "README.md")
    let found = try template()
    #expect(found.found == "a package of Ruby")
    #expect(try commands(found) == ["worker: ruby -Ilib bench/worker.rb"])
    #expect(found.worker?.worker.library == "the library my/adder")
    #expect(found.worker?.examples.map(\.line) == [5])
  }

  @Test("a package of PHP has its scripts run, else gets a worker; PHPBench runs its classes")
  func php() throws {
    try folder.write("{}", to: "composer.json")
    let failure = #expect(throws: HarnessFailure.self) { try template() }
    #expect(failure?.message.contains("The package of PHP has no script") == true)
    try folder.write(
      #"{"name": "a/adder", "require": {"php": "^8", "ext-json": "*"}, "autoload": {"psr-4": {"Adder\\": "src/"}}}"#,
      to: "composer.json")
    try folder.write(
      "```php\nuse Adder\\Sum;\n\nSum::of(1);\n```\n```php\nclass A {}\n```\n", to: "README.md")
    let worker = try template()
    #expect(try commands(worker) == ["worker: php bench/worker.php"])
    #expect(worker.build.isEmpty, "extensions are no packages")
    #expect(worker.worker?.examples.count == 1)
    try folder.write("<?php\necho 1;\n", to: "benchmark.php")
    try folder.write(
      "<?php\nnamespace A;\nclass Other\n{\n  function x() {}\n}\n", to: "benchmark/Other.php")
    #expect(try commands(template()) == ["php benchmark.php"])
    try folder.write(
      "<?php\nuse PhpBench\\Attributes;\nclass SumBench {}\n", to: "benchmark/SumBench.php")
    let found = try template()
    #expect(found.found == "a package of PHP with PHPBench")
    #expect(try commands(found)[0].hasPrefix("php vendor/bin/phpbench run benchmark/SumBench.php"))
  }

  @Test("a package of PHP that needs others has them installed")
  func phpPackages() throws {
    try folder.write(
      #"{"require": {"psr/log": "*"}, "autoload": {"classmap": ["src"]}}"#, to: "composer.json")
    try folder.write("<?php\nclass Adder {}\n", to: "src/Adder.php")
    try folder.write("```php\nAdder::of(1);\n```\n", to: "README.md")
    let found = try template()
    #expect(found.build == [#"["composer", "install", "--no-dev", "--no-interaction", "--quiet"]"#])
    #expect(found.worker?.examples.count == 1)
  }

  @Test(
    "a build of Java without JMH has its classes started, those that are named as benchmarks first")
  func javaClasses() throws {
    try folder.write("<project>\n", to: "pom.xml")
    let failure = #expect(throws: HarnessFailure.self) { try template() }
    #expect(failure?.message.contains("The Maven build has no JMH") == true)
    let main = "package a.b;\nclass X {\n  public static void main(String[] a) {}\n}\n"
    try folder.write(main, to: "src/main/java/a/b/Tool.java")
    #expect(try commands(template()) == ["java -cp target/classes a.b.Tool --help"])
    try folder.write(main, to: "src/test/java/a/b/SumBenchmark.java")
    let maven = try template()
    #expect(
      try commands(maven) == ["java -cp target/classes:target/test-classes a.b.SumBenchmark"])
    #expect(maven.build == [#"["mvn", "-B", "-q", "-DskipTests", "test-compile"]"#])
    let gradle = try TemporaryFolder()
    try gradle.write("plugins { id 'java' }\n", to: "build.gradle")
    try gradle.write(main, to: "src/main/java/a/b/Tool.java")
    let found = try SuiteRecognition(of: gradle.path).template(command: [])
    #expect(found.found == "a Gradle build")
    #expect(
      found.text.contains(#"["java", "-cp", "build/classes/java/main", "a.b.Tool", "--help"]"#))
    #expect(found.text.contains(#"name = "placeholder: a.b.Tool --help""#))
  }

  @Test("a dune project builds its programs that are benchmarks, else its own program")
  func dune() throws {
    try folder.write("(lang dune 2.0)\n", to: "dune-project")
    try folder.write("all:\n\tdune build\n", to: "Makefile")
    let failure = #expect(throws: HarnessFailure.self) { try template() }
    #expect(failure?.message.contains("The dune project has no program") == true)
    try folder.write("(executable (name main)) ; (name other)\n", to: "bin/dune")
    try folder.write("(executable (name main))", to: "examples/dune")
    #expect(try commands(template()) == ["./_build/default/bin/main.exe --help"])
    try folder.write(
      "(env (dev (flags :standard)))\n(executables\n (names sum \"product\")\n (libraries a))\n(test (name t))",
      to: "benchmarks/dune")
    let found = try template()
    #expect(
      try commands(found) == [
        "./_build/default/benchmarks/sum.exe", "./_build/default/benchmarks/product.exe",
      ])
    #expect(
      found.build == [
        #"["dune", "build", "--profile", "release", "./benchmarks/sum.exe", "./benchmarks/product.exe"]"#
      ])
    #expect(try commands(template(["./x"])) == ["./x"])
    try folder.write(
      "(executable (name sum) (enabled_if (= %{profile} benchmark)))", to: "benchmarks/dune")
    #expect(
      try template().build == [
        #"["dune", "build", "--profile", "benchmark", "./benchmarks/sum.exe"]"#
      ])
  }

  @Test(
    "a dune project's program is built and found",
    .enabled(if: Executable.find("dune") != nil, "There is no dune."))
  func duneBuild() throws {
    try folder.write("(lang dune 2.0)\n", to: "dune-project")
    try folder.write("(executable (name sum))\n", to: "bench/dune")
    try folder.write("let () = print_int (List.fold_left (+) 0 [1; 2])\n", to: "bench/sum.ml")
    let suite = try suite(template())
    let tree = SuiteTree(label: "x", folder: folder.path)
    for command in suite.build {
      let outcome = try SuiteProcess.run(command, in: tree, suite: suite, isCancelled: nil)
      #expect(outcome.isSuccess, "\(outcome.text)")
    }
    guard case .command(let benchmark)? = suite.sources.first else {
      Issue.record("no command")
      return
    }
    #expect(
      try SuiteProcess.run(benchmark.command, in: tree, suite: suite, isCancelled: nil).text == "3")
  }

  @Test(
    "words and lists of dune are read, also where brackets are missing",
    arguments: [
      ("(a b)(c)", [.list([.word("a"), .word("b")]), .list([.word("c")])]),
      ("(a (b \"c d\"", [.list([.word("a"), .list([.word("b"), .word("c d")])])]),
      ("a)b", [.word("a"), .word("b")]), ("", []),
    ] as [(String, [SExpression])])
  func expressions(text: String, expected: [SExpression]) {
    #expect(SExpression.all(in: text) == expected)
  }

  @Test("a package of Haskell has its benchmarks copied from where cabal builds them")
  func haskell() throws {
    try folder.write("name: adder\nlibrary\n  exposed-modules: Adder\n", to: "adder.cabal")
    let failure = #expect(throws: HarnessFailure.self) { try template() }
    #expect(failure?.message.contains("a stanza 'benchmark' in adder.cabal") == true)
    try folder.write("executable add\n  main-is: Main.hs\n", to: "adder.cabal")
    #expect(try commands(template()) == ["./bench-add --help"])
    try folder.write(
      "executable add\n  main-is: Main.hs\nBenchmark speed\n  build-depends: base, criterion\n",
      to: "adder.cabal")
    let found = try template()
    #expect(try commands(found) == ["./bench-speed --iters 100"])
    #expect(
      try suite(found).build.map(\.text) == [
        "cabal build bench:speed", "cp \"$(cabal list-bin bench:speed)\" bench-speed",
      ])
    #expect(try commands(template(["./x"])) == ["./x"])
  }

  @Test("a project of Zig is built for release, beside its Makefile")
  func zig() throws {
    try folder.write("", to: "build.zig")
    try folder.write("all:\n", to: "Makefile")
    let found = try template()
    #expect(found.found == "a Zig project")
    #expect(found.build == [#"["zig", "build", "-Doptimize=ReleaseFast"]"#])
  }

  @Test(
    "what a program writes shows that it does nothing to measure",
    arguments: [
      ("Usage: thing FILE\n", "only prints how it is used"),
      ("thing 1.0\nusage: thing [-h]\n", "only prints how it is used"),
      ("error: no input\n", "prints an error"),
      ("cat: x: No such file or directory\n", "prints an error"), ("sum 3 ns\n", nil), ("", nil),
      ("1\n2\n3\nerror: of the estimate 3 %\n", nil),
    ] as [(String, String?)])
  func objections(text: String, expected: String?) {
    #expect(SuiteRunner.objection(in: text) == expected)
  }

  @Test("a command that finds no server is not measured, whatever its exit code")
  func servers() throws {
    try folder.write(
      "[[command]]\nname = \"ask\"\ncommand = \"echo 'Could not connect to Redis at 127.0.0.1:6379: Connection refused'\"\n"
        + "[[command]]\nname = \"use\"\ncommand = \"echo 'usage: x'\"\n",
      to: "bench.toml")
    let suite = try SuiteFile(at: folder.file("bench.toml")).suite
    let runner = SuiteRunner(of: suite, scratch: folder.path, isCancelled: { false })
    let tree = SuiteTree(label: "x", folder: folder.path)
    let benchmarks = try runner.benchmarks(in: tree)
    let failure = #expect(throws: HarnessFailure.self) {
      try runner.tryOut(benchmarks[0], in: tree)
    }
    #expect(failure?.message.contains("'ask' finds no server: \"Could not connect") == true)
    #expect(try runner.tryOut(benchmarks[1], in: tree) == "only prints how it is used")
    var template = SuiteTemplate(
      found: "x", name: "x", build: [],
      benchmarks: SuiteTemplate.command(["a"], name: "use"))
    template.mark("use", because: "only prints how it is used")
    #expect(template.text.contains(#"name = "placeholder: use""#))
  }
}
