public import BenchmarkBuilds
internal import CommandText
internal import Files
public import TimingHistory

/// A file of series, as it was read.
public struct CheckInput {
  /// The file as it was named.
  public let path: String
  /// Its series, at least one.
  public let series: [ExchangeSeries]

  /// Reads a table with the columns `time,commit,value`, and others that are optional.
  ///
  /// - Parameter path: the file; it names the series where no column does.
  /// - Returns: the series of the file, at least one.
  /// - Throws: ``HarnessFailure`` naming the file and the cause.
  public static func read(_ path: String) throws(HarnessFailure) -> CheckInput {
    let bytes: [UInt8]
    do {
      bytes = try readFile(at: path, limit: ExchangeFormat.maximumBytes)
    } catch {
      throw HarnessFailure(unreadable: error)
    }
    return try CheckInput(path: path, bytes: bytes)
  }

  /// Takes the table from memory.
  public init(path: String, bytes: [UInt8]) throws(HarnessFailure) {
    self.path = path
    do {
      series = try ExchangeFormat.csv.document(from: bytes, name: PathParts(path).stem).series
    } catch {
      throw HarnessFailure(message: "'\(path)': \(error.description)", status: .damagedInput)
    }
    // A check of nothing must not pass.
    guard !series.isEmpty else {
      throw HarnessFailure(
        message: "'\(path)': There are no points below the header.", status: .damagedInput)
    }
  }

  /// A warning for each series whose times decrease; points are taken in the file's order.
  public var warnings: [String] {
    series.compactMap { series in
      let times = series.points.map(\.time)
      let place = zip(times, times.dropFirst()).enumerated().first { _, pair in
        guard let earlier = pair.0, let later = pair.1 else { return false }
        return later < earlier
      }
      return place.map { place, _ in
        "'\(path)': the times of '\(series.name)' decrease at point \(place + 1). Points are taken "
          + "in the file's order: sort them, oldest first."
      }
    }
  }
}
