internal import ExchangeDocuments
internal import Measuring
internal import Testing
internal import TimingHistory

@Suite("Checking series")
struct SeriesCheckTests {
  private static let step = Array(repeating: [1.0, 1.01, 1.02, 1.01], count: 10).flatMap { $0 }
    .enumerated().map { $0 < 25 ? $1 : $1 * 1.5 }

  @Test("A change is an alarm of the code unless the builds are the same")
  func causes() {
    let unknown = SeriesCheck(name: "s", values: Self.step)
    #expect(unknown.changes.map(\.point.index) == [25])
    #expect(unknown.codeAlarms.map(\.cause) == [.unexplained])
    let build = BuildIdentity(codeHash: "c", inputHash: "i")
    let same = SeriesCheck(
      name: "s", values: Self.step, builds: Array(repeating: build, count: 40))
    #expect(same.changes.map(\.cause) == [.environment])
    #expect(same.codeAlarms.isEmpty)
  }

  @Test("A build that came in a few points beside the place found is not cleared")
  func nearbyBuild() {
    func cause(codeChangesAt place: Int) -> ShiftCause? {
      let builds = (0..<40).map {
        BuildIdentity(codeHash: $0 < place ? "old" : "new", inputHash: "i")
      }
      return SeriesCheck(name: "s", values: Self.step, builds: builds).changes.first?.cause
    }
    // The change is found at 25.
    for place in 19...31 { #expect(cause(codeChangesAt: place) == .unexplained, "\(place)") }
    for place in [1, 10, 18, 32, 39] {
      #expect(cause(codeChangesAt: place) == .environment, "\(place)")
    }
  }

  @Test("Of rates more is better, of times less")
  func directions() {
    for unit in ["ops/sec", "MB/s", "iter/sec", "fps", "requests per second", "Hz"] {
      #expect(BenchmarkMetric.Better(unit: unit) == .more, "\(unit)")
    }
    for unit in ["ns", "s", "ms/op", "ns/iter", "bytes", "", "s/op", "hops"] {
      #expect(BenchmarkMetric.Better(unit: unit) == .less, "\(unit)")
    }
  }

  @Test("Noise of a percent looks flat in a sparkline")
  func flatSparkline() {
    #expect(Set(Sparkline.text([100, 100.5, 99.5, 100.2])).isSubset(of: ["▃", "▄", "▅", "▆"]))
    #expect(Sparkline.text([100, 110]) == "▁█")
  }

  @Test("A sparkline has a bar for each value")
  func sparkline() {
    #expect(Sparkline.text([0, 1, 2, 3, 4, 5, 6, 7]) == "▁▂▃▄▅▆▇█")
    #expect(Sparkline.text([3, 3, .nan, 3]) == "▅▅ ▅")
    #expect(Sparkline.text([.infinity, .nan]) == "  ")
    #expect(Sparkline.text([]) == "")
    let huge = Double.greatestFiniteMagnitude
    #expect(Sparkline.text([-huge, 0, huge]) == "▁▅█")
    #expect(Sparkline.text([0, .leastNonzeroMagnitude]).count == 2)
  }

  @Test("The history is checked by ratios where there are, by values where there are none")
  func store() throws {
    let store = try HistoryStore()
    for (time, value) in Self.step.enumerated() {
      try RecordedHistory.addRun(
        to: store, at: Int64(time), times: [UInt64(value * 1_000_000)])
    }
    // The reference moved as much as the kernel did: the machine, not the code.
    #expect(try store.check("simd × photo").changes.isEmpty)
    #expect(try store.points(of: "simd × photo").checkedValues.scale == .logRatios)
    let reference = try store.check("histogram × photo")
    #expect(reference.changes.map(\.point.index) == [25])
    #expect(try store.points(of: "histogram × photo").checkedValues.scale == .values)
  }

  @Test("Series whose code never changed: shifts there are, alarms of the code there are none")
  func unchangedCode() throws {
    let names = try Fixture.names(in: "gab-fib").filter { $0.hasSuffix(".csv") }
    #expect(names.count == 23)
    var shifts = 0
    for name in names {
      let rows = try Fixture.text("gab-fib/\(name)").split(whereSeparator: \.isNewline).dropFirst()
      let values = rows.compactMap { Double($0.split(separator: ",")[2]) }
      #expect(values.count == rows.count)
      // The source of the benchmark is one and the same in all commits.
      let source = BuildIdentity(codeHash: "fib", inputHash: "10 or 20")
      let check = SeriesCheck(
        name: name, values: values, builds: Array(repeating: source, count: values.count))
      shifts += check.changes.count
      #expect(check.codeAlarms.isEmpty)
    }
    // Runners and toolchains did change; being blind would be no art.
    #expect(shifts > 20)
  }
}
