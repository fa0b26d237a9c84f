internal import CAnswers
internal import DominantColor
internal import Hashing
internal import Pixels

/// Lines of answers, and how many differed from the specification.
struct Output {
  private(set) var differences = 0

  /// Writes a line.
  func write(_ text: String) {
    var text = text + "\n"
    text.withUTF8 { bytes in
      // SAFETY: the bytes are those of the text.
      if let start = bytes.baseAddress { answers_write(start, bytes.count) }
    }
  }

  /// Writes an answer, and that it differs where it is not what the specification says.
  mutating func write(_ name: String, _ answer: String, expected: String) {
    write("\(name) \(answer)")
    if answer != expected {
      differences += 1
      write("DIFFERS: \(name): the reference says \(expected)")
    }
  }
}

extension Palette {
  /// A hash of everything in it, after its first colour.
  var answer: String {
    var hash = FNV1a()
    for number in [tally.counted, tally.transparent, tally.filtered] { hash.add(number) }
    for swatch in swatches {
      hash.add(UInt64(swatch.color.red))
      hash.add(UInt64(swatch.color.green))
      hash.add(UInt64(swatch.color.blue))
      hash.add(swatch.count)
      hash.add(swatch.outOf)
    }
    if let hue {
      for number in [hue.bin, hue.binCount] { hash.add(UInt64(number)) }
      for number in [hue.count, hue.greyCount, UInt64(hue.meanSaturation)] { hash.add(number) }
      hash.add(UInt64(hue.meanBrightness))
    }
    return "\(dominant?.color.hex ?? "none") \(swatches.count) \(hash.text)"
  }
}
