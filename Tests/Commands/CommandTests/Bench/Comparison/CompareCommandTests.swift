internal import ArgumentParser
internal import CommandText
internal import Foundation
internal import Measuring
internal import OrderedJSON
internal import Testing

@testable import BenchmarkHarness
@testable import bench

@Suite("The compare and selftest commands")
struct CompareCommandTests {
  @Test(
    "a wrong command line is answered with what is right",
    arguments: [
      (["compare", "--suite", "x", "a", "b", "c"], "Unexpected argument 'c'"),
      (["compare", "--", "true"], "Two commands are compared"),
      (["compare", "--", "true", "--"], "Two commands are compared"),
      (["compare", "--", "true", "--", "no-such-program"], "no program 'no-such-program' in PATH"),
      (["compare", "--", "/no/such", "--", "true"], "'/no/such' is not a program"),
      (["compare", "HEAD", "--", "true", "--", "true"], "'HEAD' is a commit, and commands are"),
      (["compare", "--only", "x", "--", "true", "--", "true"], "--suite and --only do not apply"),
      (["compare", "--suite", "x", "--", "true", "--", "true"], "--suite and --only do not apply"),
      (["compare", "--suite", "x", "--workers"], "--workers goes with two commands"),
      (["compare", "--suite", "x", "--margin", "lots"], "'lots' is not a percentage"),
      (["compare", "--suite", "x", "--gate", "0%"], "'0%' is not a gate"),
      (["compare", "--suite", "x", "--gate=-1%"], "'-1%' is not a gate"),
      (["compare", "--suite", "x", "--gate", "101%"], "from 0.01% to 100%"),
      (["compare", "--suite", "x", "--gate", "some"], "'some' is not a gate"),
      (["compare", "--suite", "x", "--gate", "0.001%"], "less than any machine resolves"),
      (["compare", "--gate", "1%", "--", "true", "--", "true"], "--gate judges commits"),
      (["compare", "--suite", "x", "--clock", "wal"], "Did you mean 'wall'?"),
      (["compare", "--suite", "x", "--format", "jsno"], "Did you mean 'json'?"),
      (["compare", "--suite", "x", "--timeout", "0"], "--timeout takes seconds above 0"),
      (["compare", "--suite", "x", "--time", "0"], "--time takes seconds above 0"),
      (["selftest"], "Specify what to test"),
      (["selftest", "--aa", "--inject", "1%"], "Specify what to test"),
      (["selftest", "--layouts", "--inject", "1%"], "Specify what to test"),
      (["selftest", "--inject", "0%"], "'0%' is not a percentage"),
      (["selftest", "--aa", "--sessions", "0"], "--sessions takes 1 to 100000"),
    ])
  func usageErrors(arguments: [String], expected: String) {
    let (text, code) = parseFailure(arguments)
    #expect(text.contains(expected), "\(text)")
    #expect(code == .validationFailure)
  }

  @Test("percentages are read as people write them")
  func percentages() throws {
    #expect(try Percentage(parsing: "1%").fraction == 0.01)
    #expect(try Percentage(parsing: "0.5 %").fraction == 0.005)
    #expect(try Percentage(parsing: "2").text == "2 %")
    for text in ["", "%", "-1%", "101%", "1e1", "nan"] {
      #expect(throws: UsageError.self) { try Percentage(parsing: text) }
    }
  }

  @Test("an injected share is exact: epochs hold whole hundreds, or two hundreds")
  func exactInjection() {
    #expect(SessionPlan.iterationMultiple(injecting: 0.01) == 100)
    #expect(SessionPlan.iterationMultiple(injecting: 0.005) == 200)
    #expect(SessionPlan.iterationMultiple(injecting: 0) == 1)
  }

