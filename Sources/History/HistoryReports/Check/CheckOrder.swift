internal import TimingHistory

/// The order in which people want to read checked series.
enum CheckOrder {
  /// Alarms first, of these the newest, and of equally new ones the largest; the rest as it came.
  static func mostUrgentFirst(_ series: [CheckedSeries]) -> [CheckedSeries] {
    let keyed = series.enumerated().map { (place: $0, key: Key($1), series: $1) }
    // By place too: `sorted` does not promise to leave equal ones as they came.
    return keyed.sorted { $0.key == $1.key ? $0.place < $1.place : $0.key < $1.key }
      .map(\.series)
  }

  /// What decides, the most urgent being the least.
  private struct Key: Comparable {
    let isQuiet: Bool
    /// Milliseconds since 1970 of the newest change with its sign turned; the greatest for none.
    let age: Int64
    let size: Double

    init(_ series: CheckedSeries) {
      isQuiet = !series.verdict.isAlarm
      // The sign of `Int64.min` cannot be turned: a file may hold any time.
      age = isQuiet ? .max : series.origins.last?.time.map { -max($0, -.max) } ?? .max
      size = isQuiet ? 0 : series.check.changes.last?.point.effect.magnitude ?? 0
    }

    static func < (one: Key, other: Key) -> Bool {
      if one.isQuiet != other.isQuiet { return !one.isQuiet }
      return one.age == other.age ? one.size > other.size : one.age < other.age
    }
  }
}

/// Changes of several series that begin at one commit.
struct CheckEvent: Equatable {
  /// One of the changes.
  struct Change: Equatable {
    /// The series' name.
    let series: String
    /// The relative change.
    let effect: Double
  }

  /// The commit, and when it was first measured.
  let origin: PointOrigin
  /// The changes, the largest first; at least two.
  let changes: [Change]

  /// The commits at which at least two series changed for the code's sake, the newest first.
  ///
  /// - Complexity: O(*n* log *n*) in the changes.
  static func events(in series: [CheckedSeries]) -> [CheckEvent] {
    var changes: [String: [Change]] = [:]
    var times: [String: Int64] = [:]
    for one in series {
      for (change, origin) in zip(one.check.changes, one.origins)
      where change.cause != .environment {
        guard let commit = origin.commit, !commit.isEmpty else { continue }
        changes[commit, default: []].append(
          Change(series: one.check.name, effect: change.point.effect))
        if let time = origin.time { times[commit] = min(times[commit] ?? time, time) }
      }
    }
    let events = changes.filter { $0.value.count > 1 }.map { commit, changes in
      CheckEvent(
        origin: PointOrigin(time: times[commit], commit: commit),
        changes: changes.sorted {
          ($1.effect.magnitude, $0.series) < ($0.effect.magnitude, $1.series)
        })
    }
    return events.sorted {
      ($1.origin.time ?? .min, $0.origin.commit ?? "")
        < ($0.origin.time ?? .min, $1.origin.commit ?? "")
    }
  }
}
