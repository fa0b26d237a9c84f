internal import ExchangeDocuments
internal import HistoryExchange
internal import Measuring
internal import OrderedJSON
internal import Reporting
internal import TimingHistory

/// How numbers of the history are written for people and programs.
enum HistoryText {
  /// A value with its unit: times with the unit that fits, anything else as it was recorded.
  static func value(_ value: Double, unit: String) -> String {
    if let time = TimeUnit(name: unit), value >= 0 {
      return Quantities.time(value * time.seconds)
    }
    // What three places would show as zero is not zero.
    let size = value.magnitude
    let digits =
      size > 0 && size < 0.0095 ? significant(size) : Quantities.threeDigits(size)
    let number = value < 0 ? "-" + digits : digits
    return unit.isEmpty ? number : "\(number) \(printable(unit))"
  }

  /// A number with four digits, in scientific notation where it is very large or small.
  static func significant(_ value: Double) -> String {
    guard value.isFinite, value != 0 else { return value == 0 ? "0" : "\(value)" }
    var leading = value
    var magnitude = 0
    while leading.magnitude >= 10 { (leading, magnitude) = (leading / 10, magnitude + 1) }
    while leading.magnitude < 1 { (leading, magnitude) = (leading * 10, magnitude - 1) }
    guard (-4...9).contains(magnitude) else {
      return "\(Decimals.fixed(leading, places: 3))e\(magnitude)"
    }
    return Decimals.fixed(value, places: min(max(3 - magnitude, 0), 7))
  }

  /// A moment to the minute, in UTC: `2026-03-31 06:53`.
  static func time(_ milliseconds: Int64) -> String {
    let text = Timestamp.text(milliseconds)
    return text.prefix(16).split(separator: "T").joined(separator: " ")
  }

  /// The first digits of a commit.
  static func commit(_ commit: String?) -> String {
    commit.map { printable(String($0.prefix(12))) } ?? TextTable.nothing
  }

  /// A run for programs.
  static func json(_ run: RunSummary) -> JSONValue {
    .object([
      .init("id", .integer(Int(run.id.value))),
      .init("uid", .string(run.uid)),
      .init("kind", .string(run.kind)),
      .init("startedAt", .string(Timestamp.text(run.startedAt))),
      .init("finishedAt", .optional(run.finishedAt) { .string(Timestamp.text($0)) }),
      .init("commit", .optional(run.commit, JSONValue.string)),
      .init("fingerprint", .optional(run.fingerprint, JSONValue.string)),
      .init("note", .optional(run.note, JSONValue.string)),
      .init("machine", .optional(run.machineName, JSONValue.string)),
      .init("series", .integer(run.seriesCount)),
      .init("samples", .integer(run.sampleCount)),
    ])
  }

  /// What identifies a series, for programs.
  static func fields(_ series: SeriesRecord) -> [JSONValue.Field] {
    [
      .init("name", .string(series.name)),
      .init("unit", .string(series.unit)),
      .init("parameters", series.parameterObject),
      .init("items", series.itemNumber ?? .null),
      .init("metric", .optional(series.metric, JSONValue.string)),
      .init("better", .optional(series.better?.rawValue, JSONValue.string)),
    ]
  }

  /// A point for programs, without what names it.
  static func fields(_ point: SeriesPoint) -> [JSONValue.Field] {
    [
      .init("value", .number(point.value)),
      .init("logRatio", .optional(point.logRatio, JSONValue.number)),
      .init(
        "logRatioInterval",
        .optional(point.logRatioInterval) { .array([.number($0.lower), .number($0.upper)]) }),
      .init(
        "interval",
        .optional(point.valueInterval) { .array([.number($0.lower), .number($0.upper)]) }),
      .init("intervalKind", .optional(point.intervalKind?.text, JSONValue.string)),
      .init("reference", .bool(point.isReference)),
      .init("samples", .integer(point.sampleCount)),
      .init("answerHash", .optional(point.answerHash, JSONValue.string)),
      .init("codeHash", .optional(point.codeHash, JSONValue.string)),
      .init("inputHash", .optional(point.inputHash, JSONValue.string)),
      .init("instructions", .optional(point.instructions) { .integer(Int(clamping: $0)) }),
    ]
  }

  /// The ratio to the session's reference: `0.097 ×`, or that it is the reference.
  static func ratio(_ point: SeriesPoint) -> String {
    if point.isReference { return "reference" }
    return point.logRatio.map { Quantities.threeDigits(LogRatio($0).factor) }
      ?? TextTable.nothing
  }

  /// How many samples a value sums up; nothing for a value of another program.
  static func samples(_ point: SeriesPoint) -> String {
    point.sampleCount > 0 ? "\(point.sampleCount)" : TextTable.nothing
  }

  /// What a column of intervals is called: those of other programs may be anything.
  static func intervalTitle(_ points: [SeriesPoint]) -> String {
    points.contains(where: hasOtherInterval) ? "interval" : "95 % interval"
  }

  /// Whether a point has another program's interval that is no 95 % confidence interval.
  private static func hasOtherInterval(_ point: SeriesPoint) -> Bool {
    point.sampleCount == 0 && point.valueInterval != nil && point.intervalKind != .exact
  }

  /// The interval of the ratio; of a value of another program its own, with what it is.
  static func interval(_ point: SeriesPoint, unit: String) -> String {
    if point.sampleCount == 0, let interval = point.valueInterval {
      let ends = [interval.lower, interval.upper].map { value($0, unit: unit) }
        .joined(separator: " – ")
      guard hasOtherInterval(point), let kind = point.intervalKind else { return ends }
      return "\(ends) (\(kind.shortTitle))"
    }
    guard let interval = point.logRatioInterval, !point.isReference else {
      return TextTable.nothing
    }
    return [interval.lower, interval.upper].map { Quantities.threeDigits(LogRatio($0).factor) }
      .joined(separator: " – ")
  }
}
