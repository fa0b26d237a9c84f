/// What a suite says of its series, in place of columns that only kernels and images filled.
///
/// The old columns stay, and so do those of views: programs of the version before may be writing while the tables change,
/// and dashboards of people read `kernel` and `image`. Each row has both, whichever version wrote it.
enum FleetParameterSchema {
  static let script: StaticString = """
    ALTER TABLE bench.series
      ADD COLUMN parameters jsonb,
      ADD COLUMN items double precision,
      ADD COLUMN metric text,
      ADD COLUMN better text CHECK (better IN ('less', 'more', 'equal'));

    -- The parameters of a series that a version before wrote: what it said of a kernel on an image, and what its name
    -- "kernel/image/6000x4000/baseline/4-threads" says besides.
    CREATE FUNCTION bench.former_parameters(name text, kernel text, image text, threads bigint)
    RETURNS jsonb LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $body$
      WITH part AS (
        SELECT CASE WHEN starts_with(name, kernel || '/' || image || '/')
          THEN substr(name, length(kernel || '/' || image || '/') + 1) END AS rest
      ), named AS (
        SELECT
          CASE WHEN rest IS NOT NULL THEN substring(rest FROM '^([0-9]+x[0-9]+)(?:/|$)')
            WHEN kernel IS NOT NULL AND image IS NOT NULL
            THEN substring(name FROM '(?:^|[/×, ])([0-9]+x[0-9]+)(?:[/×, ]|$)') END AS size,
          nullif(array_to_string(ARRAY(
            SELECT word FROM unnest(string_to_array(
              substring(rest FROM '^[0-9]+x[0-9]+/(.*)$'), '/')) WITH ORDINALITY AS w (word, place)
            WHERE word NOT LIKE '%-threads' AND word <> 'ΔE00' ORDER BY place), '/'), '') AS variant
        FROM part
      )
      SELECT jsonb_strip_nulls(jsonb_build_object(
        'kernel', CASE WHEN image IS NOT NULL THEN kernel END,
        'image', CASE WHEN kernel IS NOT NULL THEN image END, 'size', size,
        'threads', CASE WHEN threads > 1 THEN threads::text END, 'variant', variant))
      FROM named
    $body$;

    CREATE FUNCTION bench.complete_series() RETURNS trigger
    LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $body$
    BEGIN
      IF NEW.parameters IS NULL THEN
        NEW.parameters := bench.former_parameters(NEW.name, NEW.kernel, NEW.image, NEW.threads);
        NEW.items := CASE WHEN NEW.pixels > 0 THEN NEW.pixels END;
        IF NEW.unit = 'ΔE00' THEN
          NEW.metric := 'deltaE00';
          NEW.better := 'less';
        END IF;
      ELSE
        NEW.kernel := NEW.parameters ->> 'kernel';
        NEW.image := NEW.parameters ->> 'image';
      END IF;
      RETURN NEW;
    END
    $body$;
    CREATE TRIGGER complete_series BEFORE INSERT OR UPDATE ON bench.series
      FOR EACH ROW EXECUTE FUNCTION bench.complete_series();
    UPDATE bench.series SET parameters = NULL;
    ALTER TABLE bench.series ALTER COLUMN parameters SET NOT NULL;

    CREATE OR REPLACE VIEW bench.points AS
      SELECT started_at AS time, machine_class.name AS class, machine.name AS machine,
        series.name AS series, series.unit, series.kernel, series.image, is_reference,
        value, value_low, value_high,
        exp(log_ratio) AS ratio, exp(log_ratio_low) AS ratio_low, exp(log_ratio_high) AS ratio_high,
        samples, instructions, kind, commit_hash AS commit, code_hash, run.uid AS run,
        series.parameters, series.items, series.metric, series.better
      FROM bench.measurement
      JOIN bench.run ON run.id = run_id
      JOIN bench.series ON series.id = series_id
      JOIN bench.machine_class ON machine_class.id = class_id
      LEFT JOIN bench.machine ON machine.id = machine_id;
    """
}
