public import DominantColor
public import Pixels

extension Analysis {
  /// Analyses a picture in the background.
  ///
  /// Cancelling the task ends the work within a few milliseconds.
  ///
  /// - Parameters:
  ///   - image: any size, also empty.
  ///   - scale: how the circle of hues is divided.
  ///   - visibility: which pixels count.
  ///   - threads: how many threads may be used, 1 or more; the answer is the same with any.
  ///   - selection: which kernel counts; it decides speed, never the answer.
  ///   - progress: called with the fraction done, never falling, 1 at the end; one call at a time.
  /// - Returns: the analysis, which holds the image.
  /// - Throws: `CancellationError` when the task was cancelled.
  /// - Complexity: O(*n*) in pixels.
  public static func analyze(
    _ image: ImageBuffer, scale: HueScale = HueScale(),
    visibility: VisibilityRule = VisibilityRule(), threads: Int = 1,
    selection: KernelSelection = .automatic,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws(CancellationError) -> Analysis {
    let count = HueCount(
      image, PaletteOptions(visibility: visibility, hue: scale),
      selection.limited(toThreads: threads))
    while count.left > 0 {
      guard !Task.isCancelled else { throw CancellationError() }
      count.addBand()
      progress(count.fractionDone)
      await Task.yield()
    }
    guard !Task.isCancelled else { throw CancellationError() }
    if image.pixelCount == 0 { progress(1) }
    return Analysis(image: image, hues: count.hues())
  }

  /// Analyses a picture on the calling thread, which it keeps busy until the end.
  ///
  /// - Parameters:
  ///   - image: any size, also empty.
  ///   - scale: how the circle of hues is divided.
  ///   - visibility: which pixels count.
  ///   - selection: which kernel counts; it decides speed, never the answer.
  /// - Complexity: O(*n*) in pixels.
  public init(
    of image: ImageBuffer, scale: HueScale = HueScale(),
    visibility: VisibilityRule = VisibilityRule(), selection: KernelSelection = .automatic
  ) {
    let count = HueCount(
      image, PaletteOptions(visibility: visibility, hue: scale),
      selection.limited(toThreads: 1))
    while count.left > 0 { count.addBand() }
    self.init(image: image, hues: count.hues())
  }
}

/// A count of an image's hues, band after band.
private final class HueCount {
  /// Bands that are not counted yet.
  private(set) var left: Int

  private let image: ImageBuffer
  private let builder: SummaryBuilder<HueMethod>
  private let rowsPerBand: Int
  private let bands: Int

  /// Pixels of a band for each thread: a few milliseconds of the slowest kernel, soon enough to see
  /// that the task was cancelled.
  private static let pixelsPerThread = 1 << 17

  init(_ image: ImageBuffer, _ options: PaletteOptions, _ selection: KernelSelection) {
    self.image = image
    builder = SummaryBuilder(
      HueMethod.self, options: options, pixelCount: image.pixelCount, selection: selection)
    rowsPerBand = max(Self.pixelsPerThread * builder.threads / max(image.width, 1), 1)
    bands = image.pixelCount == 0 ? 0 : (image.height + rowsPerBand - 1) / rowsPerBand
    left = bands
  }

  var fractionDone: Double { Double(bands - left) / Double(bands) }

  /// Counts the next band; there is one.
  func addBand() {
    let first = (bands - left) * rowsPerBand
    image.withPixels { view in
      builder.add(view.rows(first..<min(first + rowsPerBand, image.height)))
    }
    left -= 1
  }

  func hues() -> HueHistogram { builder.summary() }
}
