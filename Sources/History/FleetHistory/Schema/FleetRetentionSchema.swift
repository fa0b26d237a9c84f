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
    -- For the last days of all classes.
    CREATE INDEX run_by_start ON bench.run (started_at);
    -- As before, in time that grows with what was measured in 30 days and not with its square.
    CREATE OR REPLACE VIEW bench.machine_drift AS
      WITH control AS (
        SELECT class_id, machine_id, series_id,
          percentile_cont(0.5) WITHIN GROUP (ORDER BY value) AS typical, count(*) AS points
        FROM bench.run JOIN bench.measurement ON run_id = run.id
        WHERE is_reference AND value > 0 AND machine_id IS NOT NULL
          AND started_at > now() - interval '30 days'
        GROUP BY class_id, machine_id, series_id
      ), compared AS (
        SELECT own.class_id, own.machine_id, own.series_id, own.points,
          own.typical / percentile_cont(0.5) WITHIN GROUP (ORDER BY other.typical) AS ratio
        FROM control AS own JOIN control AS other USING (class_id, series_id)
        WHERE other.machine_id <> own.machine_id
        GROUP BY own.class_id, own.machine_id, own.series_id, own.points, own.typical
      )
      SELECT machine_class.name AS class, machine.name AS machine, machine.identity,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY ratio) AS ratio,
        count(*) AS controls, sum(points) AS points
      FROM compared
      JOIN bench.machine_class ON machine_class.id = class_id
      JOIN bench.machine ON machine.id = machine_id
      GROUP BY machine_class.name, machine.name, machine.identity;
    CREATE OR REPLACE VIEW bench.machines AS
      SELECT machine.identity, machine.name AS machine, machine_class.name AS class, runs, newest
      FROM (
        SELECT machine_id, class_id, count(*) AS runs, max(started_at) AS newest
        FROM bench.run WHERE machine_id IS NOT NULL GROUP BY machine_id, class_id
      ) AS added
      JOIN bench.machine_class ON machine_class.id = class_id
      JOIN bench.machine ON machine.id = machine_id;
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
