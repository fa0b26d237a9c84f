internal import ArgumentParser
internal import CommandText
internal import DominantColor
internal import ImageCodecs
internal import MarkupEscaping
internal import Pixels
internal import Reporting

/// A palette as a strip of colours, each as wide as its share of the strip.
struct PaletteStrip {
  static let width = 640
  static let height = 64

  /// The colours and where each ends, from 0 to ``width``.
  let bands: [(color: RGB8, end: Int)]

  init(_ palette: Palette) {
    let total = palette.swatches.reduce(0) { $0 + $1.count }
    var sum: UInt64 = 0
    bands = palette.swatches.map { swatch in
      sum += swatch.count
      // Ends are rounded, not widths: errors do not add up, and the last one is `width`.
      let share = Double(sum) / Double(max(total, 1))
      return (swatch.color, Int((share * Double(Self.width)).rounded()))
    }
  }
}

/// Strips as a drawing, with a tooltip on each colour.
struct PaletteSVG: PaletteWriter {
  private var strips = ""
  private var count = 0

  mutating func section(_ entry: PaletteEntry) -> [UInt8] {
    let top = count * PaletteStrip.height
    var start = 0
    let descriptions = entry.descriptions
    for (index, band) in PaletteStrip(entry.palette).bands.enumerated() {
      let swatch = entry.palette.swatches[index]
      let words = entry.isNamed ? "\(descriptions[index].name), " : ""
      strips += """
          <rect x="\(start)" y="\(top)" width="\(band.end - start)" \
        height="\(PaletteStrip.height)" fill="\(band.color)"><title>\
        \(Markup.xml(entry.path)): \(Markup.xml(words))\(band.color) (\(Decimals.percent(swatch.population)))\
        </title></rect>

        """
      start = band.end
    }
    count += 1
    return []
  }

  func closing() -> [UInt8] {
    let (width, height) = (PaletteStrip.width, max(count, 1) * PaletteStrip.height)
    let text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)">
      \(strips)</svg>

      """
    return Array(text.utf8)
  }
}

/// Strips as a picture; where there is no dominant colour, transparent.
struct PalettePNG: PaletteWriter {
  private var rows: [[RGBA8]] = []

  mutating func section(_ entry: PaletteEntry) -> [UInt8] {
    var row: [RGBA8] = []
    for band in PaletteStrip(entry.palette).bands {
      row += Array(repeating: RGBA8(band.color), count: band.end - row.count)
    }
    let clear = RGBA8(red: 0, green: 0, blue: 0, alpha: 0)
    rows.append(row + Array(repeating: clear, count: PaletteStrip.width - row.count))
    return []
  }

  func closing() throws(CommandFailure) -> [UInt8] {
    guard !rows.isEmpty else {
      throw CommandFailure(
        message: "There is no palette to draw, so that no picture was made.", exitCode: .noInput)
    }
    let height = rows.count * PaletteStrip.height
    guard var image = try? ImageBuffer(width: PaletteStrip.width, height: height) else {
      throw CommandFailure(
        message: "There is not enough memory for \(rows.count) palettes as one picture.",
        exitCode: .failure)
    }
    for y in 0..<height {
      for x in 0..<PaletteStrip.width {
        image[x, y] = rows[y / PaletteStrip.height][x]
      }
    }
    do {
      return try PNGEncoder().encode(image)
    } catch {
      throw CommandFailure(
        message: "The palettes cannot be drawn. \(error.description)", exitCode: .failure)
    }
  }
}
