package import ExchangeDocuments

/// The file formats of other programs that series are exported to and imported from.
///
/// Reading what was written gives the same values, bit for bit. Formats that hold one result and
/// not a history get the newest point of each series.
package enum ExchangeFormat: String, CaseIterable, Sendable {
  /// This program's own JSON, which holds everything.
  case json
  /// A table with a row for each point; `time,commit,value` is enough.
  case csv
  /// Bencher Metric Format, and what Bencher's queries and reports answer.
  case bencher
  /// The `data.js` of github-action-benchmark's page.
  case githubAction = "github-action"
  /// The custom JSON that github-action-benchmark reads.
  case githubActionCustom = "github-action-custom"
  /// What google-benchmark writes with `--benchmark_format=json`.
  case googleBenchmark = "google-benchmark"
  /// What hyperfine writes with `--export-json`.
  case hyperfine
  /// The CSV that Apache Otava reads: a column for each series.
  case otava
  /// JUnit's XML, which continuous integration shows as test results.
  case junit
  /// The text that Prometheus scrapes.
  case openMetrics = "openmetrics"

  /// The results and the published graphs of airspeed velocity; only read, as those that follow.
  case asv
  /// What pytest-benchmark stores.
  case pytestBenchmark = "pytest-benchmark"
  /// The estimates of Criterion.rs, or the messages of cargo-criterion.
  case criterion
  /// What `go test -bench` prints, and benchstat reads.
  case goBench = "go-bench"
  /// What JMH writes with `-rf json`.
  case jmh
  /// What the JSON exporters of BenchmarkDotNet write.
  case benchmarkDotNet = "benchmarkdotnet"
  /// What BenchmarkTools.jl saves.
  case benchmarkTools = "benchmarktools"
  /// What Catch2 writes of its benchmarks, as XML or on the console.
  case catch2
  /// A baseline of Swift's package-benchmark.
  case packageBenchmark = "package-benchmark"

  /// Whether the format holds one result and not a history.
  package var holdsOnePoint: Bool {
    switch self {
    case .json, .csv, .githubAction, .otava, .openMetrics, .asv: false
    default: true
    }
  }

  /// Whether series can be written in the format.
  package var canBeExported: Bool {
    switch self {
    case .asv, .pytestBenchmark, .criterion, .goBench, .jmh, .benchmarkDotNet, .benchmarkTools,
      .catch2, .packageBenchmark:
      false
    default: true
    }
  }

  /// The largest file that is read, in bytes.
  package static let maximumBytes = 256 << 20

  /// Writes a document.
  ///
  /// - Parameters:
  ///   - document: What to write.
  ///   - failures: For JUnit: why a series fails, by its name.
  /// - Returns: The file's text.
  /// - Throws: ``ExchangeError`` when the format cannot hold the document.
  package func text(
    of document: ExchangeDocument, failures: [String: String] = [:]
  ) throws(ExchangeError) -> String {
    try Self.check(document)
    return switch self {
    case .json: PlainJSON.text(of: document)
    case .csv: SeriesCSV.text(of: document)
    case .bencher: BencherMetrics.text(of: document)
    case .githubAction: GitHubActionData.text(of: document)
    case .githubActionCustom: GitHubActionCustom.text(of: document)
    case .googleBenchmark: try GoogleBenchmark.text(of: document)
    case .hyperfine: try Hyperfine.text(of: document)
    case .otava: try OtavaCSV.text(of: document)
    case .junit: try JUnitReport.text(of: document, failures: failures)
    case .openMetrics: OpenMetrics.text(of: document)
    case .asv, .pytestBenchmark, .criterion, .goBench, .jmh, .benchmarkDotNet, .benchmarkTools,
      .catch2, .packageBenchmark:
      throw ExchangeError("The format '\(rawValue)' is only read, not written.")
    }
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The file, in UTF-8.
  ///   - name: The name of a series that has none in the file.
  /// - Returns: What it holds.
  /// - Throws: ``ExchangeError`` when it is not of this format or too large, when none of its results
  ///   has a value, or when the format is only written.
  package func document(
    from bytes: [UInt8], name: String = "value"
  ) throws(ExchangeError) -> ExchangeDocument {
    let document = try results(from: bytes, name: name)
    guard let first = document.unmeasured.first,
      document.series.allSatisfy({ $0.points.isEmpty })
    else { return document }
    throw ExchangeError(first.reason)
  }

  /// Reads a file, of which no result need have a value.
  func results(from bytes: [UInt8], name: String) throws(ExchangeError) -> ExchangeDocument {
    guard bytes.count <= Self.maximumBytes else {
      throw ExchangeError(
        "The file has \(bytes.count) bytes; at most \(Self.maximumBytes) are read. Split it.")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ExchangeError("The file is not UTF-8 text.")
    }
    let document =
      switch self {
      case .json: try PlainJSON.document(from: text)
      case .csv: try SeriesCSV.document(from: bytes, name: name)
      case .bencher: try BencherMetrics.document(from: text)
      case .githubAction: try GitHubActionData.document(from: text)
      case .githubActionCustom: try GitHubActionCustom.document(from: text)
      case .googleBenchmark: try GoogleBenchmark.document(from: text)
      case .hyperfine: try Hyperfine.document(from: text)
      case .otava: try OtavaCSV.document(from: text)
      case .junit: try JUnitReport.document(from: text)
      case .openMetrics: try OpenMetrics.document(from: text)
      case .asv: try ASVResults.document(from: text, name: name)
      case .pytestBenchmark: try PytestBenchmark.document(from: text)
      case .criterion: try CriterionEstimates.document(from: text, name: name)
      case .goBench: try GoBenchmarks.document(from: text)
      case .jmh: try JMHResults.document(from: text)
      case .benchmarkDotNet: try BenchmarkDotNetReport.document(from: text)
      case .benchmarkTools: try JuliaBenchmarks.document(from: text)
      case .catch2: try Catch2Results.document(from: text)
      case .packageBenchmark: try PackageBenchmarkBaseline.document(from: text)
      }
    try Self.check(document)
    return document
  }

  private static func check(_ document: ExchangeDocument) throws(ExchangeError) {
    var names: Set<String> = []
    for series in document.series {
      guard names.insert(series.name).inserted else {
        throw ExchangeError("There are two series of the name '\(series.name)'.")
      }
      for point in series.points where !point.numbers.allSatisfy(\.isFinite) {
        throw ExchangeError("The series '\(series.name)' has a value that is not a finite number.")
      }
    }
  }
}
