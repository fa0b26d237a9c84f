internal import ColorNames
internal import DominantColor
internal import Files
internal import Pixels
internal import Reporting

/// Comma-separated values (RFC 4180), one row a swatch.
struct PaletteCSV: PaletteWriter {
  /// Whether there are columns for names.
  var isNamed = false
  /// Whether there is a column for Display P3.
  var hasDisplayP3 = false

  func opening() -> [UInt8] {
    let names = isNamed ? ",name,text,contrast" : ""
    let wide = hasDisplayP3 ? ",displayP3" : ""
    return Array("path,rank,color,count,population\(wide)\(names)\r\n".utf8)
  }

  func section(_ entry: PaletteEntry) -> [UInt8] {
    var text = ""
    let descriptions = entry.descriptions
    for (index, swatch) in entry.palette.swatches.enumerated() {
      text += "\(Self.quoted(entry.path)),\(index + 1),\(swatch.color),\(swatch.count),"
      text += "\(swatch.population)"
      if let wide = entry.displayP3 { text += ",\(wide[index].css)" }
      if isNamed {
        let description = descriptions[index]
        text += ",\(description.name),\(description.text.color),\(description.text.contrast)"
      }
      text += "\r\n"
    }
    return Array(text.utf8)
  }

  private static func quoted(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else {
      return text
    }
    return "\""
      + text.unicodeScalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }
}

/// Custom properties of CSS: `--photo-1: #d45424;`, and in Display P3 where the browser knows it.
struct PaletteCSS: PaletteWriter {
  private var timesUsed: [String: Int] = [:]
  /// The properties in Display P3, which follow those in sRGB.
  private var wide = ""

  func opening() -> [UInt8] { Array(":root {\n".utf8) }

  mutating func section(_ entry: PaletteEntry) -> [UInt8] {
    let base = Self.identifier(entry.stem)
    let times = timesUsed[base, default: 0] + 1
    timesUsed[base] = times
    let name = times == 1 ? base : "\(base)_\(times)"
    // The comment must not end early.
    let path = PathText.printable(entry.path)
      .split(separator: "*/", omittingEmptySubsequences: false).joined(separator: "* /")
    var text = "  /* \(path) */\n"
    let descriptions = entry.descriptions
    for (index, swatch) in entry.palette.swatches.enumerated() {
      let words = entry.isNamed ? "  /* \(descriptions[index].name) */" : ""
      text += "  --\(name)-\(index + 1): \(swatch.color);\(words)\n"
      if let color = entry.displayP3?[index] {
        wide += "    --\(name)-\(index + 1): \(color.css);\n"
      }
    }
    return Array(text.utf8)
  }

  func closing() -> [UInt8] {
    // A property keeps any value, so that a second one after the first would be no fallback.
    let p3 =
      wide.isEmpty
      ? "" : "\n@supports (color: color(display-p3 0 0 0)) {\n  :root {\n\(wide)  }\n}\n"
    return Array("}\n\(p3)".utf8)
  }

  /// A name that CSS takes without escapes: letters, digits and hyphens.
  private static func identifier(_ name: String) -> String {
    let kept = name.lowercased().unicodeScalars.map { scalar in
      ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar)
        || scalar.value > 0x9F && isShown(scalar) ? Character(scalar) : "-"
    }
    return String(kept)
  }

  /// Whether a character is none that only changes how a line reads, and stands for no byte of a name.
  private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
    PathText.printable(String(scalar)) == String(scalar)
  }
}

/// A palette of GIMP, Inkscape and Krita.
struct PaletteGPL: PaletteWriter {
  func opening() -> [UInt8] { Array("GIMP Palette\nName: showhide\nColumns: 8\n#\n".utf8) }

  func section(_ entry: PaletteEntry) -> [UInt8] {
    var text = ""
    let descriptions = entry.descriptions
    for (index, swatch) in entry.palette.swatches.enumerated() {
      let channels = [swatch.color.red, swatch.color.green, swatch.color.blue].map { value in
        String(repeating: " ", count: 3 - "\(value)".count) + "\(value)"
      }
      let name = PathText.printable(
        entry.stem.split(whereSeparator: \.isNewline).joined(separator: " "))
      let share = Decimals.percent(swatch.population)
      let words = entry.isNamed ? ", \(descriptions[index].name)" : ""
      text += "\(channels.joined(separator: " "))\t\(name) \(index + 1) (\(share))\(words)\n"
    }
    return Array(text.utf8)
  }
}
