internal import Foundation
internal import Hashing
internal import HistoryExchange
internal import Measuring
internal import Testing
internal import TimingHistory

@testable internal import HistoryDashboard

@Suite("The dashboard's page")
struct DashboardPageTests {
  /// The part of a text between two others.
  private func part(of text: String, from start: String, to end: String) throws -> String {
    // Found first: a requirement would print the whole page.
    let begin = text.range(of: start)?.upperBound
    let first = try #require(begin, "no \(start)")
    let past = text.range(of: end, range: first..<text.endIndex)?.lowerBound
    return String(text[first..<(try #require(past, "no \(end) after \(start)"))])
  }

  /// The data as the page's script gets it.
  private func data(of page: DashboardPage) throws -> [String: Any] {
    let json = try part(of: page.text, from: "id=\"data\">", to: "</script>")
    return try #require(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
  }

  private func example() throws -> HistoryReport {
    let store = try HistoryStore()
    try ExampleHistory(nights: 12, endingAt: InventedHistory.start, rounds: 6).record(in: store)
    return try InventedHistory.report(store)
  }

  @Test("A page is one whole document that refers to nothing outside")
  func structure() throws {
    let page = DashboardPage(of: try example())
    let start = page.text.prefix(1000)
    #expect(start.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">"))
    #expect(start.contains(DashboardPage.mark))
    #expect(page.text.suffix(30).hasSuffix("</body>\n</html>\n"))
    // Between the head's end and the data there is only our markup.
    let body = try part(of: page.text, from: "</head>", to: "<script type=\"application/json\"")
    for section in ["overview", "timeline", "scaling", "environment"] {
      #expect(body.contains("<section id=\"\(section)\" aria-labelledby=\"\(section)-title\""))
      #expect(body.contains("<a href=\"#\(section)\">"))
    }
    for outside in [" src=", "href=\"http", "url(", "@import", "<link", "<iframe"] {
      let isThere = page.text.contains(outside)
      #expect(!isThere, "\(outside)")
    }
    #expect(!page.isThinned)
  }

  @Test("The policy allows the page's own script and style and nothing else")
  func policy() throws {
    let page = DashboardPage(of: try example())
    let policy = try part(
      of: page.text, from: "<meta http-equiv=\"Content-Security-Policy\" content=\"", to: "\"")
    let style = try part(of: page.text, from: "<style>", to: "</style>")
    let data = try part(of: page.text, from: "id=\"data\">", to: "</script>")
    let script = try part(of: page.text, from: "\(data)</script>\n<script>", to: "</script>")
    #expect(
      policy == "default-src 'none'; script-src 'sha256-\(SHA256.base64(Array(script.utf8)))'; "
        + "style-src 'sha256-\(SHA256.base64(Array(style.utf8)))'; base-uri 'none'; "
        + "form-action 'none'")
    // Whoever gets the page gets the licence of what is in it.
    #expect(
      script.prefix(60).hasPrefix("/*\nThe MIT License (MIT)\n\nCopyright (c) 2021 Leon Sorokin\n"))
    #expect(script.prefix(1200).contains("*/\n/*! https://github.com/leeoniya/uPlot"))
  }

  @Test("Our script never makes markup or code out of text")
  func ownScript() throws {
    let own = try part(of: PagePart.scripts, from: "\"use strict\";\n// Making", to: "\n})();\n")
    for way in [
      "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(",
      "fetch(", "XMLHttpRequest", "import(",
    ] {
      let isThere = own.contains(way)
      #expect(!isThere, "\(way)")
    }
  }

  @Test("Untrusted texts stay texts, wherever one can appear")
  func escaping() throws {
    for hostile in InventedHistory.hostileTexts {
      let store = try HistoryStore()
      let series = SeriesRecord(
        name: hostile, unit: hostile, parameters: [BenchmarkParameter(hostile, hostile)],
        metric: hostile)
      try InventedHistory.addRun(
        to: store, day: 0, value: 1, series: series, commit: hostile, note: hostile,
        environment: EnvironmentRecord([.cpuModel: .known(hostile)]))
      try InventedHistory.addRun(
        to: store, day: 1, value: 1, series: series,
        environment: EnvironmentRecord([.cpuModel: .unknown(hostile)]))
      let report = try HistoryReport(of: store, madeAt: 0, title: hostile)
      let page = DashboardPage(of: report)
      // Three scripts' worth of tags at most: uPlot and ours in one, and the data.
      for (mark, count) in [("</script", 2), ("<script", 2), ("<!--", 0), ("<img", 0)] {
        let found = page.text.components(separatedBy: mark).count - 1
        #expect(found == count, "\(mark)")
      }
      let data = try data(of: page)
      #expect(data["title"] as? String == hostile)
      let first = try #require((data["series"] as? [[String: Any]])?.first)
      for field in ["name", "unit", "metric"] { #expect(first[field] as? String == hostile) }
      #expect(first["parameters"] as? [[String]] == [[hostile, hostile]])
      let runs = try #require(data["runs"] as? [String: Any])
      #expect((runs["commitNames"] as? [String])?.first == hostile)
      #expect((runs["notes"] as? [String: String])?["0"] == hostile)
      let title = try part(of: page.text, from: "<title>", to: "</title>")
      #expect(!title.contains("<") && !title.contains("\u{9B}") && !title.contains("\u{1B}"))
    }
  }

  @Test("The data says what the history says")
  func data() throws {
    let values = InventedHistory.values([(20, 100), (20, 110)])
    let report = try InventedHistory.report(try InventedHistory.store(values, builds: [20]))
    let data = try data(of: DashboardPage(of: report))
    let series = try #require((data["series"] as? [[String: Any]])?.first)
    let packed = try #require(series["value"] as? [String: Any])
    let exponent = try #require(packed["exponent"] as? Int)
    #expect(exponent == -2)
    let shown = PackedNumbers.sums(try #require(packed["values"] as? String)).map {
      Double($0) / 100
    }
    #expect(zip(shown, values).allSatisfy { abs($0 - $1) < 0.006 })
    #expect(shown.count == 40)
    let changes = try #require(series["changes"] as? [[Any]])
    #expect(changes.count == 1)
    #expect(changes[0][0] as? Int == 20)
    #expect(abs((changes[0][1] as? Int ?? 0) - 100_000) < 2500)
    #expect(changes[0][2] as? String == "unexplained")
    let evidence = try #require(changes[0][3] as? Int)
    #expect(evidence == Int((report.series[0].changes[0].evidence * 100).rounded()))
    #expect(evidence > 100)
    let lights = try #require(data["lights"] as? [[String: String]])
    #expect(lights[try #require(series["light"] as? Int)]["id"] == "risen")
    let runs = try #require(data["runs"] as? [String: Any])
    let times = PackedNumbers.sums(try #require(runs["times"] as? String))
    #expect(times.first == 1_772_330_400 && times.count == 40)
    #expect(times.last == 1_772_330_400 + 39 * 86_400)
  }

  @Test("The same history at the same time gives the same page")
  func determinism() throws {
    let isSame = DashboardPage(of: try example()).text == DashboardPage(of: try example()).text
    #expect(isSame)
  }

  @Test("An empty history has a page too")
  func empty() throws {
    let page = DashboardPage(of: try InventedHistory.report(try HistoryStore()))
    #expect(try data(of: page)["headline"] as? String == "Nothing was measured yet")
  }

  @Test("30 series of 365 nights fit into 500 kB with every night and its interval")
  func size() throws {
    let page = DashboardPage(of: SyntheticReport.report(series: 30, nights: 365))
    let size = page.text.utf8.count
    #expect(size <= 500_000)
    #expect(!page.isThinned)
  }

  @Test("Where commits can be seen is in the data of the page")
  func repository() throws {
    var report = try example()
    #expect(try data(of: DashboardPage(of: report))["repository"] == nil)
    report.repository = RepositoryLinks(repository: "https://example.org/owner/name")
    let links = try #require(
      try data(of: DashboardPage(of: report))["repository"] as? [String: String])
    #expect(links["commit"] == "https://example.org/owner/name/commit/{commit}")
    #expect(links["comparison"] == "https://example.org/owner/name/compare/{before}...{after}")
  }

  @Test("Levels are those of the whole history, whatever part of it the page shows")
  func levels() throws {
    // Before the change an old half is lower: the part that fits would give another level.
    let values = InventedHistory.values([(200, 100), (200, 90), (60, 120)])
    let store = try InventedHistory.store(values, builds: [200, 400])
    let report = try InventedHistory.report(store)
    let whole = try seriesData(of: DashboardPage(of: report, limit: .max))
    let page = DashboardPage(of: report, limit: 1)
    let thinned = try seriesData(of: page)
    #expect(page.isThinned)
    let shown = PackedNumbers.sums(try #require(thinned["runs"] as? String))
    #expect(shown.count < 100 && thinned["count"] as? Int == 460)
    #expect(
      thinned["levels"] as? [String: AnyHashable] == whole["levels"] as? [String: AnyHashable])
    let levels = try #require(thinned["levels"] as? [String: Any])
    let exponent = try #require(levels["exponent"] as? Int)
    let numbers = PackedNumbers.sums(try #require(levels["values"] as? String)).map {
      Double($0) * (0..<abs(exponent)).reduce(1.0) { power, _ in power / 10 }
    }
    #expect(numbers.count == 3)
    for (level, expected) in zip(numbers, [100.2, 90.18, 120.24]) {
      #expect(abs(level / expected - 1) < 1e-3, "\(numbers)")
    }
    let changes = try #require(thinned["changes"] as? [[Any]])
    // The last number is the place in the whole history.
    #expect(changes.map { $0.last as? Int } == report.series[0].changes.map(\.index))
  }

  private func seriesData(of page: DashboardPage) throws -> [String: Any] {
    try #require((try data(of: page)["series"] as? [[String: Any]])?.first)
  }

  @Test("A thinned page has all points in scripts beside it, which its own script may load")
  func files() throws {
    let report = SyntheticReport.report(series: 12, nights: 900)
    let page = DashboardPage(of: report, limit: 200_000)
    let files = try #require(page.files)
    #expect(page.isThinned && files.texts.count > 1)
    #expect(SeriesFiles.isFolder(files.folder) && !SeriesFiles.isFolder("series-x"))
    #expect(page.text.contains("'strict-dynamic'; style-src"))
    let named = try #require(try data(of: page)["files"] as? [String: Any])
    #expect(named["folder"] as? String == files.folder)
    let firsts = try #require(named["firsts"] as? [Int])
    #expect(firsts.count == files.texts.count && firsts[0] == 0 && firsts == firsts.sorted())
    var count = 0
    for (number, text) in files.texts.enumerated() {
      let start = "benchSeries(\(number),"
      #expect(text.hasPrefix(start) && text.hasSuffix(");\n") && !text.contains("<"))
      let json = text.dropFirst(start.count).dropLast(3)
      let all = try #require(
        try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
      #expect(firsts[number] == count)
      count += all.count
      for one in all {
        let runs = PackedNumbers.sums(try #require(one["runs"] as? String))
        #expect(runs == Array(0..<900))
        #expect(one["ratio"] != nil)
      }
    }
    #expect(count == 12)
    #expect(DashboardPage(of: report, limit: 200_000).files?.folder == files.folder)
    let other = DashboardPage(of: SyntheticReport.report(series: 13, nights: 900), limit: 200_000)
    #expect(other.files?.folder != files.folder)
    let whole = DashboardPage(of: report, limit: .max)
    #expect(whole.files == nil && !whole.text.contains("'strict-dynamic'"))
  }

  @Test("The page calls intervals what they are")
  func intervals() throws {
    func title(_ rows: String) throws -> Any? {
      let table = try SeriesTable(Array("value,lower,upper,interval\n\(rows)".utf8), name: "a")
      let report = HistoryReport(of: [(table, ["a"])], madeAt: 5)
      return try seriesData(of: DashboardPage(of: report))["interval"]
    }
    #expect(try title("1,0,2,stddev\n1,,,\n") as? String == "± standard deviation")
    #expect(try title("1,0,2,99 %\n1,0,2,0.99\n") as? String == "99 % confidence interval")
    #expect(try title("1,0,2,\n") as? String == "interval (its file does not say which)")
    #expect(try title("1,0,2,iqr\n1,0,2,\n") as? String == "intervals of several kinds")
    #expect(try title("1,,,\n") == nil)
    // Samples of our own have exact intervals, which is what the page says by itself.
    #expect(try seriesData(of: DashboardPage(of: try example()))["interval"] == nil)
  }

  @Test("Four years of nights fit as well: older nights one in several, changes all kept")
  func thinned() throws {
    let report = SyntheticReport.report(series: 30, nights: 1500)
    let page = DashboardPage(of: report)
    let size = page.text.utf8.count
    #expect(size <= 500_000)
    #expect(page.isThinned)
    let series = try #require((try data(of: page)["series"] as? [[String: Any]])?.first)
    #expect(series["count"] as? Int == 1500)
    let changes = try #require(series["changes"] as? [[Any]])
    #expect(changes.count == report.series[0].changes.count)
    // The place of a change among the points shown is that of the same run.
    let runs = PackedNumbers.sums(try #require(series["runs"] as? String))
    for (shown, whole) in zip(changes, report.series[0].changes) {
      #expect(runs[try #require(shown[0] as? Int)] == whole.index)
    }
  }
}

/// Reports without a history behind them, for sizes that would take long to record.
enum SyntheticReport {
  static func report(series count: Int, nights: Int) -> HistoryReport {
    var generator = SeededGenerator(seed: 7)
    func noise() -> Double { Double(generator.next() % 20_001) / 10_000 - 1 }
    let runs = (0..<nights).map { night in
      ReportedRun(
        startedAt: InventedHistory.start + Int64(night) * InventedHistory.day
          + Int64(generator.next() % 3_600_000),
        commit: (0..<5).map { _ in
          String(String(generator.next() | 1 << 63, radix: 16).prefix(8))
        }.joined(),
        note: nil, environment: 0)
    }
    let environment = ReportedEnvironment(
      fingerprint: "0123456789abcdef",
      record: EnvironmentRecord(
        Dictionary(
          uniqueKeysWithValues: EnvironmentField.allCases.map {
            ($0, .known("a value of thirty characters …"))
          })))
    let series = (0..<count).map { place in
      let level = 1e6 * Double(place + 1)
      return ReportedSeries(
        record: SeriesRecord(
          name: "codec \(place % 5) × file \(place / 5) × 24 MB",
          parameters: [
            BenchmarkParameter("codec", "codec \(place % 5)"),
            BenchmarkParameter("file", "file \(place / 5)"), BenchmarkParameter("size", "24MB"),
          ], items: 24_000_000),
        state: .ok, light: .ok, reason: nil, watchesRatios: true,
        points: (0..<nights).map { night in
          let value = level * (1 + 0.02 * noise())
          let ratio = 0.1 * (1 + 0.02 * noise())
          func interval(_ middle: Double) -> Interval {
            Interval(
              lower: middle * (1 - 0.02 * noise().magnitude),
              upper: middle * (1 + 0.02 * noise().magnitude))
          }
          return ReportedPoint(
            run: night, value: value, interval: interval(value), ratio: ratio,
            ratioInterval: interval(ratio), sampleCount: 25)
        },
        changes: stride(from: 50, to: nights, by: 400).map {
          ReportedChange(index: $0, effect: 0.03, cause: .work)
        })
    }
    return HistoryReport(
      title: "Synthetic", madeAt: InventedHistory.start, runs: runs, environments: [environment],
      series: series)
  }
}
