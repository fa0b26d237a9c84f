internal import Measuring
internal import OrderedJSON
internal import Testing

@testable internal import MethodRaces

@Suite("The race of methods")
struct MethodRaceTests {
  /// A pair whose sides take a nanosecond count a call, with a little noise that repeats.
  private func pair(
    base: Double, candidate: Double, layoutsStarted: @escaping (UInt64?) -> Void = { _ in }
  ) -> RacedPair {
    var generator = SeededGenerator(seed: 7)
    func worker(_ nanoseconds: Double) -> ScriptedWorker {
      ScriptedWorker(answer: "a") { iterations in
        let noise = Double.random(in: 0...0.0005, using: &generator)
        let time = UInt64(Double(iterations) * nanoseconds * (1 + noise))
        return Epoch(iterations: iterations, wall: time, threadCPU: time, processCPU: time)
      }
    }
    return RacedPair(
      start: { side, _, layout throws(WorkerFailure) in
        layoutsStarted(layout)
        return worker(side == .base ? base : candidate)
      },
      together: { left, right, iterations throws(WorkerFailure) in
        (
          try left.run(iterations: iterations, warmUp: 0),
          try right.run(iterations: iterations, warmUp: 0)
        )
      }, links: { 3 })
  }

  private func compare(
    _ method: RacedMethod, base: Double, candidate: Double
  ) throws -> RaceRecord {
    try MethodRace(pair: pair(base: base, candidate: candidate), seed: 3, seconds: { 0 })
      .compare(by: method, injected: candidate / base - 1, session: 0)
  }

  @Test(
    "Every method finds five percent, and says what is slower",
    arguments: RacedMethod.allCases.filter { $0 != .wholeRuns })
  func largeDifferences(method: RacedMethod) throws {
    let slower = try compare(method, base: 1000, candidate: 1050)
    #expect(slower.finding == .slower)
    #expect(abs(slower.effect - 0.0488) < 0.001)
    #expect(try compare(method, base: 1050, candidate: 1000).finding == .faster)
    #expect(slower.links == 0)
    #expect(!slower.base.isEmpty)
  }

  @Test("Whole runs are judged by the ratio of the means and its deviation")
  func wholeRuns() throws {
    // A run is timed from before its start: the clock moves while it starts.
    var now = 0.0
    let pair = RacedPair(
      start: { side, _, _ throws(WorkerFailure) in
        now += side == .base ? 1 : 1.05
        return ScriptedWorker(answer: "") { iterations in
          let time = UInt64(iterations) * 1000
          return Epoch(iterations: iterations, wall: time, threadCPU: time, processCPU: time)
        }
      })
    let record = try MethodRace(pair: pair, seed: 1, seconds: { now })
      .compare(by: .wholeRuns, injected: 0.05, session: 0)
    #expect(record.finding == .slower)
    #expect(record.base.count == 29)
    #expect(record.candidate.count == 30)
    #expect(abs(record.effect - 0.0488) < 0.001)
  }

  @Test("Only the method with layouts asks for layouts, another one in each launch")
  func layouts() throws {
    for method in RacedMethod.allCases {
      var asked: [UInt64?] = []
      let race = MethodRace(
        pair: pair(base: 1000, candidate: 1000, layoutsStarted: { asked.append($0) }), seed: 2,
        seconds: { 0 })
      let record = try race.compare(by: method, injected: 0, session: 4)
      #expect(record.session == 4)
      if method == .layouts {
        #expect(record.finding == .same)
        #expect(Set(asked).count == asked.count / 2)
        #expect(asked.allSatisfy { $0 != nil })
      } else {
        #expect(asked.allSatisfy { $0 == nil })
      }
    }
  }

