internal import Measuring
internal import OrderedJSON
internal import Testing
internal import TimingHistory

@testable internal import ExchangeDocuments
@testable internal import HistoryExchange

@Suite("Files of other programs")
struct ExchangeFilesTests {
  private func read(_ format: ExchangeFormat, _ text: String) throws -> ExchangeDocument {
    try format.document(from: Array(text.utf8))
  }

  private func failure(_ format: ExchangeFormat, _ text: String) -> String {
    do {
      return "read: \(try format.document(from: Array(text.utf8)))"
    } catch {
      return error.description
    }
  }

  @Test("github-action-benchmark's own page")
  func dataJS() throws {
    let bytes = try Fixture.bytes("github-action/data.js")
    let document = try ExchangeFormat.githubAction.document(from: bytes)
    let rust = try #require(document.series.first)
    #expect(rust.name == "Rust Benchmark: bench_fib_10")
    #expect(rust.unit == "ns/iter")
    #expect(rust.points.last?.value == 159.63)
    #expect(rust.points.last?.time == 1_774_932_887_397)
    #expect(rust.points.last?.commit == "c38cce98215cf75e178ecd5a0c1a1ab215e93006")
    #expect(document.series.contains { $0.name == "Go Benchmark: BenchmarkFib20" })
    #expect(document.series.count > 20)
  }

  @Test("Otava's example")
  func otavaSample() throws {
    let document = try ExchangeFormat.otava.document(from: try Fixture.bytes("otava/sample.csv"))
    #expect(document.series.map(\.name) == ["metric1", "metric2"])
    let second = try #require(document.series.last?.points)
    #expect(second.first?.value == 10.43)
    #expect(second.first?.commit == "aaa0")
    // 2026.01.01 3:00:00 +0100
    #expect(second.first?.time == 1_767_232_800_000)
  }

  @Test("Otava cannot read a table with gaps, so none is written; one with gaps is read")
  func otavaGaps() throws {
    let gaps = try read(.otava, "time,commit,a,b\n1,x,5,\n2,y,6,7\n")
    #expect(gaps.series.map { $0.points.map(\.value) } == [[5, 6], [7]])
    #expect(throws: ExchangeError.self) { _ = try ExchangeFormat.otava.text(of: gaps) }
  }

  @Test("A table needs no more than a column of values")
  func tables() throws {
    let plain = try read(.csv, "time,commit,value\r\n1,a,2.5\r\n\r\n2026-01-02,b,3\n")
    #expect(plain.series.map(\.name) == ["value"])
    #expect(plain.series.first?.points.map(\.value) == [2.5, 3])
    #expect(plain.series.first?.points.map(\.time) == [1000, 1_767_312_000_000])
    #expect(try read(.csv, "\u{FEFF}value\n1").series.first?.points.count == 1)
    let marked = try ExchangeFormat.csv.document(from: Array("value\n1".utf8), name: "fib")
    #expect(marked.series.first?.name == "fib")
    let real = try Fixture.bytes("gab-fib/C_Benchmark__fib_10.csv")
    let series = try #require(try ExchangeFormat.csv.document(from: real).series.first)
    #expect(series.points.count == 205)
    #expect(series.unit == "ns/iter")
    #expect(series.points.first?.time == 1_575_020_445_615)
  }

