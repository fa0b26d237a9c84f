public import DominantColor
internal import Dispatch
public import Pixels
internal import Synchronization

extension Analysis {
  /// Analyses a picture in the background.
  ///
  /// Cancelling the task ends the work within a few milliseconds.
  ///
  /// - Parameters:
  ///   - image: any size, also empty.
  ///   - scale: how the circle of hues is divided.
  ///   - visibility: which pixels count.
  ///   - threads: how many tasks share the work, 1 or more; the answer is the same with any.
  ///   - progress: told the fraction done, never falling, 1 at the end; called from the tasks, one
  ///     call at a time.
  /// - Returns: the analysis, which holds the image.
  /// - Throws: `CancellationError` when the task was cancelled.
  /// - Complexity: O(*n*) in pixels.
  public static func analyze(
    _ image: ImageBuffer, scale: HueScale = HueScale(),
    visibility: VisibilityRule = VisibilityRule(), threads: Int = 1,
    progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) async throws(CancellationError) -> Analysis {
    let work = BandedHueCount(
      image: image, options: PaletteOptions(visibility: visibility, hue: scale),
      progress: progress)
    let workers = min(max(threads, 1), max(work.bandCount, 1))
    let hues = await withTaskGroup(of: HueHistogram.self) { group in
      for _ in 0..<workers {
        group.addTask { await work.countBands() }
      }
      var sum = HueHistogram(scale)
      for await part in group { sum.merge(part) }
      return sum
    }
    guard !Task.isCancelled else { throw CancellationError() }
    if work.bandCount == 0 { progress(1) }
    return Analysis(image: image, hues: hues)
  }

  /// Analyses a picture on the calling thread, which it keeps busy until the end.
  ///
  /// - Parameters:
  ///   - image: any size, also empty.
  ///   - scale: how the circle of hues is divided.
  ///   - visibility: which pixels count.
  /// - Complexity: O(*n*) in pixels.
  public init(
    of image: ImageBuffer, scale: HueScale = HueScale(),
    visibility: VisibilityRule = VisibilityRule()
  ) {
    var hues = HueHistogram(scale)
    image.withPixels { hues.add($0, rule: visibility) }
    self.init(image: image, hues: hues)
  }
}

/// Rows of an image that tasks take from, band by band.
private final class BandedHueCount: Sendable {
  let bandCount: Int

  private struct State {
    var taken = 0
    var done = 0
  }

  private let image: ImageBuffer
  private let options: PaletteOptions
  private let rowsPerBand: Int
  private let progress: @Sendable (Double) -> Void
  private let state = Mutex(State())

  /// About a millisecond of the slowest kernel: soon enough to see that the task was cancelled.
  private static let pixelsPerBand = 1 << 16

  init(image: ImageBuffer, options: PaletteOptions, progress: @escaping @Sendable (Double) -> Void)
  {
    self.image = image
    self.options = options
    self.progress = progress
    rowsPerBand = max(Self.pixelsPerBand / max(image.width, 1), 1)
    bandCount = image.pixelCount == 0 ? 0 : (image.height + rowsPerBand - 1) / rowsPerBand
  }

  /// Counts bands until none is left or the task is cancelled.
  func countBands() async -> HueHistogram {
    var hues = HueHistogram(options.hue)
    let workspace = Workspace()
    let kernel =
      KernelCatalog.kernels(for: .hue).first { !$0.isConcurrent }
      ?? KernelCatalog.reference(for: .hue)
    while !Task.isCancelled, let rows = takeBand() {
      image.withPixels { view in
        _ = kernel.palette(of: view.rows(rows), options: options, workspace: workspace)
      }
      hues.merge(workspace.hueHistogram(options.hue))
      finishBand()
      await Task.yield()
    }
    return hues
  }

  private func takeBand() -> Range<Int>? {
    state.withLock { state in
      guard state.taken < bandCount else { return nil }
      let first = state.taken * rowsPerBand
      state.taken += 1
      return first..<min(first + rowsPerBand, image.height)
    }
  }

  private func finishBand() {
    // Under the lock, so that calls come one at a time and in order.
    state.withLock { state in
      state.done += 1
      progress(Double(state.done) / Double(bandCount))
    }
  }
}
