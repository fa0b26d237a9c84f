internal import CommandText
internal import DominantColor
internal import FilePalettes
internal import Files
internal import Pixels
internal import Reporting

/// Palettes for people: a heading and a table for each picture.
struct PaletteTable: PaletteWriter {
  /// What the reader's screen can show.
  let terminal: Terminal
  private var isFirst = true

  init(terminal: Terminal) { self.terminal = terminal }

  mutating func section(_ entry: PaletteEntry) -> [UInt8] {
    var lines = isFirst ? [] : [""]
    isFirst = false
    let kept = entry.distinctColors.map {
      ", \($0) colour\($0 == 1 ? "" : "s"), counted as \($0 == 1 ? "it is" : "they are")"
    }
    lines.append(
      "\(PathText.printable(entry.path)): \(entry.width)×\(entry.height)\(kept ?? "")")
    if let absence = entry.palette.absence {
      lines.append("  no dominant colour: \(entry.absence ?? absence.description)")
    } else {
      let names = entry.isNamed
      var table = TextTable(
        columns: [.init("colour", .left), .init("share"), .init("pixels")]
          + (entry.displayP3 == nil ? [] : [.init("in Display P3", .left)])
          + (entry.places == nil ? [] : [.init("centre"), .init("box", .left)])
          + (names ? [.init("name", .left), .init("text", .left), .init("contrast")] : []))
      let descriptions = entry.descriptions
      for (index, swatch) in entry.palette.swatches.enumerated() {
        let block = terminal.swatch(
          red: swatch.color.red, green: swatch.color.green, blue: swatch.color.blue, columns: 8)
        let description = names ? descriptions[index] : nil
        let words = description.map { [$0.name, $0.textName, $0.contrast] } ?? []
        table.append(
          [
            TextTable.Cell(
              swatch.color.description, prefix: block.map { $0 + " " } ?? "",
              prefixWidth: block == nil ? 0 : 9),
            TextTable.Cell(Decimals.percent(swatch.population)),
            TextTable.Cell(String(swatch.count)),
          ] + (entry.displayP3.map { [TextTable.Cell($0[index].css)] } ?? [])
            + (entry.places.map { Self.words(for: $0[index]) } ?? []).map { TextTable.Cell($0) }
            + words.map { TextTable.Cell($0) })
      }
      lines += table.lines(indent: 2)
      if let shortage = entry.shortage {
        let count = entry.palette.swatches.count
        lines.append("  \(count) colour\(count == 1 ? "" : "s"): \(shortage.description)")
      }
      if let dominant = entry.palette.dominant {
        let share = Decimals.percent(dominant.population)
        lines.append("  dominant colour: \(dominant.color), \(share)")
      }
      if let light = entry.average?.ofLight, let levels = entry.average?.ofLevels {
        lines.append("  average: \(light) by light, \(levels) by encoded levels")
      }
      if let blurHash = entry.blurHash { lines.append("  BlurHash: \(blurHash)") }
    }
    if let bars = entry.bars {
      lines.append("  bars left out: \(Self.words(for: bars)) (--whole counts them)")
    }
    if let background = entry.background { lines.append("  background: \(background.words)") }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  /// How many rows and columns of what colour bars take.
  private static func words(for bars: PictureBars) -> String {
    let sides = [
      (bars.top, "row", "above"), (bars.bottom, "row", "below"), (bars.left, "column", "left"),
      (bars.right, "column", "right"),
    ]
    let taken = sides.filter { $0.0 > 0 }
      .map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s") \($0.2)" }
    return "\(taken.joined(separator: ", ")), \(bars.color)"
  }

  /// The middle and the box of a place, as `--region` takes a box.
  private static func words(for place: SwatchPlace?) -> [String] {
    guard let place else { return [TextTable.nothing, TextTable.nothing] }
    let (columns, rows) = (place.columns, place.rows)
    return [
      "\(Int(place.centerX)),\(Int(place.centerY))",
      "\(columns.lowerBound),\(rows.lowerBound),\(columns.count),\(rows.count)",
    ]
  }
}
