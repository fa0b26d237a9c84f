internal import ExchangeDocuments
internal import HistoryExchange
internal import Testing

@testable internal import TimingHistory

/// Results of other programs that are only read; the texts are made up after their documentation.
@Suite("Results of other programs")
struct OtherProgramsTests {
  private func read(
    _ format: ExchangeFormat, _ text: String, name: String = "value"
  ) throws -> [ExchangeSeries] {
    try format.document(from: Array(text.utf8), name: name).series
  }

  @Test("asv: versions 1 and 2, parameters, NaN, and published graphs")
  func asv() throws {
    let old = try read(
      .asv,
      """
      {"commit_hash": "abc", "date": 1500000000000, "version": 1, "params": {"machine": "m"},
       "results": {"m.time_all": 0.25, "m.track_NaN_count": NaN,
         "m.mem_some": {"result": [1, NaN, 3, 4], "params": [["a", "b"], ["1", "2"]]}}}
      """)
    #expect(
      old.map(\.name) == [
        "m.time_all [m]", "m.mem_some(a, 1) [m]", "m.mem_some(b, 1) [m]", "m.mem_some(b, 2) [m]",
      ])
    #expect(old.map(\.unit) == ["s", "bytes", "bytes", "bytes"])
    #expect(
      old[0].points == [
        ExchangePoint(value: 0.25, time: 1_500_000_000_000, commit: "abc", machine: "m")
      ])
    let new = try read(
      .asv,
      """
      {"commit_hash": "abc", "date": 1600000000000, "version": 2, "env_name": "e",
       "result_columns": ["result", "params", "version", "started_at", "duration"],
       "results": {"m.time_all": [[0.5], [], "v", 1, 2], "m.time_n": [[1, 2], [["10", "20"]], "v"],
         "m.time_failed": [null, []]}}
      """)
    #expect(new.map(\.name) == ["m.time_all", "m.time_n(10)", "m.time_n(20)"])
    #expect(new.map { $0.points[0].value } == [0.5, 1, 2])
    let graph = try read(.asv, "[[17, 0.5], [18, null], [20, 0.75]]", name: "m.time_all")
    #expect(graph.map(\.name) == ["m.time_all"])
    #expect(graph[0].points.map(\.commit) == ["r17", "r20"])
    for bad in ["{}", "[1]", "[[1]]", #"{"commit_hash": "a", "version": 3, "results": {}}"#] {
      #expect(throws: ExchangeError.self) { _ = try read(.asv, bad) }
    }
  }

  @Test("pytest-benchmark, Criterion, JMH, BenchmarkDotNet and BenchmarkTools.jl")
  func others() throws {
    let pytest = try read(
      .pytestBenchmark,
      """
      {"machine_info": {}, "commit_info": {"id": "abc"}, "datetime": "2026-03-31T06:53:51.123",
       "benchmarks": [{"fullname": "t.py::test", "stats": {"median": 1.5e-6, "data": [1e-6, 2e-6]}}]}
      """)
    #expect(pytest[0].name == "t.py::test" && pytest[0].points[0].value == 1500)
    #expect(pytest[0].points[0].samples == [1000, 2000] && pytest[0].points[0].commit == "abc")
    #expect(pytest[0].points[0].time == 1_774_940_031_123)
    let estimate =
      #"{"median": {"confidence_interval": {"lower_bound": 9, "upper_bound": 11}, "#
      + #""point_estimate": 10}}"#
    let criterion = try read(.criterion, estimate, name: "fib")
    #expect(criterion[0].name == "fib" && criterion[0].points[0].lower == 9)
    let messages = try read(
      .criterion,
      """
      {"reason": "group-start"}
      {"reason": "benchmark-complete", "id": "fib/20", "typical": {"estimate": 26, "unit": "us"}}
      """)
    #expect(messages.map(\.name) == ["fib/20"] && messages[0].unit == "us")
    let jmh = try read(
      .jmh,
      """
      [{"benchmark": "a.B.c", "mode": "thrpt", "params": {"n": "10"}, "primaryMetric":
        {"score": 5, "scoreConfidence": [4, 6], "scoreUnit": "ops/s", "rawData": [[4, 5], [6]]}},
       {"benchmark": "a.B.c", "mode": "avgt", "params": {"n": "10"}, "primaryMetric":
        {"score": 0.2, "scoreUnit": "s/op"}}]
      """)
    #expect(jmh.map(\.name) == ["a.B.c(n=10)", "a.B.c(n=10) [avgt]"])
    #expect(jmh[0].points[0].samples == [4, 5, 6] && jmh[0].unit == "ops/s")
    let net = try read(
      .benchmarkDotNet,
      """
      {"Title": "t", "Benchmarks": [{"FullName": "A.B", "Statistics": {"Median": 12.5,
        "OriginalValues": [12, 13], "ConfidenceInterval": {"Lower": 11, "Upper": 14}}},
        {"FullName": "A.Failed", "Statistics": null}]}
      """)
    #expect(net.map(\.name) == ["A.B"] && net[0].points[0].upper == 14)
    let julia = try read(
      .benchmarkTools,
      """
      [{"Julia": "1.10", "BenchmarkTools": {}}, [["BenchmarkGroup", {"tags": [], "data":
        {"sort": ["BenchmarkTools.BenchmarkGroup", {"data": {"small":
          ["BenchmarkTools.Trial", {"times": [3, 1, 2]}]}}]}}]]]
      """)
    #expect(julia.map(\.name) == ["sort/small"] && julia[0].points[0].value == 2)
    for format in ExchangeFormat.allCases where !format.canBeExported {
      for bad in ["", "{", "[]", "{}", "[3]", #"{"results": []}"#] where format != .asv {
        let series = (try? read(format, bad)) ?? []
        #expect(series.isEmpty)
      }
      #expect(throws: ExchangeError.self) { _ = try format.text(of: ExchangeDocument()) }
    }
  }

  @Test("go test -bench: packages, repetitions and further measures")
  func go() throws {
    let series = try read(
      .goBench,
      """
      goos: linux
      pkg: example.com/fib
      BenchmarkFib-8   \t  100\t 20 ns/op\t 16 B/op
      BenchmarkFib-8   \t  100\t 30 ns/op\t 16 B/op
      BenchmarkFib-8   \t  100\t 10 ns/op\t 16 B/op
      PASS
      """)
    #expect(series.map(\.name) == ["example.com/fib.Fib-8", "example.com/fib.Fib-8: B/op"])
    #expect(series.map(\.unit) == ["ns", "B/op"])
    #expect(series[0].points[0].value == 20 && series[0].points[0].samples == [20, 30, 10])
  }

  @Test("OpenMetrics of others: samples of different labels are different series")
  func metrics() throws {
    let series = try read(
      .openMetrics,
      "d{host=\"a\",op=\"x\"} 1 5\nd{op=\"y\",host=\"a\"} 2 5\nd{op=\"x\",host=\"a\"} 3 6\n# EOF\n")
    #expect(series.map(\.name) == ["d{host=a, op=x}", "d{host=a, op=y}"])
    #expect(series[0].points.map(\.value) == [1, 3] && series[0].points[1].time == 6000)
  }

  @Test("data.js: values as text, ranges, and platforms that are kept apart")
  func dataScript() throws {
    func run(_ date: Int, _ benches: String) -> String {
      #"{"commit": {"id": "c\#(date)"}, "date": \#(date), "benches": [\#(benches)]}"#
    }
    let text =
      #"window.BENCHMARK_DATA = {"entries": {"S": ["#
      + run(
        1,
        #"{"name": "a", "value": "1,234 ± 5", "unit": "ns", "platform": "x"}"#
          + #", {"name": "a", "value": 7, "unit": "ns", "platform": "y"}"#)
      + ","
      + run(2, #"{"name": "b", "value": 10, "range": "± 10%", "unit": "ns", "platform": "x"}"#)
      + "]}}"
    let series = try read(.githubAction, text)
    #expect(series.map(\.name) == ["a [x]", "a [y]", "b"])
    #expect(series[0].points[0].value == 1234)
    #expect(series[0].points[0].lower == 1229 && series[0].points[0].upper == 1239)
    #expect(series[2].points[0].lower == 9 && series[2].points[0].upper == 11)
  }

  @Test("Importing twice adds nothing twice; a file that grew adds what is new")
  func importingTwice() throws {
    func document(_ times: ClosedRange<Int64>, isTimed: Bool = true) -> ExchangeDocument {
      ExchangeDocument(
        series: ["a", "b"].map { name in
          ExchangeSeries(
            name: name,
            points: times.map {
              ExchangePoint(value: Double($0 % 3), time: isTimed ? $0 : nil, commit: "c\($0 / 2)")
            })
        })
    }
    let store = try HistoryStore()
    #expect(try store.add(document(1...4), at: 0).values == 8)
    let again = try store.add(document(1...4), at: 9)
    #expect(again.values == 0 && again.runs == 0 && again.known == 8)
    let grown = try store.add(document(1...6), at: 9)
    #expect(grown.values == 4 && grown.known == 8)
    #expect(try store.points(of: "a").map(\.startedAt) == [1, 2, 3, 4, 5, 6])
    // A run may have measured a series twice.
    let twice = ExchangeDocument(
      series: [
        ExchangeSeries(
          name: "t", points: [ExchangePoint(value: 1, time: 5), ExchangePoint(value: 2, time: 5)])
      ])
    #expect(try store.add(twice, at: 0).values == 2)
    #expect(try store.add(twice, at: 0).values == 0)
    let untimed = try HistoryStore()
    #expect(try untimed.add(document(1...4, isTimed: false), at: 10).values == 8)
    #expect(try untimed.add(document(1...4, isTimed: false), at: 20).values == 0)
    #expect(try untimed.add(document(1...6, isTimed: false), at: 30).values == 4)
    #expect(try untimed.points(of: "b").map(\.value) == [1, 2, 0, 1, 2, 0])
  }
}
