internal import CommandTestSupport
internal import BenchmarkBuilds
internal import CommandText
internal import DominantColor
internal import HistoryReports
internal import Measuring
internal import Pixels
internal import Reporting
internal import SyntheticImages
internal import Testing
internal import TimingHistory

@testable import BenchmarkHarness
@testable import KernelBenchmarks

@Suite("Recorded runs")
struct HistoryRecorderTests {
  private static let environment = EnvironmentRecord([
    .gitCommit: .known("abc123"), .gitState: .known("dirty"), .codeHash: .known("c0de"),
    .inputHash: .known("of the whole run"),
  ])

  private func recorder(
    _ transcript: Transcript, chosen: Bool = false,
    open: (HistoryLocation) throws(HistoryError) -> HistoryStore
  ) throws -> HistoryRecorder {
    let place =
      chosen
      ? HistoryLocation(chosen: "here.sqlite")
      : try #require(
        HistoryLocation(
          of: .dominantColor, workingFolder: "/", executable: nil, variable: { _ in "/state" },
          isFolder: { _ in false }
        ))
    return HistoryRecorder(
      location: place, kind: "bench", environment: Self.environment, usableCores: 2, open: open,
      now: { 1000 }, message: { transcript.messages.append($0.line) })
  }

  private func run(
    _ kernels: [any Kernel], recorder: HistoryRecorder, transcript: Transcript,
    counter: ((String, ImageRequest) -> InstructionCount)? = nil
  ) -> WorkStatus {
    var session = RunSession(
      race: KernelRace(
        kernels: kernels, instructionSet: .best, threads: 2, secondsPerKernel: 1,
        timer: ScriptedTimer()),
      images: [ImageRequest(source: .synthetic("flat"), size: .exact(width: 4, height: 3))],
      load: ImageLoader.load, expand: ImageLoader.expand, format: CSVReport(),
      environment: SampleResults.environment, output: { transcript.output += $0 },
      message: { transcript.messages.append($0.line) }, isCancelled: { false }, counter: counter,
      recorder: recorder, progress: ProgressLine(isShown: false) { _ in }, elapsed: { 1 })
    return session.run()
  }

  private func kernel(_ name: String) throws -> any Kernel {
    try #require(KernelCatalog.kernel(named: name))
  }

  @Test("every sample, ratio and hash of a run is in the history")
  func recorded() throws {
    let transcript = Transcript()
    let store = try HistoryStore()
    let recorder = try recorder(transcript) { _ in store }
    let code = run(
      [try kernel("simd"), try kernel("hue")], recorder: recorder, transcript: transcript,
      counter: { _, _ in .counted(4711, by: "a test") })
    #expect(code == .success)
    let run = try #require(try store.runs().first)
    #expect(run.kind == "bench" && run.commit == "abc123")
    #expect(run.startedAt == 1000 && run.finishedAt == 1000)
    let environment = try #require(try store.environment(of: run.id))
    #expect(environment[.gitState].value == "dirty")
    // Other images are not another environment.
    #expect(environment[.inputHash].value == nil)
    let names = [
      "histogram/flat/4x3", "hue/flat/4x3", "hue/flat/4x3/ΔE00", "read/flat/4x3",
      "simd/flat/4x3", "simd/flat/4x3/ΔE00",
    ]
    #expect(try store.series().map(\.series.name) == names)
    // A flat image's planted colour is its own.
    #expect(try store.points(of: "simd/flat/4x3/ΔE00").map(\.value) == [0])
    let simd = try #require(try store.points(of: "simd/flat/4x3").first)
    // The scripted timer: read 1 ms, simd 2 ms, hue 3 ms, histogram 4 ms.
    #expect(simd.value == 2_000_000)
    #expect(abs((simd.logRatio ?? 0) - (LogRatio(factor: 0.5)?.value ?? 1)) < 1e-12)
    #expect(simd.sampleCount == 9)
    #expect(simd.codeHash == "c0de")
    #expect(simd.instructions == 4711)
    let pixels = try SyntheticImage.named("flat")?.makeImage(width: 4, height: 3)
    #expect(simd.inputHash == pixels.map { String($0.checksum, radix: 16) })
    let reference = try #require(try store.points(of: "histogram/flat/4x3").first)
    #expect(reference.isReference && reference.logRatio == 0)
    #expect(reference.answerHash == simd.answerHash)
    #expect(simd.answerHash?.count == 16)
    let hue = try #require(try store.points(of: "hue/flat/4x3").first)
    #expect(hue.isReference && hue.answerHash != simd.answerHash)
    #expect(
      transcript.messages.last
        == "Recorded as run 1 in '/state/swift-dominant-color/history.sqlite'.")
  }

  @Test("kernels of several threads are a session of their own, on the wall clock")
  func clocks() throws {
    func contender(
      _ name: String, _ method: PaletteMethod?, threads: Int = 1, isReference: Bool = false
    )
      -> RecordedContender
    {
      RecordedContender(
        name: name, group: method?.rawValue, isReference: isReference, threads: threads)
    }
    let groups = RaceRecorder.groups([
      .read, contender("tiles", .histogram, threads: 2), contender("simd", .histogram),
      contender("histogram", .histogram, isReference: true),
      contender("hue", .hue, isReference: true),
    ])
    #expect(groups.map(\.clock) == [.wall, .threadCPU, .threadCPU])
    #expect(groups.map(\.places) == [[1, 3], [0, 2, 3], [4]])
  }

  @Test("a series' name says what a person chose, and not what the machine chose")
  func names() {
    func name(
      threads: Int, set: String? = nil, clock: ClockKind, isReference: Bool = false
    ) -> String {
      RecordedContender(
        name: "k", group: "histogram", isReference: isReference, threads: threads, variant: set
      ).series(
        on: RecordedInput(name: "photo", size: "30x20", elements: 600, hash: "h"),
        usableCores: 2, clock: clock
      ).name
    }
    #expect(name(threads: 1, clock: .threadCPU) == "k/photo/30x20")
    #expect(name(threads: 2, clock: .wall) == "k/photo/30x20")
    #expect(name(threads: 4, clock: .wall) == "k/photo/30x20/4-threads")
    #expect(name(threads: 1, set: "avx2", clock: .threadCPU) == "k/photo/30x20/avx2")
    #expect(name(threads: 1, clock: .wall, isReference: true) == "k/photo/30x20/wall")
  }

  @Test("a history that fails is told once; results are written all the same")
  func failure() throws {
    for chosen in [false, true] {
      let transcript = Transcript()
      let recorder = try recorder(transcript, chosen: chosen) { _ throws(HistoryError) in
        throw HistoryError(.readOnly, "It is read-only.")
      }
      let code = run([try kernel("simd")], recorder: recorder, transcript: transcript)
      // Whoever asked for a history by name is told by the exit code.
      #expect(code.rawValue == (chosen ? 74 : 0))
      let rank = chosen ? "Error" : "Warning"
      #expect(transcript.messages == ["\(rank): This run is not recorded. It is read-only."])
      #expect(transcript.output.split(separator: "\n").count == 2)
    }
  }

  @Test("a history that fails in the middle keeps what it has")
  func lateFailure() throws {
    let folder = try TemporaryFolder()
    let transcript = Transcript()
    let store = try HistoryStore(path: folder.path + "/h.sqlite")
    let recorder = try recorder(transcript) { _ in store }
    let image = try ImageLoader.load(
      ImageRequest(source: .synthetic("flat"), size: .exact(width: 2, height: 2)))
    let recording = try #require(recorder.race(on: RecordedInput(image)))
    recording.begin([
      RecordedContender(
        name: "simd", group: "histogram", answerHash: "a")
    ])
    let epoch = Epoch(iterations: 1, wall: 5, threadCPU: 5, processCPU: 5)
    recording.add(round: 0, [epoch])
    recording.flush()
    // The same round twice contradicts the history.
    recording.add(round: 0, [epoch])
    recording.flush()
    recording.add(round: 1, [epoch])
    recording.flush()
    recorder.finish()
    #expect(recorder.hasFailed)
    #expect(transcript.messages.count == 1)
    #expect(transcript.messages.first?.hasPrefix("Warning: The rest of this run") == true)
    #expect(recorder.race(on: RecordedInput(image)) == nil)
    #expect(try store.points(of: "simd/flat/2x2").first?.sampleCount == 1)
    try store.close()
  }

  @Test("rounds are written together, after a tenth of a second or at the end of a race")
  func buffered() throws {
    var time: Int64 = 0
    let store = try HistoryStore()
    let recorder = HistoryRecorder(
      location: HistoryLocation(chosen: "h"), kind: "bench", environment: Self.environment,
      usableCores: 1, open: { _ in store }, now: { time }, message: { _ in })
    let input = RecordedInput(name: "x", size: "1x1", elements: 1, hash: "h")
    let race = try #require(recorder.race(on: input))
    race.begin([RecordedContender(name: "k", group: "g")])
    func samples() throws -> Int { try store.points(of: "k/x/1x1").first?.sampleCount ?? 0 }
    let epoch = Epoch(iterations: 1, wall: 5, threadCPU: 5, processCPU: 5)
    for round in 0..<3 { race.add(round: round, [epoch]) }
    #expect(try samples() == 0)
    time += RaceRecorder.flushMilliseconds
    race.add(round: 3, [epoch])
    #expect(try samples() == 4)
    race.add(round: 4, [epoch])
    #expect(try samples() == 4)
    race.flush()
    #expect(try samples() == 5)
  }
}
