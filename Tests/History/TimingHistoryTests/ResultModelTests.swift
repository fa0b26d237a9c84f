internal import Measuring
internal import Testing

@testable internal import ExchangeDocuments
@testable internal import HistoryExchange

/// What every reader makes of results: one table of cases for all formats.
@Suite("Results as they come")
struct ResultModelTests {
  /// One file and what it holds.
  struct Case: Sendable, CustomStringConvertible {
    let description: String
    let format: ExchangeFormat
    let text: String
    /// `name unit better value,value`, one for each series.
    let series: [String]
    /// `name state`, one for each result without a value.
    var unmeasured: [String] = []
  }

  private static func data(_ runs: [(tool: String, benches: String)]) -> String {
    let entries = runs.enumerated().map { place, run in
      #"{"commit":{"id":"c\#(place)"},"date":\#(place * 1000),"tool":"\#(run.tool)","benches":"#
        + "[\(run.benches)]}"
    }
    return #"window.BENCHMARK_DATA = {"entries":{"S":["# + entries.joined(separator: ",") + "]}}"
  }

  private static func data(_ values: String...) -> String {
    data(values.map { ("cargo", $0) })
  }

  static let cases: [Case] = [
    Case(
      description: "data.js: units of one dimension", format: .githubAction,
      text: data(
        #"{"name":"a","unit":"ns/iter","value":700}"#,
        #"{"name":"a","unit":"us/iter","value":0.7}"#,
        #"{"name":"a","unit":"ms","value":0.0014}"#),
      series: ["a ns/iter – 700.0,700.0,1400.0"]),
    Case(
      description: "data.js: units of two dimensions", format: .githubAction,
      text: data(
        #"{"name":"a","unit":"ns","value":7}"#, #"{"name":"a","unit":"MB","value":3}"#,
        #"{"name":"a","unit":"kB","value":5}"#, #"{"name":"a","unit":"us","value":1}"#),
      series: ["a ns – 7.0,1000.0", "a [MB] MB – 3.0", "a [kB] kB – 5.0"]),
    Case(
      description: "data.js: null, NaN, Infinity, no value, text", format: .githubAction,
      text: data(
        #"{"name":"a","unit":"ns","value":null}"#, #"{"name":"a","unit":"ns","value":NaN}"#,
        #"{"name":"a","unit":"ns","value":-Infinity}"#, #"{"name":"a","unit":"ns"}"#,
        #"{"name":"a","unit":"ns","value":"NaN"}"#, #"{"name":"a","unit":"ns","value":"12 ± 1"}"#),
      series: ["a ns – 12.0"], unmeasured: Array(repeating: "a missing", count: 5)),
    Case(
      description: "data.js: tools that say what is better", format: .githubAction,
      text: data([
        ("customBiggerIsBetter", #"{"name":"a","unit":"score","value":1}"#),
        ("customSmallerIsBetter", #"{"name":"b","unit":"ops/s","value":2}"#),
      ]), series: ["a score more 1.0", "b ops/s – 2.0"]),
    Case(
      description: "custom: one name twice, one without a value", format: .githubActionCustom,
      text: #"""
        [{"name":"a","unit":"s","value":1},{"name":"a","unit":"s","value":2},
        {"name":"b","unit":"s","value":null}]
        """#, series: ["a s – 1.0", "a #2 s – 2.0"], unmeasured: ["b missing"]),
    Case(
      description: "CSV: units of rows, values that are missing", format: .csv,
      text: """
        series,unit,value
        a,us,1.5
        a,ms,0.003
        a,us,NaN
        a,us,
        a,us,null
        a,B,7
        """, series: ["a us – 1.5,3.0", "a [B] B – 7.0"],
      unmeasured: ["a missing", "a missing", "a missing"]),
    Case(
      description: "CSV: numbers, one a line", format: .csv, text: "1.5\n1.6\n-2e3\n",
      series: ["value – – 1.5,1.6,-2000.0"]),
    Case(
      description: "own JSON: null and a direction", format: .json,
      text: #"""
        {"series":[{"name":"a","unit":"score","better":"more","points":[{"value":1},{"value":null}]}]}
        """#, series: ["a score more 1.0"], unmeasured: ["a missing"]),
    Case(
      description: "Bencher: a measure without a value", format: .bencher,
      text: #"{"a":{"latency":{"value":3}},"b":{"latency":{"value":null}}}"#,
      series: ["a ns – 3.0"], unmeasured: ["b missing"]),
    Case(
      description: "Google Benchmark: skipped, failed, counters", format: .googleBenchmark,
      text: #"""
        {"context":{},"benchmarks":[
        {"name":"a","real_time":0,"time_unit":"ns","skipped":true,"skip_message":"no device"},
        {"name":"b","error_occurred":true,"error_message":"no"},
        {"name":"c","iterations":5,"real_time":2,"cpu_time":1,"time_unit":"us","items_per_second":5e5,
         "bytes_per_second":7,"hits":3},{"name":"d","real_time":null}]}
        """#,
      series: [
        "c us – 2.0", "c: items_per_second items/s – 500000.0", "c: bytes_per_second B/s – 7.0",
        "c: hits – – 3.0",
      ], unmeasured: ["a skipped", "b failed", "d missing"]),
    Case(
      description: "hyperfine: parameters, runs that failed", format: .hyperfine,
      text: #"""
        {"results":[{"command":"sort","median":1,"times":[1],"parameters":{"size":"10"}},
        {"command":"sort","median":2,"times":[2],"parameters":{"size":"100"}},
        {"command":"sleep 3","median":3,"times":[3],"parameters":{"t":"3"}},
        {"command":"bad","median":0.1,"times":[0.1,0.1],"exit_codes":[0,1]},
        {"command":"killed","median":0.1,"times":[0.1],"exit_codes":[null]}]}
        """#,
      series: [
        "sort (size=10) ns – 1000000000.0", "sort (size=100) ns – 2000000000.0",
        "sleep 3 ns – 3000000000.0",
      ],
      unmeasured: ["bad failed", "killed failed"]),
    Case(
      description: "Go: a log between name and numbers, failures", format: .goBench,
      text: """
        pkg: p
        BenchmarkInsert-8   \t2026/09/04 11:20:03 slow InsertMessages: 250ms
            1200\t    985123 ns/op\t  4096 B/op
        BenchmarkRead-8   \t   90000\t     13311 ns/op
        BenchmarkLog-8   \tlog 100    50   7 ns/op
        BenchmarkSub
        BenchmarkSub/a
        BenchmarkSub/a-8   \t 10 \t 5 ns/op
        --- FAIL: BenchmarkBad-8
            x_test.go:5: no
        --- SKIP: BenchmarkOff
        BenchmarkLost-8   \tpanic
        FAIL
        """,
      series: [
        "p.Insert-8 ns – 985123.0", "p.Insert-8: B/op B/op – 4096.0", "p.Read-8 ns – 13311.0",
        "p.Log-8 ns – 7.0", "p.Sub/a-8 ns – 5.0",
      ], unmeasured: ["p.Bad-8 failed", "p.Off skipped", "p.Lost-8 missing"]),
    Case(
      description: "JMH: modes, a score that is no number", format: .jmh,
      text: #"""
        [{"benchmark":"a","mode":"thrpt","primaryMetric":{"score":1,"scoreUnit":"ops/ms"}},
        {"benchmark":"b","mode":"avgt","primaryMetric":{"score":2,"scoreUnit":"ms/op"}},
        {"benchmark":"c","mode":"avgt","primaryMetric":{"score":"NaN","scoreUnit":"ms/op"}}]
        """#, series: ["a ops/ms more 1.0", "b ms/op less 2.0"], unmeasured: ["c missing"]),
    Case(
      description: "BenchmarkDotNet: two jobs, a failure", format: .benchmarkDotNet,
      text: #"""
        {"Benchmarks":[
        {"FullName":"A.B","DisplayInfo":"A.B: Job-X(Runtime=.NET 8.0)","Statistics":{"Median":1}},
        {"FullName":"A.B","DisplayInfo":"A.B: Job-Y(Runtime=.NET 9.0)","Statistics":{"Median":2}},
        {"FullName":"A.C","DisplayInfo":"A.C: DefaultJob","Statistics":{"Median":3}},
        {"FullName":"A.D","DisplayInfo":"A.D: ShortRun(N=1) [n=5]","Statistics":null}]}
        """#,
      series: [
        "A.B [Runtime=.NET 8.0] ns – 1.0", "A.B [Runtime=.NET 9.0] ns – 2.0", "A.C ns – 3.0",
      ],
      unmeasured: ["A.D [N=1] failed"]),
    Case(
      description: "pytest-benchmark: no statistics", format: .pytestBenchmark,
      text: #"""
        {"machine_info":{},"benchmarks":[{"fullname":"a","stats":{"median":1e-9}},
        {"fullname":"b","stats":{"median":NaN}}]}
        """#, series: ["a ns – 1.0"], unmeasured: ["b missing"]),
    Case(
      description: "Criterion: an estimate that is none", format: .criterion,
      text: """
        {"reason":"benchmark-complete","id":"a","typical":{"estimate":1,"unit":"us"}}
        {"reason":"benchmark-complete","id":"b","typical":{"estimate":null,"unit":"us"}}
        """, series: ["a us – 1.0"], unmeasured: ["b missing"]),
    Case(
      description: "JUnit: failures, errors, skips and a case without a time", format: .junit,
      text: """
        <?xml version="1.0"?><testsuites><testsuite name="s" timestamp="2026-01-02T03:04:05Z">
        <testcase classname="p.T" name="a" time="0.25"/>
        <testcase classname="p.T" name="b" time="1,234.5"><system-out>x</system-out></testcase>
        <testcase classname="p.T" name="c" time="9"><failure message="1 &lt; 2">at</failure></testcase>
        <testcase classname="p.T" name="d" time="9"><error/><skipped/></testcase>
        <testcase classname="p.T" name="e" time="0"><skipped message="no device"/></testcase>
        <testcase name="f"/>
        </testsuite></testsuites>
        """, series: ["p.T.a ns less 250000000.0", "p.T.b ns less 1234500000000.0"],
      unmeasured: ["p.T.c failed", "p.T.d failed", "p.T.e skipped", "f missing"]),
    Case(
      description: "Catch2: a benchmark that throws, a case that fails, one that is skipped",
      format: .catch2,
      text: """
        <Catch2TestRun><TestCase name="t"><BenchmarkResults name="a"><mean value="5"/>
        </BenchmarkResults><BenchmarkResults name="b"><failed message="no"/></BenchmarkResults>
        <OverallResult success="true"/></TestCase>
        <TestCase name="u"><BenchmarkResults name="a"><mean value="6"/></BenchmarkResults>
        <Section name="s"><OverallResults failures="1"/></Section>
        <OverallResult success="false"/></TestCase>
        <TestCase name="v"><OverallResult success="false"/></TestCase>
        <TestCase name="w"><OverallResult success="true" skips="1"/></TestCase>
        <TestCase name="x"><OverallResult success="true" skips="0"/></TestCase></Catch2TestRun>
        """, series: ["t/a ns – 5.0"],
      unmeasured: ["t/b failed", "u/a failed", "v failed", "w skipped"]),
    Case(
      description: "Catch2's console: a benchmark that throws", format: .catch2,
      text: """
        benchmark name   samples   iterations   estimated
        -------
        a                          100     208     7.1 ms
                               344 ns   341 ns   349 ns
                                19 ns    11 ns    29 ns

        b                          100     208     7.1 ms
        Benchmark failed (no)
        """, series: ["a ns – 344.0"], unmeasured: ["b failed"]),
    Case(
      description: "BenchmarkTools.jl: a trial without times", format: .benchmarkTools,
      text: #"""
        [{"BenchmarkTools":{}},[["BenchmarkGroup",{"data":{"a":["Trial",{"times":[3]}],
        "b":["Trial",{"times":[]}]}}]]]
        """#, series: ["a ns – 3.0"], unmeasured: ["b missing"]),
  ]

  @Test("Units, directions, names and states are the same from every reader", arguments: cases)
  func readers(one: Case) throws {
    let document = try one.format.document(from: Array(one.text.utf8))
    let series = document.series.map { series in
      func shown(_ text: String?) -> String { text.map { $0.isEmpty ? "–" : $0 } ?? "–" }
      return "\(series.name) \(shown(series.unit)) \(shown(series.better?.rawValue)) "
        + series.points.map { "\($0.value)" }.joined(separator: ",")
    }
    #expect(series == one.series)
    #expect(document.unmeasured.map { "\($0.series) \($0.state.rawValue)" } == one.unmeasured)
    #expect((document.unmeasuredText == nil) == one.unmeasured.isEmpty)
  }

  @Test(
    "An interval is what the file says it is, from every reader",
    arguments: [
      (
        ExchangeFormat.jmh,
        #"[{"benchmark":"a","primaryMetric":{"score":2,"scoreUnit":"ms","scoreConfidence":[1,3]}}]"#,
        IntervalKind.confidence(0.999)
      ),
      (
        .benchmarkDotNet,
        #"{"Benchmarks":[{"FullName":"a","Statistics":{"Median":2,"ConfidenceInterval":{"Level":12,"Lower":1,"Upper":3}}}]}"#,
        .confidence(0.999)
      ),
      (
        .criterion,
        #"{"median":{"point_estimate":2,"confidence_interval":{"confidence_level":0.95,"lower_bound":1,"upper_bound":3}}}"#,
        .confidence(0.95)
      ),
      (
        .catch2,
        #"<Catch><BenchmarkResults name="a"><mean value="2" lowerBound="1" upperBound="3" ci="0.9"/></BenchmarkResults></Catch>"#,
        .confidence(0.9)
      ),
      (
        .pytestBenchmark,
        #"{"machine_info":{},"benchmarks":[{"fullname":"a","stats":{"median":2e-9,"q1":1e-9,"q3":3e-9}}]}"#,
        .quartiles
      ),
      (
        .asv,
        #"{"commit_hash":"c","results":{"a":{"result":[2],"stats":[{"ci_99":[1,3]}]}}}"#,
        .confidence(0.99)
      ),
      (
        .githubAction, data([("catch2", #"{"name":"a","value":2,"range":"± 1"}"#)]),
        .standardDeviation
      ),
      (
        .githubAction, data([("benchmarkjs", #"{"name":"a","value":2,"range":"±50%"}"#)]),
        .confidence(0.95)
      ),
      (.githubAction, data([("cargo", #"{"name":"a","value":2,"range":"± 1"}"#)]), nil),
      (.bencher, #"{"a":{"latency":{"value":2,"lower_value":1,"upper_value":3}}}"#, nil),
      (.csv, "value,lower,upper\n2,1,3\n", nil),
      (.csv, "value,lower,upper,interval\n2,1,3,95 %\n", .confidence(0.95)),
      (.csv, "value,stddev\n2,1\n", .standardDeviation),
      (.csv, "value,sem\n2,1\n", .standardError),
      (.csv, "min,value,max\n1,2,3\n", .range),
      (.csv, "value,q1,q3\n2,1,3\n", .quartiles),
      (.csv, "value,range,interval\n2,± 50 %,Std. dev\n", nil),
      (.csv, "value,range,interval\n2,1,SD\n", .standardDeviation),
    ] as [(ExchangeFormat, String, IntervalKind?)])
  func intervals(format: ExchangeFormat, text: String, kind: IntervalKind?) throws {
    let bytes = Array(text.utf8)
    let document = try format.document(from: bytes, name: "a")
    let point = try #require(document.series.first?.points.first)
    #expect(point.intervalKind == kind)
    #expect(point.interval?.lower == 1 && point.interval?.upper == 3)
    // A check reads the same of a table, and of any other document.
    let table = format == .csv ? try SeriesTable(bytes, name: "a") : SeriesTable(document)
    #expect(table.intervalKind(of: table.series[0], at: 0) == kind)
    #expect(table.interval(of: table.series[0], at: 0)?.upper == 3)
  }

  @Test("Names of kinds come back, and nothing else is one")
  func kinds() {
    let all: [IntervalKind] = [
      .confidence(0.95), .confidence(0.999), .confidence(nil), .standardDeviation, .standardError,
      .range, .quartiles,
    ]
    #expect(all.map { IntervalKind(text: $0.text) } == all)
    #expect(all.map { IntervalKind(words: $0.title) } == all)
    #expect(
      Set(all.map(\.title)).count == all.count && Set(all.map(\.shortTitle)).count == all.count)
    #expect(IntervalKind.confidence(0.999).title == "99.9 % confidence interval")
    for (words, kind) in [
      ("95%", IntervalKind.confidence(0.95)), ("0.9", .confidence(0.9)), ("99", .confidence(0.99)),
      ("CI95", .confidence(0.95)), ("90 % CI", .confidence(0.9)), ("Min–Max", .range),
    ] { #expect(IntervalKind(words: words) == kind, "\(words)") }
    for words in [
      "", "x", "0", "100", "1.5", "nan", "-5", "confidence 2", "confidence 0.950", "σσ",
    ] {
      #expect(IntervalKind(text: words) == nil, "\(words)")
    }
    for words in ["", "x", "0", "100 %", "1.5", "nan", "inf", "% ci", "ci%"] {
      #expect(IntervalKind(words: words) == nil, "\(words)")
    }
  }

  @Test("A table that is checked and one that is imported hold the same")
  func tables() throws {
    for one in Self.cases where one.format == .csv {
      let table = try SeriesTable(Array(one.text.utf8), name: "value")
      let document = try ExchangeFormat.csv.document(from: Array(one.text.utf8))
      #expect(table.series.map(\.name) == document.series.map(\.name))
      #expect(table.series.map(\.unit) == document.series.map(\.unit))
      #expect(
        table.series.map { $0.values.filter(\.isFinite) }
          == document.series.map { $0.points.map(\.value) })
      #expect(table.remarks == document.remarks)
    }
  }

  @Test("What is left out is one sentence, and so is another dimension")
  func remarks() throws {
    let document = try ExchangeFormat.githubActionCustom.document(
      from: Array(
        #"[{"name":"a","value":1},{"name":"b","value":null},{"name":"c"}]"#.utf8))
    #expect(
      document.unmeasuredText
        == "2 of 3 results are left out (2 without a value): The benchmark 'b' has no number as its "
        + "'value'. And 1 more.")
    let table = try SeriesTable(
      Array("series,unit,value\na,ns,1\na,MB,2\na,ns,3\na,MB,4".utf8), name: "x")
    #expect(table.series.map(\.values) == [[1, 3], [2, 4]])
    #expect(table.remarks.count == 1)
    #expect(table.remarks.first?.contains("'a [MB]'") == true)
  }

  @Test("Criterion: names as given, the newest estimates, no ratios")
  func criterionFolder() {
    func estimates(_ value: Double) -> String { #"{"median":{"point_estimate":\#(value)}}"# }
    let files = [
      "a_b/new/estimates.json": estimates(1), "a_b/new/benchmark.json": #"{"full_id":"a/b"}"#,
      "a_b/base/estimates.json": estimates(9), "a_b/base/benchmark.json": #"{"full_id":"a/b"}"#,
      "a_b/change/estimates.json": estimates(0.01), "a_b/new/sample.json": "{}",
      "g/f/10/new/estimates.json": estimates(2),
      "g/f/20/base/estimates.json": estimates(3), "report/index.html": "<html>",
    ]
    let folder = ExchangeFolder(paths: Array(files.keys)) { path in
      .success(Array((files[path] ?? "").utf8))
    }
    #expect(folder.document.series.map(\.name) == ["a/b", "g/f/10", "g/f/20"])
    #expect(folder.document.series.map { $0.points.map(\.value) } == [[1], [2], [3]])
    #expect(folder.unread.isEmpty)
  }

  @Test("A folder keeps files of which no result has a value, and joins units")
  func folders() {
    func file(_ time: String) -> String {
      #"{"context":{},"benchmarks":[{"name":"a",\#(time)}]}"#
    }
    let files = [
      "1.json": file(#""real_time":2,"time_unit":"us""#),
      "2.json": file(#""real_time":0,"time_unit":"us","skipped":true"#),
      "3.json": file(#""real_time":0.003,"time_unit":"ms""#),
    ]
    let folder = ExchangeFolder(paths: Array(files.keys)) { path in
      .success(Array((files[path] ?? "").utf8))
    }
    #expect(folder.document.series.map { $0.points.map(\.value) } == [[2, 3]])
    #expect(folder.document.unmeasured.map(\.state) == [.skipped])
    #expect(folder.unread.isEmpty)
  }

  /// Sixty commits of a repository of which three have an older date, and a step in the middle.
  private static let commits = (0..<60).map { place in
    String(repeating: "0", count: 38) + (place < 10 ? "0\(place)" : "\(place)")
  }

  private static func dates(older: [Int]) -> [Int64] {
    (0..<60).map { Int64(older.contains($0) ? $0 - 25 : $0) * 86_400_000 + 1_600_000_000_000 }
  }

  @Test("Commits are ordered as in the repository: three with an older date are put back")
  func repositoryOrder() throws {
    let order = RevisionOrder(oldestFirst: Self.commits)
    let dates = Self.dates(older: [31, 40, 52])
    let full =
      (["time,commit,value"]
      + zip(Self.commits, dates).enumerated().map { "\($1.1),\($1.0),\($0)" })
      .joined(separator: "\n")
    var table = try SeriesTable(Array(full.utf8), name: "a")
    _ = table.sort()
    #expect(table.series[0].values != (0..<60).map { Double($0) })
    table.sort(by: order)
    #expect(table.series[0].values == (0..<60).map { Double($0) })
    #expect(
      table.remarks == [
        "3 of 60 commits have times that contradict the order of the commits in the repository: "
          + "points stand in that order."
      ])
    #expect(order.places(times: dates, commits: Self.commits) == Array(0..<60))
  }

  @Test("Equal times and none are ordered by commits; unknown commits stay where they are")
  func orderWithoutTimes() throws {
    let order = RevisionOrder(oldestFirst: ["aaaaaaaa1", "aaaaaaaa2", "bbbbbbbb1", "bbbbbbbb2"])
    func values(_ rows: [String], _ header: String) throws -> [Double] {
      var table = try SeriesTable(
        Array(([header] + rows).joined(separator: "\n").utf8), name: "a")
      table.sort(by: order)
      return table.series[0].values
    }
    // Newest first, without times: by commits, if all are known.
    let newestFirst = ["bbbbbbbb2,3", "bbbbbbbb1,2", "aaaaaaaa1,0"]
    #expect(try values(newestFirst, "commit,value") == [0, 2, 3])
    #expect(try values(newestFirst + ["ffffffff,9"], "commit,value") == [3, 2, 0, 9])
    // One time for all, and a beginning that names no single commit.
    let equal = ["7,bbbbbbbb1,2", "7,aaaaaaaa1,0", "7,aaaaaaaa2,1"]
    #expect(try values(equal, "time,commit,value") == [0, 1, 2])
    #expect(order.place(of: "aaaaaaaa") == nil && order.place(of: "bbbbbbbb1") == 2)
    #expect(order.place(of: "b") == nil && order.place(of: "") == nil)
    // A force-pushed commit keeps its time; a commit that was measured again keeps its later point.
    let again = [
      "5,aaaaaaaa1,0", "6,ffffffff,1", "7,bbbbbbbb1,2", "8,aaaaaaaa1,3", "9,aaaaaaaa2,1.5",
    ]
    #expect(try values(again, "time,commit,value").count == 5)
    #expect(try values(again, "time,commit,value").first == 0)
  }

  @Test("Dates that contradict the order of commits are replaced, as few as can be")
  func revisionDates() {
    func dates(_ given: [Int64]) -> [Int64] { RevisionDates.inOrder(given).dates }
    #expect(dates([]) == [])
    #expect(dates([1, 2, 2, 3]) == [1, 2, 2, 3])
    #expect(dates([10, 20, 3, 40]) == [10, 20, 30, 40])
    #expect(dates([10, 20, 99, 40, 50]) == [10, 20, 30, 40, 50])
    #expect(RevisionDates.inOrder([10, 20, 99, 40, 50]).replaced == 1)
    #expect(dates([90, 20, 30]) == [19, 20, 30])
    #expect(dates([10, 20, 5]) == [10, 20, 21])
    // Any number may stand in a file.
    #expect(dates([.min, 5, 3, 3, .max]) == [.min, -(1 << 62), 3, 3, .max])
    #expect(dates([.max, .max, 5]) == [.max, .max, .max])
    #expect(dates([5, .min, .min]) == [.min, .min, .min])
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<200 {
      let given = (0..<12).map { _ in Int64.random(in: 0..<40, using: &generator) }
      let (ordered, replaced) = RevisionDates.inOrder(given)
      #expect(zip(ordered, ordered.dropFirst()).allSatisfy { $0 <= $1 })
      #expect(zip(ordered, given).count { $0 != $1 } <= replaced)
    }
  }
}
