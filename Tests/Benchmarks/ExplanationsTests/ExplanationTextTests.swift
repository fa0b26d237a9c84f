internal import Measuring
internal import OrderedJSON
internal import Testing

@testable import Explanations

@Suite("Explanations in words")
struct ExplanationTextTests {
  private static let parts = [
    ExchangeablePart(
      files: ["src/row.c"],
      changes: [
        PieceChange(name: "parse_row", kind: .changed, isCode: true, file: "src/row.c", line: 88)
      ]),
    ExchangeablePart(
      files: ["src/buffer.c"],
      changes: [
        PieceChange(name: "reserve", kind: .changed, isCode: true, file: "src/buffer.c"),
        PieceChange(name: "table", kind: .new, isCode: false, file: "src/buffer.c"),
      ]),
    ExchangeablePart(files: ["src/out.c"]),
  ]

  private static func effect(_ value: Double) -> ExchangeEffect {
    ExchangeEffect(median: value, interval: value - 0.002...value + 0.002)
  }

  private func explanation(_ change: (inout Attribution) -> Void) -> Explanation {
    var found = Attribution(whole: Self.effect(0.024))
    found.shares = [
      .init(parts: [0], effect: Self.effect(0.019)), .init(parts: [1], effect: Self.effect(0.005)),
    ]
    found.rest = [2]
    found.restEffect = ExchangeEffect(median: 0, interval: -0.001...0.002)
    found.sessions = 5
    change(&found)
    return Explanation(
      benchmark: "parse", whole: Self.effect(0.024), verdict: .slower,
      outcome: .searched(found, .objects, Self.parts), margin: 0.0025)
  }

  @Test("the first line is the answer, and the table adds up")
  func answer() throws {
    let text = explanation { _ in }.text
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(
      lines[0]
        == "parse: slower +2.43 % (+2.22 – +2.63 %): parse_row (src/row.c:88) +1.92 % (+1.71 – "
        + "+2.12 %); reserve (src/buffer.c) +0.50 % (+0.30 – +0.70 %); 1 other changed part within "
        + "±0.20 %.")
    #expect(text.contains("  2 functions differ, and 1 variable:\n"), "\(text)")
    #expect(text.contains("    table (src/buffer.c): new, variable\n"))
    #expect(text.contains("The parts add up to +2.43 %"))
  }

  @Test("what does not add up is named as together")
  func together() {
    let text = explanation { $0.shares.removeFirst() }.text
    #expect(text.contains("they together +1.92 %"), "\(text)")
    #expect(!text.contains("add up"))
  }

  @Test("a search that was stopped says what is left, and what was thrown away is said")
  func stopped() {
    let text = explanation {
      $0.isStopped = true
      $0.suspects = [1, 2]
      $0.restEffect = nil
      $0.rest = []
      $0.refusals = [.init(parts: [2], reason: "it answers '1', and the base '2'.")]
    }.text
    #expect(text.contains("stopped before its end: what is left is in one of reserve"), "\(text)")
    #expect(text.contains("1 exchange was thrown away:"))
    #expect(text.contains("src/out.c: it answers '1', and the base '2'."))
  }

  @Test("a search that was stopped once parts were named says that others are left")
  func stoppedAmongOthers() {
    let text = explanation {
      $0.isStopped = true
      $0.restEffect = nil
    }.text
    let first = text.split(separator: "\n").first ?? ""
    let end = "stopped before its end: what 1 other changed part changes is not known."
    #expect(first.hasSuffix(end), "\(text)")
  }

