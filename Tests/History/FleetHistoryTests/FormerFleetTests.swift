internal import CommandTestSupport
internal import Foundation
internal import Measuring
internal import OrderedJSON
internal import Testing
internal import TimingHistory

@testable internal import FleetHistory

/// A server as the version before parameters left it, with the run of `Tests/Fixtures/History/former`.
@Suite(
  "Servers of the version that recorded kernels, images and pixels",
  .enabled(if: PostgresServer.programs != nil, .init(rawValue: PostgresServer.whyNot)))
struct FormerFleetTests {
  private let run: PortableRun
  private let bytes: [UInt8]

  init() throws {
    bytes = Array(try Data(contentsOf: URL(filePath: Fixtures.path("History/former/run-2"))))
    run = try PortableRun(reading: bytes)
  }

  /// The series as the file of that version has them: name, unit, kernel, image, pixels, threads.
  private static let rows = """
    ('histogram/photo/6000x4000', 'ns', 'histogram', 'photo', 24000000, 1),
    ('simd/photo/6000x4000', 'ns', 'simd', 'photo', 24000000, 1),
    ('simd/photo/6000x4000/baseline', 'ns', 'simd', 'photo', 24000000, 1),
    ('tiles/photo/6000x4000/4-threads', 'ns', 'tiles', 'photo', 24000000, 4),
    ('histogram/photo/6000x4000/wall', 'ns', 'histogram', 'photo', 24000000, 1),
    ('simd/in/6x7/a.png/100x50', 'ns', 'simd', 'in/6x7/a.png', 5000, 1),
    ('fib', 'ns', 'fib', NULL, NULL, 1),
    ('simd/photo/6000x4000/ΔE00', 'ΔE00', 'simd', 'photo', 24000000, 1),
    ('simd/photo/6000x4000/peak memory', 'B', 'simd', NULL, NULL, NULL)
    """

  private func server() throws -> Fleet {
    let fleet = try Fleet(on: PostgresServer.shared.get(), prepared: false)
    let steps = FleetSchema.migrations.prefix(4).map {
      "\($0.script)\nINSERT INTO bench.migration (number, name) VALUES (\($0.number), 'a step');"
    }
    let content = bytes.map { String(Int($0) + 0x100, radix: 16).dropFirst() }.joined()
    try fleet.server.sql(
      """
      SET client_min_messages = warning;
      CREATE SCHEMA bench;
      CREATE TABLE bench.migration (
        number bigint PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now());
      \(steps.joined(separator: "\n"))
      INSERT INTO bench.machine_class (name) VALUES ('runners');
      INSERT INTO bench.series (name, unit, kernel, image, pixels, threads) VALUES \(Self.rows);
      INSERT INTO bench.run (uid, content_name, kind, started_at, finished_at, class_id, content)
        SELECT '\(run.uid)', sha256(content), 'bench', to_timestamp(1700000000),
          to_timestamp(1700000001), 1, content FROM decode('\(content)', 'hex') AS content;
      INSERT INTO bench.measurement (run_id, session, series_id, is_reference, samples)
        SELECT 1, 0, id, false, 1 FROM bench.series;
      """, in: fleet.database)
    return fleet
  }

  /// How many series on the server say what records do.
  private func known(_ records: [SeriesRecord], on fleet: Fleet) throws -> String {
    let values = records.map { one in
      func text(_ value: String?) -> String { value.map { "'\($0)'" } ?? "NULL" }
      let items = one.items.map { "\($0)" } ?? "NULL"
      return "('\(one.name)', '\(one.parameterObject.line)'::jsonb, \(items)::float8,"
        + " \(text(one.metric)), \(text(one.better?.rawValue)))"
    }
    return try fleet.server.sql(
      """
      SELECT count(*) FROM bench.series AS s
      JOIN (VALUES \(values.joined(separator: ","))) AS v (name, parameters, items, metric, better)
        ON v.name = s.name AND v.parameters = s.parameters AND v.items IS NOT DISTINCT FROM s.items
        AND v.metric IS NOT DISTINCT FROM s.metric AND v.better IS NOT DISTINCT FROM s.better
      """, in: fleet.database)
  }

  @Test("The server says of each series what machines make of the run; the run is pulled")
  func migration() throws {
    let fleet = try server()
    #expect(try FleetStore.prepare(fleet.address()) == [5])
    let records = run.sessions.flatMap(\.measurements).map(\.record.series)
    #expect(records.count == 9)
    #expect(try known(records, on: fleet) == "9")
    let machine = try fleet.machine("one")
    #expect(try fleet.exchange(machine).pull(now: 5) == 1)
    #expect(try machine.portableRun(run.uid) == run)
    #expect(try Set(machine.seriesRecords()) == Set(records))
    // The same run is not added twice, though its bytes are another version's here.
    #expect(try fleet.exchange(machine).push(all: true) == .init())
    #expect(try fleet.server.sql("SELECT count(*) FROM bench.run", in: fleet.database) == "1")
  }

  @Test("What a machine of the version before still writes has parameters, too")
  func mixed() throws {
    let fleet = try server()
    try FleetStore.prepare(fleet.address())
    // What that version's statement adds, through a connection that was open.
    try fleet.server.sql(
      """
      INSERT INTO bench.series (name, unit, kernel, image, pixels, threads)
      VALUES ('tiles/photo/64x64', 'ns', 'tiles', 'photo', 4096, 2),
        ('odd (name), 640x480', 'ns', 'tiles', 'photo', 0, NULL)
      ON CONFLICT DO NOTHING
      """, in: fleet.database)
    #expect(
      try known(
        [
          SeriesRecord(
            name: "tiles/photo/64x64",
            parameters: [
              .init("kernel", "tiles"), .init("image", "photo"), .init("size", "64x64"),
              .init("threads", "2"),
            ], items: 4096),
          SeriesRecord(
            name: "odd (name), 640x480",
            parameters: [
              .init("kernel", "tiles"), .init("image", "photo"), .init("size", "640x480"),
            ]),
        ], on: fleet) == "2")
    let machine = try fleet.machine("one")
    try machine.addRun(at: 1_700_000_000_123)
    try fleet.exchange(machine).push()
    #expect(
      try fleet.server.sql(
        """
        SELECT kernel, image, parameters ->> 'codec', parameters ->> 'level', items, metric
        FROM bench.points WHERE series = 'simd/photo'
        """, in: fleet.database) == "||zstd|3|12|")
    #expect(
      try fleet.server.sql(
        "SELECT DISTINCT kernel, image FROM bench.points WHERE series = 'simd/photo/6000x4000'",
        in: fleet.database) == "simd|photo")
  }
}
