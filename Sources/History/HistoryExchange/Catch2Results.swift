internal import ExchangeDocuments
internal import Measuring

/// What Catch2 writes of its benchmarks: with its reporter `xml`, in versions 2 and 3, or on the
/// console.
///
/// A test case is run once for each of its sections, and benchmarks outside of sections are measured
/// again each time: their values are samples of one. Catch2's JSON reporter leaves benchmarks out.
enum Catch2Results {
  static func document(from text: String) throws(ExchangeError) -> ExchangeDocument {
    var results = BenchmarkSamples()
    if text.drop(while: \.isWhitespace).first == "<" {
      try readXML(text, &results)
    } else {
      readConsole(text, &results)
    }
    guard !results.isEmpty else {
      throw ExchangeError("There are no results of benchmarks.")
    }
    return results.document
  }

  private static func readXML(
    _ text: String, _ results: inout BenchmarkSamples
  ) throws(ExchangeError) {
    var tags = XMLTags(text)
    var hasRoot = false
    var names: [String] = []
    var benchmark: String?
    while let tag = try tags.next() {
      switch tag.name {
      case "Catch", "Catch2TestRun": hasRoot = true
      case "TestCase", "Section":
        if tag.name == "TestCase" { results.endTestCase() }
        if tag.isEnd {
          _ = names.popLast()
        } else if !tag.isEmpty {
          names.append(tag.attributes["name"] ?? "")
        }
      case "BenchmarkResults":
        benchmark = tag.isEnd || tag.isEmpty ? nil : tag.attributes["name"] ?? ""
      case "mean" where benchmark != nil && !tag.isEnd:
        guard let text = tag.attributes["value"], let value = DecimalText.value(text) else {
          throw ExchangeError(
            "The benchmark '\(benchmark ?? "")' has no number as the 'value' of its mean.",
            line: tag.line)
        }
        let level = tag.attributes["ci"].flatMap { DecimalText.value($0) }
        results.add(
          value, to: (names + [benchmark ?? ""]).joined(separator: "/"),
          interval: [tag.attributes["lowerBound"], tag.attributes["upperBound"]].map {
            $0.flatMap { DecimalText.value($0) }
          }, level: level.flatMap { $0 > 0 && $0 < 1 ? $0 : nil })
      case "failed" where benchmark != nil && !tag.isEnd:
        results.fail(
          (names + [benchmark ?? ""]).joined(separator: "/"),
          because: tag.attributes["message"] ?? "")
      case "OverallResult" where names.count == 1 && !tag.isEnd:
        if tag.attributes["success"] == "false" {
          results.failTestCase(names[0])
        } else if let skips = tag.attributes["skips"], skips != "0" {
          results.skipTestCase(names[0])
        }
      default: break
      }
    }
    results.endTestCase()
    guard hasRoot else {
      throw ExchangeError("The document's element is not 'Catch' or 'Catch2TestRun'.")
    }
  }

  /// Reads the table of the console: a line with the name, and one with the mean and its interval.
  private static func readConsole(_ text: String, _ results: inout BenchmarkSamples) {
    var isTable = false
    var name: String?
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
      let fields = line.split(separator: " ")
      if line.hasPrefix("benchmark name") {
        isTable = true
        name = nil
      } else if line.hasPrefix("====") || line.hasPrefix("....") {
        isTable = false
      } else if isTable, line.hasPrefix("Benchmark failed"), let known = name {
        results.fail(known, because: "")
        name = nil
      } else if isTable, let times = times(fields) {
        if times.count == 3, let known = name {
          results.add(times[0], to: known, interval: [times[1], times[2]])
        }
        // The line below has the deviation.
        // A benchmark on the console:
        //
        //     sorting      100       12     4.12 ms      samples, iterations and estimated time
        //              34.1 us  33.9 us  34.5 us      mean and the ends of its interval
        //              1.50 us  1.10 us  2.20 us      deviation and the ends of its interval
        if times.count == 3 { name = nil }
      } else if isTable, fields.count >= 4, !line.hasPrefix(" "), let unit = fields.last,
        factor(unit) != nil, Int64(fields[fields.count - 4]) != nil
      {
        name = fields.dropLast(4).joined(separator: " ")
      }
    }
  }

  /// The times of a line that has nothing else, in nanoseconds.
  private static func times(_ fields: [Substring]) -> [Double]? {
    guard !fields.isEmpty, fields.count.isMultiple(of: 2) else { return nil }
    var times: [Double] = []
    for place in stride(from: 0, to: fields.count, by: 2) {
      guard let power = factor(fields[place + 1]),
        let time = DecimalText.value(fields[place], movedBy: power)
      else { return nil }
      times.append(time)
    }
    return times
  }

  /// The power of ten of nanoseconds that a unit is.
  private static func factor(_ unit: Substring) -> Int? {
    TimeUnit(name: String(unit)).map { $0.power - TimeUnit.nanoseconds.power }
  }
}

/// The means of benchmarks in nanoseconds, which may be measured several times.
private struct BenchmarkSamples {
  private var order: [String] = []
  private var values: [String: [Double]] = [:]
  private var intervals: [String: (ends: [Double?], level: Double?)] = [:]
  private var unmeasured: [UnmeasuredResult] = []
  /// The benchmarks of the test case that is read.
  private var ofTestCase: Set<String> = []

  var isEmpty: Bool { order.isEmpty && unmeasured.isEmpty }

  mutating func add(_ value: Double, to name: String, interval: [Double?], level: Double? = nil) {
    if values[name] == nil { order.append(name) }
    values[name, default: []].append(value)
    intervals[name] = (interval, level)
    ofTestCase.insert(name)
  }

  mutating func fail(_ name: String, because reason: String) {
    unmeasured.append(
      UnmeasuredResult(
        series: name, .failed,
        reason: "The benchmark '\(name)' failed"
          + (reason.isEmpty ? "." : ": \(QuotedText.quoted(reason)).")))
  }

  /// Leaves out the times of a test case of which a check failed: what was timed may be anything.
  mutating func failTestCase(_ testCase: String) {
    let reason = "The test case '\(testCase)' failed."
    let known = Set(unmeasured.map(\.series))
    // Benchmarks are taken in before the end of their test case says whether its checks
    // passed.
    let measured = order.filter { ofTestCase.contains($0) }
    order.removeAll { ofTestCase.contains($0) }
    for name in measured {
      values[name] = nil
      unmeasured.append(UnmeasuredResult(series: name, .failed, reason: reason))
    }
    if measured.isEmpty, !known.contains(where: { $0.hasPrefix("\(testCase)/") }) {
      unmeasured.append(UnmeasuredResult(series: testCase, .failed, reason: reason))
    }
  }

  mutating func skipTestCase(_ testCase: String) {
    guard ofTestCase.isEmpty else { return }
    unmeasured.append(
      UnmeasuredResult(
        series: testCase, .skipped, reason: "The test case '\(testCase)' was skipped."))
  }

  mutating func endTestCase() { ofTestCase = [] }

  var document: ExchangeDocument {
    var document = ExchangeDocument(
      series: order.map { name in
        let taken = values[name] ?? []
        let value = Statistics.median(taken) ?? .nan
        let interval = taken.count == 1 ? intervals[name]?.ends ?? [] : []
        return ExchangeSeries(
          name: name, unit: "ns",
          points: [
            ExchangePoint(
              value: value, lower: interval.first ?? nil, upper: interval.last ?? nil,
              intervalKind: .confidence(intervals[name]?.level),
              samples: taken.count > 1 ? taken : [])
          ])
      })
    document.unmeasured = unmeasured
    return document
  }
}