  @Test("where nothing was divided in time, it is not called impossible")
  func nothing() {
    let text = explanation {
      $0 = Attribution(whole: $0.whole)
      $0.isStopped = true
      $0.suspects = [0, 1, 2]
    }.text
    #expect(
      text.hasPrefix("parse: slower +2.43 % (+2.22 – +2.63 %): stopped before its end: "), "\(text)"
    )
  }

  @Test("a single part that there was no time to measure is no empty answer")
  func stoppedAtOnce() {
    let text = explanation {
      $0 = Attribution(whole: $0.whole)
      $0.isStopped = true
    }.text
    #expect(text.hasPrefix("parse: slower +2.43 % (+2.22 – +2.63 %): stopped before its end.\n"))
  }

  @Test("functions of an object file stand in its place, and are not counted twice")
  func functions() throws {
    let change = { (name: String) in
      PieceChange(name: name, kind: .changed, isCode: true, file: "src/row.c", line: 88)
    }
    var parts = Self.parts
    parts[0].changes = ["parse_row", "parse_cell", "skip"].map(change)
    var found = Attribution(whole: Self.effect(0.024))
    found.shares = [.init(parts: [0], effect: Self.effect(0.024))]
    found.rest = [1, 2]
    found.restEffect = Self.effect(0)
    found.sessions = 2
    var own = Attribution(whole: Self.effect(0.024))
    own.shares = [.init(parts: [1], effect: Self.effect(0.023))]
    own.rest = [0, 2]
    own.restEffect = Self.effect(0.001)
    own.refusals = [.init(parts: [2], reason: "why.")]
    own.sessions = 3
    found.divide(found.shares[0], into: own, first: parts.count)
    parts += parts[0].changes.map {
      ExchangeablePart(files: ["src/row.c"], changes: [$0], isFunction: true)
    }
    let explanation = Explanation(
      benchmark: "parse", whole: found.whole, verdict: .slower,
      outcome: .searched(found, .objects, parts), margin: 0.0025)
    let text = explanation.text
    #expect(text.contains("parse_cell (src/row.c:88) +2.33 %"), "\(text)")
    #expect(text.contains("4 other changed parts"))
    #expect(text.contains("  4 functions differ, and 1 variable:\n"))
    #expect(text.contains("    skip (src/row.c:88): why."))
    #expect(text.contains("5 programs"))
    #expect(explanation.json["shares"]?.elements?[0]["parts"]?.elements?[0].number == 4)
    let flags = explanation.json["parts"]?.elements?.map { $0["function"] == .bool(true) }
    #expect(flags == [false, false, false, true, true, true])
    // Stopped in the middle: what is left is among the functions.
    own.isStopped = true
    own.suspects = [2]
    found.divide(found.shares[0], into: own, first: 3)
    #expect(!found.isComplete && found.suspects == [5])
  }

  @Test("a part whose functions were searched in vain stays, with what that search says")
  func undivided() {
    var found = Attribution(whole: Self.effect(0.024))
    found.shares = [.init(parts: [0], effect: Self.effect(0.024))]
    found.sessions = 1
    var own = Attribution(whole: Self.effect(0.024))
    own.refusals = [.init(parts: [1], reason: "why.")]
    own.suspects = [0, 1]
    own.isStopped = true
    own.sessions = 2
    found.keepUndivided(own, first: 3)
    #expect(found.shares.map(\.parts) == [[0]])
    #expect(!found.isComplete && found.suspects == [3, 4])
    #expect(found.refusals == [.init(parts: [4], reason: "why.")])
    #expect(found.sessions == 3)
  }

  @Test("functions that cancel stand in the place of their file, and what is left adds up")
  func cancelling() {
    var found = Attribution(whole: Self.effect(0))
    found.rest = [0, 1, 2]
    found.restEffect = Self.effect(0.002)
    found.sessions = 2
    var own = Attribution(whole: Self.effect(0.001))
    own.shares = [0, 2].map { .init(parts: [$0], effect: Self.effect($0 == 0 ? 0.02 : -0.019)) }
    own.rest = [1]
    own.restEffect = Self.effect(0.001)
    own.sessions = 3
    found.divide(unchanged: 1, Self.effect(0.001), into: own, first: 3)
    #expect(found.shares.map(\.parts) == [[3], [5]])
    #expect(found.rest == [0, 2, 4] && found.sessions == 5)
    // 0.002 of the others, less 0.001 of the file, and 0.001 of what is left in it.
    #expect(abs((found.restEffect?.median ?? 1) - 0.002) < 1e-12)
    #expect(abs(found.sum.median - 0.003) < 1e-12)
    // The only part leaves no others.
    var single = Attribution(whole: Self.effect(0))
    (single.rest, single.restEffect) = ([0], Self.effect(0))
    (own.rest, own.restEffect) = ([], nil)
    single.divide(unchanged: 0, Self.effect(0), into: own, first: 1)
    #expect(single.rest.isEmpty && single.restEffect == nil)
    #expect(abs(single.sum.median - 0.001) < 1e-12)
  }

  @Test("equal code, and what could not be compared or divided, is one line")
  func others() {
    func line(_ outcome: Explanation.Outcome) -> String {
      Explanation(
        benchmark: "parse", whole: .sameCode, verdict: .same, outcome: outcome, margin: 0.0025
      ).text
    }
    #expect(line(.sameCode("same code: all is equal")) == "parse: same code: all is equal.\n")
    #expect(line(.notDivided("why.")) == "parse: same code, not explained: why.\n")
    #expect(line(.notCompared("why.")) == "parse was not compared: why.\n")
  }

  @Test("JSON has numbers of parts, and fractions")
  func json() throws {
    let json = explanation { _ in }.json
    #expect(json["verdict"]?.string == "slower")
    #expect(json["parts"]?.elements?.count == 3)
    #expect(json["parts"]?.elements?[0]["changes"]?.elements?[0]["line"]?.number == 88)
    let shares = try #require(json["shares"]?.elements)
    #expect(shares[0]["parts"]?.elements?.first?.number == 0)
    #expect(abs((shares[0]["change"]?.number ?? 0) - 0.01918) < 1e-4)
    #expect(json["together"] == .null)
  }

  @Test("Markdown has the answer first and no raw text")
  func markdown() {
    let text = explanation { _ in }.markdown
    #expect(text.hasPrefix("**parse\\: slower"))
    #expect(text.contains("| exchanged alone | change | 99 % interval |"))
  }
}
