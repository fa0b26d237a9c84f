internal import OrderedJSON

/// All comparisons of a race, as lines of JSON that a later run goes on from.
///
/// A line `{"race": …}` names the ``RaceOrigin`` of the comparisons after it, one a line. A file may have
/// races of several programs.
package struct RaceJournal: Sendable {
  /// Why a file cannot be gone on from.
  package enum Problem: Error, Equatable, Sendable, CustomStringConvertible {
    /// A line is no comparison and names no race.
    case unreadable(line: Int)
    /// A comparison stands before any line that names its race.
    case unknownRace(line: Int)
    /// The program was raced with another seed, or on another machine.
    case otherRace(line: Int, there: String, here: String)

    /// What is wrong and what to do, without the file's name.
    package var description: String {
      switch self {
      case .unreadable(let line):
        "line \(line) is not a comparison of a race: repair it, or name another file."
      case .unknownRace(let line):
        "the comparison in line \(line) follows no line that names its race, so it cannot be gone on "
          + "from: name another file."
      case .otherRace(let line, let there, let here):
        "the race in line \(line) has \(there), and this one has \(here): choose the same, or name "
          + "another file."
      }
    }
  }

  /// What this run adds comparisons of.
  package let origin: RaceOrigin
  /// The comparisons of this race, those of earlier runs first.
  package private(set) var records: [RaceRecord] = []
  /// The commits of the programs that made them, the first one first.
  package private(set) var commits: [String] = []
  /// The file: what it had, then what was added.
  package private(set) var text: String

  private struct Comparison: Hashable {
    let method: RacedMethod
    let injected: Double
    let session: Int
  }

  private var made: Set<Comparison> = []
  private var isNamed = false

  /// Begins a race.
  ///
  /// - Parameters:
  ///   - origin: what is raced, and where.
  ///   - text: the file that it is added to.
  package init(of origin: RaceOrigin, after text: String = "") {
    self.origin = origin
    self.text = text
    if !text.isEmpty, !text.hasSuffix("\n") { self.text += "\n" }
  }

  /// Goes on with the race of a file, or begins it where the file does not have it.
  ///
  /// - Parameters:
  ///   - origin: what is raced, and where.
  ///   - text: the file.
  /// - Throws: ``Problem`` with the first line that cannot be gone on from.
  package init(of origin: RaceOrigin, goingOnFrom text: String) throws(Problem) {
    self.init(of: origin, after: text)
    var current: RaceOrigin?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    where !line.isEmpty {
      let number = index + 1
      guard let value = try? JSONValue(parsing: Array(line.utf8)) else {
        throw .unreadable(line: number)
      }
      if let race = value["race"] {
        guard let found = RaceOrigin(race) else { throw .unreadable(line: number) }
        try check(found, line: number)
        current = found
        if found.subject == origin.subject { remember(found.commit) }
        isNamed = found == origin
      } else {
        guard let record = RaceRecord(value) else { throw .unreadable(line: number) }
        guard let current else { throw .unknownRace(line: number) }
        if current.subject == origin.subject { keep(record) }
      }
    }
  }

  private func check(_ found: RaceOrigin, line: Int) throws(Problem) {
    guard found.subject == origin.subject else { return }
    guard found.seed == origin.seed else {
      throw .otherRace(line: line, there: "seed \(found.seed)", here: "seed \(origin.seed)")
    }
    guard found.machine == origin.machine else {
      throw .otherRace(
        line: line, there: "the machine '\(found.machine)'", here: "'\(origin.machine)'")
    }
  }

  private mutating func remember(_ commit: String?) {
    if let commit, !commits.contains(commit) { commits.append(commit) }
  }

  /// Whether a comparison was made.
  package func has(_ method: RacedMethod, injected: Double, session: Int) -> Bool {
    made.contains(Comparison(method: method, injected: injected, session: session))
  }

  /// Adds a comparison.
  package mutating func add(_ record: RaceRecord) {
    if !isNamed {
      text += JSONValue.object([.init("race", origin.json)]).line + "\n"
      remember(origin.commit)
      isNamed = true
    }
    text += record.json.line + "\n"
    keep(record)
  }

  private mutating func keep(_ record: RaceRecord) {
    records.append(record)
    made.insert(
      Comparison(method: record.method, injected: record.injected, session: record.session))
  }
}
