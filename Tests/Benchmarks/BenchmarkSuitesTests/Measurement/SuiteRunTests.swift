internal import BenchmarkHarness
internal import CommandTestSupport
internal import HistoryReports
internal import Measuring
internal import OrderedJSON
internal import Reporting
internal import Testing
internal import TimingHistory

@testable import BenchmarkSuites

@Suite("Runs of a suite")
struct SuiteRunTests {
  /// Three codecs on one file: ratios to copying it, and one whose answer must be that of another.
  private static func codecs(
    zstdAnswer: String = "#00ff7f of 12", zstdMetric: String = "31.25"
  ) -> ScriptedSuite {
    func description(_ codec: String, _ more: String) -> String {
      #"{"parameters": {"codec": "\#(codec)", "file": "a.txt"}, "items": 500, "unit": "lines"\#(more)}"#
    }
    return ScriptedSuite([
      .init(
        "copy of a.txt", nanoseconds: 1000, answer: "12",
        description: description("copy", #", "bytes": 4000"#)),
      .init(
        "gzip of a.txt", nanoseconds: 4000, answer: "#00ff7f of 12",
        description: description(
          "gzip",
          #", "references": [{"name": "copy", "benchmark": "copy of a.txt", "title": "read"}]"#)),
      .init(
        "zstd of a.txt", nanoseconds: 2000, answer: zstdAnswer,
        description: description(
          "zstd",
          #"""
          , "references": [{"name": "copy", "benchmark": "copy of a.txt", "title": "read"},
            {"name": "gzip", "benchmark": "gzip of a.txt", "answers": true}]
          """#),
        metrics: #"""
          [{"name": "size", "title": "size of it", "value": \#(zstdMetric), "unit": "%",
            "better": "less"}]
          """#),
    ])
  }

  private func rows(_ text: String) -> [[String]] {
    text.split(separator: "\n").map(cells).filter { !$0.isEmpty }
  }

  /// Whether a number is one, but for what rounding makes of it.
  private func isNear(_ json: JSONValue?, _ expected: Double) -> Bool {
    (json?.number).map { abs($0 / expected - 1) < 1e-9 } ?? false
  }

  @Test("a table shows what rows differ in, and says once what they have in common")
  func table() throws {
    let outcome = try ScriptedRun(Self.codecs()).run()
    #expect(outcome.status == .success)
    #expect(outcome.transcript.messages == [])
    let rows = rows(outcome.transcript.output)
    #expect(
      Array(rows.dropFirst()) == [
        ["file a.txt, clock CPU, launches 2, epochs 6"],
        ["codec", "answer", "check", "size of it", "time", "lines/s", "B/s", "× read", "× gzip"],
        ["copy", "–", "–", "–", "1.00 µs", "500 M", "4.00 G", "–", "–"],
        ["gzip", "#00ff7f", "reference", "–", "4.00 µs", "125 M", "–", "4.00", "–"],
        ["zstd", "#00ff7f", "equal", "31.3 %", "2.00 µs", "250 M", "–", "2.00", "0.500"],
      ], "\(outcome.transcript.output)")
  }

  @Test("what one row has is shown, where there is only one")
  func oneRow() throws {
    var run = try ScriptedRun(Self.codecs())
    run.selection.names = ["copy"]
    let rows = rows(try run.run().transcript.output)
    #expect(
      rows[1] == [
        "benchmark", "codec", "file", "time", "clock", "launches", "epochs", "lines/s",
        "B/s", "peak memory",
      ], "\(rows)")
    #expect(rows[2].prefix(3) == ["copy of a.txt", "copy", "a.txt"])
  }

  @Test("a reference that nobody asked for is measured in the same rounds, and not shown")
  func hiddenReference() throws {
    var run = try ScriptedRun(Self.codecs())
    run.selection.parameters = [ParameterValues("codec", ["zstd"])]
    let outcome = try run.run()
    #expect(outcome.results.map(\.name) == ["zstd of a.txt"])
    #expect(outcome.results[0].ratios.map { $0.value ?? 0 } == [2, 0.5])
    #expect(!outcome.transcript.output.contains("gzip of a.txt"))
    let measured = run.requests.filter { $0.hasPrefix("run ") }.map { $0.split(separator: " ")[1] }
    #expect(Set(measured) == ["0", "1", "2"])
  }

  @Test("a wrong answer is told, not timed, and ends with 1; the others are measured")
  func wrongAnswer() throws {
    let run = try ScriptedRun(Self.codecs(zstdAnswer: "#00ff80 of 12"))
    let outcome = try run.run()
    #expect(outcome.status == .failure)
    #expect(
      outcome.transcript.messages == [
        "Error: 'zstd of a.txt' is wrong: it answers '#00ff80 of 12', and 'gzip of a.txt' "
          + "'#00ff7f of 12'."
      ])
    let rows = rows(outcome.transcript.output)
    let zstd = try #require(rows.last)
    #expect(zstd.prefix(3) == ["zstd", "#00ff80", "WRONG"])
    #expect(zstd[try #require(rows[2].firstIndex(of: "time"))] == "–", "\(rows)")
    #expect(!run.requests.contains { $0.hasPrefix("run 2 ") })
    #expect(outcome.results.map(\.timing.epochs) == [6, 6, 0])

    let written = try run.run(SuiteRunJSON(suite: "codecs", revision: "HEAD")).transcript
    let results = try JSONValue(parsing: Array(written.output.utf8))["results"]?.elements
    #expect(results?.map { $0["matchesGzip"]?.bool } == [nil, nil, false])
    #expect(results?[2]["medianSeconds"]?.number == nil)
    #expect(results?[2]["failure"]?.string?.hasPrefix("it answers") == true)
  }

  @Test("JSON has fields by the names of parameters, references and metrics")
  func json() throws {
    let outcome = try ScriptedRun(Self.codecs()).run(
      SuiteRunJSON(suite: "codecs", revision: "working tree"))
    let document = try JSONValue(parsing: Array(outcome.transcript.output.utf8))
    #expect(document["suite"]?.string == "codecs")
    #expect(document["revision"]?.string == "working tree")
    let results = try #require(document["results"]?.elements)
    let zstd = try #require(results.last)
    #expect(zstd["benchmark"]?.string == "zstd of a.txt")
    #expect(zstd["codec"]?.string == "zstd" && zstd["file"]?.string == "a.txt")
    #expect(zstd["parameters"]?.fields?.map(\.name) == ["codec", "file"])
    #expect(isNear(zstd["medianSeconds"], 2e-6) && zstd["clock"]?.string == "threadCPU")
    #expect(zstd["ratioToCopy"]?.number == 2 && zstd["ratioToGzip"]?.number == 0.5)
    #expect(zstd["matchesGzip"]?.bool == true && zstd["matchesCopy"] == nil)
    #expect(zstd["size"]?.number == 31.25)
    let metric = try #require(zstd["metrics"]?.elements?.first)
    #expect(metric["unit"]?.string == "%" && metric["better"]?.string == "less")
    #expect(zstd["items"]?.number == 500 && isNear(zstd["itemsPerSecond"], 250e6))
    #expect(isNear(results[0]["bytesPerSecond"], 4e9))
    #expect(results[0]["ratioToCopy"] == nil)
    #expect(zstd["launches"]?.integer == 2 && zstd["samples"]?.elements?.count == 2)
  }

  @Test("a name that has a meaning keeps it, whatever a suite calls its parameters and metrics")
  func takenNames() throws {
    let suite = ScriptedSuite([
      .init(
        "b", description: #"{"parameters": {"clock": "cuckoo", "launches": "many"}}"#,
        metrics: #"[{"name": "medianSeconds", "value": 9, "better": "less"}]"#)
    ])
    let outcome = try ScriptedRun(suite).run(SuiteRunJSON(suite: "s", revision: "r"))
    let result = try #require(
      try JSONValue(parsing: Array(outcome.transcript.output.utf8))["results"]?.elements?.first)
    #expect(result["clock"]?.string == "threadCPU" && result["launches"]?.integer == 2)
    #expect(isNear(result["medianSeconds"], 1e-5))
    #expect(result["parameters"]?["clock"]?.string == "cuckoo")
    #expect(result["metrics"]?.elements?.first?["value"]?.number == 9)
  }

  @Test("CSV has a column for each parameter, reference and metric, empty where there is none")
  func csv() throws {
    let lines = try ScriptedRun(Self.codecs()).run(SuiteRunCSV()).transcript.output
      .split(whereSeparator: \.isNewline).map {
        $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      }
    #expect(lines.count == 4)
    let names = lines[0]
    #expect(
      names.suffix(6) == ["codec", "file", "ratioToCopy", "ratioToGzip", "matchesGzip", "size"],
      "\(names)")
    func value(_ row: Int, _ name: String) throws -> String {
      lines[row][try #require(names.firstIndex(of: name))]
    }
    #expect(try value(1, "benchmark") == "copy of a.txt" && value(1, "ratioToCopy") == "")
    #expect(try value(2, "ratioToCopy") == "4.0" && value(2, "matchesGzip") == "")
    #expect(try value(3, "ratioToGzip") == "0.5" && value(3, "matchesGzip") == "true")
    #expect(try value(3, "size") == "31.25" && value(2, "size") == "")
    #expect(lines.allSatisfy { $0.count == names.count })
  }

  @Test("Markdown is one table, with what is shared below it")
  func markdown() throws {
    let lines = try ScriptedRun(Self.codecs()).run(SuiteRunMarkdown()).transcript.output
      .split(separator: "\n").map(String.init)
    #expect(lines[0].hasPrefix("| codec | answer | check |"), "\(lines)")
    #expect(lines[1].hasPrefix("| --- | --- | --- | ---: |"))
    #expect(lines[4].hasPrefix("| zstd | "))
    #expect(lines[5].contains("file a.txt, clock CPU"))
  }

  @Test("an amount of memory may be any number, as workers report it")
  func anyBytes() {
    func text(_ value: Double) -> String {
      SuiteColumns.text(
        BenchmarkMetric(name: "m", title: "memory", value: value, unit: "B", better: .less))
    }
    #expect(text(2_000_000) == "2.00 MB")
    #expect(text(1e300) == "1e+300 B")
    #expect(text(-1e300).hasSuffix(" B") && text(.infinity) == "–")
  }

  @Test("a metric without a number is left out of everything, and that is said")
  func notANumber() throws {
    let store = try HistoryStore()
    var run = try ScriptedRun(Self.codecs(zstdMetric: "null"))
    run.recorder = ScriptedRun.recorder(store)
    let outcome = try run.run(SuiteRunJSON(suite: "s", revision: "r"))
    #expect(outcome.status == .success)
    #expect(
      outcome.transcript.messages == [
        "Warning: 'zstd of a.txt' reports no number for size: it is left out."
      ])
    let result = try #require(
      try JSONValue(parsing: Array(outcome.transcript.output.utf8))["results"]?.elements?.last)
    #expect(result["size"] == .null)
    #expect(try !store.series().contains { $0.series.metric == "size" })
  }

  @Test("ratios to the first reference are the history's; the second is recorded beside it")
  func recorded() throws {
    let store = try HistoryStore()
    var run = try ScriptedRun(Self.codecs())
    run.recorder = ScriptedRun.recorder(store)
    _ = try run.run()
    let series = try store.series().map(\.series)
    #expect(
      series.map(\.name) == [
        "copy of a.txt", "gzip of a.txt", "zstd of a.txt", "zstd of a.txt/size of it",
      ])
    #expect(
      series[2].parameters
        == [BenchmarkParameter("codec", "zstd"), BenchmarkParameter("file", "a.txt")])
    #expect(series[2].items == 500)
    #expect(series[3].unit == "%" && series[3].better == .less)
    func point(_ name: String) throws -> SeriesPoint {
      try #require(try store.points(of: name).first)
    }
    #expect(try point("copy of a.txt").isReference)
    let ratios = try ["gzip of a.txt", "zstd of a.txt"].map { try point($0).logRatio ?? 0 }
    #expect(abs(ratios[0] - 1.3863) < 1e-3 && abs(ratios[1] - 0.6931) < 1e-3, "\(ratios)")
    #expect(try point("zstd of a.txt").value == 2000)
    #expect(try point("zstd of a.txt").sampleCount == 6)
    #expect(try point("gzip of a.txt").answerHash == point("zstd of a.txt").answerHash)
    #expect(try store.runs().first?.finishedAt == 1000)
  }

  @Test("of a benchmark without a reference the history takes the ratio to the reference loop")
  func referenceLoop() throws {
    let store = try HistoryStore()
    var run = try ScriptedRun(ScriptedSuite([.init("alone"), .init("other")]))
    run.recorder = ScriptedRun.recorder(store)
    _ = try run.run()
    let names = try store.series().map(\.series.name)
    #expect(
      names.filter { !$0.contains("peak memory") } == [
        "alone", "other", "reference loop, threadCPU",
      ])
    // Each has a process of its own, whose memory is its own.
    #expect(names.contains("alone/peak memory") && names.contains("other/peak memory"))
    #expect(try store.points(of: "alone").first?.logRatio != nil)
  }

  @Test("a benchmark that fails is told, with the checkout; the others of its process are measured")
  func failing() throws {
    var suite = Self.codecs()
    suite.benchmarks[1].fault = .reports("no file a.txt")
    let outcome = try ScriptedRun(suite).run()
    #expect(outcome.status == .failure)
    #expect(
      outcome.transcript.messages == [
        "Error: tree: 'gzip of a.txt': the worker reported: no file a.txt."
      ])
    #expect(outcome.results.map(\.name) == ["copy of a.txt", "zstd of a.txt"])
    #expect(outcome.results[1].ratios.map { $0.value != nil } == [true, false])
  }

  @Test("a reference that nobody asked for is told when it fails, however it does")
  func failingReference() throws {
    for (fault, words) in [
      (ScriptedSuite.Benchmark.Fault.reports("no file"), "no file"), (.endsPreparing, "code 9"),
      (.endsRunning, "code 9"),
    ] {
      var suite = Self.codecs()
      suite.benchmarks[0].fault = fault
      var run = try ScriptedRun(suite)
      run.selection.names = ["zstd"]
      let outcome = try run.run()
      #expect(outcome.status == .failure, "\(fault)")
      let messages = outcome.transcript.messages
      #expect(
        messages.contains { $0.contains("copy of a.txt") && $0.contains(words) },
        "\(fault): \(messages)")
    }
  }

  @Test("a process that ends ends its group, and what it had measured is kept")
  func crashing() throws {
    var suite = Self.codecs()
    suite.benchmarks[2].fault = .endsRunning
    suite.benchmarks.append(.init("alone"))
    let outcome = try ScriptedRun(suite).run()
    #expect(outcome.status == .failure)
    #expect(
      outcome.transcript.messages.contains {
        $0.hasPrefix("Error: tree: 'zstd of a.txt': the worker exited with code 9")
      }, "\(outcome.transcript.messages)")
    #expect(outcome.results.map(\.name).last == "alone")
  }

  @Test("a history that was asked for and cannot be written is an error; another one is not")
  func lostHistory() throws {
    for isChosen in [true, false] {
      var run = try ScriptedRun(ScriptedSuite([.init("alone")]))
      run.recorder = HistoryRecorder(
        location: isChosen ? HistoryLocation(chosen: "h") : HistoryLocation(in: "/state"),
        kind: "suite", environment: ScriptedRun.environment.values,
        open: { _ throws(HistoryError) in throw HistoryError(.readOnly, "It is read-only.") },
        now: { 0 }, message: { _ in })
      let outcome = try run.run()
      #expect(outcome.status.rawValue == (isChosen ? 73 : 0))
      #expect(outcome.transcript.output.contains("10.0 µs"))
    }
  }

  @Test("what was measured before Ctrl-C is kept, and how much that is")
  func interrupted() throws {
    var run = try ScriptedRun(ScriptedSuite([.init("a"), .init("b"), .init("c")]))
    let folder = run.folder
    run.isCancelled = {
      String(decoding: folder.bytes("requests") ?? [], as: UTF8.self).contains("prepare 1")
    }
    let outcome = try run.run()
    #expect(outcome.status == .interrupted)
    #expect(
      outcome.transcript.messages == [
        "Error: Interrupted: what was measured of 1 of 3 benchmarks is kept."
      ])
    #expect(outcome.results.map(\.name) == ["a"])
  }

  @Test("where a parameter is a size, the table and JSON say how times grow with it")
  func growth() throws {
    let suite = ScriptedSuite(
      ["zstd", "gzip"].flatMap { codec in
        [1, 4, 16].map { size in
          ScriptedSuite.Benchmark(
            "\(codec) of \(size)k", nanoseconds: 1000 * size * (codec == "gzip" ? size : 1),
            description: #"{"parameters": {"codec": "\#(codec)", "size": "\#(size)kB"}}"#)
        }
      })
    let run = try ScriptedRun(suite)
    let table = try run.run().transcript.output
    #expect(
      table.hasSuffix(
        "\nTime grows with size:\n  size^1.00  codec=zstd\n  size^2.00  codec=gzip\n"), "\(table)")
    let json = try run.run(SuiteRunJSON(suite: "s", revision: "r")).transcript.output
    let growth = try #require(try JSONValue(parsing: Array(json.utf8))["growth"]?.elements)
    #expect(growth.map { $0["parameter"]?.string } == ["size", "size"])
    #expect(growth.map { $0["parameters"]?["codec"]?.string } == ["zstd", "gzip"])
    #expect(growth.map { ($0["exponent"]?.number ?? 0).rounded() } == [1, 2])
  }

  @Test("launches and seconds are those of the suite file, unless others are asked for")
  func amounts() throws {
    var suite = ScriptedSuite([.init("alone")])
    suite.options = "launches = 3\nseconds = 0.001"
    var run = try ScriptedRun(suite)
    (run.launches, run.seconds) = (nil, nil)
    #expect(try run.run().results.first?.timing.processes == 3)
    run.launches = 1
    #expect(try run.run().results.first?.timing.processes == 1)
  }

  @Test("commands take turns with the command that they refer to")
  func commands() throws {
    let run = try ScriptedRun(ScriptedSuite([]))
    try run.folder.write(
      """
      [[command]]
      name = "base"
      command = ["true"]
      [[command]]
      name = "{n} times"
      command = ["sh", "-c", "exit 0", "{n}"]
      parameters = { n = [1, 2] }
      references = ["base"]
      """, to: "bench.toml")
    let outcome = try run.run()
    #expect(outcome.status == .success, "\(outcome.transcript.messages)")
    #expect(outcome.results.map(\.name) == ["base", "1 times", "2 times"])
    #expect(outcome.results.map { $0.ratios.map { ($0.value ?? 0) > 0 } } == [[], [true], [true]])
    #expect(outcome.transcript.output.contains("× base"))
  }
}