  @Test("Where each epoch is a process, an epoch is one run, and plans are fitted to it")
  func commands() throws {
    var runs = 0
    var iterations: Set<Int> = []
    var plans = 0
    func pair() -> RacedPair {
      RacedPair(
        start: { side, _, _ throws(WorkerFailure) in
          ScriptedWorker(answer: "a") { count in
            runs += 1
            iterations.insert(count)
            let time: UInt64 = (side == .base ? 1_000_000 : 1_050_000) + UInt64(runs % 7)
            return Epoch(iterations: count, wall: time, threadCPU: time, processCPU: time)
          }
        },
        together: { left, right, iterations throws(WorkerFailure) in
          (
            try left.run(iterations: iterations, warmUp: 0),
            try right.run(iterations: iterations, warmUp: 0)
          )
        },
        plan: {
          plans += 1
          var plan = $0
          plan.fixedIterations = 1
          plan.pairs.perLaunch = 3
          return plan
        }, startsEachEpoch: true)
    }
    let counts: [RacedMethod: Int] = [
      .sequential: 200, .interleaved: 60, .duet: 400, .wholeRuns: 60,
    ]
    for method in RacedMethod.allCases {
      runs = 0
      iterations = []
      let record = try MethodRace(pair: pair(), seed: 3, seconds: { 0 })
        .compare(by: method, injected: 0.05, session: 0)
      #expect(record.finding == .slower)
      #expect(iterations == [1], "\(method)")
      if let count = counts[method] { #expect(runs == count, "\(method)") }
    }
    #expect(plans == 2, "those of the paired methods")
  }

  @Test("The page says what the methods are once, and has a section for each program")
  func page() {
    let page = RacePage(of: [.wholeRuns, .layouts])
    #expect(page.beginning.hasPrefix("# Which comparison can be trusted?\n\n"))
    for method in RacedMethod.allCases {
      let isRaced = [.wholeRuns, .layouts].contains(method)
      #expect(page.beginning.contains("\n- **\(method.title)**: ") == isRaced)
    }
    let records = [0, 0, 1].map { session in
      RaceRecord(
        method: session == 1 ? .layouts : .wholeRuns, injected: 0, session: session,
        finding: .none, effect: 0, seconds: 1, links: 0, base: [], candidate: [])
    }
    func section(_ subject: String, commit: String? = nil) -> String {
      var journal = RaceJournal(
        of: RaceOrigin(subject: subject, seed: 1, machine: "a machine", commit: commit))
      for record in records { journal.add(record) }
      return page.section(
        explanation: "A command.", command: "lab trust", journal, shares: 1)
    }
    let lua = section("fib of lua")
    #expect(
      lua.hasPrefix(
        "\n## fib of lua\n\nMade by `lab trust` on: a machine\n\nA command. 1 session is "
          + "complete.\n\n### Identical code in two layouts\n\n| method |"))
    #expect(lua.hasSuffix(" |\n"))
    let made = section("fib of lua", commit: "0123456789abcdef")
    #expect(made.contains("Made by `lab trust` with commit 01234567 on: a machine"))
    // A section takes the place of one with the same heading, whatever stands around it.
    let (zlib, fib) = (section("zlib"), section("fib"))
    for (before, after) in [("", ""), (zlib, ""), ("", fib), (zlib, fib)] {
      let whole = page.adding(made, to: page.beginning + before + lua + after)
      #expect(whole == page.beginning + before + made + after)
    }
    #expect(page.adding(fib, to: page.beginning + lua) == page.beginning + lua + fib)
    // Comparisons of methods that are not asked for are not on the page.
    let one = RacePage(of: [.layouts])
    var journal = RaceJournal(
      of: RaceOrigin(subject: "fib", seed: 1, machine: "m", commit: nil))
    for record in records { journal.add(record) }
    let alone = one.section(explanation: "", command: "", journal, shares: 1)
    #expect(!alone.contains("hyperfine") && alone.contains("a layout each"))
  }

