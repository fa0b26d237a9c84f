internal import BenchmarkHarness
internal import Measuring
internal import Reporting

/// The columns of a table of results: those that say something, and what is the same in all rows.
struct SuiteColumns {
  struct Column: Sendable {
    let title: String
    let alignment: TextTable.Alignment
    /// Whether it is left out where all rows have the same.
    var canBeShared = true
    let cell: @Sendable (SuiteResult) -> String
  }

  /// What the rows differ in, or what matters in any case.
  let columns: [Column]
  /// What all rows have in common: "clock CPU, launches 8".
  let shared: String

  /// Chooses columns.
  ///
  /// - Parameter results: the rows.
  init(of results: [SuiteResult]) {
    let all = Self.all(of: results).filter { column in
      results.contains { column.cell($0) != TextTable.nothing }
    }
    guard results.count > 1 else {
      columns = all
      shared = ""
      return
    }
    func isShared(_ column: Column) -> Bool {
      column.canBeShared && Set(results.map(column.cell)).count == 1
    }
    columns = all.filter { !isShared($0) }
    shared = all.filter(isShared).compactMap { column in
      results.first.map { "\(column.title) \(column.cell($0))" }
    }.joined(separator: ", ")
  }

  private static func all(of results: [SuiteResult]) -> [Column] {
    let parameters = names(results.map { $0.benchmark.description.parameters.map(\.name) })
    var columns = parameters.map { name in
      Column(title: name, alignment: .left) { printable($0.benchmark.value(of: name) ?? "–") }
    }
    if !haveDistinctParameters(results, parameters) {
      columns.insert(
        Column(title: "benchmark", alignment: .left, canBeShared: false) { printable($0.name) },
        at: 0)
    }
    if results.contains(where: { $0.shownAnswer != nil }) {
      columns.append(
        Column(title: "answer", alignment: .left, canBeShared: false) {
          $0.shownAnswer ?? TextTable.nothing
        })
    }
    if results.contains(where: { !$0.check.isEmpty }) {
      columns.append(
        Column(title: "check", alignment: .left, canBeShared: false) {
          $0.check.isEmpty ? TextTable.nothing : $0.check
        })
    }
    for name in names(results.map { $0.otherMetrics.map(\.name) }) {
      let title = results.lazy.flatMap(\.otherMetrics).first { $0.name == name }?.title ?? name
      columns.append(
        Column(title: title, alignment: .right) { result in
          result.otherMetrics.first { $0.name == name }.map(text) ?? TextTable.nothing
        })
    }
    return columns + times + rates(of: results) + ratios(of: results) + sizes
  }

  private static let times = [
    Column(title: "time", alignment: .right, canBeShared: false) {
      $0.median.map(Quantities.time) ?? TextTable.nothing
    },
    Column(title: "95 % interval", alignment: .right, canBeShared: false) {
      $0.timing.interval.map(Quantities.timeRange) ?? TextTable.nothing
    },
    Column(title: "clock", alignment: .left) { $0.timing.clock.title },
    Column(title: "launches", alignment: .right) { String($0.timing.processes) },
    Column(title: "epochs", alignment: .right) { String($0.timing.epochs) },
  ]

  private static func rates(of results: [SuiteResult]) -> [Column] {
    names(results.map { [$0.benchmark.description.unit ?? "items"] }).map { unit in
      Column(title: "\(unit)/s", alignment: .right, canBeShared: false) { result in
        guard (result.benchmark.description.unit ?? "items") == unit else {
          return TextTable.nothing
        }
        return result.perSecond(result.benchmark.description.items).map(scaled)
          ?? TextTable.nothing
      }
    } + [
      Column(title: "B/s", alignment: .right, canBeShared: false) {
        $0.perSecond($0.benchmark.description.bytes).map(scaled) ?? TextTable.nothing
      }
    ]
  }

  private static func ratios(of results: [SuiteResult]) -> [Column] {
    names(results.map { $0.ratios.map(\.reference.name) }).map { name in
      let title =
        results.lazy.flatMap(\.ratios).first { $0.reference.name == name }?.reference.title ?? name
      return Column(title: "× \(title)", alignment: .right, canBeShared: false) { result in
        result.ratios.first { $0.reference.name == name }?.value.map(Quantities.threeDigits)
          ?? TextTable.nothing
      }
    }
  }

  private static let sizes = [
    Column(title: "peak memory", alignment: .right) {
      $0.peakBytes.map(Quantities.bytes) ?? TextTable.nothing
    },
    Column(title: "program size", alignment: .right) {
      $0.programBytes.map(Quantities.bytes) ?? TextTable.nothing
    },
    Column(title: "instructions", alignment: .right) {
      $0.count(.instructions).map(CostComparison.number) ?? TextTable.nothing
    },
    Column(title: "allocations", alignment: .right) {
      $0.count(.allocations).map(CostComparison.number) ?? TextTable.nothing
    },
    Column(title: "allocated bytes", alignment: .right) {
      $0.count(.allocatedBytes).map(CostComparison.number) ?? TextTable.nothing
    },
  ]

  /// Whether no two results have the same values of the parameters.
  private static func haveDistinctParameters(_ results: [SuiteResult], _ parameters: [String])
    -> Bool
  {
    guard !parameters.isEmpty,
      results.allSatisfy({ !$0.benchmark.description.parameters.isEmpty })
    else { return false }
    let combinations = results.map { $0.benchmark.description.parameters }
    return results.count > 1 && Set(combinations).count == results.count
  }

  /// Names in the order in which they first occur.
  private static func names(_ lists: [[String]]) -> [String] {
    var seen: Set<String> = []
    return lists.joined().filter { seen.insert($0).inserted }
  }

  /// A metric with its unit.
  static func text(_ metric: BenchmarkMetric) -> String {
    guard metric.value.isFinite else { return TextTable.nothing }
    return switch metric.unit {
    case "B": Quantities.bytes(Int(metric.value.rounded()))
    case "s": Quantities.time(metric.value)
    case "": Quantities.threeDigits(metric.value)
    // A unit that is the heading, too, need not be repeated in each row.
    case metric.title: Quantities.threeDigits(metric.value)
    default: "\(Quantities.threeDigits(metric.value)) \(metric.unit)"
    }
  }

  /// A number with a prefix of the metric system: 3.97 G.
  private static func scaled(_ value: Double) -> String {
    let steps: [(Double, String)] = [(1e12, " T"), (1e9, " G"), (1e6, " M"), (1e3, " k")]
    guard let step = steps.first(where: { value >= $0.0 }) else {
      return Quantities.threeDigits(value)
    }
    return Quantities.threeDigits(value / step.0) + step.1
  }
}

extension SuiteResult {
  /// What its answer begins with, where that is `#` and six hexadecimal digits; other answers are too
  /// long for a table, or say nothing to people.
  var shownAnswer: String? {
    guard let answer = timing.answer, answer.utf8.count >= 7, answer.first == "#" else {
      return nil
    }
    let digits = answer.dropFirst().prefix(6)
    guard digits.utf8.count == 6, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
      answer.utf8.count == 7 || answer.utf8.dropFirst(7).first == UInt8(ascii: " ")
    else { return nil }
    return "#" + digits
  }

  /// Whether its answer is that of its reference, in a word; empty where none is compared.
  var check: String {
    if wrongAnswer != nil { return "WRONG" }
    if ratios.contains(where: { $0.answersAgree == true }) { return "equal" }
    return isReferenceOfAnswers ? "reference" : ""
  }
}
