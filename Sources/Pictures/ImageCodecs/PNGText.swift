/// Texts of a PNG that hold metadata.
enum PNGText {
  static let xmpName = "XML:com.adobe.xmp"
  /// Blocks as hexadecimal numbers, as ImageMagick writes them and others read them; the kind follows.
  static let rawProfileName = "Raw profile type "

  static func rawProfile(_ kind: String, _ block: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    var text = Array("\n\(kind)\n\(block.count)\n".utf8)
    text.reserveCapacity(text.count + block.count * 2 + block.count / 36 + 1)
    for (index, byte) in block.enumerated() {
      text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      if index % 36 == 35 { text.append(0x0A) }
    }
    text.append(0x0A)
    return text
  }

  /// The block of a text; `nil` where it is none.
  static func block(ofRawProfile text: [UInt8]) -> [UInt8]? {
    // An empty line, the kind, the number of bytes, and two digits for each byte: empty parts
    // are left out here.
    let lines = text.split(separator: 0x0A, maxSplits: 2)
    guard lines.count == 3,
      let count = Int(
        String(decoding: lines[1], as: UTF8.self).filter { $0 != " " }), count >= 0,
      count <= lines[2].count / 2
    else { return nil }
    var block: [UInt8] = []
    block.reserveCapacity(count)
    var high: UInt8?
    for digit in lines[2] where block.count < count {
      let value: UInt8
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
      case UInt8(ascii: "A")...UInt8(ascii: "F"): value = digit - UInt8(ascii: "A") + 10
      case 0x0A, 0x0D, 0x20: continue
      default: return nil
      }
      if let upper = high {
        block.append(upper << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return block.count == count ? block : nil
  }
}
