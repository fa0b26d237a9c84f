internal import CommandTestSupport
internal import Files
internal import OrderedJSON
internal import Testing

/// Files that other programs wrote are read alike by all commands that take them.
@Suite("Files of other programs in commands")
struct OtherProgramsCommandTests {
  private let folder: TemporaryFolder
  private let bench: BuiltCommand

  init() throws {
    folder = try TemporaryFolder()
    bench = try BuiltCommand("bench")
  }

  private func names(_ output: String) throws -> [String] {
    let document = try JSONValue(parsing: Array(output.utf8))
    return (document["series"]?.elements ?? []).compactMap { $0["name"]?.string }.sorted()
  }

  @Test(
    "check, import and report read the same series",
    arguments: [
      "programs/catch2.xml", "programs/catch2-v3.txt", "programs/go-bench.txt",
      "programs/go-bench-events.json", "programs/hyperfine.json",
      "programs/google-benchmark.json", "programs/pytest-benchmark.json", "programs/jmh.json",
      "programs/benchmarkdotnet.json", "programs/benchmarktools.json",
      "programs/package-benchmark.json", "programs/prometheus.prom", "programs/openmetrics.om",
      "programs/asv-v1", "programs/asv-results", "programs/asv-html", "github-action/data.js",
      "otava/sample.csv", "reports/two.csv",
    ])
  func sameSeries(path: String) throws {
    let file = Fixtures.path("History/\(path)")
    let checked = try bench.run(["check", "--input", file, "--format", "json"])
    #expect([0, 2].contains(checked.exitCode), "\(checked.errors)")
    let reported = try bench.run(["report", "--input", file, "--format", "json"])
    #expect(reported.exitCode == 0, "\(reported.errors)")
    let history = folder.path + "/h.sqlite"
    let imported = try bench.run(["import", file, "--history", history])
    #expect(imported.exitCode == 0, "\(imported.errors)")
    let listed = try bench.run(["check", "--history", history, "--format", "json"])
    let expected = try names(checked.output)
    #expect(!expected.isEmpty)
    #expect(try names(reported.output) == expected)
    #expect(try names(listed.output) == expected)
    let again = try bench.run(["import", file, "--history", history])
    #expect(again.output.contains("added 0 values in 0 runs"), "\(again.output)")
  }

  @Test("a file in no format is told what was tried, by all three")
  func unknown() throws {
    let file = folder.path + "/results.json"
    try writeFile(
      Array(#"{"context": {}, "benchmarks": [{"name": "a"}]}"#.utf8), to: file,
      replacingExisting: false)
    for command in [
      ["check", "--input", file], ["report", "--input", file, "--format", "json"],
      ["import", file, "--history", folder.path + "/none.sqlite"],
    ] {
      let outcome = try bench.run(command)
      #expect(outcome.exitCode == 65)
      #expect(outcome.errors.contains("It is most like google-benchmark: "), "\(outcome.errors)")
    }
  }
}
