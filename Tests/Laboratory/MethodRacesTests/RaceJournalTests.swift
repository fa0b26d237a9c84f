internal import OrderedJSON
internal import Testing

@testable internal import MethodRaces

@Suite("The journal of a race")
struct RaceJournalTests {
  private func origin(
    _ subject: String = "simd", seed: UInt64 = .max, machine: String = "a machine",
    commit: String? = "c1"
  ) -> RaceOrigin {
    RaceOrigin(subject: subject, seed: seed, machine: machine, commit: commit)
  }

  private func record(
    _ method: RacedMethod = .layouts, _ injected: Double = 0.01, session: Int = 0
  ) -> RaceRecord {
    RaceRecord(
      method: method, injected: injected, session: session, finding: .slower, effect: 0.1 + 0.2,
      seconds: 1.5, links: 7, base: [0.25, 1e-9], candidate: [])
  }

  @Test("a later run reads every comparison as it was, and adds to the same lines")
  func goingOn() throws {
    var journal = RaceJournal(of: origin())
    #expect(journal.text == "" && journal.commits.isEmpty)
    let records = RacedMethod.allCases.map { record($0, session: 3) }
    for record in records { journal.add(record) }
    #expect(journal.records == records)
    #expect(journal.commits == ["c1"])
    var later = try RaceJournal(of: origin(), goingOnFrom: journal.text)
    #expect(later.records == records)
    #expect(later.text == journal.text)
    #expect(later.has(.paired, injected: 0.01, session: 3))
    for (method, injected, session) in [
      (RacedMethod.paired, 0.02, 3), (.paired, 0.01, 2),
    ] {
      #expect(!later.has(method, injected: injected, session: session))
    }
    later.add(record(session: 4))
    #expect(later.text == journal.text + record(session: 4).json.line + "\n")
    #expect(later.text.split(separator: "\n").count == records.count + 2)
  }

  @Test("another commit goes on, and is named")
  func commits() throws {
    var journal = RaceJournal(of: origin())
    journal.add(record())
    for commit in ["c2", nil, "c1"] {
      journal = try RaceJournal(of: origin(commit: commit), goingOnFrom: journal.text)
      journal.add(record(session: journal.records.count))
    }
    #expect(journal.commits == ["c1", "c2"])
    #expect(journal.records.map(\.session) == [0, 1, 2, 3])
    #expect(journal.text.split(separator: "\n").count { $0.hasPrefix("{\"race\":") } == 4)
  }

  @Test("a file may have races of several programs")
  func programs() throws {
    var journal = RaceJournal(of: origin())
    journal.add(record())
    var other = RaceJournal(of: origin("fib of lua", seed: 2), after: journal.text)
    #expect(other.records.isEmpty)
    other.add(record(.duet))
    #expect(other.records == [record(.duet)])
    let again = try RaceJournal(of: origin(), goingOnFrom: other.text)
    #expect(again.records == [record()])
    var third = again
    third.add(record(session: 1))
    #expect(
      try RaceJournal(of: origin("fib of lua", seed: 2), goingOnFrom: third.text).records
        == [record(.duet)])
    #expect(try RaceJournal(of: origin("new"), goingOnFrom: third.text).records.isEmpty)
    #expect(RaceJournal(of: origin(), after: "cut").text == "cut\n")
  }

  @Test("another seed or machine, and lines that say nothing, are refused with the line")
  func problems() throws {
    var journal = RaceJournal(of: origin())
    journal.add(record())
    let text = journal.text
    func problem(_ origin: RaceOrigin, _ text: String) -> RaceJournal.Problem? {
      #expect(throws: RaceJournal.Problem.self) {
        try RaceJournal(of: origin, goingOnFrom: text)
      }
    }
    #expect(
      problem(origin(seed: 1), text)
        == .otherRace(line: 1, there: "seed 18446744073709551615", here: "seed 1"))
    #expect(
      problem(origin(machine: "another"), text)
        == .otherRace(line: 1, there: "the machine 'a machine'", here: "'another'"))
    #expect(problem(origin(), record().json.line) == .unknownRace(line: 1))
    for line in [
      "{", "{}", "{\"race\":{}}", "{\"race\":1}", "[]",
      record().json.line.replacing("slower", with: "slowest"),
      record().json.line.replacing("\"links\":7", with: "\"links\":null"),
      record().json.line.replacing("0.25", with: "\"0.25\""),
      String(record().json.line.dropLast()),
    ] {
      #expect(problem(origin(), text + "\n" + line) == .unreadable(line: 4), "\(line)")
    }
    for problem in [
      RaceJournal.Problem.unreadable(line: 2), .unknownRace(line: 2),
      .otherRace(line: 2, there: "a", here: "b"),
    ] {
      #expect("\(problem)".contains("line 2"))
      #expect("\(problem)".contains("name another file."))
    }
  }
}
