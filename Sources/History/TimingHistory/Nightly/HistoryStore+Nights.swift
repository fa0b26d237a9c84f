internal import GRDB

extension HistoryStore {
  /// Remembers that a step of a night is done, so that a night that was killed can go on.
  ///
  /// - Parameters:
  ///   - step: The step's name, such as "measure simd × photo".
  ///   - result: What it came to, in the caller's own words.
  ///   - run: The night's run.
  /// - Throws: ``HistoryError`` when there is no such run, or the file cannot be written.
  public func completeStep(
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
  public func completedSteps(of run: RunID) throws(HistoryError) -> [String: String] {
    try read { database in
      let rows = try Row.fetchAll(
        database, sql: "SELECT step, result FROM nightStep WHERE runID = ?",
        arguments: [run.value])
      return Dictionary(rows.map { ($0["step"], $0["result"]) }) { $1 }
    }
  }

  /// The newest night that was begun and never finished; nil when there is none.
  ///
  /// - Throws: ``HistoryError`` when the history cannot be read.
  public func unfinishedNight(kind: String = "nightly") throws(HistoryError) -> RunID? {
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
}
