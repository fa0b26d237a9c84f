/// The tables of a history on a server, as a numbered list of steps that made them.
///
/// A step that has been released is never changed: a new one is added at the end. Steps only go
/// forward.
enum FleetSchema {
  /// One step.
  struct Migration {
    let number: Int64
    let name: String
    let script: StaticString
  }

  static let migrations = [
    Migration(number: 1, name: "runs, measurements and events", script: runs),
    Migration(number: 2, name: "views", script: views),
    Migration(number: 3, name: "the queue of confirmations", script: FleetQueueSchema.script),
    Migration(number: 4, name: "retention", script: FleetRetentionSchema.script),
    Migration(number: 5, name: "parameters of series", script: FleetParameterSchema.script),
  ]

  /// The step that this program needs to be the newest.
  static var version: Int64 { Int64(migrations.count) }

  /// The number of the lock that a migrating session holds: "swdc" and 1.
  static let lock: Int64 = 0x7377_6463_0000_0001

  /// Dates are `timestamptz`, which PostgreSQL keeps in UTC; keys have 64 bits.
  ///
  /// `content` holds the whole run, rounds and all, in one value whose name is its SHA-256; what the
  /// other columns and `measurement` hold is taken from it, so that SQL can find it. `arrival` is
  /// the transaction that added a row: a reader that has seen everything below the oldest running
  /// transaction has missed nothing, in whatever order writers commit.
  private static let runs: StaticString = """
    CREATE TABLE bench.machine_class (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL UNIQUE CHECK (name <> '')
    );
    CREATE TABLE bench.machine (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      identity text NOT NULL UNIQUE CHECK (identity <> ''),
      name text NOT NULL
    );
    CREATE TABLE bench.series (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL UNIQUE CHECK (name <> ''),
      unit text NOT NULL,
      kernel text,
      image text,
      pixels bigint,
      threads bigint
    );
    CREATE TABLE bench.run (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      uid text NOT NULL UNIQUE CHECK (uid ~ '^[0-9a-f]{32}$'),
      content_name bytea NOT NULL UNIQUE CHECK (content_name = sha256(content)),
      kind text NOT NULL,
      started_at timestamptz NOT NULL,
      finished_at timestamptz NOT NULL,
      commit_hash text,
      fingerprint text,
      note text,
      machine_id bigint REFERENCES bench.machine (id),
      class_id bigint NOT NULL REFERENCES bench.machine_class (id),
      content bytea NOT NULL,
      added_by text NOT NULL DEFAULT session_user,
      arrival xid8 NOT NULL DEFAULT pg_current_xact_id()
    );
    CREATE INDEX run_by_time ON bench.run (class_id, started_at);
    CREATE INDEX run_by_arrival ON bench.run (class_id, arrival);
    CREATE TABLE bench.measurement (
      run_id bigint NOT NULL REFERENCES bench.run (id) ON DELETE CASCADE,
      session integer NOT NULL,
      series_id bigint NOT NULL REFERENCES bench.series (id),
      is_reference boolean NOT NULL,
      value double precision,
      value_low double precision,
      value_high double precision,
      log_ratio double precision,
      log_ratio_low double precision,
      log_ratio_high double precision,
      samples integer NOT NULL,
      instructions bigint,
      answer_hash text,
      code_hash text,
      input_hash text,
      PRIMARY KEY (run_id, session, series_id)
    );
    CREATE INDEX measurement_by_series ON bench.measurement (series_id, run_id);
    CREATE TABLE bench.transition (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      uid text NOT NULL UNIQUE CHECK (uid ~ '^[0-9a-f]{32}$'),
      class_id bigint NOT NULL REFERENCES bench.machine_class (id),
      series_id bigint NOT NULL REFERENCES bench.series (id),
      run_uid text,
      at timestamptz NOT NULL,
      event text NOT NULL,
      state_before text NOT NULL,
      state_after text NOT NULL,
      reason text,
      added_by text NOT NULL DEFAULT session_user,
      arrival xid8 NOT NULL DEFAULT pg_current_xact_id()
    );
    CREATE INDEX transition_by_arrival ON bench.transition (class_id, arrival);
    CREATE TABLE bench.removal (
      uid text PRIMARY KEY,
      removed_at timestamptz NOT NULL DEFAULT now(),
      arrival xid8 NOT NULL DEFAULT pg_current_xact_id()
    );
    CREATE INDEX removal_by_arrival ON bench.removal (arrival);
    """

  /// What Grafana and people with SQL read.
  ///
  /// Columns are added at the end and never change.
  private static let views: StaticString = """
    CREATE VIEW bench.runs AS
      SELECT run.uid AS run, started_at, finished_at, kind, commit_hash AS commit,
        machine.name AS machine, machine_class.name AS class, note, added_by
      FROM bench.run
      JOIN bench.machine_class ON machine_class.id = class_id
      LEFT JOIN bench.machine ON machine.id = machine_id;
    CREATE VIEW bench.points AS
      SELECT started_at AS time, machine_class.name AS class, machine.name AS machine,
        series.name AS series, series.unit, series.kernel, series.image, is_reference,
        value, value_low, value_high,
        exp(log_ratio) AS ratio, exp(log_ratio_low) AS ratio_low, exp(log_ratio_high) AS ratio_high,
        samples, instructions, kind, commit_hash AS commit, code_hash, run.uid AS run
      FROM bench.measurement
      JOIN bench.run ON run.id = run_id
      JOIN bench.series ON series.id = series_id
      JOIN bench.machine_class ON machine_class.id = class_id
      LEFT JOIN bench.machine ON machine.id = machine_id;
    CREATE VIEW bench.events AS
      SELECT at AS time, machine_class.name AS class, series.name AS series, event, state_before,
        state_after, reason, run_uid AS run, added_by
      FROM bench.transition
      JOIN bench.series ON series.id = series_id
      JOIN bench.machine_class ON machine_class.id = class_id;
    CREATE VIEW bench.machines AS
      SELECT machine.identity, machine.name AS machine, machine_class.name AS class,
        count(*) AS runs, max(started_at) AS newest
      FROM bench.run
      JOIN bench.machine_class ON machine_class.id = class_id
      JOIN bench.machine ON machine.id = machine_id
      GROUP BY machine.identity, machine.name, machine_class.name;
    -- The control of a machine are the reference kernels, whose code hardly ever changes: the median
    -- of their times in the last 30 days, over that of all other machines of the class.
    CREATE VIEW bench.machine_drift AS
      WITH control AS (
        SELECT class_id, machine_id, series_id,
          percentile_cont(0.5) WITHIN GROUP (ORDER BY value) AS typical, count(*) AS points
        FROM bench.measurement JOIN bench.run ON run.id = run_id
        WHERE is_reference AND value > 0 AND machine_id IS NOT NULL
          AND started_at > now() - interval '30 days'
        GROUP BY class_id, machine_id, series_id
      ), compared AS (
        SELECT own.class_id, own.machine_id, own.points, own.typical /
          (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY other.typical) FROM control AS other
            WHERE other.class_id = own.class_id AND other.series_id = own.series_id
              AND other.machine_id <> own.machine_id) AS ratio
        FROM control AS own
      )
      SELECT machine_class.name AS class, machine.name AS machine, machine.identity,
        percentile_cont(0.5) WITHIN GROUP (ORDER BY ratio) AS ratio,
        count(*) AS controls, sum(points) AS points
      FROM compared
      JOIN bench.machine_class ON machine_class.id = class_id
      JOIN bench.machine ON machine.id = machine_id
      WHERE ratio IS NOT NULL
      GROUP BY machine_class.name, machine.name, machine.identity;
    """
}
