internal import CommandTestSupport
internal import Hashing
internal import Measuring
internal import Testing

@testable internal import TimingHistory

@Suite("Runs apart from their history")
struct SharingTests {
  private static let machine = MachineIdentity(
    secret: "s", name: "one", machineClass: MachineClass(name: "runners"))

  private func store() throws -> HistoryStore {
    let store = try HistoryStore()
    let run = try RecordedHistory.addRun(to: store, at: 10, times: [5, 7, 6])
    try RecordedHistory.addRun(to: store, at: 20, times: [])
    try store.completeStep("plan", result: "{\"a\": 1}", of: run)
    try store.apply(.suspicion, to: "simd × photo", run: run, at: 30, reason: "why")
    return store
  }

  private func runs(_ store: HistoryStore) throws -> [PortableRun] {
    try store.finishedRuns().compactMap { try store.portableRun($0) }
  }

  @Test("SHA-256 is that of FIPS 180-4, at every length around a block")
  func hashes() {
    #expect(
      SHA256.hex(Array("abc".utf8))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    // From Python's hashlib: sha256(b"".join(sha256(b"x" * n).digest() for n in range(200))).
    let digests = (0..<200).flatMap { SHA256.digest([UInt8](repeating: 0x78, count: $0)) }
    #expect(
      SHA256.hex(digests)
        == "f5e61141898898cdabae3590cb32e1901b40bdc59952302926213a44c105c129")
  }

  @Test("A run has the same bytes in every history, and comes back from them")
  func roundTrip() throws {
    let here = try store()
    let there = try HistoryStore()
    let runs = try runs(here)
    #expect(runs.count == 2)
    #expect(try runs.map { try PortableRun(reading: $0.bytes) } == runs)
    #expect(try there.add(runs) == 2)
    #expect(try there.add(runs) == 0)
    #expect(try self.runs(there) == runs)
    #expect(try self.runs(there).map(\.contentName) == runs.map(\.contentName))
    let points = try here.points(of: "simd × photo")
    #expect(try there.points(of: "simd × photo") == points)
    let copied = try #require(try there.runs().last)
    #expect(try there.environment(of: copied.id)?[.cpuModel] == .known("EPYC"))
    #expect(try there.completedSteps(of: copied.id) == ["plan": "{\"a\": 1}"])
  }

  @Test("What the samples say in short is what the history says")
  func summaries() throws {
    let here = try store()
    let run = try #require(try runs(here).first)
    let session = try #require(run.sessions.first)
    let summary = try #require(session.measurements.first?.summary(clock: .wall))
    let point = try #require(try here.points(of: "simd × photo").first)
    #expect(summary.value == point.value)
    #expect(summary.logRatio == point.logRatio)
  }

  @Test("A cut or changed run is an error or another run, and never a crash")
  func untrusted() throws {
    let run = try #require(try runs(store()).first)
    let bytes = run.bytes
    for count in bytes.indices {
      #expect(throws: SharingError.self) { try PortableRun(reading: Array(bytes[..<count])) }
    }
    var accepted = 0
    for place in bytes.indices {
      for bit in 0..<8 {
        var changed = bytes
        changed[place] ^= 1 << UInt8(bit)
        guard let read = try? PortableRun(reading: changed) else { continue }
        accepted += 1
        // Values need not differ: a zero may have become a negative one.
        #expect(read.bytes == changed)
        #expect(read.contentName != run.contentName)
      }
    }
    #expect(accepted > 0)
    #expect(throws: SharingError.self) { try PortableRun(reading: bytes + [0]) }
  }

  @Test("Numbers come back, and none has two texts")
  func numbers() throws {
    for value in [0, 1, -1, 63, -64, 64, Int64.max, .min] {
      var output = PackedBytes()
      output.add(value)
      var input = PackedReader(output.bytes[...])
      #expect(try input.signed() == value)
      #expect(input.left == 0)
    }
    for bytes: [UInt8] in [[0x80, 0x00], [UInt8](repeating: 0xFF, count: 11), [0x80]] {
      #expect(throws: SharingError.self) {
        var input = PackedReader(bytes[...])
        _ = try input.unsigned()
      }
    }
  }

  @Test("A length that the bytes cannot hold is refused before anything is made of it")
  func lengths() {
    var output = PackedBytes()
    output.add(UInt64.max)
    #expect(throws: SharingError("It promises more than it holds.")) {
      var input = PackedReader(output.bytes[...])
      _ = try input.list(ofBytes: 8) { (input) throws(SharingError) in try input.double() }
    }
  }

  @Test("A bundle carries runs and events, and adds them once")
  func bundles() throws {
    let here = try store()
    let there = try HistoryStore()
    let bundle = try HistoryBundle(reading: try here.bundle().bytes)
    #expect(try there.merge(bundle) == .init(runs: 2, series: 2, samples: 6))
    #expect(try there.merge(bundle) == .init(runs: 0, series: 0, samples: 0))
    #expect(try there.status(of: "simd × photo").state == .suspect)
    #expect(try there.transitions(of: "simd × photo").map(\.reason) == ["why"])
    #expect(!HistoryBundle.isBundle(Array("SQLite format 3".utf8)))
  }

  @Test("A bundle that was changed anywhere is refused")
  func changedBundles() throws {
    let bytes = try store().bundle().bytes
    for place in bytes.indices {
      var changed = bytes
      changed[place] ^= 0x10
      #expect(throws: SharingError.self) { try HistoryBundle(reading: changed) }
    }
  }

  @Test("A series in another unit stops a merge, and nothing is added")
  func units() throws {
    let there = try HistoryStore()
    try RecordedHistory.addRun(
      to: there, at: 1, times: [1], series: SeriesRecord(name: "simd × photo", unit: "s"))
    let bundle = try store().bundle()
    #expect(throws: HistoryError.self) { try there.merge(bundle) }
    #expect(try there.runs().count == 1)
  }

  @Test("A bundle falls into parts of one class each")
  func parts() throws {
    let folder = try TemporaryFolder()
    let one = try HistoryStore(path: folder.file("one"), machine: Self.machine)
    try RecordedHistory.addRun(to: one, at: 1, times: [1])
    let other = try HistoryStore()
    try RecordedHistory.addRun(to: other, at: 2, times: [1])
    let bundle = HistoryBundle(runs: try runs(one) + runs(other))
    let parts = bundle.byClass(otherwise: MachineClass(name: "z"))
    #expect(
      parts.map(\.0.name) == [
        "EPYC, unknown cores, quota unknown, unknown kernel, unknown Swift", "runners",
      ])
    #expect(parts.map(\.1.runs.count) == [1, 1])
    #expect(parts.last?.1.runs.first?.machine == Self.machine)
  }

  @Test(
    "A class is named by the first two parts of versions",
    arguments: [
      ("Linux 6.1.0-18-amd64", "Linux 6.1"), ("Linux 6.18.44-fc", "Linux 6.18"),
      ("6.3.1", "6.3"), ("6", "6"), ("Darwin 24", "Darwin 24"), ("", ""), ("v1.2-rc", "v1.2"),
    ])
  func versions(_ text: String, _ short: String) {
    #expect(MachineClass.shortVersion(text) == short)
  }

  @Test("What is shared is remembered, and forgotten on demand")
  func remembering() throws {
    let here = try store()
    let names = try here.finishedRuns()
    #expect(try here.unsharedRuns() == names)
    #expect(try here.unknown(among: names + ["x"]) == ["x"])
    try here.markShared([names[0]])
    #expect(try here.unsharedRuns() == [names[1]])
    let part = PulledPart(series: nil, since: 5, horizon: 7)
    try here.setSharing(.server, "s")
    try here.setPulled(part)
    #expect(try here.sharing(.server) == "s")
    #expect(try here.pulledParts() == [part])
    #expect(part.covers(PulledPart(series: "a", since: 5, horizon: 0)))
    #expect(!part.covers(PulledPart(series: nil, since: 4, horizon: 0)))
    #expect(!PulledPart(series: "a", since: 5, horizon: 7).covers(part))
    try here.forgetShared()
    #expect(try here.sharing(.server) == nil)
    #expect(try here.pulledParts() == [])
    #expect(try here.unsharedRuns() == names)
    #expect(try here.remove([names[1]]) == 1)
    #expect(try here.remove([]) == 0)
    #expect(try here.finishedRuns() == [names[0]])
  }
}
