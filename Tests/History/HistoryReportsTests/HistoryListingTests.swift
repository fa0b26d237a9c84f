internal import CommandTestSupport
internal import Measuring
internal import OrderedJSON
internal import Testing
internal import TimingHistory

@testable import HistoryReports

@Suite("Lists of runs and series")
struct HistoryListingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Records a run of a machine; `nil` for one that is not known.
  private func run(on name: String?) throws {
    let machine = name.map {
      MachineIdentity(secret: $0, name: $0, machineClass: MachineClass(name: "c"))
    }
    let store = try HistoryStore(path: folder.file("h.sqlite"), machine: machine)
    _ = try store.beginRun(RunRecord(kind: "run", startedAt: 0))
  }

  private var listing: HistoryListing {
    get throws { try HistoryListing(HistoryStore(path: folder.file("h.sqlite")), runs: 20) }
  }

  @Test("machines are named where there is more than one; programs are always told")
  func machines() throws {
    try run(on: "abacus")
    #expect(try !listing.table.contains("machine"))
    #expect(try listing.json["runs"]?.elements?.first?["machine"]?.string == "abacus")
    try run(on: "slide rule")
    let lines = try listing.table.split(separator: "\n").prefix(3)
    #expect(lines[0].contains("commit"))
    #expect(lines[0].contains("machine"))
    #expect(lines[1].contains("slide rule"))
    #expect(lines[2].contains("abacus"))
  }

  @Test("a run of a machine that is not known has a dash")
  func unknown() throws {
    try run(on: "abacus")
    try run(on: nil)
    let lines = try listing.table.split(separator: "\n").prefix(2)
    #expect(lines[1].contains("–"))
    #expect(try listing.json["runs"]?.elements?.first?["machine"]?.string == nil)
  }

  @Test("series are told with their parameters: an object for programs, a column each for tables")
  func parameters() throws {
    let store = try HistoryStore(path: folder.file("h.sqlite"))
    let run = try store.beginRun(RunRecord(kind: "run", startedAt: 0))
    let session = try store.beginSession(SessionRecord(startedAt: 0, clock: .wall), in: run)
    for series in [
      SeriesRecord(
        name: "a", parameters: [.init("level", "3"), .init("codec", "l,z")], items: 24_000_000),
      SeriesRecord(
        name: "b", unit: "", parameters: [.init("size", "1MB")], items: 0.5, metric: "hits",
        better: .more),
    ] {
      _ = try store.addMeasurement(MeasurementRecord(series: series, value: 1.5), to: session)
    }
    #expect(
      try listing.csv == """
        series,unit,items,metric,better,runs,newest,state,level,codec,size
        a,ns,24000000,,,1,1.5,ok,3,"l,z",
        b,,0.5,hits,more,1,1.5,ok,,,1MB

        """)
    let series = try listing.json["series"]?.elements
    #expect(
      series?.first?["parameters"]?.line == "{\"level\":\"3\",\"codec\":\"l,z\"}")
    #expect(series?.first?["items"]?.integer == 24_000_000)
    #expect(series?.first?["metric"] == .null && series?.first?["better"] == .null)
    #expect(series?.last?["metric"]?.string == "hits")
    #expect(series?.last?["better"]?.string == "more")
  }
}
