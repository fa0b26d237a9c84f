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
      all.dominantInDisplayP3 = palette.dominant.map { DisplayP3Color(sRGB: $0.color) }
      return all
    }
    let wide = colors.map { DisplayP3Color(levels: $0) }
    let dominant = palette.dominant.map { DisplayP3Color(levels: $0.color) }
    (all.displayP3, all.dominantInDisplayP3) = (wide, dominant)
    all.palette = palette.replacingColors(with: wide.map(\.sRGB), dominant: dominant?.sRGB)
    if case .found(let background) = background {
      let color = DisplayP3Color(levels: background.swatch.color).sRGB
      all.background = .found(background.replacingColor(with: color))
    }
    return all
  }

  /// The palette in the colours that pixels have in a gamut.
  func palette(in gamut: ColorGamut) -> Palette {
    guard gamut == .displayP3, let displayP3 else { return palette }
    return palette.replacingColors(
      with: displayP3.map(\.levels), dominant: dominantInDisplayP3?.levels)
  }
}

extension Palette {
  /// The same with other colours, in the order of the swatches, and another dominant one.
  fileprivate func replacingColors(with colors: [RGB8], dominant color: RGB8?) -> Palette {
    func replaced(_ swatch: Swatch, _ color: RGB8) -> Swatch {
      Swatch(color: color, count: swatch.count, outOf: swatch.outOf)
    }
    return Palette(
      method: method, swatches: zip(swatches, colors).map(replaced),
      dominant: dominant.flatMap { dominant in color.map { replaced(dominant, $0) } },
      tally: tally, hue: hue)
  }
}
