public import Pixels

/// Finds the background of pixels that come in parts, such as the rows out of a decoder.
///
/// ```swift
/// let finder = BackgroundFinder(width: width, height: height)
/// var row = 0
/// while let rows = nextRows() {
///   finder.add(rows, row: row)
///   row += rows.height
/// }
/// finder.finding().background?.swatch.color
/// ```
///
/// However the pixels are cut up, and in whatever order they come, the answer is the same. Memory does not
/// grow with their number. An object serves one thread at a time.
public final class BackgroundFinder {
  private var places: PlaceGrid
  private let colors: SummaryBuilder<HistogramMethod>

  /// Makes a finder without pixels.
  ///
  /// - Parameters:
  ///   - width: pixels a row of the image.
  ///   - height: its rows.
  ///   - minimumAlpha: the least alpha of a visible pixel.
  ///   - selection: which kernel counts; it decides speed, never the answer.
  public init(
    width: Int, height: Int, minimumAlpha: UInt8 = VisibilityRule().minimumAlpha,
    selection: KernelSelection = .automatic
  ) {
    precondition(width >= 0 && height >= 0, "an image's width and height are 0 or more")
    places = PlaceGrid(width: width, height: height, minimumAlpha: minimumAlpha)
    colors = SummaryBuilder(
      HistogramMethod.self,
      options: PaletteOptions(
        visibility: VisibilityRule(minimumAlpha: minimumAlpha), precision: .fine),
      pixelCount: width * height, selection: selection)
  }

  /// Adds pixels, each of which may be added once.
  ///
  /// - Parameters:
  ///   - view: pixels of the image.
  ///   - column: where their left edge is in the image.
  ///   - row: where their upper edge is.
  /// - Complexity: O(*n*) in pixels.
  public func add(_ view: PixelView, column: Int = 0, row: Int) {
    places.add(view, column: column, row: row)
    colors.add(view)
  }

  /// The background, or why there is none.
  ///
  /// - Complexity: O(tiles² + tiles · cells).
  public func finding() -> BackgroundFinding {
    BackgroundSearch.finding(in: places, colors.summary())
  }
}

extension Background {
  /// The background of an image, or why it has none.
  ///
  /// - Parameters:
  ///   - image: any size, also empty.
  ///   - minimumAlpha: the least alpha of a visible pixel.
  /// - Returns: the same on every machine.
  /// - Complexity: O(*n*) in pixels.
  public static func finding(
    in image: ImageBuffer, minimumAlpha: UInt8 = VisibilityRule().minimumAlpha
  ) -> BackgroundFinding {
    image.withPixels { finding(in: $0, minimumAlpha: minimumAlpha) }
  }

  /// The background of borrowed pixels, or why they have none.
  ///
  /// - Parameters:
  ///   - view: the pixels, read twice.
  ///   - minimumAlpha: the least alpha of a visible pixel.
  /// - Returns: the same on every machine.
  /// - Complexity: O(*n*) in pixels.
  public static func finding(
    in view: PixelView, minimumAlpha: UInt8 = VisibilityRule().minimumAlpha
  ) -> BackgroundFinding {
    let finder = BackgroundFinder(
      width: view.width, height: view.height, minimumAlpha: minimumAlpha)
    finder.add(view, row: 0)
    return finder.finding()
  }
}

extension PaletteBuilder {
  /// Adds pixels without those of a background, which count as filtered.
  ///
  /// - Parameters:
  ///   - view: pixels of an image.
  ///   - background: what is left out of them.
  /// - Complexity: O(*n*) in pixels.
  public func add(_ view: PixelView, without background: Background) {
    leftOut += background.leaveOut(of: view, rule: options.visibility) { add($0) }
  }
}

extension Dominant {
  /// The palette of an image without its background, and that background.
  ///
  /// Where it has none, the palette is of all pixels.
  ///
  /// - Parameters:
  ///   - image: any size, also empty.
  ///   - method: the question to ask.
  ///   - options: how many colours, and which pixels count.
  ///   - selection: which kernel runs; it decides speed, never the answer.
  /// - Returns: the colours; pixels of the background count as filtered.
  /// - Complexity: O(*n*) in pixels.
  public static func paletteWithoutBackground(
    of image: ImageBuffer, method: PaletteMethod = .histogram,
    options: PaletteOptions = PaletteOptions(), selection: KernelSelection = .automatic
  ) -> (palette: Palette, background: BackgroundFinding) {
    image.withPixels { view in
      let finding = Background.finding(
        in: view, minimumAlpha: options.visibility.minimumAlpha)
      let builder = PaletteBuilder(
        method: method, options: options, pixelCount: view.pixelCount, selection: selection)
      if let background = finding.background {
        builder.add(view, without: background)
      } else {
        builder.add(view)
      }
      return (builder.palette(), finding)
    }
  }
}
