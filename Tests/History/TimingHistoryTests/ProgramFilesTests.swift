internal import ExchangeDocuments
internal import HistoryExchange
internal import Measuring
internal import Testing

/// Files that the programs themselves wrote, in `Tests/Fixtures/History/programs`.
@Suite("Files that other programs wrote")
struct ProgramFilesTests {
  private func read(
    _ path: String
  ) throws -> (format: ExchangeFormat, document: ExchangeDocument) {
    try ExchangeFormat.reading(
      Fixture.bytes("programs/\(path)"), path: path, name: "name of the file")
  }

  private func folder(_ path: String) throws -> ExchangeFolder {
    let root = "programs/\(path)"
    let paths = try Fixture.files(in: root)
    return ExchangeFolder(paths: paths) { path in
      guard let bytes = try? Fixture.bytes("\(root)/\(path)") else {
        return .failure(ExchangeError("missing"))
      }
      return .success(bytes)
    }
  }

  @Test(
    "The content tells the format, whatever the file is called",
    arguments: [
      ("catch2.xml", ExchangeFormat.catch2, 3, "ns"), ("catch2.txt", .catch2, 3, "ns"),
      ("catch2-v3.txt", .catch2, 4, "ns"), ("go-bench.txt", .goBench, 9, "ns"),
      ("go-bench-events.json", .goBench, 6, "ns"), ("hyperfine.json", .hyperfine, 2, "ns"),
      ("google-benchmark.json", .googleBenchmark, 6, "ns"),
      ("pytest-benchmark.json", .pytestBenchmark, 3, "ns"), ("jmh.json", .jmh, 1, "ops/s"),
      ("benchmarkdotnet.json", .benchmarkDotNet, 2, "ns"),
      ("benchmarktools.json", .benchmarkTools, 2, "ns"),
      ("package-benchmark.json", .packageBenchmark, 2, "ns"),
      ("prometheus.prom", .openMetrics, 9, ""), ("openmetrics.om", .openMetrics, 9, ""),
      ("asv-v1/777abee0-conda-py3.8.json", .asv, 35, "s"),
    ])
  func formats(path: String, format: ExchangeFormat, count: Int, unit: String) throws {
    let found = try read(path)
    #expect(found.format == format)
    #expect(found.document.series.count == count, "\(found.document.series.map(\.name))")
    #expect(found.document.series.first?.unit == unit)
    // Saved under another name.
    let bytes = try Fixture.bytes("programs/\(path)")
    let renamed = try ExchangeFormat.reading(bytes, path: "x", name: "name of the file")
    #expect(renamed.format == format)
    #expect(renamed.document == found.document)
  }

