internal import Measuring
public import TimingHistory

extension FleetStore {
  /// A class of machines on the server.
  public struct ClassSummary: Equatable, Sendable {
    /// The class.
    public let machineClass: MachineClass
    /// How many runs it has.
    public let runs: Int
  }

  /// The classes that have runs, most runs first.
  ///
  /// - Complexity: O(*n*) in runs.
  public func classes() throws(FleetError) -> [ClassSummary] {
    let rows = try connection.run(
      """
      SELECT name, count(run.id) FROM bench.machine_class JOIN bench.run ON class_id = machine_class.id
      GROUP BY name ORDER BY count(run.id) DESC, name
      """)
    var summaries: [ClassSummary] = []
    for row in rows {
      summaries.append(
        ClassSummary(
          machineClass: MachineClass(name: try row.text(0)), runs: Int(try row.integer(1))))
    }
    return summaries
  }

  /// The part of the server's history that is new to a reader.
  struct News {
    /// Up to where everything is known when this news is.
    let horizon: Int64
    /// Runs by the server's number and by their name.
    var runs: [(id: Int64, uid: String)] = []
    /// Events.
    var transitions: [PortableTransition] = []
    /// Runs that were removed.
    var removals: [String] = []
  }

  /// The oldest transaction that is still running: everything below it is there or never will be.
  private func horizon() throws(FleetError) -> (oldest: Int64, next: Int64) {
    let rows = try connection.run(
      """
      SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint,
        pg_snapshot_xmax(pg_current_snapshot())::text::bigint
      """)
    guard let row = rows.first else { throw FleetError(.damaged, "The server has no horizon.") }
    return (try row.integer(0), try row.integer(1))
  }

  /// What a class has that arrived at or after a horizon; nil for everything.
  func news(of machineClass: MachineClass, since known: Int64?) throws(FleetError) -> News {
    try connection.transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") {
      () throws(FleetError) in
      let (oldest, next) = try horizon()
      // A server that was set back to an older state has fewer transactions than were seen.
      let since = known.flatMap { $0 > next ? nil : $0 } ?? 0
      let values: [PostgresValue] = [.text(machineClass.name), .integer(since)]
      var news = News(horizon: oldest)
      for row in try connection.run(
        """
        SELECT run.id, uid FROM bench.run JOIN bench.machine_class ON machine_class.id = class_id
        WHERE name = $1 AND arrival >= $2::text::xid8 ORDER BY run.id
        """, values)
      { news.runs.append((try row.integer(0), try row.text(1))) }
      for row in try connection.run(
        """
        SELECT uid, series.name, run_uid, (extract(epoch FROM at) * 1000)::bigint, event,
          state_before, state_after, reason
        FROM bench.transition JOIN bench.series ON series.id = series_id
        JOIN bench.machine_class ON machine_class.id = class_id
        WHERE machine_class.name = $1 AND arrival >= $2::text::xid8 ORDER BY at, transition.id
        """, values)
      { news.transitions.append(try Self.transition(row)) }
      for row in try connection.run(
        "SELECT uid FROM bench.removal WHERE arrival >= $1::text::xid8 ORDER BY uid",
        [.integer(since)])
      { news.removals.append(try row.text(0)) }
      return news
    }
  }

  private static func transition(_ row: PostgresRow) throws(FleetError) -> PortableTransition {
    guard let event = SeriesEvent(rawValue: try row.text(4)),
      let before = SeriesState(rawValue: try row.text(5)),
      let after = SeriesState(rawValue: try row.text(6))
    else { throw FleetError(.damaged, "The server has an event that this program does not know.") }
    return PortableTransition(
      uid: try row.text(0), series: try row.text(1), run: row.optionalText(2),
      at: try row.integer(3), event: event, before: before, after: after,
      reason: row.optionalText(7))
  }

  /// Those of some names of runs that the server neither has nor removed.
  func missing(among names: [String]) throws(FleetError) -> [String] {
    var missing: [String] = []
    for row in try connection.run(
      """
      SELECT uid FROM unnest($1::text[]) AS uid
      WHERE NOT EXISTS (SELECT FROM bench.run WHERE run.uid = uid.uid)
        AND NOT EXISTS (SELECT FROM bench.removal WHERE removal.uid = uid.uid)
      """, [.array(names)])
    { missing.append(try row.text(0)) }
    return missing
  }

  /// Runs by the server's numbers, checked as untrusted bytes.
  func runs(_ ids: [Int64]) throws(FleetError) -> [PortableRun] {
    var runs: [PortableRun] = []
    for row in try connection.run(
      "SELECT uid, content FROM bench.run WHERE id = ANY ($1::bigint[]) ORDER BY id",
      [.array(ids.map { String($0) })])
    {
      let uid = try row.text(0)
      do throws(SharingError) {
        let run = try PortableRun(reading: try Self.content(row))
        guard run.uid == uid else { throw SharingError("It is another run.") }
        runs.append(run)
      } catch {
        throw FleetError(
          .damaged, "The run \(uid) on the server (\(address)) is not readable: \(error.message)")
      }
    }
    return runs
  }

  private static func content(_ row: PostgresRow) throws(SharingError) -> [UInt8] {
    do throws(FleetError) {
      return try row.bytes(1)
    } catch {
      throw SharingError(error.message)
    }
  }

  /// Removes all but the newest runs of a class.
  ///
  /// Their names stay, so that no machine offers them again.
  ///
  /// - Returns: How many runs were removed.
  /// - Throws: ``FleetError``; only the owner may do this.
  public func prune(_ machineClass: MachineClass, keep count: Int) throws(FleetError) -> Int {
    let rows = try connection.run(
      """
      WITH old AS (
        SELECT run.id, run.uid FROM bench.run
        JOIN bench.machine_class ON machine_class.id = class_id
        WHERE machine_class.name = $1 ORDER BY started_at DESC, run.id DESC OFFSET $2
      ), remembered AS (
        INSERT INTO bench.removal (uid) SELECT uid FROM old ON CONFLICT DO NOTHING
      ), removed AS (
        DELETE FROM bench.run WHERE id IN (SELECT id FROM old) RETURNING 1
      )
      SELECT count(*) FROM removed
      """, [.text(machineClass.name), .integer(Int64(count))])
    return Int(try rows.first?.integer(0) ?? 0)
  }
}
