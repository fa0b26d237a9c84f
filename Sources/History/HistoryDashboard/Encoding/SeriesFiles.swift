internal import MarkupEscaping
internal import OrderedJSON

/// All points of the series, in scripts that a page loads when a series is opened.
///
/// A script of ten series of one is loaded as fast as one of a single series, so small series share one: of ten
/// thousand short series there are some dozen files. The folder is named by what is in it, so that a page and
/// its files always fit together, and a new page does not read the files of an old one.
package struct SeriesFiles: Sendable {
  /// The name of the folder beside the page.
  package let folder: String
  /// The scripts, named `0.js`, `1.js` and so on.
  package let texts: [String]
  /// The place of the first series in each.
  private let firsts: [Int]

  /// A script is closed at so many bytes.
  private static let fullBytes = 64_000
  private static let names = ContentName(prefix: "series-")

  /// Writes the points of a report.
  ///
  /// - Complexity: O(*n*) in points of all series.
  init(of report: HistoryReport) {
    var texts: [String] = []
    var firsts: [Int] = []
    var packed: [String] = []
    var bytes = 0
    func close() {
      guard !packed.isEmpty else { return }
      texts.append("benchSeries(\(texts.count),[\(packed.joined(separator: ",\n"))]);\n")
      packed = []
      bytes = 0
    }
    for (place, series) in report.series.enumerated() {
      if packed.isEmpty { firsts.append(place) }
      let points = PackedPoints(series.points)
      let text = Markup.script(
        JSONValue.object(present: [
          "runs": .string(points.runs),
          "value": PageData.json(points.values),
          "ratio": points.ratios.map(PageData.json),
        ]).line)
      packed.append(text)
      bytes += text.utf8.count
      if bytes >= Self.fullBytes { close() }
    }
    close()
    self.texts = texts
    self.firsts = firsts
    folder = Self.names.name(of: texts.joined())
  }

  /// Whether a folder has the name of one that a report wrote.
  package static func isFolder(_ name: String) -> Bool { names.matches(name) }

  /// What the page says of them.
  var json: JSONValue {
    .object([
      .init("folder", .string(folder)), .init("firsts", .array(firsts.map(JSONValue.integer))),
    ])
  }
}
