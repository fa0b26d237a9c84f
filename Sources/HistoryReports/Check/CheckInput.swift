internal import Files
internal import TimingHistory

/// A file of series, as it was read.
struct CheckInput {
  let path: String
  let series: [ExchangeSeries]

  /// Reads a table with the columns `time,commit,value`, and others that are optional.
  ///
  /// - Parameter path: the file; it names the series where no column does.
  /// - Returns: the series of the file, at least one.
  /// - Throws: ``InputFailure`` naming the file and the cause.
  static func read(_ path: String) throws(InputFailure) -> CheckInput {
    let bytes: [UInt8]
    do {
      bytes = try readFile(at: path, limit: ExchangeFormat.maximumBytes)
    } catch {
      throw InputFailure(error)
    }
    return try CheckInput(path: path, bytes: bytes)
  }

  /// Takes the table from memory.
  init(path: String, bytes: [UInt8]) throws(InputFailure) {
    self.path = path
    do {
      series = try ExchangeFormat.csv.document(from: bytes, name: PathParts(path).stem).series
    } catch {
      throw InputFailure(message: "'\(path)': \(error.description)", exitCode: .badData)
    }
    // A check of nothing must not pass.
    guard !series.isEmpty else {
      throw InputFailure(
        message: "'\(path)': There is no point below the header.", exitCode: .badData)
    }
  }

  /// A warning for each series whose times go back, for its points were taken in the file's order.
  var warnings: [String] {
    series.compactMap { series in
      let times = series.points.map(\.time)
      let place = zip(times, times.dropFirst()).enumerated().first { _, pair in
        guard let earlier = pair.0, let later = pair.1 else { return false }
        return later < earlier
      }
      return place.map { place, _ in
        "'\(path)': the times of '\(series.name)' go back at point \(place + 1). Points are taken "
          + "in the file's order; sort them, oldest first."
      }
    }
  }
}
