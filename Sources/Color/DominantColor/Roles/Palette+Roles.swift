extension Palette {
  /// The swatch of a role with most pixels; `nil` when no swatch has the role.
  public func swatch(for role: SwatchRole) -> Swatch? {
    swatches.first { $0.role == role }
  }

  /// The palette without the swatches that look too much like one with more pixels.
  ///
  /// From the first swatch on, each stays that is at least so far from all that stayed before it.
  /// The others' pixels are not counted with those that stay: counts remain exact.
  ///
  /// - Parameter distance: in OKLab, where 0.02 is just noticeable and black is 1 from white.
  /// - Returns: a palette of the same pixels with as many swatches or fewer.
  public func separated(by distance: Double) -> Palette {
    var kept: [Swatch] = []
    for swatch in swatches {
      let isApart = kept.allSatisfy { $0.okLab.distance(to: swatch.okLab) >= distance }
      if isApart { kept.append(swatch) }
    }
    return Palette(
      method: method, swatches: kept, dominant: dominant, tally: tally, hue: hue)
  }
}
