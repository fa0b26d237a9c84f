internal import BenchmarkHarness
internal import Measuring
internal import OrderedJSON
internal import Testing

@testable import Explanations

@Suite("What ran, and what did not")
struct RanFunctionsTests {
  private static func profile(
    _ counts: [(name: String, file: String?, calls: Int, instructions: Int)]
  ) -> CallProfile {
    CallProfile(
      counts: Dictionary(
        uniqueKeysWithValues: counts.map {
          (
            .init(name: $0.name, file: $0.file, object: "program"),
            .init(calls: $0.calls, instructions: $0.instructions)
          )
        }))
  }

  private static let base = profile([
    ("main", "main.c", 1, 1000), ("parse_row", "row.c", 20, 4000), ("step", "a.c", 5, 50),
    ("step", "b.c", 5, 60), ("helper", "row.c", 3, 300),
  ])
  private static let candidate = profile([
    ("main", "main.c", 1, 1000), ("parse_row", "row.c", 20, 7000), ("step", "a.c", 5, 50),
    ("step", "b.c", 7, 60), ("helper", "moved.c", 3, 300), ("reserve", "buffer.c", 2, 100),
  ])

  @Test("rows are what differs, the largest first; what moved to another file is the same")
  func rows() {
    let found = RanFunctions(base: Self.base, candidate: Self.candidate)
    #expect(found.rows.map(\.name) == ["parse_row", "reserve", "step"])
    #expect(found.rows.map(\.change) == [3000, 100, 0])
    #expect(found.rows.map(\.file) == ["row.c", "buffer.c", "b.c"])
    #expect(found.rows[1].base == CallProfile.Count())
    #expect(RanFunctions(base: Self.base, candidate: Self.base).rows.isEmpty)
  }

  private static func change(
    _ name: String, _ kind: PieceChange.Kind = .changed, symbol: String? = nil
  ) -> PieceChange {
    PieceChange(
      name: name, kind: kind, isCode: true, file: "row.c", line: 8, symbol: symbol)
  }

  private static func explanation(_ changes: [PieceChange]) -> Explanation {
    let effect = ExchangeEffect(median: 0.02, interval: 0.018...0.022)
    var found = Attribution(whole: effect)
    found.shares = [.init(parts: [0], effect: effect)]
    var explanation = Explanation(
      benchmark: "parse", whole: effect, verdict: .slower,
      outcome: .searched(
        found, .objects, [ExchangeablePart(files: ["row.c"], changes: changes)]),
      margin: 0.0025)
    explanation.ran = .counted(RanFunctions(base: base, candidate: candidate, program: "program"))
    return explanation
  }

