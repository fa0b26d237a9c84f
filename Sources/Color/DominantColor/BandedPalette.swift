package import Pixels

/// The palette of a picture that comes in bands of whole rows from above.
///
/// A summary takes longer to make than a small picture to count. A picture in one band needs none, nor do more bands whose
/// palette is found in the tables that count them.
package struct BandedPalette {
  private let method: PaletteMethod
  private let options: PaletteOptions
  private let pixelCount: Int
  private let selection: KernelSelection
  lazy var builder = PaletteBuilder(
    method: method, options: options, pixelCount: pixelCount, selection: selection)
  private var found: Palette?

  /// Makes the palette of no pixels.
  ///
  /// - Parameters:
  ///   - method: the question to answer.
  ///   - options: what to ask.
  ///   - pixelCount: the pixels of all bands.
  ///   - selection: which kernel counts; it decides speed, never the answer.
  package init(
    method: PaletteMethod, options: PaletteOptions, pixelCount: Int, selection: KernelSelection
  ) {
    self.method = method
    self.options = options
    self.pixelCount = pixelCount
    self.selection = selection
  }

  /// Adds the rows below those added last.
  package mutating func add(_ band: PixelView) {
    guard band.pixelCount == pixelCount else { return builder.add(band) }
    found = Dominant.palette(
      of: band, method: method, options: options, isWhole: true, selection: selection)
  }

  /// The palette of all bands; none may follow.
  package mutating func palette() -> Palette {
    let palette = found ?? builder.endedPalette()
    found = palette
    return palette
  }
}
