internal import CommandTestSupport
internal import GRDB
internal import Measuring
internal import Testing

@testable internal import TimingHistory

/// What the version before parameters wrote: a file, a bundle and a run (`Tests/Fixtures/History/former`).
@Suite("Histories of the version that recorded kernels, images and pixels")
struct FormerHistoryTests {
  /// The parameters of each series, by name.
  private static let expected: [String: [BenchmarkParameter]] = [
    "histogram/photo/6000x4000": parameters("histogram"),
    "simd/photo/6000x4000": parameters("simd"),
    "simd/photo/6000x4000/ΔE00": parameters("simd"),
    "simd/photo/6000x4000/baseline": parameters("simd") + [.init("variant", "baseline")],
    "histogram/photo/6000x4000/wall": parameters("histogram") + [.init("variant", "wall")],
    "tiles/photo/6000x4000/4-threads": parameters("tiles") + [.init("threads", "4")],
    // The size is not the one in the path of the image.
    "simd/in/6x7/a.png/100x50": [
      .init("kernel", "simd"), .init("image", "in/6x7/a.png"), .init("size", "100x50"),
    ],
    // Of a suite, and beside times: the name said everything.
    "fib": [], "simd/photo/6000x4000/peak memory": [],
  ]

  private static func parameters(_ kernel: String) -> [BenchmarkParameter] {
    [.init("kernel", kernel), .init("image", "photo"), .init("size", "6000x4000")]
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func bytes(_ name: String) throws -> [UInt8] {
    try Fixture.bytes("former/\(name)")
  }

  /// The file, brought up to date.
  private func store(_ name: String = "h.sqlite") throws -> HistoryStore {
    // The dump adds rows before those that they refer to.
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let old = try DatabaseQueue(path: folder.file(name), configuration: configuration)
    let dump = String(decoding: try bytes("history.sql"), as: UTF8.self)
    try old.writeWithoutTransaction { database in
      try database.execute(sql: dump)
      try database.execute(sql: "PRAGMA application_id = \(HistoryMigrations.applicationID)")
    }
    try old.close()
    return try HistoryStore(path: folder.file(name))
  }

  /// Its only run.
  private func run(of store: HistoryStore) throws -> PortableRun {
    let name = try #require(try store.finishedRuns().first)
    return try #require(try store.portableRun(name))
  }

  private func records(_ runs: [PortableRun]) -> [SeriesRecord] {
    runs.flatMap(\.sessions).flatMap(\.measurements).map(\.record.series)
  }

  @Test("A file opens, its series keep their names and have parameters, items and metrics")
  func migration() throws {
    let store = try store()
    let series = try store.seriesRecords()
    let parameters = Dictionary(uniqueKeysWithValues: series.map { ($0.name, $0.parameters) })
    #expect(parameters == Self.expected)
    let items = Dictionary(uniqueKeysWithValues: series.map { ($0.name, $0.items) })
    #expect(items["simd/photo/6000x4000"] == 24e6 && items["simd/in/6x7/a.png/100x50"] == 5000)
    #expect(items["fib"] == .some(nil))
    let metrics = series.filter { $0.metric != nil }
    #expect(metrics.map(\.name) == ["simd/photo/6000x4000/ΔE00"])
    #expect(metrics.map(\.metric) == ["deltaE00"] && metrics.map(\.better) == [.less])
    #expect(metrics.map(\.unit) == ["ΔE00"])
    #expect(try store.points(of: "simd/photo/6000x4000").map(\.value) == [450.5])
    #expect(try store.points(of: "simd/photo/6000x4000/ΔE00").map(\.value) == [0.31])
    let columns = try store.read { try $0.columns(in: "series").map(\.name) }
    #expect(columns == ["id", "name", "unit", "parameters", "items", "metric", "better"])
  }

  @Test("What was recorded goes on: the next run is of the same series")
  func continuation() throws {
    let store = try store()
    let run = try store.beginRun(RunRecord(kind: "run", startedAt: 1_800_000_000_000))
    let session = try store.beginSession(SessionRecord(startedAt: 1, clock: .wall), in: run)
    var simd = try #require(
      try store.seriesRecords().first { $0.name == "simd/photo/6000x4000" })
    simd.parameters[2] = BenchmarkParameter("size", "24MP")
    _ = try store.addMeasurement(MeasurementRecord(series: simd, value: 440), to: session)
    let accuracy = SeriesRecord(
      of: BenchmarkMetric(
        name: "deltaE00", title: "ΔE00", value: 0.3, unit: "ΔE00", better: .less), beside: simd)
    _ = try store.addMeasurement(MeasurementRecord(series: accuracy, value: 0.3), to: session)
    #expect(try store.points(of: "simd/photo/6000x4000").count == 2)
    #expect(try store.points(of: "simd/photo/6000x4000/ΔE00").map(\.value) == [0.31, 0.3])
    #expect(
      try store.seriesRecords().first { $0.name == "simd/photo/6000x4000" }?.parameters.last
        == .init("size", "24MP"))
  }

  @Test("Bundles and runs are read, and say what the file says")
  func portable() throws {
    let store = try store()
    let bundle = try HistoryBundle(reading: bytes("runs.bundle"))
    let run = try self.run(of: store)
    #expect(bundle.runs == [run])
    #expect(try store.merge(bundle) == .init(runs: 0, series: 0, samples: 0))
    let second = try PortableRun(reading: bytes("run-2"))
    #expect(Set(records([second])) == Set(records([run])))
    let accuracy = second.sessions[0].measurements.first { $0.record.series.metric != nil }
    #expect(accuracy?.record.interval == Interval(lower: 0.3, upper: 0.33))
    // It is written as a run of today, the same in every history.
    #expect(try PortableRun(reading: run.bytes) == run)
    #expect(run.bytes[PortableRun.signature.count] == 3)
    let other = try HistoryStore()
    #expect(try other.merge(bundle) == .init(runs: 1, series: 9, samples: 7))
    #expect(try other.seriesRecords() == store.seriesRecords())
  }

  @Test("A cut or changed run is an error or another run, and never a crash")
  func untrusted() throws {
    let sound = try bytes("run-2")
    for count in sound.indices {
      #expect(throws: SharingError.self) { try PortableRun(reading: Array(sound[..<count])) }
    }
    for place in sound.indices {
      for bit in 0..<8 {
        var changed = sound
        changed[place] ^= 1 << UInt8(bit)
        guard let read = try? PortableRun(reading: changed) else { continue }
        #expect(try PortableRun(reading: read.bytes) == read)
      }
    }
    // Without an interval it would have been written in the first version.
    var first = try HistoryBundle(reading: bytes("runs.bundle")).runs[0]
    first.sessions[0].measurements = []
    var plain = first.bytes
    #expect(plain[PortableRun.signature.count] == 1)
    plain[PortableRun.signature.count] = 2
    #expect(throws: SharingError("The run is not written as this program writes runs.")) {
      try PortableRun(reading: plain)
    }
  }

  @Test("An older file is merged once it was opened")
  func merging() throws {
    let here = try HistoryStore(path: folder.file("here.sqlite"))
    try RecordedHistory.addRun(
      to: here, at: 1, times: [5], series: SeriesRecord(name: "simd/photo/6000x4000"))
    try store("there.sqlite").close()
    #expect(try here.merge(folder.file("there.sqlite")).runs == 1)
    // What the other one knows of the series is added.
    let simd = try #require(try here.seriesRecords().first { $0.name == "simd/photo/6000x4000" })
    #expect(simd.parameters == Self.expected[simd.name] && simd.items == 24e6)
  }

  @Test(
    "A name that is not made of kernel, image and size keeps the size that it holds",
    arguments: [
      ("simd × photo × 640x480", "640x480"), ("simd × photo × 24 MP", nil),
      ("simd/photo", nil), ("simd/photo/24MP", nil), ("simd/photo/6x4x2", nil),
    ])
  func otherNames(name: String, size: String?) {
    let series = FormerSeries(
      name: name, unit: "ns", kernel: "simd", image: "photo", pixels: -1, threads: nil
    ).record
    #expect(series.parameters.first { $0.name == "size" }?.value == size)
    #expect(series.items == nil)
  }
}

