package import ExchangeDocuments
internal import GRDB
internal import Measuring

extension HistoryStore {
  /// Everything of some series, ready to be written for another program.
  ///
  /// - Parameters:
  ///   - names: The series; nil for all.
  ///   - withSamples: Whether every sample goes along, which makes files large.
  /// - Returns: The document.
  /// - Throws: ``HistoryError`` when there is no series of a name.
  package func exchange(
    series names: [String]? = nil, withSamples: Bool = false
  ) throws(HistoryError) -> ExchangeDocument {
    let all = try seriesRecords()
    var document = ExchangeDocument()
    for name in names ?? all.map(\.name) {
      let points = try self.points(of: name)
      var series = ExchangeSeries(
        name: name, unit: all.first { $0.name == name }?.unit ?? "",
        better: all.first { $0.name == name }?.better)
      for point in points {
        let clock = try self.clock(of: name, in: point.run)
        let samples =
          withSamples
          ? try self.samples(of: name, in: point.run).map {
            Double($0.epoch.nanoseconds(clock)) / Double($0.epoch.iterations)
          } : []
        // Of samples others make intervals of their own.
        let interval = point.sampleCount == 0 ? point.valueInterval : nil
        series.points.append(
          ExchangePoint(
            value: point.value, time: point.startedAt, commit: point.commit,
            lower: interval?.lower, upper: interval?.upper, intervalKind: point.intervalKind,
            samples: samples, codeHash: point.codeHash, inputHash: point.inputHash))
      }
      document.series.append(series)
    }
    return document
  }

  /// The memory for the pages of an import, in KiB.
  private static let importCache = 65_536

  private func clock(of series: String, in run: RunID) throws(HistoryError) -> ClockKind {
    try read { database in
      let joined = Self.list(
        try Self.joined(try Self.existingSeriesID(series, database), database))
      let name = try String.fetchOne(
        database,
        sql: """
          SELECT clock FROM session JOIN measurement ON sessionID = session.id
          WHERE runID = ? AND seriesID IN \(joined)
          """, arguments: [run.value])
      return name.flatMap { ClockKind(rawValue: $0) } ?? .wall
    }
  }

  /// Adds the values of another program, one run for each time and commit, and none twice.
  ///
  /// A value is there already when a former import has one of the same series, time and commit.
  /// Values without a time are there already when those of a former import end with them; where a
  /// file has grown, only what is new is added.
  ///
  /// - Parameters:
  ///   - document: The values.
  ///   - time: Milliseconds since 1970, for values without a time of their own.
  /// - Returns: How many runs and values were added, and how many were there already.
  /// - Throws: ``HistoryError`` when a series goes on in another unit.
  /// - Complexity: O(*n* log *N*) in the document's values and the history's runs.
  @discardableResult
  package func add(
    _ document: ExchangeDocument, at time: Int64
  ) throws(HistoryError) -> ImportCount {
    try write { database in
      // A million rows keep their indexes in memory.
      try database.execute(sql: "PRAGMA cache_size = -\(Self.importCache)")
      var adding = try ImportedRuns(of: document, at: time, database)
      return try adding.add()
    }
  }
}
