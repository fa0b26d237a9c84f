internal import GRDB

extension HistoryStore {
  /// Remembers that a step of a night is done, so that a night that was killed can go on.
  ///
  /// - Parameters:
  ///   - step: The step's name, such as "measure simd × photo".
  ///   - result: What it came to, in the caller's own words.
  ///   - run: The night's run.
  /// - Throws: ``HistoryError`` when there is no such run, or the file cannot be written.
  package func completeStep(
    _ step: String, result: String, of run: RunID
  ) throws(HistoryError) {
    try write { database in
      try database.execute(
        sql: """
          INSERT INTO nightStep (runID, step, result) VALUES (?, ?, ?)
          ON CONFLICT DO UPDATE SET result = excluded.result
          """, arguments: [run.value, step, result])
    }
  }

  /// The steps of a night that are done, with what they came to.
  ///
  /// - Throws: ``HistoryError`` when the history cannot be read.
  package func completedSteps(of run: RunID) throws(HistoryError) -> [String: String] {
    try read { database in
      let rows = try Row.fetchAll(
        database, sql: "SELECT step, result FROM nightStep WHERE runID = ?",
        arguments: [run.value])
      return Dictionary(rows.map { ($0["step"], $0["result"]) }) { $1 }
    }
  }

  /// Keeps a picture of what ran before a series' new level and from there on.
  ///
  /// - Parameters:
  ///   - flameGraph: The picture in SVG.
  ///   - series: The name of the series.
  ///   - run: The first run of the new level.
  /// - Throws: ``HistoryError`` when there is no such run, or the file cannot be written.
  package func keep(
    flameGraph: String, of series: String, from run: RunID
  ) throws(HistoryError) {
    try completeStep(Self.flameGraph + series, result: flameGraph, of: run)
  }

  /// The pictures of a series by the runs that have notes.
  static func flameGraphs(
    of series: String, at transitions: [SeriesTransition], _ database: Database
  ) throws -> [RunID: String] {
    let runs = Set(transitions.filter { $0.event == .note }.compactMap(\.run))
    return try runs.reduce(into: [:]) { found, run in
      found[run] = try String.fetchOne(
        database.cachedStatement(
          sql: "SELECT result FROM nightStep WHERE runID = ? AND step = ?"),
        arguments: [run.value, flameGraph + series])
    }
  }

  /// How the names of steps begin that keep a picture.
  private static let flameGraph = "flame graph "

  /// The newest night that was begun and never finished; nil when there is none.
  ///
  /// - Throws: ``HistoryError`` when the history cannot be read.
  package func unfinishedNight(kind: String = "nightly") throws(HistoryError) -> RunID? {
    try read { database in
      try Int64.fetchOne(
        database,
        sql: """
          SELECT id FROM run WHERE kind = ? AND finishedAt IS NULL
          ORDER BY startedAt DESC, id DESC LIMIT 1
          """, arguments: [kind]
      ).map { RunID($0) }
    }
  }

  /// Ends a night: all that it decided happens to its series, in one transaction.
  ///
  /// A night that is killed before has changed nothing and can be decided again.
  ///
  /// - Parameters:
  ///   - night: The night's run.
  ///   - outcomes: What it decided.
  ///   - notes: Sentences to keep at the first run of a series' new level, by the names of series.
  ///   - time: Milliseconds since 1970.
  /// - Throws: ``HistoryError`` when an event cannot happen, or the night is finished already;
  ///   nothing happens then.
  package func conclude(
    _ night: RunID, outcomes: [NightOutcome], notes: [String: String] = [:], at time: Int64
  ) throws(HistoryError) {
    try write { database in
      for outcome in outcomes {
        for event in outcome.events {
          let since = event == .suspicion ? outcome.suspectedSince : nil
          try Self.apply(
            event, to: outcome.series, run: since ?? night, at: time, reason: nil, database)
        }
        if let note = notes[outcome.series] {
          try Self.apply(
            .note, to: outcome.series, run: outcome.suspectedSince ?? night, at: time, reason: note,
            database)
        }
      }
      try database.execute(
        sql: "UPDATE run SET finishedAt = ? WHERE id = ? AND finishedAt IS NULL",
        arguments: [time, night.value])
      try Self.require(
        database.changesCount == 1, "There is no unfinished night of run \(night.value).")
    }
  }
}