  @Test("commands, as built: both are run, and a failing one is named")
  func commands() throws {
    let bench = try BuiltCommand("bench")
    // Whatever the verdict: load on the machine must not decide whether the test passes.
    let compared = try bench.run(
      ["compare", "--quiet", "--format", "json", "--", "true", "--", "true", "-x"])
    #expect([0, 2, 3].contains(compared.exitCode), "\(compared)")
    let document = try JSONSerialization.jsonObject(with: Data(compared.output.utf8))
    #expect((document as? [String: Any])?["schema"] as? Int == 1)
    let failing = try bench.run(["compare", "--", "true", "--", "/bin/sh", "-c", "exit 3"])
    #expect(failing.exitCode == 1)
    #expect(
      failing.errors
        == "Error: /bin/sh -c exit 3 against true: '/bin/sh -c exit 3': the command exited with "
        + "code 3 during the first run.\n")
  }

  @Test("commands that are workers, as built: measured inside, and their answers must agree")
  func workers() throws {
    let bench = try BuiltCommand("bench")
    let folder = try TemporaryFolder()
    // Ten times the nanoseconds of the other: the worker says so, whatever the machine does.
    let old = try ScriptedWorkers.write("old", in: folder)
    let slow = try ScriptedWorkers.write(
      "slow", in: folder,
      run: "echo epoch $2 \"${2}00000\" \"${2}00000\" \"${2}00000\" 0 0 >&3")
    let slower = try bench.run(["compare", "--quiet", "--workers", "--", old, "--", slow])
    #expect(slower.exitCode == 2, "\(slower)")
    let other = try ScriptedWorkers.write(
      "other", in: folder, answer: "echo answer other >&3")
    let unlike = try bench.run(["compare", "--quiet", "--workers", "--", old, "--", other])
    #expect(unlike.exitCode == 4, "\(unlike)")
    #expect(unlike.errors.contains("The answers differ"))
    let none = try bench.run(["compare", "--quiet", "--workers", "--", old, "--", "true"])
    #expect(none.exitCode == 1)
    #expect(none.errors.contains("during the greeting"))
  }

  @Test("commits are compared, and one that is slower on its own clock is found")
  func commits() throws {
    let repository = try ScriptedRepository(
      ScriptedSuite([.init("parse"), .init("draw", nanoseconds: 50_000)]))
    try repository.commit(
      ScriptedSuite([.init("parse", nanoseconds: 10_200), .init("draw", nanoseconds: 49_000)]))
    let json = try repository.json(["compare", "HEAD~1", "HEAD", "--quiet"])
    let comparisons = try #require(json["comparisons"]?.elements)
    #expect(comparisons.map { $0["subject"]?.string } == ["parse", "draw"])
    #expect(comparisons.map { $0["verdict"]?.string } == ["slower", "faster"])
    #expect(comparisons.map { (($0["change"]?.number ?? 0) * 1000).rounded() } == [20, -20])
    #expect(comparisons.allSatisfy { $0["clock"]?.string == "threadCPU" })
    // A twentieth does not matter to whoever says so.
    let margin = try repository.run(["compare", "HEAD~1", "HEAD", "--margin", "5%", "--quiet"])
    #expect(margin.exitCode == 0, "\(margin)")
    // Two percent do not pass a gate of one, and pass one of five.
    let gated = try repository.json(["compare", "HEAD~1", "HEAD", "--gate", "1%", "--quiet"])
    let verdicts = gated["comparisons"]?.elements?.map { $0["verdict"]?.string }
    #expect(verdicts == ["slower", "faster"])
    #expect(gated["comparisons"]?.elements?.first?["gate"]?["limit"]?.number == 0.01)
    let wide = try repository.run(["compare", "HEAD~1", "HEAD", "--gate", "5%", "--quiet"])
    #expect(
      wide.exitCode == 0 && wide.output.contains("no slower than +2.00 % (gate 5 %)"), "\(wide)")
    let odd = try repository.run(["compare", "HEAD~1", "--gate", "1%", "--margin", "2%"])
    #expect(odd.exitCode == 64 && odd.errors.contains("not above the margin of 2 %"), "\(odd)")
    let wall = try repository.json(["compare", "HEAD~1", "HEAD", "--clock", "wall", "--quiet"])
    #expect(wall["comparisons"]?.elements?.first?["clock"]?.string == "wall")
  }

  @Test("benchmarks whose memory decides are prepared anew for each pair, if they say so")
  func prepared() throws {
    var suite = ScriptedSuite([.init("parse", description: #"{"reprepare": true}"#)])
    let repository = try ScriptedRepository()
    suite.log = repository.log
    try repository.commit(suite)
    suite.benchmarks[0].nanoseconds = 11_000
    try repository.commit(suite)
    let outcome = try repository.run(["compare", "HEAD~1", "HEAD", "--quiet"])
    #expect(outcome.exitCode == 2, "\(outcome)")
    #expect(repository.requests.count { $0.hasPrefix("prepare") } > 1000)
  }

  @Test(
    "a benchmark whose worker fails, as built: its case ends with a line, the rest goes on",
    arguments: [
      (
        ScriptedSuite.Benchmark.Fault.crashesRunning,
        "HEAD: the worker crashed with SIGSEGV during an epoch; 0 pairs are kept."
      ),
      (
        .babblesRunning,
        "HEAD: the worker answered \"what\" during an epoch, which is not in the protocol; 0 pairs"
      ),
      (.endsRunning, "HEAD: the worker exited with code 9 during an epoch; 0 pairs are kept."),
      (.endsPreparing, "HEAD: the worker exited with code 9 during preparation."),
      (.reports("no screen"), "HEAD: the worker reported: no screen."),
    ])
  func failingBenchmarks(fault: ScriptedSuite.Benchmark.Fault, expected: String) throws {
    var suite = ScriptedSuite([.init("draw"), .init("parse")])
    let repository = try ScriptedRepository(suite)
    suite.benchmarks[0].fault = fault
    try repository.commit(suite)
    let outcome = try repository.run(["compare", "HEAD~1", "HEAD"])
    #expect(outcome.exitCode == 1, "\(outcome)")
    let errors = outcome.errors.replacingOccurrences(
      of: #" \([0-9a-f]+\)"#, with: "", options: .regularExpression)
    #expect(errors.contains(expected), "\(outcome.errors)")
    // The other benchmark of the same commit was compared all the same.
    #expect(outcome.output.contains("\nparse\n") && outcome.output.contains("same"), "\(outcome)")
  }

  @Test("callgrind's totals are read from its file")
  func callgrindTotals() {
    #expect(Callgrind.total(inFile: Array("a\nsummary: 12\n\ntotals: 34\n".utf8)) == 34)
    #expect(Callgrind.total(inFile: Array("summary: 12 3\nx".utf8)) == 12)
    #expect(Callgrind.total(inFile: Array("nothing".utf8)) == nil)
  }
}
