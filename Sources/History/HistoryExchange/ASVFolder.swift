internal import ExchangeDocuments
internal import OrderedJSON

/// asv's folders: results, with `benchmarks.json`, and published pages, with `index.json`.
enum ASVFolder {
  /// Whether a document is asv's list of benchmarks: other programs have files of that name too.
  static func isList(_ json: JSONValue) -> Bool {
    (json.fields ?? []).contains { $0.value["param_names"] != nil || $0.value["code"] != nil }
  }

  /// Reads the files of a folder of results.
  ///
  /// - Parameters:
  ///   - list: the content of `benchmarks.json`.
  ///   - folder: what the paths of its files begin with.
  ///   - files: the folder; what could not be read is noted there.
  static func addResults(
    _ list: JSONValue, in folder: String, to files: inout ExchangeFolder
  ) {
    let benchmarks = ASVBenchmarks(list.fields ?? [])
    for path in files.paths where path.hasPrefix(folder) && path.hasSuffix(".json") {
      let name = path.split(separator: "/").last ?? ""
      guard name != "machine.json", path != "\(folder)benchmarks.json" else { continue }
      files.add(path) { (text) throws(ExchangeError) in
        try ASVResults.document(from: text, name: String(name.dropLast(5)), benchmarks: benchmarks)
      }
    }
  }

  /// Reads the graphs of a published page.
  ///
  /// - Parameters:
  ///   - index: the content of `index.json`.
  ///   - folder: what the paths of its files begin with.
  ///   - files: the folder; what could not be read is noted there.
  static func addGraphs(_ index: JSONValue, in folder: String, to files: inout ExchangeFolder) {
    let benchmarks = ASVBenchmarks(index["benchmarks"]?.fields ?? [])
    let named = Dictionary(
      benchmarks.names.map { (ASVEnvironment.fileName($0), $0) }, uniquingKeysWith: min)
    let revisions = (index["revision_to_date"]?.fields ?? []).compactMap { field in
      Int64(field.name).flatMap { number in
        // A date that a Double cannot hold exactly is none.
        field.value.wholeNumber.flatMap { date in
          date.magnitude < 1 << 53 ? (number: number, date: date) : nil
        }
      }
    }.sorted { $0.number < $1.number }
    let (dates, replaced) = RevisionDates.inOrder(revisions.map(\.date))
    let times = Dictionary(
      zip(revisions.map(\.number), dates), uniquingKeysWith: { first, _ in first })
    if replaced > 0 {
      files.remark(
        "\(replaced) of \(dates.count) commits have a date that contradicts the order of the "
          + "revisions: they stand in that order, with a date between their neighbours'.")
    }
    let commits = index["revision_to_hash"]?.fieldsByName ?? [:]
    let parameters = index["params"]?.fields ?? []
    // A published page:
    //
    //     graphs/arch-x86_64/branch-main/cpu-…/machine-tiny/bench.time_sort.json
    //     graphs/summary/bench.time_sort.json        a curve for the overview: no measured values
    let branches = index["params"]?["branch"]?.elements ?? []
    let root = "\(folder)graphs/"
    for path in files.paths
    where path.hasPrefix(root) && path.hasSuffix(".json") && !path.hasPrefix("\(root)summary/") {
      let parts = path.dropFirst(root.count).split(separator: "/")
      guard let last = parts.last, last != "summary.json" else { continue }
      let stem = String(last.dropLast(5))
      let name = named[stem] ?? stem
      let environment = ASVEnvironment(
        folders: Array(parts.dropLast()), keys: parameters.map(\.name) + ["branch"],
        // A single branch tells nothing apart, and results of a folder, which have none, keep
        // their names.
        leftOut: branches.count > 1 ? [] : ["branch"])
      files.add(path) { (text) throws(ExchangeError) in
        let json = try JSONValue(results: text)
        guard let points = json.elements else {
          throw ExchangeError("A graph is a list of pairs of a revision and a value.")
        }
        var series = try ASVResults.graph(
          points,
          names: { count in
            ASVResults.names(of: name, benchmarks.parameters[name] ?? [], count: count)
              .map { $0 + environment.suffix }
          }, benchmarks.unit(of: name),
          origin: { revision in
            (times[revision], commits["\(revision)"]?.string ?? "r\(revision)")
          })
        for place in series.indices {
          for point in series[place].points.indices {
            series[place].points[point].machine = environment.machineName
          }
        }
        return ExchangeDocument(series: series)
      }
    }
  }
}
