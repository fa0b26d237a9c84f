internal import DominantColor
internal import Measuring
package import OrderedJSON
internal import Reporting

/// The regret table for people and for programs.
package struct VerificationReport {
  package let cells: [Verification.Cell]
  /// The explanation that the selection gives.
  package let explanation: String
  /// Seconds that choosing takes, a call.
  package var selectionSeconds: Double?

  /// The median regret; `nil` without cells.
  package var median: Double? { Statistics.median(cells.map(\.regret)) }
  /// The regret that 99 % of cells do not exceed; `nil` without cells.
  package var percentile99: Double? { Statistics.quantile(cells.map(\.regret), 0.99) }

  package init(cells: [Verification.Cell], explanation: String, selectionSeconds: Double? = nil) {
    self.cells = cells
    self.explanation = explanation
    self.selectionSeconds = selectionSeconds
  }

  package var table: String {
    var table = TextTable(
      columns: [
        .init("method", .left), .init("size"), .init("image", .left), .init("chosen", .left),
        .init("best", .left), .init("regret"), .init("shortest", .left), .init("chosen takes"),
        .init("99 % interval"),
      ])
    for cell in cells {
      table.append(
        [
          cell.method.rawValue, "\(cell.width)×\(cell.height)", cell.image, cell.chosen.name,
          cell.best.name, Decimals.percent(cell.regret), cell.fastest.name,
          TuneReport.change(1 + cell.measured),
          cell.interval.map {
            "\(TuneReport.change(1 + $0.lowerBound)) – \(TuneReport.change(1 + $0.upperBound))"
          } ?? "–",
        ].map { TextTable.Cell($0) })
    }
    guard let median, let percentile99 else { return explanation + "\n" }
    return """
      \(explanation)

      \(table.lines(indent: 2).joined(separator: "\n"))

      regret: median \(Decimals.percent(median)), 99th percentile \
      \(Decimals.percent(percentile99)), of \(cells.count) cells. What the 99 % interval of the \
      paired rounds
      does not tell from nothing counts as none; 'chosen takes' is the plain quotient against the
      shortest time. \(selectionSeconds.map { "Choosing takes \(Quantities.time($0)) a call." } ?? "")

      """
  }

  package var json: JSONValue {
    .object([
      .init("schema", .integer(1)), .init("explanation", .string(explanation)),
      .init("median", .optional(median) { .number($0) }),
      .init("percentile99", .optional(percentile99) { .number($0) }),
      .init("selectionSeconds", .optional(selectionSeconds) { .number($0) }),
      .init("cells", .array(cells.map(Self.json))),
    ])
  }

  private static func json(_ cell: Verification.Cell) -> JSONValue {
    .object([
      .init("size", .string("\(cell.width)x\(cell.height)")),
      .init("width", .integer(cell.width)), .init("height", .integer(cell.height)),
      .init("image", .string(cell.image)), .init("method", .string(cell.method.rawValue)),
      .init("chosen", .string(cell.chosen.kernel.id)),
      .init("chosenThreads", .integer(cell.chosen.threads)),
      .init("best", .string(cell.best.kernel.id)),
      .init("bestThreads", .integer(cell.best.threads)), .init("regret", .number(cell.regret)),
      .init("shortest", .string(cell.fastest.kernel.id)),
      .init("shortestThreads", .integer(cell.fastest.threads)),
      .init("measured", .number(cell.measured)),
      .init(
        "interval",
        .optional(cell.interval) { .array([.number($0.lowerBound), .number($0.upperBound)]) }),
      .init("rounds", .integer(cell.rounds)),
    ])
  }
}
