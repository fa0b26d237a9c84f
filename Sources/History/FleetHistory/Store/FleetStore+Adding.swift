internal import Measuring
internal import OrderedJSON
package import TimingHistory

extension FleetStore {
  /// What became of runs that were offered to the server.
  package struct Added: Equatable, Sendable {
    /// How many were new.
    package var new = 0
    /// The names of those that the server has now, or had, or removed.
    package var settled: [String] = []
    /// Those that the server cannot take, with why.
    package var refused: [Refusal] = []

    /// A run that the server cannot take.
    package struct Refusal: Equatable, Sendable {
      package let run: String
      /// Why, in one sentence.
      package let reason: String
    }
  }

  /// Adds runs that the server does not have, all or none.
  ///
  /// - Parameters:
  ///   - runs: The runs.
  ///   - defaultClass: The class of those that do not say theirs.
  /// - Returns: What became of them.
  /// - Throws: ``FleetError``; the same can be offered again.
  package func add(
    _ runs: [PortableRun], defaultClass: MachineClass = .unknown
  ) throws(FleetError) -> Added {
    var added = Added()
    var offered: [PortableRun] = []
    for run in runs {
      // What others could not read must not get there.
      do throws(SharingError) {
        offered.append(try PortableRun(reading: run.bytes))
      } catch {
        added.refused.append(.init(run: run.uid, reason: error.message))
      }
    }
    guard !offered.isEmpty else { return added }
    try addDictionaries(offered, defaultClass)
    let clashes = try unitClashes(offered)
    for run in offered {
      guard let clash = run.seriesNames.lazy.compactMap({ clashes[$0] }).first else { continue }
      added.refused.append(.init(run: run.uid, reason: clash))
    }
    let refused = Set(added.refused.map(\.run))
    offered.removeAll { refused.contains($0.uid) }
    let rows = try connection.run(
      """
      WITH given AS (
        SELECT * FROM jsonb_to_recordset($1::jsonb) AS r (uid text, content_name text, kind text,
          started_at float8, finished_at float8, commit_hash text, fingerprint text, note text,
          machine text, class text, content text)
      ), added AS (
        INSERT INTO bench.run (uid, content_name, kind, started_at, finished_at, commit_hash,
          fingerprint, note, machine_id, class_id, content)
        SELECT uid, decode(content_name, 'hex'), kind, to_timestamp(started_at / 1000),
          to_timestamp(finished_at / 1000), commit_hash, fingerprint, note, m.id, c.id,
          decode(content, 'base64')
        FROM given JOIN bench.machine_class AS c ON c.name = given.class
        LEFT JOIN bench.machine AS m ON m.identity = given.machine
        WHERE NOT EXISTS (SELECT FROM bench.removal WHERE removal.uid = given.uid)
          AND (c.kept_from IS NULL OR to_timestamp(started_at / 1000) >= c.kept_from)
        ORDER BY uid
        ON CONFLICT DO NOTHING
        RETURNING id, uid
      ), measured AS (
        INSERT INTO bench.measurement (run_id, session, series_id, is_reference, value, value_low,
          value_high, log_ratio, log_ratio_low, log_ratio_high, samples, instructions, answer_hash,
          code_hash, input_hash)
        SELECT added.id, session, s.id, is_reference, value, value_low, value_high, log_ratio,
          log_ratio_low, log_ratio_high, samples, instructions, answer_hash, code_hash, input_hash
        FROM jsonb_to_recordset($2::jsonb) AS r (uid text, session integer, series text,
          is_reference boolean, value float8, value_low float8, value_high float8,
          log_ratio float8, log_ratio_low float8, log_ratio_high float8, samples integer,
          instructions bigint, answer_hash text, code_hash text, input_hash text)
        JOIN added USING (uid) JOIN bench.series AS s ON s.name = r.series
      )
      SELECT uid FROM added
      """,
      [
        .text(JSONValue.array(offered.map { Self.row(of: $0, defaultClass) }).line),
        .text(JSONValue.array(offered.flatMap(Self.measurementRows)).line),
      ])
    added.new = rows.count
    added.settled = offered.map(\.uid)
    return added
  }

