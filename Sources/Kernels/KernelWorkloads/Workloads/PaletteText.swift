package import DominantColor
internal import Pixels

/// A whole answer in a line of text that is equal exactly when the answer is.
///
/// Two builds compare their answers by it, so it names every number and depends on no type's own
/// description but a colour's.
package enum PaletteText {
  /// The line, which begins with the dominant colour, `#eef2f9`, or the reason why there is none.
  package static func answer(_ palette: Palette) -> String {
    let first = palette.dominant?.color.description
    return (first ?? palette.absence.map { "none, \($0):" } ?? "none:") + " " + text(palette)
  }

  /// What was answered, and what was counted.
  private static func text(_ palette: Palette) -> String {
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
}
