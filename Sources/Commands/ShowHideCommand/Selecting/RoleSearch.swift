internal import DominantColor
internal import Pixels

/// The colours among which the accents of a picture and its brand colour are looked for: those of `--color accent` and
/// `--color brand`, and those that the page offers.
///
/// An object serves one thread at a time.
final class RoleSearch {
  /// Among eight colours of method `distinct`, small things are found that six do not have.
  private static let count = 8

  private let colors: PlacedPaletteBuilder
  /// Looks for what a logo or a product stands on; `nil` where no brand colour is asked for.
  private let ground: BackgroundFinder?
  /// Rows added.
  private var row = 0

  /// Nothing counted.
  ///
  /// - Parameters:
  ///   - width: pixels of a row that will be added.
  ///   - height: how many rows will be.
  ///   - hasBrand: whether the brand colour is asked for.
  ///   - visibility: which pixels count.
  ///   - selection: which kernel counts; it decides speed, never the answer.
  init(
    width: Int, height: Int, hasBrand: Bool = false,
    visibility: VisibilityRule = VisibilityRule(), selection: KernelSelection = .automatic
  ) {
    colors = PlacedPaletteBuilder(
      visibility: visibility, pixelCount: width * height, selection: selection)
    ground =
      hasBrand
      ? BackgroundFinder(
        width: width, height: height, minimumAlpha: visibility.minimumAlpha, selection: selection)
      : nil
  }

  /// Counts whole rows, from above.
  ///
  /// - Parameters:
  ///   - rows: of the picture.
  ///   - background: what is left out of them, if anything is.
  ///   - body: receives what is left, row by row or as it is.
  func add(
    _ rows: PixelView, without background: Background?, _ body: (PixelView) -> Void = { _ in }
  ) {
    ground?.add(rows, row: row)
    row += rows.height
    colors.add(rows, without: background, body)
  }

  /// The colours, the strong ones that a page offers, in the palette's order, and what they all are good for.
  func found() -> (palette: Palette, accents: [Swatch], roles: PaletteRoles) {
    let (palette, roles, isScattered) = colors.distinctWithRoles(
      count: Self.count, on: ground.flatMap { $0.ground(after: $0.finding()) })
    let strong = zip(palette.swatches, isScattered).filter {
      !$0.1 && $0.0.okLab.chroma >= SwatchRole.vibrantChroma
    }
    return (palette, strong.prefix(Self.mostAccents).map(\.0), roles)
  }

  private static let mostAccents = 4
}