  /// Adds events of series of a class that the server does not have.
  ///
  /// - Throws: ``FleetError`` when the server cannot be reached or refuses them.
  package func add(
    _ transitions: [PortableTransition], of machineClass: MachineClass
  ) throws(FleetError) {
    guard !transitions.isEmpty else { return }
    let rows = transitions.map { one in
      JSONValue.object([
        .init("uid", .string(one.uid)), .init("series", .string(one.series)),
        .init("run_uid", .optional(one.run, JSONValue.string)),
        .init("at", .number(Double(one.at))),
        .init("event", .string(one.event.rawValue)),
        .init("state_before", .string(one.before.rawValue)),
        .init("state_after", .string(one.after.rawValue)),
        .init("reason", .optional(one.reason, JSONValue.string)),
      ])
    }
    try connection.run(
      """
      INSERT INTO bench.transition (uid, class_id, series_id, run_uid, at, event, state_before,
        state_after, reason)
      SELECT r.uid, c.id, s.id, run_uid, to_timestamp(at / 1000), event, state_before, state_after,
        reason
      FROM jsonb_to_recordset($1::jsonb) AS r (uid text, series text, run_uid text, at float8,
        event text, state_before text, state_after text, reason text)
      JOIN bench.series AS s ON s.name = r.series
      JOIN bench.machine_class AS c ON c.name = $2
      ORDER BY r.uid
      ON CONFLICT DO NOTHING
      """, [.text(JSONValue.array(rows).line), .text(machineClass.name)])
  }

  /// Adds classes, machines and series that are new; names are committed before the runs, so that
  /// writers do not wait for each other's.
  private func addDictionaries(
    _ runs: [PortableRun], _ defaultClass: MachineClass
  ) throws(FleetError) {
    // In order, here and in all statements below: writers who add the same names in other
    // orders would each wait for the other.
    let classes = Set(runs.map { $0.sharedClass(or: defaultClass).name }).sorted()
    try connection.run(
      """
      INSERT INTO bench.machine_class (name)
      SELECT name FROM unnest($1::text[]) AS name
      WHERE NOT EXISTS (SELECT FROM bench.machine_class AS known WHERE known.name = name.name)
      ORDER BY name ON CONFLICT DO NOTHING
      """, [.array(classes)])
    let machines = Dictionary(runs.compactMap(\.machine).map { ($0.id, $0.name) }) { $1 }
      .sorted { $0.key < $1.key }
    try connection.run(
      """
      INSERT INTO bench.machine (identity, name)
      SELECT * FROM unnest($1::text[], $2::text[]) AS m (identity, name)
      WHERE NOT EXISTS (SELECT FROM bench.machine AS known WHERE known.identity = m.identity)
      ORDER BY identity ON CONFLICT DO NOTHING
      """, [.array(machines.map(\.key)), .array(machines.map(\.value))])
    let series = Dictionary(
      runs.flatMap(\.sessions).flatMap(\.measurements).map {
        ($0.record.series.name, $0.record.series)
      }
    ) { first, _ in first }
    let rows = series.values.sorted { $0.name < $1.name }.map { one in
      JSONValue.object([
        .init("name", .string(one.name)), .init("unit", .string(one.unit)),
        .init("parameters", one.parameterObject), .init("items", one.itemNumber ?? .null),
        .init("metric", .optional(one.metric, JSONValue.string)),
        .init("better", .optional(one.better?.rawValue, JSONValue.string)),
      ])
    }
    try connection.run(
      """
      INSERT INTO bench.series (name, unit, parameters, items, metric, better)
      SELECT name, unit, parameters, items, metric, better
      FROM jsonb_to_recordset($1::jsonb) AS r (name text, unit text, parameters jsonb,
        items float8, metric text, better text)
      WHERE NOT EXISTS (SELECT FROM bench.series AS known WHERE known.name = r.name)
      ORDER BY name ON CONFLICT DO NOTHING
      """, [.text(JSONValue.array(rows).line)])
  }

  /// Why series cannot go on: their names, with a sentence.
  private func unitClashes(_ runs: [PortableRun]) throws(FleetError) -> [String: String] {
    let units = Set(runs.flatMap(\.sessions).flatMap(\.measurements).map(\.record.series)).map {
      ($0.name, $0.unit)
    }
    let rows = try connection.run(
      """
      SELECT s.name, s.unit, given.unit FROM unnest($1::text[], $2::text[]) AS given (name, unit)
      JOIN bench.series AS s ON s.name = given.name WHERE s.unit <> given.unit
      """, [.array(units.map(\.0)), .array(units.map(\.1))])
    var clashes: [String: String] = [:]
    for row in rows {
      let name = try row.text(0)
      clashes[name] =
        "The series '\(name)' is in '\(try row.text(1))' on the server and in '\(try row.text(2))'"
        + " here. Give one of them another name."
    }
    return clashes
  }
}

extension PortableRun {
  var seriesNames: Set<String> {
    Set(sessions.flatMap(\.measurements).map(\.record.series.name))
  }

  /// Its class, or another one where it says nothing of its machine.
  func sharedClass(or other: MachineClass) -> MachineClass {
    let known = machineClass
    return known == .unknown ? other : known
  }
}
