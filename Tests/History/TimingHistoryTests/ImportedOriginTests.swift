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
