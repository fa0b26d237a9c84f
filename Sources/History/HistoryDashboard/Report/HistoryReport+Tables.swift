internal import ExchangeDocuments
package import HistoryExchange
internal import Measuring
internal import TimingHistory

extension HistoryReport {
  /// Reads series of other programs, without a history.
  ///
  /// Points of one time, commit and machine are of one run, as in a history that the tables were imported to.
  ///
  /// - Parameters:
  ///   - tables: The series, each table with the names to show for its series, in their order.
  ///   - time: Now, in milliseconds since 1970: when points without a time of their own are said to be
  ///     from.
  ///   - title: What the report is about.
  ///   - name: The series to show; nil for all.
  ///   - since: The earliest time of a point to show, in milliseconds since 1970; nil for all.
  /// - Complexity: O(*n* log² *n*) in the points of each series, for the search for changes.
  package init(
    of tables: [(table: SeriesTable, names: [String])], madeAt time: Int64,
    title: String = "Timing history", series name: String? = nil, since: Int64? = nil
  ) {
    var runs = TableRuns()
    var chosen: [(table: Int, series: SeriesTable.Series, name: String, runs: [UInt32?])] = []
    for (place, (table, names)) in tables.enumerated() {
      for (series, shown) in zip(table.series, names) where name == nil || name == shown {
        let numbers = runs.add(series, of: table, since: since)
        if numbers.contains(where: { $0 != nil }) { chosen.append((place, series, shown, numbers)) }
      }
    }
    let order = runs.order()
    let newest = runs.newest ?? time
    let reported = chosen.sorted { $0.name < $1.name }.map { place, series, shown, numbers in
      let table = tables[place].table
      let builds = table.builds(of: series)
      var points: [SeriesPoint] = []
      points.reserveCapacity(numbers.count)
      for (index, number) in numbers.enumerated() {
        guard let number else { continue }
        let interval = table.interval(of: series, at: index)
        points.append(
          SeriesPoint(
            run: RunID(Int64(order[Int(number)])),
            startedAt: table.time(of: series, at: index) ?? time,
            commit: table.commit(of: series, at: index),
            machine: table.machine(of: series, at: index),
            codeHash: builds.isEmpty ? nil : builds[index].codeHash,
            inputHash: builds.isEmpty ? nil : builds[index].inputHash,
            value: series.values[index],
            interval: interval.map { Interval(lower: $0.lower, upper: $0.upper) },
            intervalKind: table.intervalKind(of: series, at: index)))
      }
      // As in a history; points of equal runs are of none.
      points.sort { $0.run < $1.run }
      return ReportedSeries(
        SeriesRecord(name: shown, unit: series.unit), points: points,
        newest: newest, runPlace: { Int($0.value) })
    }
    self.init(
      title: title, madeAt: time, runs: runs.reported(in: order, at: time), environments: [],
      series: reported)
  }
}

/// The runs that points of tables seem to come from.
private struct TableRuns {
  private struct Key: Hashable {
    /// The least number where the time is unknown.
    let time: Int64
    /// A number for each commit; 0 where it is unknown.
    let commit: Int
    /// The same for each machine.
    let machine: Int
    /// A series may have several points of one time and commit.
    var repetition = 0
  }

  private var texts: [String: Int] = ["": 0]
  private var names: [String] = [""]
  /// What there is to say of a run.
  private var notes: [UInt32: String] = [:]
  private var numbers: [Key: UInt32] = [:]
  private var keys: [Key] = []

  /// The number of the run of each point of a series; nil for a point that is not shown.
  mutating func add(
    _ series: SeriesTable.Series, of table: SeriesTable, since: Int64?
  ) -> [UInt32?] {
    var repetitions: [Key: Int] = [:]
    return series.values.indices.map { place in
      let time = table.time(of: series, at: place)
      guard series.values[place].isFinite, since.map({ (time ?? .max) >= $0 }) ?? true else {
        return nil
      }
      var key = Key(
        time: time ?? .min, commit: number(of: table.commit(of: series, at: place)),
        machine: number(of: table.machine(of: series, at: place)))
      let repetition = repetitions[key, default: 0]
      repetitions[key] = repetition + 1
      key.repetition = repetition
      if let known = numbers[key] { return known }
      let number = UInt32(keys.count)
      keys.append(key)
      numbers[key] = number
      notes[number] = table.note(of: series, at: place)
      return number
    }
  }

  private mutating func number(of text: String?) -> Int {
    let text = text ?? ""
    if let known = texts[text] { return known }
    texts[text] = names.count
    names.append(text)
    return names.count - 1
  }

  /// When the newest run was; nil where no run has a time.
  var newest: Int64? { keys.map(\.time).filter { $0 != .min }.max() }

  /// The place of each run: in the order of time where all have one, else as they appeared.
  func order() -> [Int] {
    var places = Array(0..<keys.count)
    guard keys.allSatisfy({ $0.time != .min }) else { return places }
    let sorted = keys.indices.sorted { (keys[$0].time, $0) < (keys[$1].time, $1) }
    for (place, number) in sorted.enumerated() { places[number] = place }
    return places
  }

  func reported(in order: [Int], at time: Int64) -> [ReportedRun] {
    var placed = [Int](repeating: 0, count: order.count)
    for (number, place) in order.enumerated() { placed[place] = number }
    return placed.map { number in
      let key = keys[number]
      return ReportedRun(
        startedAt: key.time == .min ? time : key.time,
        commit: key.commit == 0 ? nil : names[key.commit],
        note: key.time == .min ? "imported without times" : notes[UInt32(number)],
        environment: nil, machine: key.machine == 0 ? nil : names[key.machine])
    }
  }
}
