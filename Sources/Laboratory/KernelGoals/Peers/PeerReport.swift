package import HistoryReports
internal import OrderedJSON
internal import Pixels
internal import Reporting

/// The results of a race with peers as one table, one row a contender, or as JSON.
package enum PeerReport {
  /// A row's cells: name, then for the first image time and ratio, for each image with a planted
  /// colour the distance from it, memory, and what the contender does.
  private static func cells(_ results: [PeerResult]) -> [(title: [String], rows: [[String]])] {
    guard let first = results.first else { return [] }
    let planted = results.filter { $0.planted != nil }
    let title =
      ["contender", "time", "× \(first.reference)", "colour"]
      + planted.map { "ΔE00 \($0.image)" } + ["memory", "what it does", "version"]
    var names: [String] = []
    for row in results.flatMap(\.rows) where !names.contains(row.name) { names.append(row.name) }
    let rows = names.map { name -> [String] in
      let timed = first.rows.first { $0.name == name }
      let any = results.lazy.flatMap(\.rows).first { $0.name == name }
      return [
        name, timed?.median.map(Quantities.time) ?? nothing, timed.map(ratio) ?? nothing,
        timed?.answer.swatches.first?.color ?? nothing,
      ]
        + planted.map { result in
          result.rows.first { $0.name == name }?.deltaE00
            .map { Decimals.fixed($0, places: 1) } ?? nothing
        } + [
          timed?.answer.extraBytes.map(Quantities.bytes) ?? nothing, any?.what ?? nothing,
          any?.answer.version ?? nothing,
        ]
    }
    return [(title, rows)]
  }

  private static let nothing = "–"

  private static func ratio(_ row: PeerRow) -> String {
    guard let ratio = row.ratio else { return row.median == nil ? nothing : "1" }
    return Quantities.threeDigits(ratio.factor)
  }

  private static func heading(_ results: [PeerResult]) -> String {
    guard let first = results.first else { return "" }
    return "\(first.image): \(first.width)×\(first.height), one core; each contender in a process "
      + "of its own, in turns"
  }

  /// Results that share a table: those on pixels; each file has one of its own.
  private static func groups(_ results: [PeerResult]) -> [[PeerResult]] {
    let onPixels = results.filter { !$0.isFile }
    return (onPixels.isEmpty ? [] : [onPixels]) + results.filter(\.isFile).map { [$0] }
  }

  /// A line for each peer that could not run.
  private static func leftOut(_ missing: [Peer]) -> String {
    missing.map { "Left out: \($0.name) (\($0.what)): \($0.missing ?? "it does not run").\n" }
      .joined()
  }

  /// The tables for a terminal.
  package static func table(_ results: [PeerResult], missing: [Peer]) -> String {
    var texts: [String] = []
    for group in groups(results) {
      var text = heading(group) + "\n"
      for (title, rows) in cells(group) {
        let last = title.count - 2
        var table = TextTable(
          columns: title.enumerated().map { index, name in
            TextTable.Column(name, index == 0 || index == 3 || index >= last ? .left : .right)
          })
        for row in rows { table.append(row.map { TextTable.Cell($0) }) }
        text += table.lines(indent: 2).joined(separator: "\n") + "\n"
      }
      texts.append(text)
    }
    return (texts + (missing.isEmpty ? [] : [leftOut(missing)])).joined(separator: "\n")
  }

  /// The tables for a README.
  package static func markdown(_ results: [PeerResult], missing: [Peer]) -> String {
    var texts: [String] = []
    for group in groups(results) {
      var text = ""
      for (title, rows) in cells(group) {
        let rules = title.indices.map { index in
          index == 0 || index == 3 || index >= title.count - 2 ? "---" : "---:"
        }
        for row in [title, rules] + rows {
          text +=
            "| " + row.map { $0.replacing("|", with: "\\|") }.joined(separator: " | ") + " |\n"
        }
      }
      texts.append(text + "\n" + heading(group) + ".\n")
    }
    return (texts + (missing.isEmpty ? [] : [leftOut(missing)])).joined(separator: "\n")
  }

  /// Everything, for programs.
  package static func json(
    _ results: [PeerResult], missing: [Peer], environment: RunEnvironment
  ) -> String {
    JSONValue.object([
      .init("schema", .integer(1)), .init("environment", environment.record),
      .init(
        "images",
        .array(
          results.map { result in
            .object([
              .init("image", .string(result.image)), .init("width", .integer(result.width)),
              .init("height", .integer(result.height)),
              .init("planted", .optional(result.planted) { .string($0) }),
              .init("reference", .string(result.reference)),
              .init("rows", .array(result.rows.map(json))),
            ])
          })),
      .init(
        "missing",
        .array(
          missing.map { peer in
            .object([
              .init("name", .string(peer.name)), .init("what", .string(peer.what)),
              .init("reason", .optional(peer.missing) { .string($0) }),
            ])
          })),
    ]).text + "\n"
  }

  private static func json(_ row: PeerRow) -> JSONValue {
    .object([
      .init("name", .string(row.name)), .init("what", .string(row.what)),
      .init("ours", .bool(row.isOurs)), .init("version", .string(row.answer.version)),
      .init("dominant", .optional(row.answer.swatches.first) { .string($0.color) }),
      .init(
        "swatches",
        .array(
          row.answer.swatches.map { swatch in
            .object([
              .init("color", .string(swatch.color)),
              .init("population", .optional(swatch.population) { .number($0) }),
            ])
          })),
      .init("deltaE00", .optional(row.deltaE00) { .number($0) }),
      .init(
        "samples",
        .array(row.seconds.sorted { $0.key < $1.key }.map { .number($0.value) })),
      .init("medianSeconds", .optional(row.median) { .number($0) }),
      .init("ratioToReference", .optional(row.ratio) { .number($0.factor) }),
      .init(
        "ratioInterval",
        .optional(row.ratio?.interval) { .array([.number($0.lowerBound), .number($0.upperBound)]) }
      ),
      .init("extraBytes", .optional(row.answer.extraBytes) { .integer($0) }),
    ])
  }
}