@Suite("What is known of series")
struct SeriesRecordTests {
  private let zstd = SeriesRecord(
    name: "a", parameters: [.init("codec", "zstd"), .init("level", "3")], items: 0.5,
    metric: "hits", better: .more)

  private func add(_ series: SeriesRecord, to store: HistoryStore) throws {
    let run = try store.beginRun(RunRecord(kind: "run", startedAt: 5))
    let session = try store.beginSession(SessionRecord(startedAt: 5, clock: .wall), in: run)
    _ = try store.addMeasurement(MeasurementRecord(series: series, value: 1), to: session)
    try store.finish(run, at: 6)
  }

  private func run(of store: HistoryStore) throws -> PortableRun {
    let name = try #require(try store.finishedRuns().first)
    return try #require(try store.portableRun(name))
  }

  private func record(in store: HistoryStore) throws -> SeriesRecord {
    try #require(try store.seriesRecords().first)
  }

  @Test("What is measured now brings it up to date; what it does not say stays")
  func current() throws {
    let store = try HistoryStore()
    try add(zstd, to: store)
    #expect(try record(in: store) == zstd)
    try add(SeriesRecord(name: "a"), to: store)
    #expect(try record(in: store) == zstd)
    let other = SeriesRecord(
      name: "a", parameters: [.init("size", "1\"MB\n")], items: 2, metric: "m", better: .equal)
    try add(other, to: store)
    #expect(try record(in: store) == other)
    for items in [0, -1, Double.infinity] {
      #expect(throws: HistoryError.self) {
        try add(SeriesRecord(name: "b", items: items), to: store)
      }
    }
  }

  @Test("Runs of other histories only add to it, and have the same bytes everywhere")
  func sharing() throws {
    let (one, two) = (try HistoryStore(), try HistoryStore())
    try add(SeriesRecord(name: "a", items: 7), to: one)
    try add(zstd, to: two)
    let runs = try two.finishedRuns().compactMap { try two.portableRun($0) }
    #expect(runs.map { $0.bytes[PortableRun.signature.count] } == [3])
    #expect(try runs.map { try PortableRun(reading: $0.bytes) } == runs)
    try one.add(runs)
    var expected = zstd
    expected.items = 7
    #expect(try record(in: one) == expected)
  }

  @Test("A run of plain series is written as before")
  func plain() throws {
    let store = try HistoryStore()
    try add(SeriesRecord(name: "a"), to: store)
    let run = try self.run(of: store)
    #expect(run.bytes[PortableRun.signature.count] == 1)
    #expect(try PortableRun(reading: run.bytes) == run)
  }

  @Test("What cannot be of a series is refused from a stranger")
  func strange() throws {
    let store = try HistoryStore()
    try add(zstd, to: store)
    let run = try self.run(of: store)
    func reading(_ change: (inout SeriesRecord) -> Void) throws {
      var changed = run
      change(&changed.sessions[0].measurements[0].record.series)
      _ = try PortableRun(reading: changed.bytes)
    }
    try reading { $0.better = .equal }
    #expect(throws: SharingError("The series 'a' has a parameter twice.")) {
      try reading { $0.parameters.append(.init("level", "4")) }
    }
    #expect(throws: SharingError("The series 'a' works on no items.")) {
      try reading { $0.items = 0 }
    }
    #expect(throws: SharingError.self) { try reading { $0.items = .nan } }
    #expect(throws: SharingError.self) { try reading { $0.parameters[0] = .init("a", "\u{1B}") } }
    // "less" is the only text of these letters.
    var less = run
    less.sessions[0].measurements[0].record.series.better = .less
    let bytes = less.bytes
    let place = try #require(
      bytes.indices.first { bytes[$0...].starts(with: Array("less".utf8)) })
    var changed = bytes
    changed[place] = UInt8(ascii: "m")
    #expect(
      throws: SharingError(
        "The values of 'a' are better when 'mess', which this program does not know.")
    ) { try PortableRun(reading: changed) }
  }

  @Test("The unit tells what is better, unless the suite does")
  func direction() {
    #expect(SeriesRecord(name: "a").direction == .less)
    #expect(SeriesRecord(name: "a", unit: "MB/s").direction == .more)
    #expect(SeriesRecord(name: "a", unit: "MB/s", better: .equal).direction == .equal)
    let worse = BenchmarkMetric.Better.allCases.map { better in
      [-0.1, 0, 0.1].map { better.isWorse($0) }
    }
    #expect(worse == [[false, false, true], [true, false, false], [true, false, true]])
  }

  @Test("A metric is a series beside its benchmark, named by its title")
  func metrics() {
    let times = SeriesRecord(name: "a/b", parameters: [.init("codec", "lz")], items: 3)
    let plain = BenchmarkMetric(name: "hit-rate", value: 0.5, better: .more)
    #expect(
      SeriesRecord(of: plain, beside: times)
        == SeriesRecord(
          name: "a/b/hit-rate", unit: "", parameters: [.init("codec", "lz")], items: 3,
          metric: "hit-rate", better: .more))
    let titled = BenchmarkMetric(
      name: "peak", title: "peak memory", value: 1, unit: "B", better: .less)
    #expect(SeriesRecord(of: titled, beside: times).name == "a/b/peak memory")
  }
}