  @Test("Catch2: sections, references in XML, a benchmark that failed, one that ran twice")
  func catch2() throws {
    let xml = try read("catch2.xml").document.series
    #expect(
      xml.map(\.name) == [
        "sorting <vectors>/reverse & sort 10", "sorting <vectors>/reverse & sort 1000",
        "sorting <vectors>/sum/accumulate",
      ])
    #expect(xml[0].points[0].samples == [515.279, 69.8035])
    #expect(xml[2].points[0].value == 4884.88)
    #expect(xml[2].points[0].lower == 4786.94)
    #expect(xml[2].points[0].intervalKind == .confidence(0.95))
    #expect(try read("catch2.xml").document.unmeasured.map(\.state) == [.failed])
    let console = try read("catch2.txt").document.series
    #expect(console.map(\.name) == ["reverse & sort 10", "reverse & sort 1000", "accumulate"])
    #expect(console[2].points[0].value == 30_153.7)
    #expect(console[2].points[0].upper == 131_270)
    let newer = try read("catch2-v3.txt").document.series
    #expect(newer.first?.points.first?.value == 344)
    for bad in ["<Catch", "<Catch><TestCase", "<a/>", "<Catch/>", "<!-- x", "<Catch a='1/>"] {
      #expect(throws: ExchangeError.self) {
        _ = try ExchangeFormat.catch2.document(from: Array(bad.utf8))
      }
    }
  }

  @Test("google-benchmark: a benchmark that failed is left out, repetitions are samples")
  func googleBenchmark() throws {
    let series = try read("google-benchmark.json").document.series
    #expect(
      series.map(\.name) == [
        "BM_Copy/8", "BM_Copy/8: bytes_per_second", "BM_Copy/4096",
        "BM_Copy/4096: bytes_per_second", "BM_Milli", "BM_Milli: rate",
      ])
    #expect(series.map(\.unit) == ["ns", "B/s", "ns", "B/s", "ms", ""])
    #expect(series[0].points[0].samples.count == 3)
    #expect(series[0].points[0].time == 1_795_690_112_000)
  }

  @Test("go test: measures of one line are series, as are the events of -json")
  func goBench() throws {
    let series = try read("go-bench.txt").document.series
    #expect(series.first?.name == "example.org/bench.Sort/n=10-2")
    #expect(series.first?.points.first?.samples == [477.9, 2363, 478.9])
    #expect(series.contains { $0.name == "example.org/bench.Copy-2: MB/s" && $0.unit == "MB/s" })
    let events = try read("go-bench-events.json").document.series
    #expect(events.map(\.name) == series.prefix(6).map(\.name))
  }

  @Test("package-benchmark: the median of a histogram, for each metric")
  func packageBenchmark() throws {
    let series = try read("package-benchmark.json").document.series
    #expect(
      series.map(\.name) == [
        "BenchmarkDateTime/InternalUTCClock-now",
        "BenchmarkDateTime/InternalUTCClock-now: throughput",
      ])
    #expect(series.map(\.unit) == ["ns", "ops/s"])
    let value = try #require(series.first?.points.first?.value)
    #expect(value > 19_666 && value < 35_834)
    // Their product is a second: both are medians of the same runs.
    let rate = try #require(series.last?.points.first?.value)
    #expect(abs(value * rate / 1e9 - 1) < 0.002)
  }

  @Test("Prometheus: no end, labels with quotes and braces, values that are no numbers")
  func metrics() throws {
    let old = try read("prometheus.prom").document
    #expect(old.series.first?.name == "run_time_seconds{build=a\"b, test=sort {big}}")
    #expect(old.series.first?.points == [ExchangePoint(value: 1.25)])
    #expect(!old.series.contains { $0.name.contains("sum}") })
    let new = try read("openmetrics.om").document
    #expect(new.series.map(\.name) == old.series.map(\.name))
    let bucket = new.series.first { $0.name == "latency_seconds_bucket{le=0.1}" }
    #expect(bucket?.points == [ExchangePoint(value: 1)])
    let text = "# TYPE a gauge\n# UNIT a seconds\na{x=\"1\"} 2 1700000000123\n"
    let timed = try ExchangeFormat.openMetrics.document(from: Array(text.utf8)).series
    #expect(timed.first?.points.first?.time == 1_700_000_000_123)
    #expect(timed.first?.unit == "seconds")
    let cut = "# TYPE bench_value gauge\nbench_value{series=\"a\"} 1 5\n"
    #expect(throws: ExchangeError.self) {
      _ = try ExchangeFormat.openMetrics.document(from: Array(cut.utf8))
    }
  }

  @Test("asv: a folder of results is one history, with units, machines and parameters")
  func asvResults() throws {
    let read = try folder("asv-results")
    #expect(read.format == .asv)
    #expect(read.count == 3)
    #expect(read.unread.isEmpty)
    let series = read.document.series
    let names = series.map(\.name)
    #expect(names.contains("b.Sorting.time_sort(10, 'list') [tiny/python-3.11]"))
    #expect(!names.contains { $0.contains("1000, 'tuple'") }, "it was not measured")
    #expect(!names.contains { $0.contains("time_fails") || $0.contains("track_nan") })
    let sizes = try #require(series.first { $0.name.hasPrefix("b.track_size") })
    #expect(sizes.unit == "kB")
    #expect(sizes.points.map(\.time) == [1_767_261_600_000, 1_767_348_000_000, 1_767_434_400_000])
    #expect(sizes.points[0].commit == "44f112ec2ef84ac005eac63dc56daafc21859e94")
    let old = try ExchangeFormat.asv.document(
      from: Fixture.bytes("programs/asv-v1/777abee0-conda-py3.8.json")
    ).series
    let residual = try #require(old.first { $0.name.contains("time_residual('small')") })
    #expect(residual.name.hasSuffix(" [meerkat/python-3.8]"))
    #expect(residual.points[0].lower == 0.002770899999973153)
  }

  @Test("asv: a published page holds the same as the results that it was made of")
  func asvPage() throws {
    let results = try folder("asv-results").document
    let page = try folder("asv-html")
    #expect(page.format == .asv)
    #expect(page.count == 8)
    let published = Dictionary(uniqueKeysWithValues: page.document.series.map { ($0.name, $0) })
    // A published track_ graph of nothing is an empty list.
    #expect(Set(published.keys) == Set(results.series.map(\.name)))
    for series in results.series {
      let other = try #require(published[series.name])
      #expect(other.unit == series.unit)
      #expect(other.points.map(\.commit) == series.points.map(\.commit))
      #expect(other.points.map(\.time) == series.points.map(\.time))
      #expect(other.points.map(\.value) == series.points.map(\.value))
    }
  }

  @Test("asv: a date that no clock shows is none")
  func asvDates() throws {
    let files = [
      "index.json": #"""
      {"revision_to_hash": {"1": "aa", "2": "bb"}, "benchmarks": {}, "params": {},
       "revision_to_date": {"1": -9223372036854775808, "2": 1600000000000}}
      """#,
      "graphs/arch-x/m.time_all.json": "[[1, 0.5], [2, 0.75]]",
    ]
    let read = ExchangeFolder(paths: Array(files.keys)) { path in
      .success(Array((files[path] ?? "").utf8))
    }
    let points = try #require(read.document.series.first).points
    #expect(points.map(\.value) == [0.5, 0.75])
    #expect(points.map(\.time) == [nil, 1_600_000_000_000])
  }

  @Test("A folder of files of one program is one history, in the order of numbered names")
  func folders() throws {
    func file(_ value: Int) -> [UInt8] {
      Array(#"{"results": [{"command": "c", "median": \#(value)}]}"#.utf8)
    }
    let files = ["run10.json": file(3), "run9.json": file(2), "a/x.txt": Array("nothing".utf8)]
    let read = ExchangeFolder(paths: Array(files.keys)) { .success(files[$0] ?? []) }
    #expect(read.document.series.map { $0.points.map(\.value) } == [[2e9, 3e9]])
    #expect(read.unread.map(\.path) == ["a/x.txt"])
    #expect(read.format == .hyperfine)
    let estimate = Array(#"{"median": {"point_estimate": 5}}"#.utf8)
    let criterion = ExchangeFolder(paths: ["fib/20/new/estimates.json"]) { _ in .success(estimate) }
    #expect(criterion.document.series.map(\.name) == ["fib/20"])
  }

  @Test("Bencher's answers: the points of a query, and a report")
  func bencher() throws {
    let query = """
      {"project": {"name": "p"}, "start_time": null, "end_time": null, "results": [
        {"branch": {"name": "main"}, "testbed": {"name": "ci"}, "benchmark": {"name": "b"},
         "measure": {"name": "Latency", "units": "nanoseconds (ns)"},
         "metrics": [{"report": "r", "iteration": 0, "start_time": "2026-01-02T03:04:05Z",
           "version": {"number": 3, "hash": "abc"},
           "metric": {"value": 5.5, "lower_value": 5, "upper_value": null}}]},
        {"branch": {"name": "main"}, "testbed": {"name": "laptop"}, "benchmark": {"name": "b"},
         "measure": {"name": "Latency", "units": "nanoseconds (ns)"},
         "metrics": [{"start_time": "2026-01-02T03:04:05Z", "metric": {"value": 7}}]}]}
      """
    let (format, document) = try ExchangeFormat.reading(
      Array(query.utf8), path: "x.json", name: "x")
    #expect(format == .bencher)
    #expect(document.series.map(\.name) == ["b [ci]", "b [laptop]"])
    #expect(document.series.map(\.unit) == ["ns", "ns"])
    #expect(
      document.series[0].points == [
        ExchangePoint(
          value: 5.5, time: 1_767_323_045_000, commit: "abc", lower: 5, machine: "ci")
      ])
    let report = """
      {"uuid": "u", "project": {"name": "p"}, "branch": {"name": "main",
        "head": {"version": {"number": 1, "hash": "def"}}}, "testbed": {"name": "ci"},
       "start_time": "2026-01-02T03:04:05Z", "results": [[{"iteration": 0,
         "benchmark": {"name": "b"}, "measures": [
           {"measure": {"name": "Latency", "units": "ns"}, "metric": {"value": 1}},
           {"measure": {"name": "Size", "units": "bytes"}, "metric": {"value": 2}}]}]]}
      """
    let read = try ExchangeFormat.bencher.document(from: Array(report.utf8)).series
    #expect(read.map(\.name) == ["b: Latency", "b: Size"])
    #expect(read.map { $0.points[0].commit } == ["def", "def"])
    let metrics = #"{"b": {"throughput": {"value": 3}}}"#
    let plain = try ExchangeFormat.bencher.document(from: Array(metrics.utf8))
    #expect(plain.series.map(\.unit) == ["ops/s"])
    #expect(try ExchangeFormat.bencher.text(of: plain).contains("throughput"))
  }

  @Test("An unknown file is told the format that fits best, and why it does not fit")
  func unknown() {
    func failure(_ text: String, _ path: String = "x.json") -> String {
      do {
        return "read: \(try ExchangeFormat.reading(Array(text.utf8), path: path, name: "x"))"
      } catch {
        return error.description
      }
    }
    let google = failure(#"{"context": {}, "benchmarks": [{"name": "a", "real_time": "fast"}]}"#)
    #expect(google.hasPrefix("It is most like google-benchmark: The benchmark 'a' has no number"))
    #expect(failure(#"{"a": 1}"#).hasPrefix("It begins like no format of results; tried were "))
    #expect(failure("<html></html>", "x.html").contains("tried were catch2, junit."))
    #expect(failure("var x", "data.js").contains("window.BENCHMARK_DATA"))
    #expect(
      failure(#"{"benchmarks": [{"name": "a"}], "machine_info": {}}"#)
        == "It is most like pytest-benchmark: The benchmark 'a' has no 'median'.")
  }

  @Test("Cut and changed files of other programs never trap")
  func mutations() throws {
    var generator = SeededGenerator(seed: 9)
    for path in ["catch2.xml", "catch2.txt", "openmetrics.om", "jmh.json", "benchmarktools.json"] {
      let whole = try Fixture.bytes("programs/\(path)")
      for _ in 0..<150 {
        var bytes = Array(whole.prefix(Int.random(in: 0...whole.count, using: &generator)))
        for _ in 0..<3 where !bytes.isEmpty {
          let place = Int.random(in: 0..<bytes.count, using: &generator)
          bytes[place] = UInt8.random(in: 32..<127, using: &generator)
        }
        _ = try? ExchangeFormat.reading(bytes, path: path, name: "x")
      }
    }
  }
}
