internal import ExchangeDocuments
internal import Measuring

/// Gathers what files hold into series: results of one name go on in one unit.
///
/// Values in another unit are converted to that of the series' first; those of another dimension are a
/// series of their own, which is said.
struct SeriesGathering {
  private(set) var document = ExchangeDocument()
  /// Whether two results of one name are two series, for there is one result of each.
  private let isOneRun: Bool
  /// The unit and the place of each series by its name.
  private var places: [String: Int] = [:]
  /// How often a name came in one run.
  private var repetitions: [String: Int] = [:]
  /// The names of series in a unit that could not be converted.
  private var divided: [Name: String] = [:]

  private struct Name: Hashable {
    let series: String
    let unit: String
  }

  /// Gathers nothing yet.
  ///
  /// - Parameter isOneRun: whether there is one result of each series.
  init(ofOneRun isOneRun: Bool = false) { self.isOneRun = isOneRun }

  /// Adds all that a file holds.
  mutating func add(_ other: ExchangeDocument) {
    for series in other.series { add(series) }
    document.unmeasured += other.unmeasured
    for remark in other.remarks where !document.remarks.contains(remark) {
      document.remarks.append(remark)
    }
  }

  /// Adds a sentence about the series.
  mutating func remark(_ text: String) { document.remarks.append(text) }

  /// Adds a result that is no value.
  mutating func add(_ result: UnmeasuredResult) { document.unmeasured.append(result) }

  /// Adds a point in the unit of the series at a place.
  mutating func append(_ point: ExchangePoint, to place: Int) {
    document.series[place].points.append(point)
  }

  /// Adds points of a series.
  ///
  /// - Returns: the place of the series that they were added to.
  @discardableResult
  mutating func add(_ series: ExchangeSeries) -> Int {
    guard let place = places[series.name] else {
      places[series.name] = document.series.count
      document.series.append(series)
      return document.series.count - 1
    }
    if isOneRun {
      var other = series
      repetitions[series.name, default: 1] += 1
      other.name = "\(series.name) #\(repetitions[series.name] ?? 2)"
      return add(other)
    }
    let unit = document.series[place].unit
    if unit.isEmpty { document.series[place].unit = series.unit }
    if let same = series.converted(to: document.series[place].unit) {
      document.series[place].points += same.points
      document.series[place].better = document.series[place].better ?? series.better
      return place
    }
    let key = Name(series: series.name, unit: series.unit)
    if divided[key] == nil {
      document.remarks.append(
        Self.remark(series.name, unit: unit, other: series.unit))
    }
    let name = divided[key] ?? Self.name(series.name, unit: series.unit)
    divided[key] = name
    var other = series
    other.name = name
    return add(other)
  }

  /// What values of a series in another dimension are called.
  static func name(_ series: String, unit: String) -> String { "\(series) [\(unit)]" }

  /// What is said of such values.
  static func remark(_ series: String, unit: String, other: String) -> String {
    "The values of '\(series)' in '\(other)' cannot be converted to '\(unit)': they are a series of "
      + "their own, '\(name(series, unit: other))'."
  }
}
