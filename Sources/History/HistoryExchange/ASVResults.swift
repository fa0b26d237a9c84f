internal import ExchangeDocuments
internal import OrderedJSON

/// What airspeed velocity (asv) writes: a file of results for each commit, in versions 1 and 2, and
/// the published graphs.
///
/// A benchmark with parameters is a series for each combination. Times are in seconds there, and
/// the kind of a benchmark is the beginning of its name: `time_`, `mem_`, `peakmem_`, `track_`. As in
/// asv's own comparisons a name ends with the environment, `[machine/python-3.12]`: results of two
/// machines are two series.
enum ASVResults {
  static func document(
    from text: String, name: String, benchmarks: ASVBenchmarks = ASVBenchmarks()
  ) throws(ExchangeError) -> ExchangeDocument {
    let json = try JSONValue(results: text)
    if let points = json.elements {
      return ExchangeDocument(series: try graph(points, names: { _ in [name] }, unit(of: name)))
    }
    guard let results = json["results"]?.fields, let commit = json["commit_hash"]?.string else {
      throw ExchangeError(
        "There are no 'results' of a 'commit_hash'. Of asv's 'benchmarks.json' and 'index.json' name "
          + "the folder.")
    }
    if let version = json["version"]?.integer, !(1...2).contains(version) {
      throw ExchangeError("The file is of asv's version \(version); 1 and 2 are known.")
    }
    let time = json["date"]?.wholeNumber
    let columns = json["result_columns"]?.elements?.map { $0.string ?? "" }
    let environment = ASVEnvironment(of: json)
    let versions = json["benchmark_version"]?.fieldsByName
    var document = ExchangeDocument()
    for field in results {
      let result = ASVResult(field.value, columns)
      let version = result.version ?? versions?[field.name]?.string
      guard !benchmarks.isOutdated(version, of: field.name) else { continue }
      let names = names(of: field.name, result.parameters, count: result.values.count)
      for (place, (series, value)) in zip(names, result.values).enumerated() {
        guard let value = value.double() else { continue }
        document.series.append(
          ExchangeSeries(
            name: series + environment.suffix, unit: benchmarks.unit(of: field.name),
            points: [
              ExchangePoint(
                value: value, time: time, commit: commit, lower: result.lower(place),
                upper: result.upper(place), intervalKind: .confidence(0.99),
                machine: environment.machineName)
            ]))
      }
    }
    return document
  }

  /// A graph: pairs of a revision, or a time in milliseconds, and a value or null, or a list of these.
  ///
  /// - Parameters:
  ///   - points: the pairs.
  ///   - names: the names of as many series as a pair has values.
  ///   - unit: their unit.
  ///   - origin: the time and the commit of a revision.
  /// - Returns: the series that have a point.
  /// - Throws: ``ExchangeError`` when the pairs are none.
  static func graph(
    _ points: [JSONValue], names: (Int) -> [String], _ unit: String,
    origin: (Int64) -> (time: Int64?, commit: String?) = plainOrigin
  ) throws(ExchangeError) -> [ExchangeSeries] {
    var series: [ExchangeSeries] = []
    for point in points {
      guard let pair = point.elements, pair.count == 2, let place = pair[0].wholeNumber else {
        throw ExchangeError("A graph is a list of pairs of a revision and a value.")
      }
      let values = pair[1].elements ?? [pair[1]]
      guard values.allSatisfy({ $0 == .null || $0.double() != nil }) else {
        throw ExchangeError("A value of a graph is neither a number nor null.")
      }
      if series.count < values.count {
        // A list that grows has more combinations of parameters than at its beginning.
        let all = names(values.count)
        series += all.dropFirst(series.count).map { ExchangeSeries(name: $0, unit: unit) }
      }
      let (time, commit) = origin(place)
      for (index, value) in values.enumerated() where index < series.count {
        guard let value = value.double() else { continue }
        series[index].points.append(ExchangePoint(value: value, time: time, commit: commit))
      }
    }
    // Combinations of parameters that were never measured.
    return series.filter { !$0.points.isEmpty }
  }

  /// A graph alone does not have the commits of its revisions.
  private static func plainOrigin(_ place: Int64) -> (time: Int64?, commit: String?) {
    // A hundred thousand million milliseconds are the year 1973; no repository has that many
    // commits.
    place > 100_000_000_000 ? (place, nil) : (nil, "r\(place)")
  }

  /// The names of the series of a benchmark: the last parameter varies fastest.
  static func names(of name: String, _ parameters: [[String]], count: Int) -> [String] {
    // As many as there are values: a hostile file names millions of combinations.
    let sizes = parameters.map(\.count)
    guard !sizes.isEmpty, !sizes.contains(0) else {
      return count == 1 ? [name] : (0..<count).map { "\(name)(\($0))" }
    }
    return (0..<count).map { place in
      var rest = place
      var chosen: [String] = []
      // A place is a number whose digits are places in the lists, each in its own base; the
      // last is the lowest digit.
      for list in parameters.reversed() {
        chosen.append(list[rest % list.count])
        rest /= list.count
      }
      let suffix = rest > 0 ? "#\(rest)" : ""
      return "\(name)(\(chosen.reversed().joined(separator: ", ")))\(suffix)"
    }
  }

  /// The unit in a benchmark's name.
  static func unit(of name: String) -> String {
    let own = name.split(separator: ".").last ?? ""
    if own.hasPrefix("time_") { return "s" }
    return own.hasPrefix("mem_") || own.hasPrefix("peakmem_") ? "bytes" : ""
  }
}

/// One benchmark's entry in a file of results.
private struct ASVResult {
  /// A value for each combination of parameters.
  let values: [JSONValue]
  /// The values that each parameter takes.
  let parameters: [[String]]
  /// The version of the benchmark's code that was measured.
  let version: String?
  private let ends: [[JSONValue]?]

  init(_ result: JSONValue, _ columns: [String]?) {
    var value = result
    var lists: JSONValue?
    var version: String?
    var ends: [[JSONValue]?] = [nil, nil]
    if result.fields != nil {
      value = result["result"] ?? .null
      lists = result["params"]
      let intervals = (result["stats"]?.elements ?? []).map { $0["ci_99"]?.elements ?? [] }
      ends = [intervals.map { $0.first ?? .null }, intervals.map { $0.last ?? .null }]
    } else if let columns, let row = result.elements {
      func cell(_ name: String) -> JSONValue? {
        columns.firstIndex(of: name).flatMap { row.indices.contains($0) ? row[$0] : nil }
      }
      value = cell("result") ?? .null
      lists = cell("params")
      version = cell("version")?.string
      ends = [cell("stats_ci_99_a")?.elements, cell("stats_ci_99_b")?.elements]
    }
    values = value.elements ?? [value]
    parameters = (lists?.elements ?? []).map { list in
      (list.elements ?? []).map { $0.string ?? $0.numberText ?? "" }
    }
    self.version = version
    self.ends = ends
  }

  /// The low end of a value's interval.
  func lower(_ place: Int) -> Double? { end(0, place) }
  /// The high end of a value's interval.
  func upper(_ place: Int) -> Double? { end(1, place) }

  private func end(_ side: Int, _ place: Int) -> Double? {
    ends[side].flatMap { $0.indices.contains(place) ? $0[place].double() : nil }
  }
}