  @Test("The paired methods are cancelled between epochs")
  func cancelling() {
    for method in [RacedMethod.paired, .layouts] {
      var asked = 0
      let race = MethodRace(
        pair: pair(base: 1000, candidate: 1000), seed: 1,
        isCancelled: {
          asked += 1
          return asked > 30
        }, seconds: { 0 })
      #expect(throws: WorkerFailure.prevented("cancelled")) {
        try race.compare(by: method, injected: 0, session: 0)
      }
      #expect(asked == 31)
    }
  }

  @Test("A worker that fails ends the comparison")
  func failures() {
    let failing = RacedPair(start: { _, _, _ throws(WorkerFailure) in
      throw WorkerFailure.reported("no image")
    })
    for method in RacedMethod.allCases {
      #expect(throws: WorkerFailure.reported("no image")) {
        try MethodRace(pair: failing, seed: 1, seconds: { 0 })
          .compare(by: method, injected: 0, session: 0)
      }
    }
    let scripted = ScriptedWorker(answer: "") { _ in
      Epoch(iterations: 1, wall: 1, threadCPU: 1, processCPU: 1)
    }
    #expect(throws: WorkerFailure.self) { try RacedPair.processes(scripted, scripted, 1) }
    #expect(throws: WorkerFailure.self) { try RacedPair.commands()(scripted, scripted, 1) }
  }

  @Test("The rank-sum test is SciPy's mannwhitneyu with method asymptotic")
  func rankSums() throws {
    // Statistics of SciPy 1.17 for the second group against the first.
    let cases: [([Double], [Double], Double, Double)] = [
      ([1, 2, 3, 4, 5], [2.5, 3.5, 4.5, 5.5, 6.5], 19, 0.2100750407866585),
      ([1, 1, 2, 2, 3], [2, 3, 3, 4], 17, 0.09783166898477647),
      ([5, 6, 7], [1, 2, 3], 0, 0.08085559837005224),
    ]
    for (base, candidate, statistic, pValue) in cases {
      let test = try #require(RankSumTest(base: base, candidate: candidate))
      #expect(test.statistic == statistic)
      #expect(abs(test.pValue - pValue) < 1e-12)
    }
    #expect(RankSumTest(base: [], candidate: [1]) == nil)
    #expect(RankSumTest(base: [1, 1], candidate: [1]) == nil)
    #expect(RankSumTest(base: [1, .nan], candidate: [2]) == nil)
  }

  @Test("The table counts false alarms and findings with exact bounds")
  func table() {
    func record(
      _ method: RacedMethod, _ injected: Double, _ finding: RaceRecord.Finding, effect: Double
    ) -> RaceRecord {
      RaceRecord(
        method: method, injected: injected, session: 0, finding: finding, effect: effect,
        seconds: 2, links: 3, base: [], candidate: [])
    }
    let table = RaceTable([
      record(.sequential, 0, .slower, effect: 0.02), record(.sequential, 0, .faster, effect: -0.03),
      record(.sequential, 0, .none, effect: 0), record(.layouts, 0, .same, effect: 0),
      record(.layouts, 0.01, .slower, effect: 0.0099503), record(.layouts, 0.01, .none, effect: 0),
    ])
    #expect(table.rows.count == 3)
    #expect(
      table.markdown == """
        ### Identical code in two layouts

        | method | false alarms | true rate, 95 % | said same | largest error | seconds | links |
        |---|---|---|---|---|---|---|
        | sequential, Mann–Whitney | 2 of 3 | ≤ 98.3 % | 0 | 3.0 % | 2.0 | 3.0 |
        | paired launches, a layout each | 0 of 1 | ≤ 95.0 % | 1 | 0.0 % | 2.0 | 3.0 |

        ### The candidate does 1.0 % more work

        | method | found | true rate, 95 % | said faster | largest error | seconds | links |
        |---|---|---|---|---|---|---|
        | paired launches, a layout each | 1 of 2 | ≥ 2.53 % | 0 | 1.0 % | 2.0 | 3.0 |


        """)
  }

  @Test("A record's JSON has every number that its finding was decided from")
  func json() throws {
    let record = try compare(.paired, base: 1000, candidate: 1010)
    let value = try JSONValue(parsing: Array(record.json.line.utf8))
    #expect(value["method"]?.string == "paired")
    #expect(value["finding"]?.string == record.finding.rawValue)
    #expect(value["session"]?.integer == record.session)
    #expect(value["links"]?.integer == record.links)
    #expect(value["injected"]?.number == record.injected)
    #expect(value["effect"]?.number == record.effect)
    #expect(value["seconds"]?.number == record.seconds)
    #expect(!record.base.isEmpty)
    #expect(value["base"]?.elements(\.number) == record.base)
    #expect(value["candidate"]?.elements(\.number) == record.candidate)
  }
}
