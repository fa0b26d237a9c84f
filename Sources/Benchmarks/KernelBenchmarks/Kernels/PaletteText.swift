package import DominantColor
internal import Measuring
internal import Pixels

/// A whole answer in a line of text that is equal exactly when the answer is.
///
/// Two builds of bench compare their answers by it, so it names every number and depends on no
/// type's own description but a colour's.
package enum PaletteText {
  /// The line.
  package static func text(_ palette: Palette) -> String {
    var words = [palette.method.rawValue]
    words += palette.swatches.map { "\($0.color)*\($0.count)/\($0.outOf)" }
    let tally = palette.tally
    words.append("counted=\(tally.counted)")
    words.append("transparent=\(tally.transparent)")
    words.append("filtered=\(tally.filtered)")
    if let hue = palette.hue {
      words.append("hue=\(hue.bin)/\(hue.binCount)*\(hue.count)")
      words.append("grey=\(hue.greyCount)")
      words.append("saturation=\(hue.meanSaturation)")
      words.append("brightness=\(hue.meanBrightness)")
    }
    return words.joined(separator: " ")
  }

  /// A hash of the line: sixteen digits that are equal exactly for equal answers, as far as sixteen
  /// digits go.
  package static func hash(_ palette: Palette) -> String {
    var hash = ContentHash()
    hash.add(text(palette))
    return hash.text
  }
}
