internal import BenchmarkHarness
internal import Measuring
internal import Reporting
internal import Testing

@testable import BenchmarkSuites

@Suite("Benchmarks that take turns for their ratios")
struct SuiteGroupTests {
  /// A workload of one worker that refers to others.
  private func benchmark(
    _ name: String, _ references: [(name: String, benchmark: String)] = [],
    worker: String = "./worker"
  ) -> SuiteBenchmark {
    SuiteBenchmark(
      name: name, clock: .cpu,
      description: BenchmarkDescription(
        references: references.map { BenchmarkReference(name: $0.name, benchmark: $0.benchmark) }),
      work: .workload(.words([worker]), index: 0, choice: []))
  }

  private func command(_ name: String, references: [String] = []) -> SuiteBenchmark {
    SuiteBenchmark(
      name: name, clock: .wall,
      description: BenchmarkDescription(
        references: references.map { BenchmarkReference(name: $0, benchmark: $0) }),
      work: .command(
        .init(
          name: name, command: .words([name]), setUp: nil, prepare: nil, cleanUp: nil, warmUp: 1,
          ignoresFailures: false, parameters: [], clock: .wall)))
  }

  /// The names of the members of each group, and of those that were asked for.
  private func groups(
    of chosen: [String], among all: [SuiteBenchmark]
  ) throws(HarnessFailure) -> [(members: [String], chosen: [String])] {
    try SuiteGroup.groups(of: all.filter { chosen.contains($0.name) }, among: all).map { group in
      (group.members.map(\.name), group.chosen.map { group.members[$0].name })
    }
  }

  private func failure(_ chosen: [String], _ all: [SuiteBenchmark]) -> HarnessFailure? {
    #expect(throws: HarnessFailure.self) { try groups(of: chosen, among: all) }
  }

  @Test("what refers to the same is one group, and what refers to nothing is one each")
  func union() throws {
    let all = [
      benchmark("zstd", [("copy", "copy"), ("gzip", "gzip")]), benchmark("alone"),
      benchmark("gzip", [("copy", "copy")]), benchmark("copy"),
      benchmark("sort", [("copy", "copy of sort")]), benchmark("copy of sort"),
    ]
    let found = try groups(of: all.map(\.name), among: all)
    #expect(
      found.map(\.members) == [
        ["zstd", "gzip", "copy"], ["alone"], ["sort", "copy of sort"],
      ])
    #expect(found.map(\.chosen) == found.map(\.members))
  }

  @Test(
    "a reference that nobody asked for is a member, also that of a reference, and is not chosen")
  func hidden() throws {
    let all = [
      benchmark("copy"), benchmark("gzip", [("copy", "copy")]),
      benchmark("zstd", [("gzip", "gzip")]), benchmark("other"),
    ]
    let found = try groups(of: ["zstd"], among: all)
    #expect(found.map(\.members) == [["copy", "gzip", "zstd"]])
    #expect(found.map(\.chosen) == [["zstd"]])
    // Two that only share a reference take turns, so that it is measured once.
    let shared = [
      benchmark("b", [("a", "a")]), benchmark("c", [("a", "a")]), benchmark("a"),
    ]
    let both = try groups(of: ["b", "c"], among: shared)
    #expect(both.map(\.members) == [["b", "c", "a"]])
    #expect(both.map(\.chosen) == [["b", "c"]])
  }

  @Test("groups come in the order of their first benchmark that was asked for")
  func order() throws {
    let all = [
      benchmark("ref of late"), benchmark("early"), benchmark("late", [("r", "ref of late")]),
    ]
    let found = try groups(of: ["early", "late"], among: all)
    #expect(found.map(\.chosen) == [["early"], ["late"]])
    let first = try #require(try SuiteGroup.groups(of: [all[2]], among: all).first)
    #expect(first.name == "late", "progress is called by what was asked for")
  }

  @Test("a missing reference is damage of the suite, also behind another one")
  func missing() {
    let all = [
      benchmark("zstd", [("gzip", "gzip")]), benchmark("gzip", [("copy", "cpy")]),
      benchmark("broken", [("x", "nobody")]),
    ]
    let found = failure(["zstd"], all)
    #expect(
      found?.message
        == "The reference 'copy' of 'gzip' is 'cpy', and there is no such benchmark.")
    #expect(found?.status.rawValue == 65)
    // Of what nobody asked for nothing is said.
    #expect(throws: Never.self) {
      try groups(of: ["alone"], among: all + [benchmark("alone")])
    }
  }

  @Test("references that form a circle are refused with the circle")
  func circles() {
    let all = [
      benchmark("start", [("a", "a")]), benchmark("a", [("b", "b")]),
      benchmark("b", [("c", "c")]), benchmark("c", [("a", "a")]),
    ]
    let found = failure(["start"], all)
    #expect(found?.message == "References lead in a circle: 'a' → 'b' → 'c' → 'a'.")
    #expect(found?.status.rawValue == 65)
    let own = failure(["own"], [benchmark("own", [("self", "own")])])
    #expect(own?.message == "References lead in a circle: 'own' → 'own'.")
  }

  @Test("several ways to one reference are no circle")
  func diamond() throws {
    let all = [
      benchmark("top", [("left", "left"), ("right", "right"), ("base", "base")]),
      benchmark("left", [("base", "base")]), benchmark("right", [("base", "base")]),
      benchmark("base"),
    ]
    #expect(try groups(of: ["top"], among: all).map(\.members) == [all.map(\.name)])
  }

  @Test("a long chain of references takes no time worth speaking of")
  func chain() throws {
    let all = (0..<10_000).map { index in
      benchmark("b\(index)", index == 0 ? [] : [("before", "b\(index - 1)")])
    }
    let found = try groups(of: ["b9999"], among: all)
    #expect(found.map(\.members.count) == [10_000])
  }

  @Test("what runs from start to end takes no turns with what runs inside of a worker")
  func mixture() throws {
    let all = [benchmark("inside"), command("outside", references: ["inside"])]
    let found = failure(["outside"], all)
    #expect(found?.status.rawValue == 65)
    #expect(
      found?.message
        == "'outside' and 'inside' cannot take turns, as references do: one is run from start to "
        + "end, the other inside of a worker.")
    let commands = [command("sort"), command("sort -n", references: ["sort"])]
    #expect(try groups(of: ["sort -n"], among: commands).map(\.members) == [["sort", "sort -n"]])
  }

  @Test("workloads of one worker share a process, others do not")
  func processes() throws {
    func shares(_ all: [SuiteBenchmark]) throws -> Bool {
      try #require(try SuiteGroup.groups(of: all, among: all).first).sharesProcess
    }
    let referring = benchmark("b", [("a", "a")])
    #expect(try shares([benchmark("a"), referring]))
    #expect(try !shares([benchmark("a", worker: "./other"), referring]))
    #expect(try !shares([benchmark("a")]))
    #expect(try !shares([command("a"), command("b", references: ["a"])]))
  }

  @Test("the reference loop is for what refers to nothing and is referred to by nothing")
  func referenceLoop() throws {
    let all = [benchmark("a"), benchmark("b", [("a", "a")]), benchmark("alone")]
    let found = try SuiteGroup.groups(of: all, among: all)
    #expect(found[0].members.map(found[0].needsReferenceLoop) == [false, false])
    #expect(found[1].members.map(found[1].needsReferenceLoop) == [true])
  }
}
