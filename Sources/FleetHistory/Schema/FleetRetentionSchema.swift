/// What stays of runs that the owner prunes: a row for each day, machine and series.
///
/// Sums and counts, because they can be added to: a day may be pruned in several parts. A run is
/// added to its day by the statement that removes it, so it is counted once.
enum FleetRetentionSchema {
  static let script: StaticString = """
    -- Older runs of the class are not taken any more, and machines forget those that they shared.
    ALTER TABLE bench.machine_class ADD COLUMN kept_from timestamptz;
    CREATE TABLE bench.day (
      class_id bigint NOT NULL REFERENCES bench.machine_class (id),
      series_id bigint NOT NULL REFERENCES bench.series (id),
      day date NOT NULL,
      machine_id bigint REFERENCES bench.machine (id),
      is_reference boolean NOT NULL,
      points bigint NOT NULL,
      value_sum double precision,
      value_min double precision,
      value_max double precision,
      ratios bigint NOT NULL,
      log_ratio_sum double precision,
      log_ratio_min double precision,
      log_ratio_max double precision
    );
    CREATE UNIQUE INDEX day_key
      ON bench.day (series_id, class_id, day, coalesce(machine_id, 0), is_reference);
    CREATE VIEW bench.days AS
      WITH part AS (
        SELECT class_id, series_id, day, machine_id, is_reference, points, value_sum, value_min,
          value_max, ratios, log_ratio_sum, log_ratio_min, log_ratio_max
        FROM bench.day
        UNION ALL
        SELECT class_id, series_id, (started_at AT TIME ZONE 'UTC')::date, machine_id, is_reference,
          count(value), sum(value), min(value), max(value), count(log_ratio), sum(log_ratio),
          min(log_ratio), max(log_ratio)
        FROM bench.measurement JOIN bench.run ON run.id = run_id
        GROUP BY 1, 2, 3, 4, 5
      )
      SELECT day, machine_class.name AS class, machine.name AS machine, series.name AS series,
        series.unit, is_reference, sum(points)::bigint AS points,
        sum(value_sum) / nullif(sum(points), 0) AS value_mean,
        min(value_min) AS value_min, max(value_max) AS value_max,
        exp(sum(log_ratio_sum) / nullif(sum(ratios), 0)) AS ratio_mean,
        exp(min(log_ratio_min)) AS ratio_min, exp(max(log_ratio_max)) AS ratio_max
      FROM part
      JOIN bench.series ON series.id = series_id
      JOIN bench.machine_class ON machine_class.id = class_id
      LEFT JOIN bench.machine ON machine.id = machine_id
      GROUP BY day, machine_class.name, machine.id, machine.name, series.name, series.unit,
        is_reference;
    """
}
