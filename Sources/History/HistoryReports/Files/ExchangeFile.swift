internal import Files
public import ExchangeDocuments
public import HistoryExchange
public import Reporting
internal import TimingHistory

extension ExchangeFormat {
  /// The format of a name that people type: its own, or one that the format's program goes by.
  public init?(name: String) {
    switch name {
    case "bmf": self = .bencher
    case "github-action-benchmark": self = .githubAction
    case "custom": self = .githubActionCustom
    default: self.init(rawValue: name)
    }
  }

  /// The names of the formats that files can be read in.
  public static var importNames: [String] { allCases.filter(\.canBeImported).map(\.rawValue) }

  /// The names of the formats that series can be written in.
  public static var exportNames: [String] { allCases.filter(\.canBeExported).map(\.rawValue) }

  /// The formats that files of a name's extension are in, likeliest first.
  ///
  /// Bencher's comes last among those in JSON, for any object of objects could be one.
  public static func candidates(forFile path: String) -> [ExchangeFormat] {
    let name = path.split(separator: "/").last ?? ""
    switch name.split(separator: ".").last?.lowercased() {
    case "json":
      return [
        .json, .pytestBenchmark, .googleBenchmark, .hyperfine, .asv, .benchmarkDotNet,
        .benchmarkTools, .jmh, .githubActionCustom, .criterion, .bencher,
      ]
    case "csv": return [.csv, .otava]
    case "js": return [.githubAction]
    case "prom", "om", "openmetrics": return [.openMetrics]
    case "txt", "out", "log", "bench": return [.goBench, .openMetrics]
    default: return []
    }
  }
}

/// A file of another program, read.
public struct ExchangeFile {
  /// The format it is in.
  public let format: ExchangeFormat
  /// What it holds.
  public let document: ExchangeDocument

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: the file; it names a series that has no name in it.
  ///   - format: the file's format; `nil` to find out.
  ///   - columns: which columns of a table are read, which makes the file one; nil for those with the
  ///     known names.
  /// - Throws: ``HarnessFailure`` naming the file and the cause.
  public init(
    path: String, format: ExchangeFormat?, columns: ColumnNames? = nil
  ) throws(HarnessFailure) {
    let bytes: [UInt8]
    do {
      bytes = try readFile(at: path, limit: ExchangeFormat.maximumBytes)
    } catch {
      throw HarnessFailure(unreadable: error)
    }
    try self.init(path: path, bytes: bytes, format: format, columns: columns)
  }

  /// Takes the file from memory; it may be compressed with gzip.
  ///
  /// - Throws: `HarnessFailure` when the format cannot be told from the name or the content.
  public init(
    path: String, bytes: [UInt8], format: ExchangeFormat?, columns: ColumnNames? = nil
  ) throws(HarnessFailure) {
    let isCompressed = GzipFile.isCompressed(bytes)
    let plainPath = isCompressed && path.hasSuffix(".gz") ? String(path.dropLast(3)) : path
    var plain: [UInt8]
    do {
      plain =
        try isCompressed
        ? GzipFile.decompressed(bytes, limit: ExchangeFormat.maximumBytes) : bytes
      if let columns { plain = try columns.applied(to: plain) }
    } catch {
      throw HarnessFailure(message: "'\(path)': \(error.description)", status: .damagedInput)
    }
    let formats =
      columns != nil
      ? [.csv] : format.map { [$0] } ?? ExchangeFormat.candidates(forFile: plainPath)
    let name = PathParts(plainPath).stem
    var failures: [ExchangeError] = []
    for format in formats {
      do throws(ExchangeError) {
        let document = try format.document(from: plain, name: name)
        guard document.series.contains(where: { !$0.points.isEmpty }) else {
          throw ExchangeError("It has no points.")
        }
        self.format = format
        self.document = document
        return
      } catch {
        failures.append(error)
      }
    }
    let cause =
      switch failures.count {
      case 0:
        " Its name does not tell its format; known formats are "
          + ExchangeFormat.importNames.joined(separator: ", ") + "."
      case 1: " \(failures[0].description)"
      default:
        " \(failures[0].description) None of these formats fits: "
          + formats.map(\.rawValue).joined(separator: ", ") + ". Name the format to learn why."
      }
    throw HarnessFailure(message: "'\(path)':\(cause)", status: .damagedInput)
  }
}
