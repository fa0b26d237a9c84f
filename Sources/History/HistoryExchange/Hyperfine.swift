internal import ExchangeDocuments
internal import Measuring
internal import OrderedJSON

/// What hyperfine writes with `--export-json`: times in seconds, one result for each command.
enum Hyperfine {
  static func text(of document: ExchangeDocument) throws(ExchangeError) -> String {
    var results: [JSONValue] = []
    for series in document.series {
      guard let point = series.points.last else { continue }
      let power = try TimeUnit(of: series, format: "hyperfine's JSON").power
      func seconds(_ value: Double) -> JSONValue {
        .literal(DecimalText.text(value, movedBy: power))
      }
      let times = point.samples.isEmpty ? [point.value] : point.samples
      let mean = times.reduce(0, +) / Double(times.count)
      let squares = times.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      let deviation = times.count > 1 ? (squares / Double(times.count - 1)).squareRoot() : nil
      results.append(
        .fields([
          ("command", .string(series.name)), ("mean", seconds(mean)),
          ("stddev", deviation.map(seconds) ?? .null), ("median", seconds(point.value)),
          ("user", .integer(0)), ("system", .integer(0)),
          ("min", seconds(times.min() ?? point.value)),
          ("max", seconds(times.max() ?? point.value)),
          ("times", .array(times.map(seconds))),
          ("exit_codes", .array(times.map { _ in .integer(0) })),
        ]))
    }
    return JSONValue.fields([("results", .array(results))]).text + "\n"
  }

  /// Reads the results in nanoseconds.
  static func document(from text: String) throws(ExchangeError) -> ExchangeDocument {
    guard let results = try JSONValue(results: text)["results"]?.elements else {
      throw ExchangeError("There is no list of 'results'.")
    }
    let power = -TimeUnit.nanoseconds.power
    var gathering = SeriesGathering(ofOneRun: true)
    for result in results {
      guard let command = result["command"]?.string else {
        throw ExchangeError("A result has no 'command'.")
      }
      let times = result["times"]?.elements ?? []
      let name = self.name(command, result["parameters"])
      // A run that failed is no time; a signal has no code.
      let codes = result["exit_codes"]?.elements ?? []
      let failures = codes.count { $0.integer != 0 }
      guard failures == 0 else {
        gathering.add(
          UnmeasuredResult(
            series: name, .failed,
            reason: "\(failures) of \(codes.count) runs of '\(name)' failed."))
        continue
      }
      let samples = times.compactMap { $0.double(movedBy: power) }
      let value =
        result["median"]?.double(movedBy: power) ?? result["mean"]?.double(movedBy: power)
      guard samples.count == times.count, let value = value ?? Statistics.median(samples) else {
        gathering.add(
          UnmeasuredResult(
            series: name, .missing,
            reason: samples.count == times.count
              ? "The result of '\(name)' has no 'median'."
              : "A time of '\(name)' is not a number."))
        continue
      }
      let point = ExchangePoint(value: value, samples: samples == [value] ? [] : samples)
      gathering.add(ExchangeSeries(name: name, unit: "ns", points: [point]))
    }
    return gathering.document
  }

  /// A command with the parameters that its name does not show: one name is used for several.
  private static func name(_ command: String, _ parameters: JSONValue?) -> String {
    let words = Set(command.split { !($0.isLetter || $0.isNumber || ".-_/".contains($0)) })
    let hidden = (parameters?.fields ?? []).compactMap { field -> String? in
      let value = field.value.string ?? field.value.numberText ?? ""
      return words.contains(Substring(value)) ? nil : "\(field.name)=\(value)"
    }
    return hidden.isEmpty ? command : "\(command) (\(hidden.joined(separator: ", ")))"
  }
}
