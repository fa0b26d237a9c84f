internal import Pixels
package import Reporting

/// The columns of the flat formats, CSV and Markdown, in order.
///
/// A row's cells come from the same place as the headings, so that they cannot fall out of step.
package enum ResultColumns {
  private static let nothing = TextTable.nothing

  /// A column of CSV: a JSON field's name and its value, empty for nothing.
  package static let exact:
    [(title: String, cell: @Sendable (KernelResult, ImageResult) -> String)] = [
      ("kernel", { row, _ in row.kernel }),
      ("method", { row, _ in row.method }),
      ("isa", { row, _ in row.instructionSet }),
      ("threads", { row, _ in String(row.threads) }),
      ("image", { _, image in image.name }),
      ("width", { _, image in String(image.width) }),
      ("height", { _, image in String(image.height) }),
      ("dominant", { row, _ in row.answer.dominant?.color.description ?? "" }),
      ("population", { row, _ in row.answer.dominant?.population.description ?? "" }),
      ("count", { row, _ in row.answer.dominant?.count.description ?? "" }),
      ("matchesReference", { row, _ in row.matchesReference.description }),
      ("deltaE00", { row, _ in row.deltaE00?.description ?? "" }),
      ("medianSeconds", { row, _ in row.timing?.median.description ?? "" }),
      ("intervalLow", { row, _ in row.timing?.interval?.lowerBound.description ?? "" }),
      ("intervalHigh", { row, _ in row.timing?.interval?.upperBound.description ?? "" }),
      (
        "megapixelsPerSecond",
        { row, image in
          row.timing.map { (Double(image.pixelCount) / $0.median / 1e6).description } ?? ""
        }
      ),
      ("ratioToRead", { row, _ in row.timing?.ratioToRead?.description ?? "" }),
      ("ratioToReference", { row, _ in row.timing?.ratioToReference?.description ?? "" }),
      ("peakBytes", { row, _ in row.peakBytes?.description ?? "" }),
      ("instructions", { row, _ in row.instructions?.description ?? "" }),
    ]

  /// A column for people: rounded, with units, a dash for nothing.
  package static let rounded:
    [(
      title: String, alignment: TextTable.Alignment,
      cell: @Sendable (KernelResult, ImageResult) -> String
    )] = [
      ("kernel", .left, { row, _ in row.kernel }),
      ("colour", .left, { row, _ in row.answer.dominant?.color.description ?? "none" }),
      (
        "share", .right,
        { row, _ in row.answer.dominant.map { Decimals.percent($0.population) } ?? nothing }
      ),
      (
        "answer", .left,
        { row, _ in row.isReference ? "reference" : row.matchesReference ? "equal" : "WRONG" }
      ),
      (
        "ΔE00", .right,
        { row, _ in row.deltaE00.map { Decimals.fixed($0, places: 2) } ?? nothing }
      ),
      ("median", .right, { row, _ in row.timing.map { Quantities.time($0.median) } ?? nothing }),
      (
        "95 % interval", .right,
        { row, _ in row.timing?.interval.map(Quantities.timeRange) ?? nothing }
      ),
      (
        "MP/s", .right,
        { row, image in
          row.timing.map {
            Quantities.threeDigits(Double(image.pixelCount) / $0.median / 1e6)
          } ?? nothing
        }
      ),
      (
        "GB/s", .right,
        { row, image in
          row.timing.map { Quantities.threeDigits(Double(image.byteCount) / $0.median / 1e9) }
            ?? nothing
        }
      ),
      (
        "× read", .right,
        { row, _ in row.timing?.ratioToRead.map(Quantities.threeDigits) ?? nothing }
      ),
      (
        "× ref", .right,
        { row, _ in row.timing?.ratioToReference.map(Quantities.threeDigits) ?? nothing }
      ),
      ("peak", .right, { row, _ in row.peakBytes.map(Quantities.bytes) ?? nothing }),
      (
        "instructions", .right,
        { row, _ in
          row.instructions.map { Quantities.threeDigits(Double($0) / 1e6) + " M" } ?? nothing
        }
      ),
    ]
}
