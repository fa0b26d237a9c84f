package import ExchangeDocuments

extension ExchangeFormat {
  /// Finds out which format a file is in, from its content and its name, and reads it.
  ///
  /// - Parameters:
  ///   - bytes: the file, decompressed.
  ///   - path: its name; what it ends with decides between formats of plain text.
  ///   - name: the name of a series that has none in the file.
  ///   - needsValue: whether a file is refused of which no result has a value.
  /// - Returns: the format and what the file holds, at least one point or result.
  /// - Throws: ``ExchangeError`` that names the format that fits best, and why the file is not in it.
  package static func reading(
    _ bytes: [UInt8], path: String, name: String, needsValue: Bool = true
  ) throws(ExchangeError) -> (format: ExchangeFormat, document: ExchangeDocument) {
    try TextFile.require(bytes)
    let search = FormatSearch(bytes, path: path)
    var nearest: (format: ExchangeFormat, error: ExchangeError)?
    for format in search.candidates {
      do throws(ExchangeError) {
        // Only the likeliest format may do without values: one without marks could find
        // results in anything.
        let isOnlyResults = !needsValue && search.hasMarks && nearest == nil
        let document =
          isOnlyResults
          ? try format.results(from: bytes, name: name)
          : try format.document(from: bytes, name: name)
        guard
          document.series.contains(where: { !$0.points.isEmpty })
            || (isOnlyResults && !document.unmeasured.isEmpty)
        else {
          throw ExchangeError("It has no points.")
        }
        return (format, document)
      } catch {
        // The first candidate is the likeliest, and so its error says most.
        if nearest == nil { nearest = (format, error) }
      }
    }
    throw search.failure(nearest)
  }

  /// Whether a file is more like a table than like any other format.
  ///
  /// - Parameters:
  ///   - bytes: the file, decompressed.
  ///   - path: its name.
  /// - Returns: so also where it is like none of the formats and its name says that it is a table.
  package static func isTable(_ bytes: [UInt8], path: String) -> Bool {
    let search = FormatSearch(bytes, path: path)
    let isText = search.candidates.contains(.csv)
    return isText && (!search.hasMarks || [.csv, .otava].contains(search.candidates.first))
  }
}

/// Which formats a file may be in, likeliest first.
struct FormatSearch {
  /// The formats to try.
  let candidates: [ExchangeFormat]
  /// Whether it holds words of the first of them.
  let hasMarks: Bool

  /// What is looked at: marks stand at a file's beginning.
  private static let beginning = 16_384

  init(_ bytes: [UInt8], path: String) {
    let start = bytes.prefix(Self.beginning)
    let first = start.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let ending = name.split(separator: ".").last?.lowercased() ?? ""
    let kinds: [ExchangeFormat]
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      // Bencher's comes last, for any object of objects could be one.
      kinds = [
        .json, .pytestBenchmark, .googleBenchmark, .hyperfine, .asv, .benchmarkDotNet,
        .benchmarkTools, .jmh, .packageBenchmark, .githubActionCustom, .criterion, .goBench,
        .bencher,
      ]
    case UInt8(ascii: "<"): kinds = [.catch2, .junit]
    default:
      switch ending {
      case "csv": kinds = [.csv, .otava]
      case "js": kinds = [.githubAction]
      case "prom", "om", "openmetrics": kinds = [.openMetrics]
      default: kinds = [.githubAction, .goBench, .openMetrics, .catch2, .csv, .otava]
      }
    }
    // Sorting keeps the order of those that are equally likely.
    let scored = kinds.map { kind in (score: kind.likeness(to: start), kind: kind) }
      .sorted { first, second in first.score > second.score }
    candidates = scored.map(\.kind)
    hasMarks = scored.contains { $0.score > 0 }
  }

  /// What is said of a file in none of the formats.
  func failure(_ nearest: (format: ExchangeFormat, error: ExchangeError)?) -> ExchangeError {
    guard let nearest else { return ExchangeError("No format is known for it.") }
    guard candidates.count > 1 else { return nearest.error }
    guard hasMarks else {
      let tried = candidates.map(\.rawValue).joined(separator: ", ")
      return ExchangeError("It begins like no format of results; tried were \(tried).")
    }
    return ExchangeError(
      "It is most like \(nearest.format.rawValue): \(nearest.error.message)",
      line: nearest.error.line)
  }
}

extension ExchangeFormat {
  /// Words that stand in files of the format; several lists where it comes in several shapes.
  private var marks: [[StaticString]] {
    switch self {
    case .json: [["\"series\"", "\"points\"", "\"value\""]]
    case .csv: [["value", ","]]
    case .bencher:
      [
        ["\"latency\"", "\"value\""], ["\"throughput\"", "\"value\""],
        ["\"value\"", "\"lower_value\"", "\"upper_value\""],
        ["\"testbed\"", "\"branch\"", "\"project\"", "\"results\""],
      ]
    case .githubAction: [["window.BENCHMARK_DATA"]]
    case .githubActionCustom: [["\"name\"", "\"unit\"", "\"value\""]]
    case .googleBenchmark: [["\"context\"", "\"benchmarks\"", "\"real_time\""]]
    case .hyperfine: [["\"results\"", "\"command\"", "\"times\""]]
    case .otava: [["time", "commit", ","]]
    case .junit: [["<testsuite"]]
    case .openMetrics: [["# TYPE", "# HELP"], ["# EOF"]]
    case .asv: [["\"commit_hash\"", "\"results\"", "\"params\""]]
    case .pytestBenchmark: [["\"machine_info\"", "\"commit_info\"", "\"benchmarks\""]]
    case .criterion:
      [
        ["\"point_estimate\"", "\"confidence_interval\"", "\"standard_error\""],
        ["\"reason\"", "\"benchmark-complete\"", "\"typical\""],
      ]
    case .goBench: [["Benchmark", "ns/op"], ["\"Action\"", "\"Package\"", "\"Output\""]]
    case .jmh: [["\"primaryMetric\"", "\"score\"", "\"benchmark\""]]
    case .benchmarkDotNet: [["\"Benchmarks\"", "\"HostEnvironmentInfo\"", "\"Statistics\""]]
    case .benchmarkTools: [["\"BenchmarkTools\"", "\"Julia\""]]
    case .catch2: [["<Catch", "BenchmarkResults"], ["benchmark name", "low mean", "std dev"]]
    case .packageBenchmark:
      [["\"baselineName\"", "\"machine\"", "\"results\""], ["\"histogram\""]]
    }
  }

  /// The share of the format's words that stand in a file's beginning.
  fileprivate func likeness(to start: ArraySlice<UInt8>) -> Double {
    marks.map { words in
      let found = words.count { Self.contains($0, in: start) }
      return Double(found) / Double(words.count)
    }.max() ?? 0
  }

  private static func contains(_ word: StaticString, in start: ArraySlice<UInt8>) -> Bool {
    word.withUTF8Buffer { word in
      guard let first = word.first else { return true }
      var rest = start
      while let place = rest.firstIndex(of: first) {
        rest = rest[place...]
        if rest.starts(with: word) { return true }
        rest = rest.dropFirst()
      }
      return false
    }
  }
}
