/// The table of jobs and the functions by which workers change it.
///
/// Workers have no right to change the table: only the functions do, and they ask for the token that
/// claiming a job gave. `FOR UPDATE SKIP LOCKED` gives each of many workers another job.
enum FleetQueueSchema {
  static let script: StaticString = """
    CREATE TABLE bench.job (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      uid text NOT NULL UNIQUE,
      class_id bigint NOT NULL REFERENCES bench.machine_class (id),
      series text NOT NULL,
      arguments text[] NOT NULL,
      added_at timestamptz NOT NULL DEFAULT now(),
      added_by text NOT NULL DEFAULT session_user,
      state text NOT NULL DEFAULT 'waiting'
        CHECK (state IN ('waiting', 'claimed', 'done', 'failed')),
      attempts integer NOT NULL DEFAULT 0,
      machine text,
      heartbeat_at timestamptz,
      finished_at timestamptz,
      exit_code integer,
      result text
    );
    CREATE INDEX job_to_claim ON bench.job (class_id, id) WHERE state IN ('waiting', 'claimed');
    CREATE TABLE bench.job_claim (
      job_id bigint PRIMARY KEY REFERENCES bench.job (id) ON DELETE CASCADE,
      token uuid NOT NULL
    );

    CREATE FUNCTION bench.claim_job(class text, worker text, patience double precision)
    RETURNS TABLE (
      claimed bigint, holder uuid, claimed_series text, claimed_arguments text[], attempt bigint)
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $body$
    DECLARE
      found bench.job;
    BEGIN
      -- A job that killed its workers three times is not tried again.
      UPDATE bench.job AS j SET state = 'failed', finished_at = now(),
          result = 'given up: its workers stopped without a sign three times'
        WHERE j.id IN (
          SELECT stuck.id FROM bench.job AS stuck
          WHERE stuck.state = 'claimed' AND stuck.attempts >= 3
            AND stuck.heartbeat_at < now() - make_interval(secs => patience)
          FOR UPDATE SKIP LOCKED);
      SELECT j.* INTO found FROM bench.job AS j
        JOIN bench.machine_class AS c ON c.id = j.class_id
        WHERE c.name = class AND (j.state = 'waiting' OR (j.state = 'claimed'
          AND j.heartbeat_at < now() - make_interval(secs => patience)))
        ORDER BY j.id LIMIT 1 FOR UPDATE OF j SKIP LOCKED;
      IF found.id IS NULL THEN
        RETURN;
      END IF;
      UPDATE bench.job AS j SET state = 'claimed', attempts = found.attempts + 1,
          machine = worker, heartbeat_at = now()
        WHERE j.id = found.id;
      INSERT INTO bench.job_claim AS claim (job_id, token) VALUES (found.id, gen_random_uuid())
        ON CONFLICT (job_id) DO UPDATE SET token = excluded.token
        RETURNING claim.token INTO holder;
      claimed := found.id;
      claimed_series := found.series;
      claimed_arguments := found.arguments;
      attempt := found.attempts + 1;
      RETURN NEXT;
    END
    $body$;

    CREATE FUNCTION bench.beat_job(job_number bigint, holder uuid) RETURNS boolean
    LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $body$
      WITH kept AS (
        UPDATE bench.job SET heartbeat_at = now() FROM bench.job_claim AS claim
          WHERE job.id = job_number AND claim.job_id = job.id AND claim.token = holder
            AND job.state = 'claimed'
          RETURNING 1)
      SELECT count(*) = 1 FROM kept
    $body$;

    CREATE FUNCTION bench.finish_job(
      job_number bigint, holder uuid, code integer, verdict text) RETURNS boolean
    LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $body$
      WITH ended AS (
        UPDATE bench.job SET state = 'done', finished_at = now(), heartbeat_at = now(),
            exit_code = code, result = verdict
          FROM bench.job_claim AS claim
          WHERE job.id = job_number AND claim.job_id = job.id AND claim.token = holder
            AND job.state = 'claimed'
          RETURNING 1)
      SELECT count(*) = 1 FROM ended
    $body$;

    REVOKE ALL ON FUNCTION bench.claim_job(text, text, double precision) FROM PUBLIC;
    REVOKE ALL ON FUNCTION bench.beat_job(bigint, uuid) FROM PUBLIC;
    REVOKE ALL ON FUNCTION bench.finish_job(bigint, uuid, integer, text) FROM PUBLIC;

    CREATE VIEW bench.jobs AS
      SELECT job.id AS job, machine_class.name AS class, series, arguments, state, attempts,
        machine, added_at, heartbeat_at, finished_at, exit_code, result
      FROM bench.job JOIN bench.machine_class ON machine_class.id = class_id;
    """
}
