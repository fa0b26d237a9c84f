internal import ArgumentParser
internal import BenchmarkBuilds
internal import CommandTestSupport
internal import Foundation
internal import Testing

@testable import bench

/// `bench init` and `bench compare` in repositories that this project has never seen.
@Suite("bench over a suite")
struct SuiteCommandTests {
  private let folder: TemporaryFolder
  private let caches: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    caches = try TemporaryFolder()
    try folder.makeRepository()
  }

  private func bench(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> BuiltCommand.Outcome {
    try BuiltCommand("bench").run(
      arguments + ["--cache", caches.path], in: folder.path, environment: environment)
  }

  /// A worker in Python that adds some numbers; both sides answer the same.
  private func worker(numbers: Int, names: [String] = ["sum"], answer: String = "0") -> String {
    """
    import sys
    sys.path.insert(0, "\(Fixtures.path("../../Examples/Workers/Python"))")
    import bench_worker
    def workload(name):
        def prepare():
            numbers = list(range(\(numbers)))
            return lambda: sum(numbers) * 0 + \(answer)
        prepare.__name__ = name
        return prepare
    bench_worker.serve(*map(workload, \(names)))
    """
  }

  private let suite = "name = \"sums\"\n[worker]\ncommand = [\"python3\", \"-B\", \"worker.py\"]\n"

  @Test("help of init is as recorded")
  func help() throws {
    try expectGolden(
      Bench.helpMessage(for: InitCommand.self, columns: 80), "help-bench-init.txt")
  }

  @Test("a slowdown in uncommitted work is found, and told for people, programs and pull requests")
  func slower() throws {
    try folder.commit(["worker.py": worker(numbers: 1000), "bench.toml": suite])
    try folder.write(worker(numbers: 3000), to: "worker.py")
    let table = try bench(["compare"])
    #expect(table.exitCode == 2, "\(table)")
    #expect(table.output.contains("working tree"))
    #expect(table.output.contains("slower"))
    let markdown = try bench(["compare", "HEAD", "--format", "markdown", "--quiet"])
    #expect(markdown.output.hasPrefix("<!-- bench: sums -->\n### 1 slower: sums\n"))
    #expect(markdown.output.contains("    bench compare "))
    #expect(markdown.errors == "")
    let json = try bench(["compare", "HEAD", "--format", "json"])
    let document = try JSONSerialization.jsonObject(with: Data(json.output.utf8))
    let comparisons = (document as? [String: Any])?["comparisons"] as? [[String: Any]]
    #expect(comparisons?.first?["verdict"] as? String == "slower")
    #expect(comparisons?.first?["subject"] as? String == "sum")
  }

  @Test("a checkout of another user is told with the command that git asks for")
  func otherOwner() throws {
    try folder.commit(["worker.py": worker(numbers: 10), "bench.toml": suite])
    // Git's own tests have a variable that makes every owner another one.
    let outcome = try bench(["compare"], environment: ["GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"])
    #expect(outcome.exitCode == 64)
    #expect(outcome.errors.contains("belongs to another user"), "\(outcome.errors)")
    #expect(outcome.errors.contains("`git config --global --add safe.directory "))
    #expect(!outcome.errors.contains("git init"))
  }

  @Test("equal files need no measurement")
  func equal() throws {
    try folder.commit(["worker.py": worker(numbers: 10), "bench.toml": suite])
    let outcome = try bench(["compare"])
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(outcome.errors.contains("nothing was measured"))
  }

  @Test("a benchmark that only one side has is reported, and one that is gone is not green")
  func oneSided() throws {
    try folder.commit(["worker.py": worker(numbers: 10, names: ["old"]), "bench.toml": suite])
    try folder.commit(["worker.py": worker(numbers: 10, names: ["new", "a b ü"])])
    let outcome = try bench(["compare", "HEAD~1", "HEAD", "--format", "markdown"])
    #expect(outcome.exitCode == 4, "\(outcome)")
    #expect(outcome.errors.contains("Only in HEAD~1"))
    #expect(outcome.output.contains("### 1 gone or renamed: sums"))
    #expect(outcome.output.contains("not compared\\: new, a b ü."))
    let allowed = try bench([
      "compare", "HEAD~1", "HEAD", "--format", "markdown", "--allow-missing",
    ])
    #expect(allowed.exitCode == 0, "\(allowed)")
  }

  @Test("different answers are not compared")
  func answers() throws {
    try folder.commit(["worker.py": worker(numbers: 10, answer: "1"), "bench.toml": suite])
    try folder.commit(["worker.py": worker(numbers: 10, answer: "2")])
    let outcome = try bench(["compare", "HEAD~1", "HEAD"])
    #expect(outcome.exitCode == 4, "\(outcome)")
    #expect(outcome.errors.contains("The answers differ"))
  }

  @Test("the commit that made a benchmark slower is found")
  func bisected() throws {
    try folder.commit([
      "worker.py": worker(numbers: 1000, names: ["other", "sum"]), "bench.toml": suite,
    ])
    try folder.commit(["notes": "1"])
    try folder.commit(["worker.py": worker(numbers: 3000, names: ["sum", "other"])])
    let slow = try #require(try Git.run(["rev-parse", "HEAD"], in: folder.path))
    try folder.commit(["notes": "2"])
    let outcome = try bench(["bisect", "HEAD~3", "HEAD", "--only", "sum"])
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(outcome.output.hasPrefix(slow.prefix(12)), "\(outcome)")
    let unclear = try bench(["bisect", "HEAD~3", "HEAD"])
    #expect(unclear.exitCode == 64)
    #expect(unclear.errors.contains("name one of them: other, sum."))
  }

  @Test("in the history of the example in C the commit that is 2 % slower is found")
  func example() throws {
    let made = try BuiltCommand(at: "/bin/sh").run([
      Fixtures.path("../../Examples/Suites/make-history.sh"), "C", folder.file("sums"),
    ])
    try #require(made.exitCode == 0, "\(made)")
    let outcome = try BuiltCommand("bench").run(
      [
        "bisect", "HEAD~8", "HEAD", "--cache", caches.path, "--probes", "16", "--only",
        "sum of 1000",
      ],
      in: folder.file("sums"))
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(outcome.output.contains("Add twenty numbers twice"), "\(outcome)")
  }

  @Test(
    "instructions and allocations of a worker are counted and judged, without its help",
    .enabled(if: Executable.find("valgrind") != nil, "valgrind is not installed"))
  func counters() throws {
    let made = try BuiltCommand(at: "/bin/sh").run([
      Fixtures.path("../../Examples/Suites/make-history.sh"), "C", folder.file("sums"),
    ])
    try #require(made.exitCode == 0, "\(made)")
    let sums = folder.file("sums")
    let code = try String(contentsOfFile: "\(sums)/worker.c", encoding: .utf8)
    let call = "for (uint64_t i = 0; i < count; i++) {"
    try #require(code.contains(call))
    // The answer stays; a call allocates three times, 100 bytes each.
    let allocating = """
      \(call)
        for (int j = 0; j < 3; j++) {
          void *memory = malloc(100);
          bench_keep((uint64_t)(uintptr_t)memory);
          free(memory);
        }
      """
    try folder.write(
      "#include <stdlib.h>\n#include <stdint.h>\n"
        + code.replacingOccurrences(of: call, with: allocating), to: "sums/worker.c")
    let outcome = try BuiltCommand("bench").run(
      [
        "compare", "HEAD", "--counters", "--format", "json", "--cache", caches.path, "--only",
        "sum of 1000",
      ], in: sums)
    let document =
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    let comparison = try #require((document?["comparisons"] as? [[String: Any]])?.first)
    func counts(_ name: String) -> [String: Any]? { comparison[name] as? [String: Any] }
    #expect(counts("allocations")?["base"] as? Double == 0, "\(outcome)")
    #expect(counts("allocations")?["candidate"] as? Double == 3)
    #expect(counts("allocations")?["verdict"] as? String == "more")
    #expect(counts("allocatedBytes")?["candidate"] as? Double == 300)
    #expect(counts("instructions")?["verdict"] as? String == "more")
    let run = try BuiltCommand("bench").run(
      [
        "run", "--counters", "--format", "csv", "--cache", caches.path, "--launches", "1",
        "--time", "0.01", "--history", caches.file("history.sqlite"), "--only", "sum of 1000",
      ], in: sums)
    let rows = run.output.split(whereSeparator: \.isNewline).map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    func column(_ name: String) throws -> String {
      try #require(rows.last)[try #require(rows.first?.firstIndex(of: name))]
    }
    #expect(try column("allocations") == "3.0", "\(run)")
    #expect(try column("allocatedBytes") == "300.0")
    let series = try BuiltCommand("bench").run(
      ["history", "--history", caches.file("history.sqlite")], in: sums)
    #expect(series.output.contains("sum of 1000/allocations"), "\(series)")
  }

  @Test("in Swift 2 % are found, with a suite that init writes")
  func swift() throws {
    let made = try BuiltCommand(at: "/bin/sh").run([
      Fixtures.path("../../Examples/Suites/make-history.sh"), "Swift", folder.file("sums"),
    ])
    try #require(made.exitCode == 0, "\(made)")
    let sums = folder.file("sums")
    let written = try String(contentsOfFile: "\(sums)/bench.toml", encoding: .utf8)
    try FileManager.default.removeItem(atPath: "\(sums)/bench.toml")
    let initialised = try BuiltCommand("bench").run(["init", "--cache", caches.path], in: sums)
    #expect(initialised.exitCode == 0, "\(initialised)")
    #expect(initialised.output == "sum of 1000\n")
    let text = try String(contentsOfFile: "\(sums)/bench.toml", encoding: .utf8)
    let worker = try #require(written.range(of: "[build]"))
    #expect(text.hasSuffix(written[worker.lowerBound...]), "\(text)")
    try folder.write(written, to: "sums/bench.toml")
    let outcome = try BuiltCommand("bench").run(
      ["compare", "HEAD~8", "HEAD", "--cache", caches.path], in: sums)
    #expect(outcome.exitCode == 2, "\(outcome)")

    // Sources that compile to equal code are not timed, if the suite says that nothing is read;
    // without that, a file that no build reads may be read by the benchmark.
    try folder.write("1\n", to: "sums/data.txt")
    let source = "\(sums)/Sources/worker/Sum.swift"
    let code = try String(contentsOfFile: source, encoding: .utf8)
    try folder.write("// A comment.\n" + code, to: "sums/Sources/worker/Sum.swift")
    func basis() throws -> String? {
      let compared = try BuiltCommand("bench").run(
        ["compare", "HEAD", "--cache", caches.path, "--format", "json"], in: sums)
      let document =
        try JSONSerialization.jsonObject(with: Data(compared.output.utf8)) as? [String: Any]
      let comparison = (document?["comparisons"] as? [[String: Any]])?.first
      return (comparison?["basis"] as? [String: Any])?["kind"] as? String
    }
    #expect(try basis() != "same code")
    try folder.write("reads-no-files = true\n" + written, to: "sums/bench.toml")
    #expect(try basis() == "same code")
  }

  @Test("init writes a suite that runs, once")
  func initialised() throws {
    try folder.commit(["a.txt": "2\n1\n"])
    let outcome = try BuiltCommand("bench").run(
      ["init", "--cache", caches.path, "--", "sort", "a.txt"], in: folder.path)
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(outcome.output == "sort a.txt\n")
    let again = try bench(["init"])
    #expect(again.exitCode == 73)
    #expect(again.errors.contains("is there already"))
  }

  @Test("init refuses what it cannot build or measure")
  func refused() throws {
    try folder.commit(["a.txt": ""])
    #expect(try bench(["init"]).exitCode == 64)
    let outside = try TemporaryFolder()
    let outcome = try BuiltCommand("bench").run(
      ["init", "--", "true"], in: outside.path, environment: ["XDG_CACHE_HOME": caches.path])
    #expect(outcome.exitCode == 64)
    #expect(outcome.errors.contains("not in a git checkout"))
    #expect(try outside.names() == [])
  }

  @Test("mistakes in the suite file and options that need a suite are told")
  func mistakes() throws {
    try folder.commit(["bench.toml": "[[command]]\ncomand = \"x\"\n"])
    let file = try bench(["compare"])
    #expect(file.exitCode == 65)
    #expect(file.errors.contains("Did you mean 'command'?"))
    let missing = try bench(["compare", "--suite", "none.toml"])
    #expect(missing.exitCode == 66)
    try folder.commit(["worker.py": worker(numbers: 10), "bench.toml": suite])
    try folder.write(worker(numbers: 11), to: "worker.py")
    let kernel = try bench(["compare", "HEAD", "--kernel", "simd"])
    #expect(kernel.exitCode == 64)
    #expect(
      kernel.errors.contains(
        "Unknown parameter 'kernel'. The benchmarks of 'sums' have no parameters."),
      "\(kernel)")
  }
}
