extension PlacedPaletteBuilder {
  /// Clearly different colours of all pixels added so far, and what they are good for.
  ///
  /// - Parameters:
  ///   - count: the most swatches wanted.
  ///   - ground: what a logo or a product stands on, which is no brand's colour.
  /// - Returns: what method `distinct` answers, its roles, and whether each swatch is scattered like noise.
  package func distinctWithRoles(
    count: Int, on ground: Background? = nil
  ) -> (palette: Palette, roles: PaletteRoles, isScattered: [Bool]) {
    let (palette, colors) = answer(count: count)
    let isScattered = colors.scattered(of: palette)
    let roles = PaletteRoles(
      palette.swatches, scattered: isScattered,
      brand: BrandColor(in: colors, without: nil, on: ground))
    return (palette, roles, isScattered)
  }
}
