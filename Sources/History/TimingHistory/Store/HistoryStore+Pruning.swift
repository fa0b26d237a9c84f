internal import GRDB

extension HistoryStore {
  /// What pruning took away.
  package struct Pruned: Equatable, Sendable {
    /// How many runs.
    package let runs: Int
    /// How many series that no run measured any more.
    package let series: Int
  }

  /// Forgets all but the newest runs, with all they measured, and gives the space back.
  ///
  /// A series that no run measures any more is forgotten too, with its state.
  ///
  /// - Parameter count: How many runs stay.
  /// - Returns: What was taken away.
  /// - Throws: ``HistoryError`` for a negative count, or when the file cannot be written.
  package func prune(keep count: Int) throws(HistoryError) -> Pruned {
    guard count >= 0 else {
      throw HistoryError(.invalidRequest, "Cannot keep \(count) runs: give 0 or more.")
    }
    return try prune(
      """
      DELETE FROM run WHERE id NOT IN
        (SELECT id FROM run ORDER BY startedAt DESC, id DESC LIMIT ?)
      """, Int64(count))
  }

  /// Forgets the runs that began before a time, with all they measured, and gives the space back.
  ///
  /// A series that no run measures any more is forgotten too, with its state.
  ///
  /// - Parameter time: Milliseconds since 1970.
  /// - Returns: What was taken away.
  /// - Throws: ``HistoryError`` when the file cannot be written.
  package func prune(before time: Int64) throws(HistoryError) -> Pruned {
    try prune("DELETE FROM run WHERE startedAt < ?", time)
  }

  private func prune(_ deletion: String, _ value: Int64) throws(HistoryError) -> Pruned {
    let pruned = try write { database in
      try database.execute(sql: deletion, arguments: [value])
      let runs = database.changesCount
      try database.execute(
        sql: "DELETE FROM series WHERE id NOT IN (SELECT seriesID FROM measurement)")
      return Pruned(runs: runs, series: database.changesCount)
    }
    if pruned.runs > 0 {
      do { try database.vacuum() } catch { throw HistoryError(error, path: path) }
    }
    return pruned
  }
}
