internal import DominantColor
internal import ImageCodecs
internal import Pixels

extension FilePalette {
  /// The same with its colours in sRGB, and in Display P3 beside them.
  ///
  /// - Parameter gamut: what the palette's colours are.
  /// - Returns: the palette with ``displayP3``.
  func inDisplayP3(countedIn gamut: ColorGamut) -> FilePalette {
    var all = self
    let colors = palette.swatches.map(\.color)
    guard gamut == .displayP3 else {
      all.displayP3 = colors.map { DisplayP3Color(sRGB: $0) }
      return all
    }
    let wide = colors.map { DisplayP3Color(levels: $0) }
    all.displayP3 = wide
    all.palette = palette.replacingColors(with: wide.map(\.sRGB))
    if case .found(let background) = background {
      let color = DisplayP3Color(levels: background.swatch.color).sRGB
      all.background = .found(background.replacingColor(with: color))
    }
    return all
  }

  /// The palette in the colours that pixels have in a gamut.
  func palette(in gamut: ColorGamut) -> Palette {
    guard gamut == .displayP3, let displayP3 else { return palette }
    return palette.replacingColors(with: displayP3.map(\.levels))
  }
}

extension Palette {
  /// The same with other colours, in the order of the swatches.
  fileprivate func replacingColors(with colors: [RGB8]) -> Palette {
    let swatches = zip(swatches, colors).map { swatch, color in
      Swatch(color: color, count: swatch.count, outOf: swatch.outOf)
    }
    return Palette(method: method, swatches: swatches, tally: tally, hue: hue)
  }
}
