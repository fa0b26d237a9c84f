internal import Files
internal import TimingHistory

/// A table of series, as it was read.
struct CheckInput {
  /// The path, without what would speak to a terminal.
  let path: String
  let table: SeriesTable

  /// Reads a table with the columns `time,commit,value`, and others that are optional.
  ///
  /// - Parameters:
  ///   - path: the file, or `-` for standard input; it names the series where no column does. What
  ///     is compressed with gzip is decompressed.
  ///   - limit: the most bytes that are read, and the most that they may decompress to.
  /// - Returns: the series of the file, at least one.
  /// - Throws: ``InputFailure`` naming the file and the cause.
  static func read(_ path: String, limit: Int) throws(InputFailure) -> CheckInput {
    let bytes: [UInt8]
    do {
      bytes =
        try path == "-" ? readStandardInput(limit: limit) : readFile(at: path, limit: limit)
    } catch {
      if case .tooLarge(_, let count, let limit) = error {
        throw InputFailure(
          message: "'\(CheckReport.printable(path))' has \(count) bytes or more, above the limit "
            + "of \(limit). Raise it with --max-size, or split the file.", exitCode: .noInput)
      }
      throw InputFailure(error)
    }
    return try CheckInput(path: path, bytes: bytes, limit: limit)
  }

  /// Takes the table from memory.
  init(
    path: String, bytes: [UInt8], limit: Int = ExchangeFormat.maximumBytes
  ) throws(InputFailure) {
    self.path = CheckReport.printable(path)
    do {
      let plain =
        try GzipFile.isCompressed(bytes)
        ? GzipFile.decompressed(bytes, limit: limit) : bytes
      table = try SeriesTable(plain, name: Self.name(of: path))
    } catch {
      throw InputFailure(message: "'\(self.path)': \(error.description)", exitCode: .badData)
    }
    // A check of nothing must not pass.
    guard table.series.contains(where: { $0.values.contains(where: \.isFinite) }) else {
      let rows = table.leftOutCount > 0 ? "usable row" : "point"
      throw InputFailure(
        message: "'\(self.path)': There is no \(rows) below the header.\(Self.flaws(table))",
        exitCode: .badData)
    }
  }

  /// The name of a series that has none: that of the file, without `.csv.gz` and the like.
  private static func name(of path: String) -> String {
    guard path != "-" else { return "standard input" }
    let stem = PathParts(path).stem
    return path.hasSuffix(".gz") ? PathParts(stem).stem : stem
  }

  private static func flaws(_ table: SeriesTable) -> String {
    let first = table.leftOut.map { " Line \($0.line): \($0.reason)." }
    return first.joined()
  }

  /// What was left out or looks wrong.
  var warnings: [String] {
    var warnings: [String] = []
    if table.leftOutCount > 0 {
      let rows = table.leftOutCount == 1 ? "1 row was" : "\(table.leftOutCount) rows were"
      warnings.append("'\(path)': \(rows) left out." + Self.flaws(table))
    }
    if table.unreadableTimeCount > 0 {
      let times = table.unreadableTimes.map { " Line \($0.line): \($0.reason)." }.joined()
      let cells =
        table.unreadableTimeCount == 1 ? "1 time is" : "\(table.unreadableTimeCount) times are"
      warnings.append("'\(path)': \(cells) unreadable and ignored." + times)
    }
    for series in table.series {
      guard let place = series.firstStepBack else { continue }
      warnings.append(
        "'\(path)': the times of '\(CheckReport.printable(series.name))' go back at point "
          + "\(place). Points are taken in the file's order; sort them, oldest first.")
    }
    return warnings
  }
}
