public import Pixels

extension BackgroundFinder {
  /// Makes a finder without pixels.
  ///
  /// - Parameters:
  ///   - width: pixels a row of the image.
  ///   - height: its rows.
  ///   - minimumAlpha: the least alpha of a visible pixel.
  ///   - selection: which kernel counts; it decides speed, never the answer.
  public convenience init(
    width: Int, height: Int, minimumAlpha: UInt8 = VisibilityRule().minimumAlpha,
    selection: KernelSelection = .automatic
  ) {
    self.init(
      width: width, height: height, minimumAlpha: minimumAlpha,
      SummaryBuilder(
        HistogramMethod.self, options: Self.options(minimumAlpha: minimumAlpha),
        pixelCount: width * height, selection: selection))
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

extension Dominant {
  /// The palette of an image without its background, and that background.
  ///
  /// Where it has none, the palette is of all pixels.
  ///
  /// - Parameters:
  ///   - image: any size, also empty.
  ///   - method: the question to ask.
  ///   - options: how many colours, and which pixels count.
  ///   - isWhole: whether uniform bars at the edges count too (``EdgeBars``).
  ///   - selection: which kernel runs; it decides speed, never the answer.
  /// - Returns: the colours; pixels of the background count as filtered.
  /// - Complexity: O(*n*) in pixels.
  public static func paletteWithoutBackground(
    of image: ImageBuffer, method: PaletteMethod = .distinct,
    options: PaletteOptions = PaletteOptions(), isWhole: Bool = false,
    selection: KernelSelection = .automatic
  ) -> (palette: Palette, background: BackgroundFinding) {
    image.withPixels { whole in
      let minimumAlpha = options.visibility.minimumAlpha
      let view = whole.without(
        isWhole ? nil : EdgeBars.found(in: whole, minimumAlpha: minimumAlpha))
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

extension BandedPalette {
  /// Adds the rows below those added last, without the pixels of a background.
  package mutating func add(_ band: PixelView, without background: Background) {
    builder.add(band, without: background)
  }
}
