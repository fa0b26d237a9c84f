internal import OrderedJSON
package import Reporting
internal import TimingHistory

/// What earlier checks found, so that a check fails for what is new since the last one.
///
/// Noise moves a change by some points from one check to the next, and a table may lose its oldest rows:
/// a change is known by its direction and by the commits or times of the points around it, or by its
/// place where the points have neither.
package struct CheckMemory: Equatable, Sendable {
  /// A change that was found.
  struct Change: Equatable, Sendable {
    /// The relative change.
    let effect: Double
    /// The first point of the new level when it was found.
    let index: Int
    /// The points around it, by commit or time; empty where they have neither.
    let around: Set<String>

    /// Whether another change is this one, found again.
    func isSame(as other: Change) -> Bool {
      guard (effect < 0) == (other.effect < 0) else { return false }
      guard !around.isEmpty, !other.around.isEmpty else {
        return abs(index - other.index) <= SeriesCheck.placeDoubt
      }
      return !around.isDisjoint(with: other.around)
    }
  }

  /// What was found in a series.
  struct Series: Equatable, Sendable {
    var changes: [Change] = []
    /// The relative changes of drifts.
    var drifts: [Double] = []
  }

  private(set) var series: [String: Series] = [:]

  /// Nothing was found yet.
  package init() {}

  /// Whether a change was found by an earlier check.
  func knows(_ change: Change, of name: String) -> Bool {
    series[name]?.changes.contains { $0.isSame(as: change) } ?? false
  }

  /// Whether a drift in this direction was found by an earlier check.
  func knowsDrift(_ effect: Double, of name: String) -> Bool {
    series[name]?.drifts.contains { ($0 < 0) == (effect < 0) } ?? false
  }

  /// Notes what was found in a series, in place of what earlier checks found.
  ///
  /// - Returns: changes that an earlier check found and this one did not.
  mutating func note(_ found: Series, of name: String) -> [Change] {
    let former = series[name]?.changes ?? []
    series[name] = found
    return former.filter { change in !found.changes.contains { change.isSame(as: $0) } }
  }
}

// MARK: - As a file

extension CheckMemory {
  private static let version = 1

  /// Reads what ``text`` wrote.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - path: its name, for messages.
  /// - Throws: ``HarnessFailure`` when it is not such a file.
  package init(bytes: [UInt8], path: String) throws(HarnessFailure) {
    func failure(_ problem: String) -> HarnessFailure {
      HarnessFailure(
        message:
          "'\(printable(path))' does not say what earlier checks found: \(problem). Name the "
          + "file that an earlier check wrote, or one that does not exist yet.",
        status: .damagedInput)
    }
    let document: JSONValue
    do throws(JSONError) {
      document = try JSONValue(parsing: bytes)
    } catch {
      throw failure("it is not JSON: \(error)")
    }
    guard let version = document["checkMemory"]?.integer else {
      throw failure("the field 'checkMemory' is missing")
    }
    guard version == Self.version else {
      throw failure("it is of version \(version), and this program reads \(Self.version)")
    }
    guard let all = document["series"]?.elements else {
      throw failure("the field 'series' is missing")
    }
    for one in all {
      guard let name = one["name"]?.string,
        let changes = one["changes"]?.elements(Self.change),
        let drifts = one["drifts"]?.elements(\.number)
      else { throw failure("one of its series has no name, changes or drifts") }
      series[name] = Series(changes: changes, drifts: drifts)
    }
  }

  private static func change(_ value: JSONValue) -> Change? {
    guard let effect = value["effect"]?.number, let index = value["index"]?.integer,
      let around = value["around"]?.elements(\.string)
    else { return nil }
    return Change(effect: effect, index: index, around: Set(around))
  }

  /// The text of a file, with the series in the order of their names: the same for the same findings.
  package var text: String {
    let all = series.sorted { $0.key < $1.key }.map { name, found in
      JSONValue.object([
        .init("name", .string(name)),
        .init("changes", .array(found.changes.map(Self.json))),
        .init("drifts", .array(found.drifts.map { .anyNumber(Self.finite($0)) })),
      ])
    }
    return JSONValue.object([
      .init("checkMemory", .integer(Self.version)), .init("series", .array(all)),
    ]).text + "\n"
  }

  private static func json(_ change: Change) -> JSONValue {
    .object([
      .init("effect", .anyNumber(finite(change.effect))), .init("index", .integer(change.index)),
      .init("around", .array(change.around.sorted().map { .string($0) })),
    ])
  }

  /// Between levels such as 1e-300 and 1e300 a change is infinite, which JSON cannot say.
  private static func finite(_ effect: Double) -> Double {
    min(max(effect, -Double.greatestFiniteMagnitude), .greatestFiniteMagnitude)
  }
}
