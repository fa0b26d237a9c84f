internal import DominantColor
internal import Pixels
internal import Reporting

/// Adobe Swatch Exchange, a group for each picture; big-endian throughout.
///
/// After the signature, version 1.0 and the number of blocks come blocks of kind, length and
/// content: 0xC001 begins a named group, 0x0001 is a colour, 0xC002 ends the group.
struct PaletteASE: PaletteWriter {
  private var blocks: [UInt8] = []
  private var blockCount: UInt32 = 0

  mutating func section(_ entry: PaletteEntry) -> [UInt8] {
    //     C0 01   length 4   name                                         a group
    //     00 01   length 4   name   "RGB "  4 + 4 + 4 float   00 02       a colour
    //     C0 02   00 00 00 00                                             the group's end
    append(0xC001, content: Self.name(entry.stem))
    let descriptions = entry.descriptions
    for (index, swatch) in entry.palette.swatches.enumerated() {
      let share = Decimals.percent(swatch.population)
      let words = entry.isNamed ? "\(descriptions[index].name) " : ""
      var content = Self.name("\(words)\(swatch.color) (\(share))")
      content += Array("RGB ".utf8)
      for channel in [swatch.color.red, swatch.color.green, swatch.color.blue] {
        content += Self.bytes((Float(channel) / 255).bitPattern)
      }
      content += Self.bytes(UInt16(2))  // A colour of its own, neither global nor a spot colour.
      append(0x0001, content: content)
    }
    append(0xC002, content: [])
    return []
  }

  func closing() -> [UInt8] {
    Array("ASEF".utf8) + Self.bytes(UInt16(1)) + Self.bytes(UInt16(0)) + Self.bytes(blockCount)
      + blocks
  }

  private mutating func append(_ kind: UInt16, content: [UInt8]) {
    blocks += Self.bytes(kind) + Self.bytes(UInt32(content.count)) + content
    blockCount += 1
  }

  /// A length in UTF-16 units, the end included, and the units.
  private static func name(_ text: String) -> [UInt8] {
    let units = Array(text.utf16.prefix(1000)) + [0]
    return bytes(UInt16(units.count)) + units.flatMap { bytes($0) }
  }

  private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }
}
