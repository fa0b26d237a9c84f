internal import Files
internal import TimingHistory

extension ExchangeFormat {
  /// The format of a name that people type: its own, or one that the format's program goes by.
  init?(name: String) {
    switch name {
    case "bmf": self = .bencher
    case "github-action-benchmark": self = .githubAction
    case "custom": self = .githubActionCustom
    default: self.init(rawValue: name)
    }
  }

  /// The names of all formats.
  static var names: [String] { allCases.map(\.rawValue) }

  /// The formats that files of a name's extension are in, likeliest first.
  ///
  /// Bencher's comes last among those in JSON, for any object of objects could be one.
  static func candidates(forFile path: String) -> [ExchangeFormat] {
    let name = path.split(separator: "/").last ?? ""
    switch name.split(separator: ".").last?.lowercased() {
    case "json": return [.json, .googleBenchmark, .hyperfine, .githubActionCustom, .bencher]
    case "csv": return [.csv, .otava]
    case "js": return [.githubAction]
    case "xml": return [.junit]
    case "prom", "om", "openmetrics": return [.openMetrics]
    default: return []
    }
  }
}

/// A file of another program, read.
struct ExchangeFile {
  let format: ExchangeFormat
  let document: ExchangeDocument

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: the file; it names a series that has no name in it.
  ///   - format: the file's format; `nil` to find out.
  /// - Throws: ``InputFailure`` naming the file and the cause.
  init(path: String, format: ExchangeFormat?) throws(InputFailure) {
    let bytes: [UInt8]
    do {
      bytes = try readFile(at: path, limit: ExchangeFormat.maximumBytes)
    } catch {
      throw InputFailure(error)
    }
    try self.init(path: path, bytes: bytes, format: format)
  }

  /// Takes the file from memory.
  init(path: String, bytes: [UInt8], format: ExchangeFormat?) throws(InputFailure) {
    let formats = format.map { [$0] } ?? ExchangeFormat.candidates(forFile: path)
    let name = PathParts(path).stem
    var firstFailure: ExchangeError?
    for format in formats {
      do throws(ExchangeError) {
        let document = try format.document(from: bytes, name: name)
        guard document.series.contains(where: { !$0.points.isEmpty }) else {
          throw ExchangeError("There is no point in it.")
        }
        self.format = format
        self.document = document
        return
      } catch {
        firstFailure = firstFailure ?? error
      }
    }
    let cause =
      firstFailure.map { " \($0.description)" }
      ?? " Its name does not say what it is: give --format, one of "
      + ExchangeFormat.names.joined(separator: ", ") + "."
    throw InputFailure(message: "'\(path)':\(cause)", exitCode: .badData)
  }
}
