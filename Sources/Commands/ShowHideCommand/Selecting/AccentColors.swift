internal import DominantColor
internal import Pixels

/// The colours among which the accents of a picture are looked for: those of `--color accent`, and those that the
/// page offers.
struct AccentColors {
  /// Among eight colours of method `distinct`, small things are found that six do not have.
  private static let count = 8

  private let colors: PlacedPaletteBuilder

  /// Nothing counted.
  ///
  /// - Parameters:
  ///   - pixelCount: how many pixels will be added.
  ///   - visibility: which pixels count.
  ///   - selection: which kernel counts; it decides speed, never the answer.
  init(
    pixelCount: Int, visibility: VisibilityRule = VisibilityRule(),
    selection: KernelSelection = .automatic
  ) {
    colors = PlacedPaletteBuilder(
      visibility: visibility, pixelCount: pixelCount, selection: selection)
  }

  /// Counts whole rows.
  ///
  /// - Parameters:
  ///   - rows: of the picture.
  ///   - background: what is left out of them, if anything is.
  ///   - body: receives what is left, row by row or as it is.
  func add(
    _ rows: PixelView, without background: Background?, _ body: (PixelView) -> Void = { _ in }
  ) {
    colors.add(rows, without: background, body)
  }

  /// The colours, the strong ones that a page offers, in the palette's order, and what they all are good for.
  func found() -> (palette: Palette, accents: [Swatch], roles: PaletteRoles) {
    let (palette, isScattered) = colors.distinct(count: Self.count)
    let strong = zip(palette.swatches, isScattered).filter {
      !$0.1 && $0.0.okLab.chroma >= SwatchRole.vibrantChroma
    }
    return (
      palette, strong.prefix(Self.mostAccents).map(\.0), palette.roles(isScattered: isScattered)
    )
  }

  private static let mostAccents = 4
}
