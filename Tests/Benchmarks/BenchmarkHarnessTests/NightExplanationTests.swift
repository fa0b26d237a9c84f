internal import Measuring
internal import OrderedJSON
internal import Reporting
internal import Testing
internal import TimingHistory

@testable import BenchmarkHarness

@Suite("Explanations of a night")
struct NightExplanationTests {
  private static func reason(_ subject: NightSubject) -> NightReason {
    NightReason(
      answer: "\(subject.benchmark): work (a.c:1) +5 %.", markdown: "**work** +5 %\n",
      record: .object(present: ["answer": .string("work")]), flameGraph: "<svg/>")
  }

  @Test("an alarm is explained the night it comes, told, and kept as a note at its point")
  func explanations() throws {
    let nights = try ScriptedNights.afterOneNight(session: 0.05)
    nights.explains = { subject in Self.reason(subject) }
    let bad = try nights.night()
    #expect(nights.explained == ["simd/flat since 1", "simd/noise since 1"])
    let report = NightReport(
      result: bad, environment: .current, history: "h", courses: [])
    let line = "    explained: simd/flat: work (a.c:1) +5 %.\n"
    #expect(report.words.contains("slower +5.13 %"), "\(report.words)")
    #expect(report.words.contains(line), "\(report.words)")
    #expect(report.markdown.contains("#### Why\n\n**work** +5 %\n\n**work** +5 %\n"))
    #expect(report.json.line.contains(#""explanation":{"answer":"work"}"#))
    let kept = try nights.store.transitions(of: "simd/flat").filter { $0.event == .note }
    #expect(kept.map(\.reason) == ["simd/flat: work (a.c:1) +5 %."])
    #expect(kept.map(\.run) == [bad.run])
    let drawn = try nights.store.mapSeries { ($0.record.name, $0.flameGraphs) }
      .first { $0.0 == "simd/flat" }
    #expect(drawn?.1 == [bad.run: "<svg/>"])
    // It is still slower the next night, which is known.
    let still = try nights.night()
    #expect(still.status.rawValue == 2 && still.reasons.isEmpty)
    #expect(nights.explained.count == 2)
  }

  @Test("three alarms of a night are explained at most, and what cannot be explained is said")
  func explanationLimits() throws {
    let inputs = (0..<5).map { "input \($0)" }
    let nights = try ScriptedNights()
    _ = try nights.night(inputs: inputs)
    nights.code = "b"
    nights.session = 0.05
    nights.explains = { subject in
      if subject.series.hasSuffix("1") { throw HarnessFailure.notComparable("it hangs.") }
      return Self.reason(subject)
    }
    let bad = try nights.night(inputs: inputs)
    #expect(bad.status.rawValue == 2)
    #expect(nights.explained.count == 3)
    #expect(Set(bad.reasons.keys) == ["simd/input 0", "simd/input 2"])
    #expect(
      bad.notes == [
        "simd/input 1: not explained: it hangs.",
        "2 more series became slower and are not explained.",
      ])
  }

  @Test("a night that is killed while it explains goes on with what it knows")
  func explanationsOfResumedNights() throws {
    let nights = try ScriptedNights.afterOneNight(session: 0.05)
    nights.explains = { subject in
      if subject.series == "simd/noise", nights.explained.count == 2 {
        throw HarnessFailure.interrupted
      }
      return Self.reason(subject)
    }
    #expect(throws: HarnessFailure.interrupted) { try nights.night() }
    #expect(try nights.state() == .ok)
    let resumed = try nights.night(resuming: true)
    #expect(resumed.reasons.count == 2)
    #expect(nights.explained == ["flat", "noise", "noise"].map { "simd/\($0) since 1" })
  }
}
