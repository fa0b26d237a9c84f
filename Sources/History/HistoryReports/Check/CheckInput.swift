internal import ExchangeDocuments
internal import Files
package import HistoryExchange
package import Reporting
internal import TimingHistory

/// A table of series, as it was read.
package struct CheckInput {
  /// The path as it was named, made safe to print.
  package let path: String
  /// Its series, at least one with a finite value.
  package private(set) var table: SeriesTable
  /// How many series were put in the order of their times.
  private let sortedCount: Int
  /// What was left out of a folder.
  private var notes: [String] = []

  private init(path: String, _ table: SeriesTable, notes: [String]) {
    self.path = printable(path)
    self.table = table
    self.notes = notes
    sortedCount = self.table.sort()
  }

  /// Reads a table with the columns `time,commit,value`, and others that are optional, or a file of
  /// any other format that is read, or a folder of such files.
  ///
  /// - Parameters:
  ///   - path: the file, or `-` for standard input; it names the series where no column does. A
  ///     file compressed with gzip is decompressed.
  ///   - columns: which columns of a table are read; nil for those with the known names.
  ///   - limit: the most bytes that are read, and the most that they may decompress to.
  ///   - advice: how a user raises the limit, as the end of a sentence.
  /// - Returns: the table.
  /// - Throws: ``HarnessFailure`` naming the file and the cause.
  package static func read(
    _ path: String, columns: ColumnNames? = nil, limit: Int = ExchangeFormat.maximumBytes,
    advice: String = "raise the limit"
  ) throws(HarnessFailure) -> CheckInput {
    if path != "-", FileKind(path: path) == .folder {
      let folder = try ExchangeFile(path: path, format: nil)
      var document = folder.document
      // Its warnings say so already.
      document.remarks = []
      document.unmeasured = []
      return CheckInput(path: path, SeriesTable(document), notes: folder.warnings)
    }
    let bytes: [UInt8]
    do {
      bytes =
        try path == "-" ? readStandardInput(limit: limit) : readFile(at: path, limit: limit)
    } catch {
      if case .tooLarge(_, let count, let limit) = error {
        throw HarnessFailure(
          message: "'\(printable(path))' has \(count) bytes or more, above the limit of \(limit). "
            + "Split the file, or \(advice).", status: .missingInput)
      }
      throw HarnessFailure(unreadable: error)
    }
    return try CheckInput(
      path: path, bytes: bytes, columns: columns, limit: limit, advice: advice)
  }

  /// Takes the table from memory.
  ///
  /// - Parameters:
  ///   - path: what to call it.
  ///   - bytes: the table, or what gzip made of it.
  ///   - columns: which columns of a table are read; nil for those with the known names.
  ///   - limit: the most bytes that it may decompress to.
  ///   - advice: how a user raises the limit, as the end of a sentence.
  /// - Throws: ``HarnessFailure`` when it is no such table, or has no finite value.
  package init(
    path: String, bytes: [UInt8], columns: ColumnNames? = nil,
    limit: Int = ExchangeFormat.maximumBytes, advice: String = "raise the limit"
  ) throws(HarnessFailure) {
    self.path = printable(path)
    do {
      var table: SeriesTable
      let plain =
        try GzipFile.isCompressed(bytes)
        ? GzipFile.decompressed(bytes, limit: limit) : bytes
      try ExchangeFormat.requireText(plain)
      table =
        if let columns {
          try SeriesTable(columns.applied(to: plain), name: Self.name(of: path))
        } else {
          try Self.table(path: path, plain)
        }
      sortedCount = table.sort()
      self.table = table
    } catch {
      let isTooLarge = error == GzipFile.tooLarge(limit: limit)
      throw HarnessFailure(
        message: "'\(self.path)': \(error.description)"
          + (isTooLarge ? " Split the file, or \(advice)." : ""),
        status: .damagedInput)
    }
    // A check of nothing must not pass.
    guard table.series.contains(where: { $0.values.contains(where: \.isFinite) }) else {
      let rows = table.leftOutCount > 0 ? "is no usable row" : "are no points"
      throw HarnessFailure(
        message: "'\(self.path)': There \(rows) below the header.\(Self.text(table.leftOut))",
        status: .damagedInput)
    }
  }

  /// Puts the points in the order of their commits, where a repository knows them.
  ///
  /// - Parameter order: gives the order of commits; nil where there is none.
  package mutating func sort(by order: ([String]) -> RevisionOrder?) {
    let commits = table.commits
    guard !commits.isEmpty, let order = order(commits) else { return }
    table.sort(by: order)
  }

  /// A table with a column of values, or what a file of another format holds.
  private static func table(path: String, _ bytes: [UInt8]) throws(ExchangeError) -> SeriesTable {
    let name = name(of: path)
    let tableError: ExchangeError
    do throws(ExchangeError) {
      return try SeriesTable(bytes, name: name)
    } catch {
      tableError = error
    }
    do throws(ExchangeError) {
      let plainPath = path.hasSuffix(".gz") ? String(path.dropLast(3)) : path
      return SeriesTable(try ExchangeFormat.reading(bytes, path: plainPath, name: name).document)
    } catch {
      // Of what looks like a table, what is wrong with the table is said.
      throw ExchangeFormat.isTable(bytes, path: path) ? tableError : error
    }
  }

  /// The name of a series that has none: that of the file, without `.csv.gz` and the like.
  private static func name(of path: String) -> String {
    guard path != "-" else { return "standard input" }
    let stem = PathParts(path).stem
    return path.hasSuffix(".gz") ? PathParts(stem).stem : stem
  }

  private static func text(_ flaws: [SeriesTable.Flaw]) -> String {
    flaws.map { " Line \($0.line): \($0.reason)." }.joined()
  }

  /// What was left out or looks wrong.
  package var warnings: [String] {
    var warnings = notes
    warnings += table.remarks.map { "'\(path)': \(printable($0))" }
    if sortedCount > 0 {
      let series = sortedCount == 1 ? "1 series were" : "\(sortedCount) series were"
      warnings.append("'\(path)': the points of \(series) sorted by their times.")
    }
    if table.leftOutCount > 0 {
      let rows = table.leftOutCount == 1 ? "1 row was" : "\(table.leftOutCount) rows were"
      warnings.append("'\(path)': \(rows) left out." + Self.text(table.leftOut))
    }
    if table.unreadableTimeCount > 0 {
      let cells =
        table.unreadableTimeCount == 1 ? "1 time is" : "\(table.unreadableTimeCount) times are"
      warnings.append(
        "'\(path)': \(cells) unreadable and ignored." + Self.text(table.unreadableTimes))
    }
    // By kind, not one for each of thousands of series.
    let unordered = table.series.filter { $0.firstStepBack != nil }
    if let series = unordered.first, let place = series.firstStepBack {
      let others = unordered.count - 1
      let more = others == 0 ? "" : ", and those of \(others) other series somewhere"
      warnings.append(
        "'\(path)': the times of '\(printable(series.name))' decrease at point \(place)\(more). "
          + "Some have no time, so that points are taken in the file's order: sort them, oldest first."
      )
    }
    return warnings
  }
}
