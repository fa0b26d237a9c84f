internal import GRDB
public import HistoryExchange
internal import Measuring

extension HistoryStore {
  /// Everything of some series, ready to be written for another program.
  ///
  /// - Parameters:
  ///   - names: The series; nil for all.
  ///   - withSamples: Whether every sample goes along, which makes files large.
  /// - Returns: The document.
  /// - Throws: ``HistoryError`` when there is no series of a name.
  public func exchange(
    series names: [String]? = nil, withSamples: Bool = false
  ) throws(HistoryError) -> ExchangeDocument {
    let all = try self.series(recent: 0).map(\.series)
    var document = ExchangeDocument()
    for name in names ?? all.map(\.name) {
      let points = try self.points(of: name)
      var series = ExchangeSeries(
        name: name, unit: all.first { $0.name == name }?.unit ?? "")
      for point in points {
        let clock = try self.clock(of: name, in: point.run)
        let samples =
          withSamples
          ? try self.samples(of: name, in: point.run).map {
            Double($0.epoch.nanoseconds(clock)) / Double($0.epoch.iterations)
          } : []
        series.points.append(
          ExchangePoint(
            value: point.value, time: point.startedAt, commit: point.commit, samples: samples,
            codeHash: point.codeHash, inputHash: point.inputHash))
      }
      document.series.append(series)
    }
    return document
  }

  private func clock(of series: String, in run: RunID) throws(HistoryError) -> ClockKind {
    try read { database in
      let name = try String.fetchOne(
        database,
        sql: """
          SELECT clock FROM session JOIN measurement ON sessionID = session.id
          JOIN series ON series.id = seriesID WHERE runID = ? AND name = ?
          """, arguments: [run.value, series])
      return name.flatMap { ClockKind(rawValue: $0) } ?? .wall
    }
  }

  /// Adds the values of another program, one run for each time and commit.
  ///
  /// - Parameters:
  ///   - document: The values.
  ///   - time: Milliseconds since 1970, for values without a time of their own.
  /// - Returns: How many runs were added.
  /// - Throws: ``HistoryError`` when a series goes on in another unit.
  @discardableResult
  public func add(
    _ document: ExchangeDocument, at time: Int64
  ) throws(HistoryError) -> Int {
    let runs = document.runs
    try write { database in
      for run in runs {
        let startedAt = run.time ?? time
        try database.execute(
          sql: """
            INSERT INTO run (uid, kind, startedAt, finishedAt, commitHash, machineID, machineName,
              machineClass)
            VALUES (?, 'import', ?, ?, ?, ?, ?, ?)
            """,
          arguments: [
            Self.newUID(), startedAt, startedAt, run.commit, machine?.id, machine?.name,
            machine?.machineClass.name,
          ])
        try database.execute(
          sql: "INSERT INTO session (uid, runID, startedAt, clock, seed) VALUES (?, ?, ?, ?, 0)",
          arguments: [
            Self.newUID(), database.lastInsertedRowID, startedAt, ClockKind.wall.rawValue,
          ])
        let session = database.lastInsertedRowID
        for (index, point) in run.values {
          let series = document.series[index]
          let id = try Self.seriesID(
            SeriesRecord(name: series.name, unit: series.unit), database)
          try database.execute(
            sql: """
              INSERT INTO measurement
                (sessionID, seriesID, isReference, codeHash, inputHash, value)
              VALUES (?, ?, 0, ?, ?, ?)
              """, arguments: [session, id, point.codeHash, point.inputHash, point.value])
        }
      }
    }
    return runs.count
  }
}
