package import TimingHistory

extension FleetStore {
  /// How many runs are removed in one transaction.
  static let pruningBatch: Int64 = 10_000

  /// Removes all but the newest runs of a class.
  ///
  /// Their points are added to the days that they were measured on. Their names stay, so that no
  /// machine offers them again. It can be stopped anywhere and done again.
  ///
  /// - Parameters:
  ///   - machineClass: The class.
  ///   - count: How many runs stay.
  /// - Returns: How many runs were removed.
  /// - Throws: ``FleetError``; only the owner may do this.
  package func prune(_ machineClass: MachineClass, keep count: Int) throws(FleetError) -> Int {
    let newest = try connection.run(
      """
      SELECT run.started_at::text, run.id FROM bench.run
      JOIN bench.machine_class ON machine_class.id = class_id
      WHERE machine_class.name = $1 ORDER BY started_at DESC, run.id DESC OFFSET $2 LIMIT 1
      """, [.text(machineClass.name), .integer(Int64(count))])
    // A role without the right gets the error even where there is nothing to remove.
    let boundary = try newest.first.map { row throws(FleetError) in
      (try row.text(0), try row.integer(1))
    }
    return try remove(machineClass, upTo: boundary ?? ("-infinity", 0), remembering: true)
  }

  /// Removes the runs of a class that began before a time, and takes none of them any more.
  ///
  /// Their points are added to the days that they were measured on. It can be stopped anywhere and
  /// done again.
  ///
  /// - Parameters:
  ///   - machineClass: The class.
  ///   - time: Milliseconds since 1970.
  /// - Returns: How many runs were removed.
  /// - Throws: ``FleetError``; only the owner may do this.
  package func prune(_ machineClass: MachineClass, before time: Int64) throws(FleetError) -> Int {
    let rows = try connection.run(
      """
      UPDATE bench.machine_class
      SET kept_from = greatest(kept_from, to_timestamp($2::float8 / 1000))
      WHERE name = $1 RETURNING kept_from::text
      """, [.text(machineClass.name), .integer(time)])
    guard let row = rows.first else { return 0 }
    return try remove(machineClass, upTo: (try row.text(0), 0), remembering: false)
  }

  private func remove(
    _ machineClass: MachineClass, upTo boundary: (time: String, run: Int64), remembering: Bool
  ) throws(FleetError) -> Int {
    var total = 0
    while true {
      let rows = try connection.run(
        """
        WITH old AS (
          SELECT id, uid, class_id, machine_id, started_at FROM bench.run
          WHERE class_id = (SELECT id FROM bench.machine_class WHERE name = $1)
            AND (started_at, id) <= ($2::timestamptz, $3::bigint)
          ORDER BY started_at, id LIMIT $5 FOR UPDATE
        ), folded AS (
          INSERT INTO bench.day AS d (class_id, series_id, day, machine_id, is_reference, points,
            value_sum, value_min, value_max, ratios, log_ratio_sum, log_ratio_min, log_ratio_max)
          SELECT class_id, series_id, (started_at AT TIME ZONE 'UTC')::date, machine_id,
            is_reference, count(value), sum(value), min(value), max(value), count(log_ratio),
            sum(log_ratio), min(log_ratio), max(log_ratio)
          FROM bench.measurement JOIN old ON old.id = run_id
          GROUP BY 1, 2, 3, 4, 5
          ON CONFLICT (series_id, class_id, day, coalesce(machine_id, 0), is_reference) DO UPDATE SET
            points = d.points + excluded.points,
            value_sum = coalesce(d.value_sum, 0) + coalesce(excluded.value_sum, 0),
            value_min = least(d.value_min, excluded.value_min),
            value_max = greatest(d.value_max, excluded.value_max),
            ratios = d.ratios + excluded.ratios,
            log_ratio_sum = coalesce(d.log_ratio_sum, 0) + coalesce(excluded.log_ratio_sum, 0),
            log_ratio_min = least(d.log_ratio_min, excluded.log_ratio_min),
            log_ratio_max = greatest(d.log_ratio_max, excluded.log_ratio_max)
        ), remembered AS (
          INSERT INTO bench.removal (uid) SELECT uid FROM old WHERE $4::boolean
          ON CONFLICT DO NOTHING
        ), removed AS (
          DELETE FROM bench.run WHERE id IN (SELECT id FROM old) RETURNING 1
        )
        SELECT count(*) FROM removed
        """,
        [
          .text(machineClass.name), .text(boundary.time), .integer(boundary.run),
          .text(remembering ? "true" : "false"), .integer(Self.pruningBatch),
        ])
      let removed = try rows.first?.integer(0) ?? 0
      total += Int(removed)
      if removed < Self.pruningBatch { return total }
    }
  }
}
