internal import Measuring
package import TimingHistory

extension FleetStore {
  /// A class of machines on the server.
  package struct ClassSummary: Equatable, Sendable {
    /// The class.
    package let machineClass: MachineClass
    /// How many runs it has.
    package let runs: Int
  }

  /// The classes that have runs, most runs first.
  ///
  /// - Throws: ``FleetError`` when the server cannot be reached or refuses.
  /// - Complexity: O(*n*) in runs.
  package func classes() throws(FleetError) -> [ClassSummary] {
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

  /// The classes that have a run, by name.
  ///
  /// - Throws: ``FleetError`` when the server cannot be reached or refuses.
  /// - Complexity: O(*n*) in classes.
  func measuredClasses() throws(FleetError) -> [MachineClass] {
    var classes: [MachineClass] = []
    for row in try connection.run(
      """
      SELECT name FROM bench.machine_class AS c
      WHERE EXISTS (SELECT FROM bench.run WHERE class_id = c.id) ORDER BY name
      """)
    { classes.append(MachineClass(name: try row.text(0))) }
    return classes
  }

  /// A run that a reader may lack.
  struct NewRun {
    /// The server's number.
    let id: Int64
    /// The name that it has everywhere.
    let uid: String
    /// How many bytes it has.
    let bytes: Int
  }

  /// The runs of a part of a class's history.
  struct RunQuery {
    let machineClass: MachineClass
    /// The only series; nil for all.
    var series: String?
    /// The earliest start, in milliseconds since 1970; nil for all.
    var since: Int64?
    /// The oldest transaction that may have added them; 0 for all.
    var arrived: Int64
  }

  /// The oldest transaction that is still running: everything below it is there or never will be.
  func horizon() throws(FleetError) -> (oldest: Int64, next: Int64) {
    let rows = try connection.run(
      """
      SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint,
        pg_snapshot_xmax(pg_current_snapshot())::text::bigint
      """)
    //     transactions     41 ended    42 runs    43 ended    44 comes
    //     oldest, next                 42                     44
    // What 43 added is there now and is asked for again: what 42 adds may come later.
    guard let row = rows.first else { throw FleetError(.damaged, "The server has no horizon.") }
    return (try row.integer(0), try row.integer(1))
  }

  /// Calls a function with the runs of a query, some at a time, newest first.
  func forEachPage(
    of query: RunQuery, _ body: ([NewRun]) throws(FleetError) -> Void
  ) throws(FleetError) {
    try connection.transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") {
      () throws(FleetError) in
      // The newest first: what is stopped in the middle has brought what is looked at most.
      try connection.run(
        """
        DECLARE news NO SCROLL CURSOR FOR
        SELECT id, uid, octet_length(content)::bigint FROM bench.run
        WHERE class_id = (SELECT id FROM bench.machine_class WHERE name = $1)
          AND arrival >= $2::text::xid8
          AND ($3::bigint IS NULL OR started_at >= to_timestamp($3::bigint::float8 / 1000))
          AND ($4::text IS NULL OR id IN (
            SELECT run_id FROM bench.measurement
            WHERE series_id = (SELECT id FROM bench.series WHERE name = $4)))
        ORDER BY started_at DESC, id DESC
        """,
        [
          .text(query.machineClass.name), .integer(query.arrived),
          query.since.map { .integer($0) } ?? .null, .optional(query.series),
        ])
      while true {
        let rows = try connection.run("FETCH 500 FROM news")
        guard !rows.isEmpty else { return }
        var page: [NewRun] = []
        for row in rows {
          page.append(
            NewRun(id: try row.integer(0), uid: try row.text(1), bytes: Int(try row.integer(2))))
        }
        try body(page)
      }
    }
  }

  /// Events of a class that arrived at or after a horizon, and all events of some series.
  ///
  /// - Parameters:
  ///   - query: The class, the only series if there is one, and the horizon.
  ///   - names: Series whose older events are wanted too.
  /// - Returns: The events, oldest first.
  /// - Throws: ``FleetError`` when the server cannot be reached, or has an event of an unknown kind.
  func transitions(
    of query: RunQuery, andAllOf names: [String]
  ) throws(FleetError) -> [PortableTransition] {
    var transitions: [PortableTransition] = []
    for row in try connection.run(
      """
      SELECT uid, series.name, run_uid, (extract(epoch FROM at) * 1000)::bigint, event,
        state_before, state_after, reason
      FROM bench.transition JOIN bench.series ON series.id = series_id
      WHERE class_id = (SELECT id FROM bench.machine_class WHERE name = $1)
        AND (arrival >= $2::text::xid8 OR series.name = ANY ($4::text[]))
        AND ($3::text IS NULL OR series.name = $3)
      ORDER BY at, transition.id
      """,
      [
        .text(query.machineClass.name), .integer(query.arrived), .optional(query.series),
        .array(names),
      ])
    { transitions.append(try Self.transition(row)) }
    return transitions
  }

  /// The series of a class that go on under other names: former names, and what they became.
  func renamings(_ machineClass: MachineClass) throws(FleetError) -> [(String, String)] {
    var renamings: [(String, String)] = []
    for row in try connection.run(
      """
      SELECT reason, series.name FROM bench.transition JOIN bench.series ON series.id = series_id
      WHERE class_id = (SELECT id FROM bench.machine_class WHERE name = $1)
        AND event = $2 AND reason IS NOT NULL
      ORDER BY at, transition.id
      """, [.text(machineClass.name), .text(SeriesEvent.renaming.rawValue)])
    { renamings.append((try row.text(0), try row.text(1))) }
    return renamings
  }

  /// The names of runs that were removed since a horizon; nil where there are more than a limit.
  func removals(since horizon: Int64, limit: Int) throws(FleetError) -> [String]? {
    var names: [String] = []
    for row in try connection.run(
      "SELECT uid FROM bench.removal WHERE arrival >= $1::text::xid8 LIMIT $2",
      [.integer(horizon), .integer(Int64(limit) + 1)])
    { names.append(try row.text(0)) }
    return names.count > limit ? nil : names
  }

  /// Those of some names of runs that were removed.
  func removed(among names: [String]) throws(FleetError) -> [String] {
    var removed: [String] = []
    for row in try connection.run(
      "SELECT uid FROM bench.removal WHERE uid = ANY ($1::text[])", [.array(names)])
    { removed.append(try row.text(0)) }
    return removed
  }

  /// From when on runs of a class are kept, in milliseconds since 1970; nil for no limit.
  func keptFrom(_ machineClass: MachineClass) throws(FleetError) -> Int64? {
    let rows = try connection.run(
      """
      SELECT (extract(epoch FROM kept_from) * 1000)::bigint FROM bench.machine_class
      WHERE name = $1 AND kept_from IS NOT NULL
      """, [.text(machineClass.name)])
    return try rows.first?.integer(0)
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
}
