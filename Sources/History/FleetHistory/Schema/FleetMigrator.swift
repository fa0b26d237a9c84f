/// Brings the tables of a server to this program's version.
enum FleetMigrator {
  /// The newest step that was taken; 0 for a database without a history.
  static func version(_ connection: PostgresConnection) throws(FleetError) -> Int64 {
    do throws(FleetError) {
      let rows = try connection.run("SELECT coalesce(max(number), 0)::bigint FROM bench.migration")
      return try rows.first?.integer(0) ?? 0
    } catch  where error.kind == .notPrepared {
      return 0
    }
  }

  /// Takes the steps that are missing, and returns their numbers.
  static func migrate(_ connection: PostgresConnection) throws(FleetError) -> [Int] {
    try connection.transaction { () throws(FleetError) in
      try connection.run("SELECT pg_advisory_xact_lock($1)", [.integer(FleetSchema.lock)])
      try connection.runScript(
        """
        SET LOCAL client_min_messages = warning;
        CREATE SCHEMA IF NOT EXISTS bench;
        CREATE TABLE IF NOT EXISTS bench.migration (
          number bigint PRIMARY KEY,
          name text NOT NULL,
          applied_at timestamptz NOT NULL DEFAULT now()
        );
        """)
      let version = try version(connection)
      guard version <= FleetSchema.version else {
        throw FleetError(
          .newerSchema,
          "The tables of the history are of a newer version of this program. Update.")
      }
      let missing = FleetSchema.migrations.filter { $0.number > version }
      for migration in missing {
        try connection.runScript(migration.script)
        try connection.run(
          "INSERT INTO bench.migration (number, name) VALUES ($1, $2)",
          [.integer(migration.number), .text(migration.name)])
      }
      return missing.map { Int($0.number) }
    }
  }
}