  @Test("the text has what ran, and names the changed functions that did not")
  func text() {
    let explanation = Self.explanation([
      Self.change("parse_row", symbol: "parse_row.part.0"), Self.change("unused", .new),
      Self.change("old", .gone),
    ])
    let text = explanation.text
    #expect(
      text.contains("1 of 2 changed functions is not run by this benchmark: `unused`."), "\(text)")
    #expect(text.contains("What one run executes: 5410 → 8510 instructions, +57.3 %:"))
    #expect(text.contains("parse_row (row.c)"))
    #expect(text.contains("4000 → 7000"))
    #expect(text.contains("and 1 that change less"))
    #expect(explanation.markdown.contains("<details><summary>What one run executes"))
    #expect(explanation.json["notRun"]?.elements?.compactMap(\.string) == ["unused"])
    let functions = explanation.json["ran"]?["functions"]?.elements
    #expect(functions?.first?["candidate"]?["instructions"]?.number == 7000)
  }

  @Test("a function that one side inlines has its own name there, and its share of coverage")
  func inlined() {
    func profile(_ step: CallProfile.Count, _ row: CallProfile.Count) -> CallProfile {
      CallProfile(counts: [
        .init(name: "step", file: "row.c", object: "program"): step,
        .init(name: "parse_row", file: "row.c", object: "program"): row,
      ])
    }
    let base = profile(
      .init(calls: 9, instructions: 3000), .init(calls: 1, instructions: 1000))
    let candidate = profile(
      .init(instructions: 2900, inlined: 2900),
      .init(calls: 1, instructions: 1000, contained: 2900))
    var explanation = Self.explanation([Self.change("parse_row")])
    explanation.ran = .counted(
      RanFunctions(base: base, candidate: candidate, program: "program"))
    #expect(explanation.text.contains("9 → inlined"), "\(explanation.text)")
    let first = explanation.json["ran"]?["functions"]?.elements?.first
    #expect(first?["candidate"]?["inlined"]?.number == 2900)
    let coverage = SuiteCoverage(
      title: "rows", sides: "a → b", changes: [Self.change("parse_row"), Self.change("step")],
      profiles: [("parse", candidate)], margin: 0.0025, remarks: [])
    #expect(coverage.functions.map { $0.shares[0].share } == [2900.0 / 3900, 1])
  }

  @Test("nothing is said of a stripped program, and a reason stands for what is missing")
  func unknown() {
    var explanation = Self.explanation([Self.change("parse_row")])
    let stripped = Self.profile([(CallProfile.unnamed, nil, 1, 9000), ("(below main)", nil, 1, 9)])
    explanation.ran = .counted(
      RanFunctions(base: stripped, candidate: stripped, program: "program"))
    #expect(explanation.notRun == nil)
    explanation.ran = .unknown(ValgrindCounter.missing)
    #expect(explanation.text.contains("What ran is not known: valgrind is not installed"))
    #expect(explanation.json["ran"]?["unavailable"]?.string != nil)
    #expect(explanation.json["notRun"] == .null)
  }

  private static func coverage(_ changes: [PieceChange]) -> SuiteCoverage {
    SuiteCoverage(
      title: "rows", sides: "a → b", changes: changes,
      profiles: [
        ("parse", candidate), ("other", profile([("parse_row", nil, 1, 10), ("f", nil, 1, 990)])),
      ], margin: 0.0025, remarks: [])
  }

  @Test("coverage names what nothing runs, and the least slowdown that is seen of the rest")
  func coverage() {
    let found = Self.coverage([Self.change("parse_row"), Self.change("g"), Self.change("f")])
    #expect(
      found.answer == "1 of 3 changed functions is run by no benchmark of this suite: `g`.")
    #expect(found.functions.map(\.change.name) == ["g", "parse_row", "f"])
    #expect(found.functions[1].shares.map(\.benchmark) == ["parse", "other"])
    let share = 7000.0 / 8510
    #expect(abs((found.functions[1].smallestVisible(margin: 0.0025) ?? 0) - 0.0025 / share) < 1e-5)
    #expect(found.functions[0].smallestVisible(margin: 0.0025) == nil)
    #expect(found.text.contains("parse and 1 more"), "\(found.text)")
    #expect(found.text.contains("from +0.30 %"))
    let rare = SuiteCoverage(
      title: "rows", sides: "a → b", changes: [Self.change("f")],
      profiles: [("other", Self.profile([("f", nil, 1, 1), ("g", nil, 1, 99_999)]))],
      margin: 0.0025, remarks: [])
    #expect(rare.text.contains("over +1000 %"), "\(rare.text)")
    #expect(
      Self.coverage([Self.change("f"), Self.change("parse_row")]).answer
        == "All 2 changed functions are run by benchmarks.")
    #expect(Self.coverage([]).text == "No function differs.\n")
  }

  @Test("what was not counted is not called run by no benchmark")
  func uncounted() {
    func coverage(_ changes: [PieceChange], _ profiles: [(String, CallProfile)]) -> SuiteCoverage {
      SuiteCoverage(
        title: "rows", sides: "a → b", changes: changes, profiles: profiles, margin: 0.0025,
        remarks: ["parse was not counted: it is stripped."])
    }
    let none = coverage([Self.change("f")], [])
    #expect(
      none.answer == "Whether the changed function is run is not known: no benchmark was counted.")
    #expect(!none.text.contains("never"), "\(none.text)")
    let two = coverage([Self.change("f"), Self.change("g")], [])
    #expect(two.answer.hasPrefix("Which of the 2 changed functions are run is not known"))
    let some = coverage([Self.change("f"), Self.change("main")], [("other", Self.base)])
    #expect(
      some.answer
        == "1 of 2 changed functions is not run by any benchmark that was counted: `f`.")
  }

  @Test("static functions of one name are told apart by their files, as far as these are known")
  func statics() {
    func step(_ file: String, line: Int? = 3, isLocal: Bool = true) -> PieceChange {
      var change = PieceChange(
        name: "step", kind: .changed, isCode: true, file: file, line: line)
      change.isLocal = isLocal
      return change
    }
    let counts = SourceCounts(Self.candidate)
    #expect(counts.cost(of: step("src/a.c")) == 50)
    #expect(counts.cost(of: step("src/b.c")) == 60)
    #expect(counts.cost(of: step("src/c.c")) == nil)
    // An object file's name may be that of the file that includes it.
    #expect(counts.cost(of: step("c.o", line: nil)) == 110)
    #expect(counts.cost(of: step("src/c.c", isLocal: false)) == 110)
    let header = SourceCounts(Self.profile([("step", "step.h", 1, 20), ("step", "a.c", 1, 30)]))
    #expect(header.cost(of: step("src/c.c")) == 20)
    let unnamed = SourceCounts(Self.profile([("step", nil, 1, 10)]))
    #expect(unnamed.cost(of: step("src/a.c")) == 10)

    let found = Self.coverage([step("src/a.c"), step("src/b.c"), step("src/c.c")])
    #expect(
      found.answer == "1 of 3 changed functions is run by no benchmark of this suite: `step`.")
    #expect(found.functions.map(\.change.file) == ["src/c.c", "src/a.c", "src/b.c"])
    #expect(abs((found.functions[1].shares.first?.share ?? 0) - 50.0 / 8510) < 1e-9)
  }

  @Test("pieces that compilers make of a function are that function")
  func sources() {
    for name in ["f.part.0", "f.cold", "f.constprop.12", "f.isra.0.cold", "f.llvm.8234", "f.2"] {
      #expect(ReadableNames.source(of: name) == "f")
    }
    for name in ["f", ".text", "_ZN4core3fmt..x17hE", "a.b", "f."] {
      #expect(ReadableNames.source(of: name) == name)
    }
  }
}
