/// The roles of a fleet's history, for the one who owns the database.
package enum FleetRoles {
  /// A script for psql that makes the roles and gives them their rights; it can be run again.
  ///
  /// - `bench_reader` reads everything but the tokens of claimed jobs.
  /// - `bench_writer` also adds runs and events, and claims jobs. It can change and remove nothing.
  /// - The owner of the schema migrates and prunes.
  ///
  /// They cannot log in: people and machines get roles of their own that are members of them.
  package static let script = """
    -- Roles of a fleet's timing history. Run it with psql as the owner of the database, after the
    -- history was prepared; the owner needs CREATEROLE the first time.
    \\set ON_ERROR_STOP on
    BEGIN;
    DO $$
    BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'bench_reader') THEN
        CREATE ROLE bench_reader NOLOGIN;
      END IF;
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'bench_writer') THEN
        CREATE ROLE bench_writer NOLOGIN IN ROLE bench_reader;
      END IF;
    END
    $$;
    REVOKE ALL ON SCHEMA bench FROM PUBLIC;
    REVOKE ALL ON ALL TABLES IN SCHEMA bench FROM PUBLIC, bench_reader, bench_writer;
    GRANT USAGE ON SCHEMA bench TO bench_reader;
    GRANT SELECT ON ALL TABLES IN SCHEMA bench TO bench_reader;
    -- Whoever knows the token of a job can end it.
    REVOKE ALL ON bench.job_claim FROM bench_reader;
    GRANT INSERT ON bench.machine_class, bench.machine, bench.series, bench.run,
      bench.measurement, bench.transition TO bench_writer;
    GRANT INSERT (uid, class_id, series, arguments) ON bench.job TO bench_writer;
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA bench TO bench_writer;
    COMMIT;

    """
}
