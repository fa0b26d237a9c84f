internal import CommandTestSupport
internal import ExchangeDocuments
internal import HistoryExchange
internal import Measuring
internal import Testing

@testable internal import TimingHistory

@Suite("What an imported run keeps of the other program's")
struct ImportedOriginTests {
  /// Two machines that measured one commit at one time, and a later run without a machine.
  private static let table = """
    series,unit,time,commit,value,range,machine
    a,ns,1600000000000,c1,100,± 3 %,tiny
    a,ns,1600000000000,c1,90,± 2,large
    a,ns,1600000100000,c2,101,,
    """

  private func document(_ text: String) throws -> ExchangeDocument {
    try ExchangeFormat.csv.document(from: Array(text.utf8))
  }

  private func imported(_ text: String = table) throws -> HistoryStore {
    let store = try HistoryStore()
    try store.add(document(text), at: 5)
    return store
  }

  @Test("Intervals, the machine of each run, and no environment of the importer's")
  func origins() throws {
    let store = try imported()
    let points = try store.points(of: "a")
    #expect(points.map(\.value).sorted() == [90, 100, 101])
    #expect(
      points.first { $0.value == 100 }?.valueInterval == Interval(lower: 97, upper: 103))
    #expect(points.last?.valueInterval == nil)
    let runs = try store.runs()
    #expect(runs.count == 3)
    #expect(Set(runs.map(\.machineName)) == ["tiny", "large", nil])
    #expect(runs.allSatisfy { $0.machineID == nil })
    for run in runs { #expect(try store.environment(of: run.id) == nil) }
  }

  @Test("Importing again adds nothing, also to what came without machines")
  func again() throws {
    let store = try imported()
    #expect(try store.add(document(Self.table), at: 6).known == 3)
    #expect(try store.runs().count == 3)
    let older = "series,unit,time,commit,value\na,ns,1600000000000,c1,100\n"
    let newer = "series,unit,time,commit,value,machine\na,ns,1600000000000,c1,100,tiny\n"
    let former = try imported(older)
    let count = try former.add(document(newer), at: 6)
    #expect(count.known == 1 && count.values == 0)
  }

  @Test("The message of the commit is the note of the run")
  func notes() throws {
    let text = """
      window.BENCHMARK_DATA = {"entries": {"B": [{"commit": {"id": "c1",
      "message": "Faster sums\\n\\nMore words"}, "date": 1600000000000,
      "benches": [{"name": "x", "value": 3, "unit": "ns", "platform": "ubuntu"}]}]}}
      """
    let document = try ExchangeFormat.githubAction.document(from: Array(text.utf8))
    let store = try HistoryStore()
    try store.add(document, at: 5)
    let run = try #require(try store.runs().first)
    #expect(run.note == "Faster sums")
    #expect(run.machineName == "ubuntu")
  }

  @Test("A merge and a server keep all of it; without intervals the bytes are as before")
  func sharing() throws {
    let store = try imported()
    let runs = try store.finishedRuns().compactMap { try store.portableRun($0) }
    #expect(runs.count == 3)
    let versions = runs.map { $0.bytes[PortableRun.signature.count] }
    #expect(versions.sorted() == [1, 2, 2])
    #expect(try runs.map { try PortableRun(reading: $0.bytes) } == runs)
    let other = try HistoryStore()
    #expect(try other.add(runs) == 3)
    #expect(try other.points(of: "a").map(\.valueInterval).compactMap { $0 }.count == 2)
    #expect(Set(try other.runs().map(\.machineName)) == ["tiny", "large", nil])
    let folder = try TemporaryFolder()
    let path = folder.file("there.sqlite")
    let there = try HistoryStore(path: path)
    try there.add(document(Self.table), at: 5)
    try there.close()
    let here = try HistoryStore(path: folder.file("here.sqlite"))
    #expect(try here.merge(path).runs == 3)
    #expect(
      try here.points(of: "a").map(\.valueInterval) == store.points(of: "a").map(\.valueInterval))
    #expect(Set(try here.runs().map(\.machineName)) == ["tiny", "large", nil])
  }

  @Test("What an interval is stays known: through imports, exports, merges and servers")
  func kinds() throws {
    let text = "time,value,lower,upper,interval\n1600000000000,5,4,6,standard deviation\n"
    let store = try imported(text)
    func kind(_ store: HistoryStore) throws -> IntervalKind? {
      try store.points(of: "value").first?.intervalKind
    }
    #expect(try kind(store) == .standardDeviation)
    let point = try #require(try store.exchange().series.first?.points.first)
    #expect(point.intervalKind == .standardDeviation)
    let name = try #require(try store.finishedRuns().first)
    let run = try #require(try store.portableRun(name))
    #expect(run.bytes[PortableRun.signature.count] == 4)
    #expect(try PortableRun(reading: run.bytes) == run)
    let other = try HistoryStore()
    try other.add([run])
    #expect(try kind(other) == .standardDeviation)
    let folder = try TemporaryFolder()
    let there = try HistoryStore(path: folder.file("there.sqlite"))
    try there.add(document(text), at: 5)
    try there.close()
    let here = try HistoryStore(path: folder.file("here.sqlite"))
    _ = try here.merge(folder.file("there.sqlite"))
    #expect(try kind(here) == .standardDeviation)
    // A kind that nobody knows is refused from a stranger.
    var forged = run.bytes
    let place = try #require(
      forged.indices.first { forged[$0...].starts(with: Array("standard dev".utf8)) })
    forged[place] = UInt8(ascii: "S")
    #expect(throws: SharingError.self) { try PortableRun(reading: forged) }
  }

  @Test("Samples of our own have the exact interval")
  func exact() throws {
    let store = try HistoryStore()
    try RecordedHistory.addRun(to: store, at: 10, times: [5, 7, 6, 5, 7, 6, 8])
    #expect(try store.points(of: "simd × photo").first?.intervalKind == .exact)
    try RecordedHistory.addRun(to: store, at: 20, times: [5])
    #expect(try store.points(of: "simd × photo").last?.intervalKind == nil)
  }

  @Test(
    "An interval that ends before it begins is refused from a stranger, and left out of a table")
  func backwards() throws {
    let store = try imported("value,lower,upper\n5,6,4\n")
    #expect(try store.points(of: "value").first?.valueInterval == nil)
    let sound = try imported()
    let name = try #require(try sound.finishedRuns().first)
    var forged = try #require(try sound.portableRun(name))
    forged.sessions[0].measurements[0].record.interval = Interval(lower: 2, upper: 1)
    #expect(throws: SharingError.self) { try PortableRun(reading: forged.bytes) }
  }

  @Test("An export gives the intervals back")
  func export() throws {
    let points = try #require(try imported().exchange().series.first?.points)
    #expect(points.compactMap(\.upper).sorted() == [92, 103])
    let text = try ExchangeFormat.csv.text(of: document(Self.table))
    #expect(try document(text) == document(Self.table))
    let json = try ExchangeFormat.json.text(of: document(Self.table))
    #expect(try ExchangeFormat.json.document(from: Array(json.utf8)) == document(Self.table))
  }
}