  @Test("Errors of tables name the line and what is wrong")
  func tableErrors() {
    #expect(failure(.csv, "") == "line 1: The table is empty.")
    #expect(failure(.csv, "a,b\n1,2") == "line 1: There is no column 'value' among 'a', 'b'.")
    for (divider, name) in [(";", "a semicolon"), ("\t", "a tab")] {
      #expect(failure(.csv, "time\(divider)value\n1\(divider)2").hasSuffix("here \(name) divides."))
    }
    #expect(failure(.csv, "value\n1\nx") == "line 3: 'x' is not a finite number.")
    #expect(failure(.csv, "value\nnan") == "line 2: 'nan' is not a finite number.")
    #expect(failure(.csv, "value,time\n,1") == "line 2: The value is missing.")
    #expect(failure(.csv, "value,b\n1") == "line 2: There are 1 fields for 2 columns.")
    #expect(failure(.csv, "value\n\"1") == "line 2: A quoted field does not end.")
    #expect(
      failure(.csv, "value\n\"1\"2") == "line 2: A quoted field goes on after its closing quote.")
    #expect(failure(.otava, "time,commit\n1,2").contains("no column of values"))
    #expect(failure(.otava, "time,m\n1,x") == "line 2: 'x' in column 'm' is not a finite number.")
  }

  @Test("google-benchmark: units, failed runs and other aggregates")
  func googleBenchmark() throws {
    let text = """
      {"context": {"date": "2026-01-02T03:04:05+01:00"}, "benchmarks": [
        {"name": "a/1", "run_name": "a/1", "run_type": "iteration", "real_time": 1.5e+01, "time_unit": "us"},
        {"name": "a/1", "run_name": "a/1", "run_type": "iteration", "real_time": 17, "time_unit": "us"},
        {"name": "a/1_mean", "run_name": "a/1", "aggregate_name": "mean", "real_time": 99, "time_unit": "us"},
        {"name": "bad", "error_occurred": true, "error_message": "no"},
        {"name": "old", "real_time": 3}]}
      """
    let document = try read(.googleBenchmark, text)
    #expect(document.series.map(\.name) == ["a/1", "old"])
    #expect(document.series.map(\.unit) == ["us", "ns"])
    #expect(document.series.first?.points.first?.value == 16)
    #expect(document.series.first?.points.first?.samples == [15, 17])
    #expect(document.series.first?.points.first?.time == 1_767_319_445_000)
  }

  @Test("hyperfine: a median, or only a mean, or only times")
  func hyperfine() throws {
    let text = """
      {"results": [{"command": "a", "median": 0.25, "times": [0.25]},
        {"command": "b", "mean": 1e-3}, {"command": "c", "times": [3, 1, 2], "median": null}]}
      """
    let document = try read(.hyperfine, text)
    #expect(document.series.map { $0.points.first?.value } == [250_000_000, 1_000_000, 2e9])
    #expect(document.series.map { $0.points.first?.samples.count } == [0, 0, 3])
    #expect(failure(.hyperfine, #"{"results":[{"command":"d"}]}"#).contains("'median'"))
    #expect(failure(.hyperfine, #"{"results":[{"command":"d","times":["x"]}]}"#).contains("'d'"))
  }

  @Test("JUnit: failures are marked, and read again as such")
  func junit() throws {
    let document = ExchangeDocument(
      series: [
        ExchangeSeries(name: "a", points: [ExchangePoint(value: 1500)]),
        ExchangeSeries(name: "b", unit: "ms", points: [ExchangePoint(value: 2)]),
      ])
    let text = try ExchangeFormat.junit.text(of: document, failures: ["b": "2 % < \"slower\""])
    #expect(text.contains(#"<testsuites tests="2" failures="1">"#))
    #expect(text.contains(#"name="a" time="1500.0e-9"/>"#))
    #expect(text.contains(#"message="2 % &lt; &quot;slower&quot;"/>"#))
    let again = try read(.junit, text)
    #expect(again.series.map { $0.points.map(\.value) } == [[1500]])
    #expect(again.unmeasured.map(\.series) == ["b"])
    #expect(again.unmeasured.map(\.state) == [.failed])
    #expect(
      again.unmeasuredText == "1 of 2 results are left out (1 failed): The test case 'b' failed: "
        + "'2 % < \"slower\"'.")
  }

  @Test(
    "JSON that is broken is refused with its line",
    arguments: [
      "", "{", "[1,]", "[01]", "[1.]", "[1e]", "[-]", "[+1]", "[.5]", "[NaN]", "\"\u{1}\"",
      "\"\\x\"",
      "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\u12g4\"", "\"\\u+123\"", "\"abc", "{\"a\" 1}",
      "{1:2}", "[1] x", "tru", "nul", "[\"a\" \"b\"]", "\"\\",
    ])
  func brokenJSON(text: String) {
    do throws(ExchangeError) {
      let value = try JSONValue(exchanged: "\n" + text)
      Issue.record("read as \(value)")
    } catch {
      #expect(error.line == 2)
      #expect(error.message.hasPrefix("This is not JSON: "))
    }
  }

  @Test(
    "OpenMetrics that is broken or cut off is refused",
    arguments: [
      "", "a 1\n", "a{b=\"c\" 1\n# EOF\n", "a{b=c} 1\n# EOF\n", "a{b=\"c\n# EOF\n", "a\n# EOF\n",
      "a x\n# EOF\n", "a 1 x\n# EOF\n", "{} 1\n# EOF\n", "# EOF\na 1\n", "a{\n# EOF\n",
      "a 1 1e300\n# EOF\n", "a NaN\n# EOF\n",
    ])
  func brokenMetrics(text: String) {
    #expect(throws: ExchangeError.self) { _ = try read(.openMetrics, text) }
  }

  @Test("OpenMetrics of others: names without labels, no times")
  func foreignMetrics() throws {
    let document = try read(.openMetrics, "# TYPE x gauge\nx 1.5\ny{a=\"b\",} 2 1.5\n# EOF\n")
    #expect(document.series.map(\.name) == ["x", "y{a=b}"])
    #expect(document.series.last?.points.first?.time == 1500)
    // The least whole number has no magnitude of its type.
    #expect(throws: ExchangeError.self) {
      _ = try read(.openMetrics, "x 1 -9223372036854775808\n# EOF\n")
    }
  }

  @Test("What lacks a needed part is refused by name")
  func missingParts() {
    #expect(failure(.json, "{}") == "There is no list of 'series'.")
    #expect(failure(.json, #"{"version": 2}"#).contains("newer version"))
    #expect(failure(.json, #"{"series":[{}]}"#) == "A series has no 'name'.")
    #expect(failure(.json, #"{"series":[{"name":"s"}]}"#).contains("'points'"))
    #expect(failure(.json, #"{"series":[{"name":"s","points":[{}]}]}"#).contains("'value'"))
    #expect(
      failure(.json, #"{"series":[{"name":"s","points":[{"value":1,"samples":[""]}]}]}"#)
        .contains("sample"))
    #expect(failure(.bencher, "[]").contains("object"))
    #expect(failure(.bencher, #"{"a":1}"#).contains("'a'"))
    #expect(failure(.bencher, #"{"a":{"latency":{}}}"#).contains("'latency'"))
    #expect(failure(.githubAction, "var x = 1").contains("window.BENCHMARK_DATA"))
    #expect(failure(.githubAction, "window.BENCHMARK_DATA = {};").contains("'entries'"))
    #expect(
      failure(.githubAction, #"window.BENCHMARK_DATA = {"entries":{"s":[{}]}}"#)
        .contains("'benches'"))
    #expect(failure(.githubActionCustom, "{}").contains("array"))
    #expect(failure(.githubActionCustom, "[{}]").contains("'name'"))
    #expect(failure(.githubActionCustom, #"[{"name":"n"}]"#).contains("'value'"))
    #expect(failure(.googleBenchmark, "{}").contains("'benchmarks'"))
    #expect(failure(.googleBenchmark, #"{"benchmarks":[{}]}"#).contains("'name'"))
    #expect(failure(.googleBenchmark, #"{"benchmarks":[{"name":"n"}]}"#).contains("'real_time'"))
    #expect(failure(.hyperfine, "{}").contains("'results'"))
    #expect(failure(.hyperfine, #"{"results":[{}]}"#).contains("'command'"))
    #expect(failure(.bencher, #"{"a":{"x":{"value":1},"y":{"value":2}}}"#).hasPrefix("read: "))
  }

  @Test(
    "Cut and changed files never trap", arguments: ExchangeFormat.allCases.filter(\.canBeExported))
  func mutations(format: ExchangeFormat) throws {
    let point = ExchangePoint(value: 12.5, time: 1_700_000_000_123, commit: "c", samples: [1, 2])
    let document = ExchangeDocument(
      series: ["a \"q\" é", "b"].map { ExchangeSeries(name: $0, points: [point, point]) })
    let whole = Array(try format.text(of: document).utf8)
    var generator = SeededGenerator(seed: 9)
    var refused = 0
    for length in stride(from: 0, to: whole.count, by: 7) {
      do { _ = try format.document(from: Array(whole[..<length])) } catch { refused += 1 }
    }
    for _ in 0..<200 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        let printable = UInt8.random(in: 32..<127, using: &generator)
        bytes[place] = Bool.random(using: &generator) ? printable : UInt8(ascii: "\"")
      }
      do { _ = try format.document(from: bytes) } catch { refused += 1 }
    }
    #expect(refused > 0)
  }

  @Test("The smallest of all numbers is a time, an exponent or a date like any other")
  func smallestNumbers() throws {
    let least = "\(Int64.min)"
    let table = try read(.csv, "series,value,time\nx,1.5,\(least)\n")
    #expect(table.series.first?.points.map(\.time) == [.min])
    #expect(failure(.openMetrics, "x 1.5 \(least)\n# EOF\n").contains("its time is not a number"))
    let tests = "<testsuite><testcase name=\"a\" time=\"1e\(least)\"/></testsuite>"
    #expect(!failure(.junit, tests).hasPrefix("read: "))
    let index =
      "{\"revision_to_hash\": {\"0\": \"aaaaaaaa\"}, \"revision_to_date\": {\"0\": \(least)}, "
      + "\"benchmarks\": {}, \"params\": {}, \"graph_param_list\": []}"
    let folder = ExchangeFolder(paths: ["index.json"]) { _ in .success(Array(index.utf8)) }
    #expect(folder.document.series.isEmpty)
  }

  @Test("Times are written and read as the calendar has them")
  func timestamps() {
    let known: [(String, Int64)] = [
      ("1970-01-01T00:00:00Z", 0), ("2000-02-29T12:00:00Z", 951_825_600_000),
      ("2026-03-31T06:53:51.123Z", 1_774_940_031_123), ("1969-12-31T23:59:59.999Z", -1),
      ("1600-03-01T00:00:00Z", -11_670_912_000_000),
    ]
    for (text, milliseconds) in known {
      #expect(Timestamp.text(milliseconds) == text)
      #expect(Timestamp.milliseconds(text) == milliseconds)
    }
    for day in stride(from: -700_000 as Int64, through: 800_000, by: 97) {
      let time = day * 86_400_000 + 12_345_678
      #expect(Timestamp.milliseconds(Timestamp.text(time)) == time)
    }
    #expect(Timestamp.milliseconds("2026.01.01 3:00:00 +0100") == 1_767_232_800_000)
    #expect(Timestamp.milliseconds("2026/01/01") == 1_767_225_600_000)
    #expect(Timestamp.milliseconds("2026-01-01 00:00") == 1_767_225_600_000)
    #expect(Timestamp.milliseconds("2026-01-01T00:00:00.5-00:30") == 1_767_227_400_500)
    #expect(Timestamp.milliseconds("2026-01-01T00:00:00+02") == 1_767_218_400_000)
    #expect(Timestamp.milliseconds("1700000000") == 1_700_000_000_000)
    #expect(Timestamp.milliseconds("-9223372036854775808") == .min)
    for bad in [
      "", "x", "2026-", "2026-13-01x", "2026-13-01", "2026-01-32", "2026-01-01T24:00",
      "2026-01-01T1:2", "2026-01-01T00:60", "2026-01-01T00:00:61", "2026-01-01T00:00:00.",
      "2026-01-01T00:00 CET", "2026-01-01Z1", "2026-01-01T00:00+1",
    ] {
      #expect(Timestamp.milliseconds(bad) == nil, "\(bad)")
    }
  }
}
