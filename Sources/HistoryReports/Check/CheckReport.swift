#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

internal import CommandText
internal import Measuring
internal import TimingHistory

/// What `bench check` writes of the series it checked.
enum CheckReport: String, CaseIterable {
  case table
  case json

  /// Columns of the longest sparkline: a longer series gets the median of several points a bar.
  static let sparklineWidth = 40

  /// The text of a report.
  func text(of series: [CheckedSeries]) throws -> String {
    switch self {
    case .table: Self.table(series)
    case .json: try Self.json(series)
    }
  }

  private static func table(_ series: [CheckedSeries]) -> String {
    guard !series.isEmpty else { return "" }
    var table = TextTable(columns: [
      TextTable.Column("series", .left), TextTable.Column("points"),
      TextTable.Column("values", .left), TextTable.Column("change points", .left),
      TextTable.Column("verdict", .left),
    ])
    for one in series {
      let changes = one.check.changes.map(text(of:)).joined(separator: ", ")
      table.append([
        TextTable.Cell(printable(one.check.name)), TextTable.Cell(String(one.values.count)),
        TextTable.Cell(Sparkline.text(condensed(one.values))),
        TextTable.Cell(changes.isEmpty ? "–" : changes),
        TextTable.Cell(one.verdict.description),
      ])
    }
    return table.lines().joined(separator: "\n") + "\n"
  }

  /// A change as its place and size: `20 +10.0 %`, and whether the code is out of the question.
  private static func text(of change: SeriesCheck.Change) -> String {
    let percent = change.point.effect * 100
    let sign = percent < 0 ? "-" : "+"
    let size = Quantities.threeDigits(percent.magnitude)
    let cause = change.cause == .environment ? " (environment)" : ""
    return "\(change.point.index) \(sign)\(size) %\(cause)"
  }

  /// At most so many values, each the median of its part of the series.
  static func condensed(_ values: [Double], to width: Int = sparklineWidth) -> [Double] {
    guard values.count > width else { return values }
    return (0..<width).compactMap { place in
      let part = values[place * values.count / width..<(place + 1) * values.count / width]
      return Statistics.median(Array(part))
    }
  }

  /// A name from a file, without what would end the line or speak to the terminal.
  static func printable(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static func json(_ series: [CheckedSeries]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Levels of 1e-300 and 1e300 are finite, the change between them is not.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
    let data = try encoder.encode(CheckDocument(series: series.map(\.check)))
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}
