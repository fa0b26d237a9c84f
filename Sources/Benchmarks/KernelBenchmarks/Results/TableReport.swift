internal import BenchmarkHarness
package import HistoryReports
internal import Pixels
internal import Reporting

/// Results for people: a heading and a table for each image.
package struct TableReport: ResultFormat {
  /// A block of a colour for the reader's screen; `nil` where it shows none.
  let swatch: (_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> String?

  package func opening(_ environment: RunEnvironment) -> String { environment.summary + "\n" }

  package func section(_ image: ImageResult) -> String {
    // A column in which nothing is said is left out.
    let columns = ResultColumns.rounded.filter { column in
      image.rows.contains { column.cell($0, image) != TextTable.nothing }
    }
    var table = TextTable(
      columns: columns.map { TextTable.Column($0.title, $0.alignment) })
    for row in image.rows {
      table.append(
        columns.map { column in
          let text = column.cell(row, image)
          guard column.title == "colour", let color = row.answer.dominant?.color,
            let swatch = swatch(color.red, color.green, color.blue)
          else { return TextTable.Cell(text) }
          return TextTable.Cell(text, prefix: swatch + " ", prefixWidth: 3)
        })
    }
    let lines = ["", heading(image)] + table.lines(indent: 2) + notes(image).map { "  " + $0 }
    return lines.joined(separator: "\n") + "\n"
  }

  package func closing(_ images: [ImageResult], _ environment: RunEnvironment) -> String {
    guard images.contains(where: { $0.rows.contains { $0.timing != nil } }) else { return "" }
    return """

      × read, × ref: times the duration of a plain read of the image, and of the method's scalar
      reference, in the same rounds; less is faster. peak: the image and what the kernel took.

      """
  }

  private func heading(_ image: ImageResult) -> String {
    var text = "\(image.name): \(image.width)×\(image.height)"
    text += ", \(Quantities.megapixels(image.pixelCount))"
    if let planted = image.planted { text += ", planted \(planted)" }
    if let seconds = image.readSeconds {
      let rate = Quantities.threeDigits(Double(image.byteCount) / seconds / 1e9)
      text += ", a plain read takes \(Quantities.time(seconds)) (\(rate) GB/s)"
    }
    return text
  }

  /// What does not fit into a cell: why there is no dominant colour, for each reason once.
  private func notes(_ image: ImageResult) -> [String] {
    var reasons: [(reason: String, kernels: [String])] = []
    for row in image.rows {
      guard let absence = row.answer.absence else { continue }
      if let index = reasons.firstIndex(where: { $0.reason == absence }) {
        reasons[index].kernels.append(row.kernel)
      } else {
        reasons.append((absence, [row.kernel]))
      }
    }
    return reasons.map { reason, kernels in
      let who = kernels.count == image.rows.count ? "" : kernels.joined(separator: ", ") + ": "
      return "\(who)no dominant colour: \(reason)"
    }
  }
}
