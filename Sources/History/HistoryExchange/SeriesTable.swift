package import ExchangeDocuments
package import Measuring

/// The columns of a table of series that a check needs, read in one pass.
///
/// The table is that of ``ExchangeFormat/csv``. Millions of rows fit into little memory, because
/// only values are kept, and one number for each build.
package struct SeriesTable: Sendable {
  /// One series of the table.
  package struct Series: Sendable {
    package let name: String
    /// Its unit; empty where the table does not say.
    package fileprivate(set) var unit: String
    /// Which of two values is the better one, where the file says so.
    package fileprivate(set) var better: BenchmarkMetric.Better?
    /// Its values, oldest first; not a number where a row was left out, so that places count rows.
    package internal(set) var values: [Double] = []
    /// The first point whose time is before that of the point before it; nil where there is none.
    package internal(set) var firstStepBack: Int?
    var buildPlaces: [UInt32] = []
    /// Milliseconds since 1970, the least number where a time is not known; empty without times.
    var times: [Int64] = []
    /// Places among the table's texts, from 1, 0 where unknown; empty without commits.
    var commitPlaces: [UInt32] = []
    /// The same for the machines.
    var machinePlaces: [UInt32] = []
    /// The same for what there is to say of the runs.
    var notePlaces: [UInt32] = []
    /// The ends of the values' intervals, not numbers where unknown; empty without intervals.
    var lowers: [Double] = []
    var uppers: [Double] = []
    /// What the intervals are, as places among the table's texts; empty where none is known.
    var kindPlaces: [UInt32] = []
    fileprivate var newest: Int64?

    /// Whether the time of every point is known.
    var isTimed: Bool { times.count == values.count && !times.contains(.min) }
  }

  /// A row or a cell that could not be used.
  package struct Flaw: Equatable, Sendable {
    /// The line of the file, from 1.
    package let line: Int
    /// What is wrong with it.
    package let reason: String
  }

  /// The series in the order of their first rows.
  package internal(set) var series: [Series] = []
  /// The first few rows that were left out.
  package private(set) var leftOut: [Flaw] = []
  /// How many rows were left out.
  package private(set) var leftOutCount = 0
  /// The first few cells of time that could not be read.
  package private(set) var unreadableTimes: [Flaw] = []
  /// How many cells of time could not be read.
  package private(set) var unreadableTimeCount = 0

  /// What there is to say of the series, each a sentence.
  package internal(set) var remarks: [String] = []

  private var builds: [BuildIdentity] = []
  /// Commits, machines and notes, each once.
  private(set) var texts: [String] = []
  private var textPlaces: [String: UInt32] = [:]
  private var buildPlaces: [BuildIdentity: UInt32] = [:]
  private var places: [String: Int] = [:]
  private var newestName: [UInt8] = []
  private var newestUnit: [UInt8] = []
  /// What the values of the newest row are converted by; nil where they are in the series' unit.
  private var newestConversion: (from: MeasuredUnit, to: MeasuredUnit)?
  private var newestPlace = 0

  /// Flaws of each kind that are reported one by one.
  static let toldFlaws = 3

  /// Reads a table.
  ///
  /// A row whose value is missing or not a finite number is a gap, and reported in ``leftOut``.
  ///
  /// - Parameters:
  ///   - bytes: The file, in UTF-8.
  ///   - name: The name of a series that has none in the table.
  /// - Throws: ``ExchangeError`` when it is no such table.
  /// - Complexity: O(*n*) in the bytes.
  package init(_ bytes: [UInt8], name: String) throws(ExchangeError) {
    var records = CSVRecords(bytes)
    guard try records.next() else { throw ExchangeError("The table is empty.", line: 1) }
    let columns = try TableColumns(records)
    let plainName = Array(name.utf8)
    // Without a header the first record is a row.
    if columns.isPlain { add(records, columns, plainName) }
    while try records.next() {
      guard records.count == columns.count else {
        throw ExchangeError(
          "There are \(records.count) fields for \(columns.count) columns.", line: records.line)
      }
      add(records, columns, plainName)
    }
  }

  /// Makes a table of what a file of another format holds.
  ///
  /// - Complexity: O(*n*) in the points.
  package init(_ document: ExchangeDocument) {
    remarks = document.remarks + [document.unmeasuredText].compactMap { $0 }
    for one in document.series {
      var added = Series(name: one.name, unit: one.unit)
      added.better = one.better
      if one.points.contains(where: { $0.lower != nil && $0.upper != nil }) {
        added.lowers = one.points.map { $0.lower ?? .nan }
        added.uppers = one.points.map { $0.upper ?? .nan }
        added.kindPlaces = one.points.map { place(ofText: $0.intervalKind?.text ?? "") }
      }
      if one.points.contains(where: { $0.machine != nil }) {
        added.machinePlaces = one.points.map { place(ofText: $0.machine ?? "") }
      }
      if one.points.contains(where: { $0.note != nil }) {
        added.notePlaces = one.points.map { place(ofText: $0.note ?? "") }
      }
      for point in one.points {
        added.values.append(point.value)
        added.buildPlaces.append(place(of: point.build))
        added.times.append(point.time ?? .min)
        added.commitPlaces.append(place(ofText: point.commit ?? ""))
        guard let time = point.time else { continue }
        if let newest = added.newest, time < newest, added.firstStepBack == nil {
          added.firstStepBack = added.values.count - 1
        }
        added.newest = time
      }
      series.append(added)
    }
  }

  private mutating func place(of build: BuildIdentity) -> UInt32 {
    let known = buildPlaces[build] ?? UInt32(builds.count)
    if known == builds.count {
      builds.append(build)
      buildPlaces[build] = known
    }
    return known
  }

  private mutating func place(ofText text: String) -> UInt32 {
    guard !text.isEmpty else { return 0 }
    if let known = textPlaces[text] { return known }
    texts.append(text)
    textPlaces[text] = UInt32(texts.count)
    return UInt32(texts.count)
  }

  private func text(_ places: [UInt32], at place: Int) -> String? {
    guard places.indices.contains(place), places[place] > 0 else { return nil }
    return texts[Int(places[place]) - 1]
  }

  /// When a value of a series was measured, in milliseconds since 1970; nil where that is unknown.
  package func time(of series: Series, at place: Int) -> Int64? {
    series.times.indices.contains(place) && series.times[place] != .min ? series.times[place] : nil
  }

  /// The commit that a value of a series was measured of; nil where that is unknown.
  package func commit(of series: Series, at place: Int) -> String? {
    text(series.commitPlaces, at: place)
  }

  /// The name of the machine that measured a value of a series; nil where that is unknown.
  package func machine(of series: Series, at place: Int) -> String? {
    text(series.machinePlaces, at: place)
  }

  /// The machine of each value of a series; empty where the table does not say.
  package func machines(of series: Series) -> [String] {
    series.machinePlaces.map { $0 == 0 ? "" : texts[Int($0) - 1] }
  }

  /// What there is to say of the run behind a value of a series; nil for nothing.
  package func note(of series: Series, at place: Int) -> String? {
    text(series.notePlaces, at: place)
  }

  /// The interval of a value of a series; nil where that is unknown.
  package func interval(of series: Series, at place: Int) -> (lower: Double, upper: Double)? {
    guard series.lowers.indices.contains(place), series.uppers.indices.contains(place) else {
      return nil
    }
    let (lower, upper) = (series.lowers[place], series.uppers[place])
    return lower <= upper ? (lower, upper) : nil
  }

  /// What the interval of a value of a series is; nil where that is not said.
  package func intervalKind(of series: Series, at place: Int) -> IntervalKind? {
    text(series.kindPlaces, at: place).flatMap { IntervalKind(text: $0) }
  }

  /// The build of each value of a series; empty where the table does not say.
  package func builds(of series: Series) -> [BuildIdentity] {
    series.buildPlaces.map { builds[Int($0)] }
  }

  private mutating func add(_ row: CSVRecords, _ columns: TableColumns, _ plainName: [UInt8]) {
    let text = row.field(columns.value)
    let value = DecimalText.value(bytes: text)
    if value == nil {
      leftOutCount += 1
      if leftOut.count < Self.toldFlaws {
        let reason =
          text.isEmpty
          ? "the value is missing" : "\(QuotedText.quoted(text)) is not a finite number"
        leftOut.append(Flaw(line: row.line, reason: reason))
      }
    }
    let name = columns.name.map { row.field($0) } ?? []
    let place = place(of: name.isEmpty ? plainName[...] : name, row, columns)
    series[place].values.append(value.map(inUnitOfSeries) ?? .nan)
    if let column = columns.time {
      series[place].times.append(note(time: row.field(column), row.line, place) ?? .min)
    }
    if let column = columns.commit {
      let commit = String(decoding: row.field(column), as: UTF8.self)
      series[place].commitPlaces.append(self.place(ofText: commit))
    }
    if let column = columns.machine {
      let machine = String(decoding: row.field(column), as: UTF8.self)
      series[place].machinePlaces.append(self.place(ofText: machine))
    }
    if columns.hasIntervals { addInterval(row, columns, of: value ?? .nan, to: place) }
    if columns.code != nil || columns.input != nil {
      func text(_ column: Int?) -> String? {
        column.map { row.field($0) }.flatMap {
          $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self)
        }
      }
      let build = BuildIdentity(codeHash: text(columns.code), inputHash: text(columns.input))
      series[place].buildPlaces.append(self.place(of: build))
    }
  }

  /// Adds the interval of a value: the columns of its ends, or a column `range`.
  private mutating func addInterval(
    _ row: CSVRecords, _ columns: TableColumns, of value: Double, to place: Int
  ) {
    func end(_ column: Int?) -> Double {
      column.flatMap { DecimalText.value(bytes: row.field($0)) } ?? .nan
    }
    var (lower, upper) = (end(columns.lower), end(columns.upper))
    if let column = columns.range {
      let cell = row.field(column)
      let width = cell.isEmpty ? nil : GitHubActionCustom.width(bytes: cell, of: value)
      (lower, upper) = (value - (width ?? .nan), value + (width ?? .nan))
    }
    series[place].lowers.append(inUnitOfSeries(lower))
    series[place].uppers.append(inUnitOfSeries(upper))
    series[place].kindPlaces.append(
      self.place(ofText: columns.intervalKind(of: row)?.text ?? ""))
  }

  /// Rows of one series mostly follow each other.
  private mutating func place(
    of name: ArraySlice<UInt8>, _ row: CSVRecords, _ columns: TableColumns
  ) -> Int {
    let unit = columns.unit.map { row.field($0) } ?? []
    // Bytes are compared, and no text is made: of most rows this is all that their name
    // costs.
    if !series.isEmpty, name == newestName[...], unit == newestUnit[...] { return newestPlace }
    newestName = Array(name)
    newestUnit = Array(unit)
    newestConversion = nil
    newestPlace = place(
      of: String(decoding: name, as: UTF8.self), unit: String(decoding: unit, as: UTF8.self))
    return newestPlace
  }

  /// The place of a series for values in a unit, which are converted where they can be.
  private mutating func place(of name: String, unit: String) -> Int {
    guard let known = places[name] else {
      places[name] = series.count
      series.append(Series(name: name, unit: unit))
      return series.count - 1
    }
    let own = series[known].unit
    if own == unit || unit.isEmpty { return known }
    if own.isEmpty {
      series[known].unit = unit
      return known
    }
    let (from, to) = (MeasuredUnit(unit), MeasuredUnit(own))
    if from.converted(1, to: to) != nil {
      newestConversion = (from, to)
      return known
    }
    let remark = SeriesGathering.remark(name, unit: own, other: unit)
    if !remarks.contains(remark) { remarks.append(remark) }
    return place(of: SeriesGathering.name(name, unit: unit), unit: unit)
  }

  private func inUnitOfSeries(_ value: Double) -> Double {
    newestConversion.flatMap { $0.from.converted(value, to: $0.to) } ?? value
  }

  private mutating func note(
    time text: ArraySlice<UInt8>, _ line: Int, _ place: Int
  ) -> Int64? {
    guard !text.isEmpty else { return nil }
    guard let time = Timestamp.milliseconds(String(decoding: text, as: UTF8.self)) else {
      unreadableTimeCount += 1
      if unreadableTimes.count < Self.toldFlaws {
        unreadableTimes.append(
          Flaw(line: line, reason: "\(QuotedText.quoted(text)) is not a time"))
      }
      return nil
    }
    if let newest = series[place].newest, time < newest, series[place].firstStepBack == nil {
      series[place].firstStepBack = series[place].values.count - 1
    }
    series[place].newest = time
    return time
  }
}
