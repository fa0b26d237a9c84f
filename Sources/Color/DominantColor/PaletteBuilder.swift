public import Pixels

/// Finds the palette of pixels that come in parts, such as the rows out of a decoder.
///
/// ```swift
/// let builder = PaletteBuilder(pixelCount: width * height)
/// while let rows = nextRows() { builder.add(rows) }
/// builder.palette().dominant?.color
/// ```
///
/// However the pixels are cut up and in whatever order they come (for method `distinct` whole rows from above),
/// the palette is the one that ``Dominant`` gives for all of them at once. Memory does not grow with their number: at most 2 MB
/// for each thread, for method `kmeans` and pixels in few cells 4 MB. An object serves one thread
/// at a time.
public final class PaletteBuilder {
  /// The question to answer.
  public let method: PaletteMethod
  /// What to ask.
  public let options: PaletteOptions

  private let count: any PixelCount
  /// Visible pixels of backgrounds, which were not counted.
  var leftOut: UInt64 = 0
  /// Those of them that were counted as transparent.
  var hidden: UInt64 = 0

  /// Makes a builder that goes on with a count that was begun.
  init(_ method: PaletteMethod, _ options: PaletteOptions, _ count: any PixelCount) {
    self.method = method
    self.options = options
    self.count = count
  }

  /// The count of no pixels by a kernel.
  static func count(
    _ kernel: some Kernel, threads: Int, _ options: PaletteOptions
  ) -> any PixelCount {
    Count(SummaryBuilder(HeldKernel(kernel), threads: threads, options: options))
  }

  /// The name of the kernel that counts.
  public var kernelID: String { count.kernelID }

  /// The threads that the kernel may use.
  public var threads: Int { count.threads }

  /// Adds pixels, which are read once and not kept.
  ///
  /// - Complexity: O(*n*) in pixels.
  public func add(_ view: PixelView) { count.add(view) }

  /// The palette of all pixels added so far.
  public func palette() -> Palette { withLeftOut(count.palette()) }

  #if !hasFeature(Embedded)
    /// The palette of all pixels; none may follow.
    func endedPalette() -> Palette { withLeftOut(count.endedPalette()) }
  #endif

  private func withLeftOut(_ palette: Palette) -> Palette {
    guard leftOut > 0 else { return palette }
    var tally = palette.tally
    tally.filtered += leftOut
    tally.transparent -= hidden
    return Palette(
      method: palette.method, swatches: palette.swatches, dominant: palette.dominant, tally: tally,
      hue: palette.hue)
  }
}

/// A count of pixels for some method.
protocol PixelCount: AnyObject {
  var kernelID: String { get }
  var threads: Int { get }
  func add(_ view: PixelView)
  func palette() -> Palette
  #if !hasFeature(Embedded)
    func endedPalette() -> Palette
  #endif
}

/// A count of pixels for one method, with their exact colours if the method may need them.
private final class Count<Method: SummaryMethod>: PixelCount {
  private let builder: SummaryBuilder<Method>
  /// The colours, for as long as they lie in few cells.
  private var colors: ExactColors?

  init(_ builder: SummaryBuilder<Method>) {
    self.builder = builder
    colors = Method.mayNeedExactColors ? ExactColors() : nil
  }

  var kernelID: String { builder.counting.id }

  var threads: Int { builder.threads }

  func add(_ view: PixelView) {
    builder.add(view)
    colors?.add(view, rule: builder.options.visibility)
    if colors?.isOver == true { colors = nil }
  }

  func palette() -> Palette { builder.palette(colors: .counted(colors)) }

  #if !hasFeature(Embedded)
    func endedPalette() -> Palette { builder.endedPalette(colors: .counted(colors)) }
  #endif
}
