package import TimingHistory

extension FleetStore {
  /// The machines that measure, by class and name.
  ///
  /// - Complexity: O(*n*) in runs, and in the measurements of the last 30 days.
  /// - Returns: The machines.
  /// - Throws: ``FleetError``.
  package func machines() throws(FleetError) -> [FleetOverview.Machine] {
    var machines: [FleetOverview.Machine] = []
    for row in try connection.run(
      """
      SELECT m.machine, m.class, m.runs, (extract(epoch FROM m.newest) * 1000)::bigint, d.ratio
      FROM bench.machines AS m
      LEFT JOIN bench.machine_drift AS d ON d.identity = m.identity AND d.class = m.class
      ORDER BY m.class, m.machine, m.identity
      """)
    {
      machines.append(
        FleetOverview.Machine(
          name: try row.text(0), machineClass: try row.text(1), runs: Int(try row.integer(2)),
          newest: try row.integer(3), ratio: try row.optionalDouble(4)))
    }
    return machines
  }

  /// The machines, and the classes beside each other.
  ///
  /// - Parameter machineClass: The class whose history is looked at.
  /// - Complexity: O(*n*) in runs, and in the measurements of the last 30 days.
  /// - Returns: The overview.
  /// - Throws: ``FleetError``.
  package func overview(showing machineClass: MachineClass) throws(FleetError) -> FleetOverview {
    let rows = try connection.run(
      """
      SELECT machine_class.name, series.name, series.unit,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY value),
        exp(percentile_cont(0.5) WITHIN GROUP (ORDER BY log_ratio)), count(*)
      FROM bench.run
      JOIN bench.measurement ON run_id = run.id
      JOIN bench.series ON series.id = series_id
      JOIN bench.machine_class ON machine_class.id = class_id
      WHERE started_at > now() - interval '30 days' AND NOT is_reference AND value IS NOT NULL
      GROUP BY machine_class.name, series.name, series.unit
      ORDER BY series.name, machine_class.name
      """)
    let classes = Set(try rows.map { row throws(FleetError) in try row.text(0) }).sorted()
    var series: [FleetOverview.Series] = []
    for row in rows {
      let name = try row.text(1)
      if series.last?.name != name {
        series.append(
          FleetOverview.Series(
            name: name, unit: try row.text(2), levels: classes.map { _ in nil }))
      }
      let level = FleetOverview.Level(
        value: try row.optionalDouble(3) ?? 0, ratio: try row.optionalDouble(4),
        points: Int(try row.integer(5)))
      guard let place = classes.firstIndex(of: try row.text(0)) else { continue }
      series[series.count - 1].levels[place] = level
    }
    return FleetOverview(
      shownClass: machineClass.name, machines: try machines(), classes: classes, series: series)
  }
}
