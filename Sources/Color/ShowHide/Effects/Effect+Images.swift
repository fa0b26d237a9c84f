public import DominantColor
public import Pixels
internal import SIMDBodies

extension Effect {
  /// Changes an image in place.
  ///
  /// - Parameters:
  ///   - image: the pixels; copied first when they are shared.
  ///   - selection: which colours are selected.
  ///   - threads: how many threads to use, 1 or more; the result is the same with any.
  ///   - instructionSet: one that the machine can run; the result is the same with any.
  /// - Complexity: O(*n*) in pixels.
  public func apply(
    to image: inout ImageBuffer, selecting selection: ColorSelection, threads: Int = 1,
    instructionSet: InstructionSet = .best
  ) {
    let pixelCount = image.pixelCount
    image.withMutableBytes { bytes in
      guard let base = bytes.baseAddress, pixelCount > 0 else { return }
      let target = Destination(base)
      Self.inBands(of: pixelCount, threads: threads) {
        PreparedEffect(self, selecting: selection, instructionSet: instructionSet)
      } work: { effect, band in
        effect.run(from: nil, to: target.pixels + band.lowerBound, count: band.count)
      }
    }
  }

  /// The changed copy of borrowed pixels.
  ///
  /// - Parameters:
  ///   - view: the pixels, which stay as they are.
  ///   - selection: which colours are selected.
  ///   - threads: how many threads to use, 1 or more; the result is the same with any.
  ///   - instructionSet: one that the machine can run; the result is the same with any.
  /// - Returns: an image of the same size.
  /// - Throws: `ImageGeometryError.tooLarge` when there is no memory for it.
  /// - Complexity: O(*n*) in pixels.
  public func applied(
    to view: PixelView, selecting selection: ColorSelection, threads: Int = 1,
    instructionSet: InstructionSet = .best
  ) throws(ImageGeometryError) -> ImageBuffer {
    var result = try ImageBuffer(width: view.width, height: view.height)
    apply(
      to: view, into: &result, selecting: selection, threads: threads,
      instructionSet: instructionSet)
    return result
  }

  /// Puts the changed copy of borrowed pixels into an image that is there already.
  ///
  /// - Parameters:
  ///   - view: the pixels, which stay as they are.
  ///   - result: an image of the same size, all of whose pixels are replaced.
  ///   - selection: which colours are selected.
  ///   - threads: how many threads to use, 1 or more; the result is the same with any.
  ///   - instructionSet: one that the machine can run; the result is the same with any.
  /// - Complexity: O(*n*) in pixels.
  public func apply(
    to view: PixelView, into result: inout ImageBuffer, selecting selection: ColorSelection,
    threads: Int = 1, instructionSet: InstructionSet = .best
  ) {
    apply(to: view, into: &result, threads: threads) {
      PreparedEffect(self, selecting: selection, instructionSet: instructionSet)
    }
  }

  /// Puts the changed copy of borrowed pixels into an image of the same size, by effects that each
  /// thread prepares.
  func apply(
    to view: PixelView, into result: inout ImageBuffer, threads: Int,
    prepare: @escaping @Sendable () -> PreparedEffect
  ) {
    precondition(
      result.width == view.width && result.height == view.height, "images of one size")
    result.withMutableBytes { bytes in
      guard let base = bytes.baseAddress, !view.isEmpty else { return }
      let target = Destination(base)
      // Rows without padding are one run, cut anywhere; others are cut between rows.
      let run = view.isContiguous ? view.pixelCount : view.width
      let runs = view.isContiguous ? 1 : view.height
      Self.inBands(
        of: runs * run, unit: view.isContiguous ? 1 : run, threads: threads, prepare: prepare
      ) {
        effect, band in
        for start in stride(from: band.lowerBound, to: band.upperBound, by: run) {
          let count = min(run, band.upperBound - start)
          let (row, column) = (start / run, start % run)
          effect.run(
            from: view.row(row) + 4 * column, to: target.pixels + start, count: count)
        }
      }
    }
  }

  /// The changed copy of an image.
  ///
  /// - Parameters:
  ///   - image: the pixels, which stay as they are.
  ///   - selection: which colours are selected.
  ///   - threads: how many threads to use, 1 or more; the result is the same with any.
  ///   - instructionSet: one that the machine can run; the result is the same with any.
  /// - Returns: an image of the same size.
  /// - Throws: `ImageGeometryError.tooLarge` when there is no memory for it.
  /// - Complexity: O(*n*) in pixels.
  public func applied(
    to image: ImageBuffer, selecting selection: ColorSelection, threads: Int = 1,
    instructionSet: InstructionSet = .best
  ) throws(ImageGeometryError) -> ImageBuffer {
    try image.withPixels { view throws(ImageGeometryError) in
      try applied(
        to: view, selecting: selection, threads: threads, instructionSet: instructionSet)
    }
  }

  /// Where changed pixels go.
  private struct Destination: @unchecked Sendable {
    // SAFETY: threads write to bands of it that do not overlap, and are joined before the memory
    // is used again.
    let pixels: UnsafeMutablePointer<UInt32>

    init(_ base: UnsafeMutableRawPointer) {
      // SAFETY: an image's storage is aligned to 64 bytes and holds 4 bytes a pixel.
      pixels = base.assumingMemoryBound(to: UInt32.self)
    }
  }

  /// Cuts pixels into bands, each starting at a multiple of `unit`, and shares them out.
  ///
  /// Each thread prepares an effect of its own.
  private static func inBands(
    of pixelCount: Int, unit: Int = 1, threads: Int,
    prepare: @escaping @Sendable () -> PreparedEffect,
    work: @Sendable (PreparedEffect, Range<Int>) -> Void
  ) {
    // Whole units, so that a band begins where a row does.
    let pixelsPerBand = max((1 << 16) / unit, 1) * unit
    let bands = (pixelCount + pixelsPerBand - 1) / pixelsPerBand
    let workers = min(max(threads, 1), bands)
    guard workers > 1 else { return work(prepare(), 0..<pixelCount) }
    let effects = WorkerEffects(count: workers, prepare)
    BandScheduler.run(bands: bands, workers: workers) { worker, band in
      let start = band * pixelsPerBand
      work(effects[worker], start..<min(start + pixelsPerBand, pixelCount))
    }
  }
}

/// An effect for each thread, prepared when the thread first asks.
private final class WorkerEffects: @unchecked Sendable {
  // SAFETY: Sendable because an element is used by one thread at a time: each worker of a
  // `BandScheduler` has a number of its own.
  private let effects: UnsafeMutableBufferPointer<PreparedEffect?>
  private let prepare: @Sendable () -> PreparedEffect

  init(count: Int, _ prepare: @escaping @Sendable () -> PreparedEffect) {
    effects = .allocate(capacity: count)
    effects.initialize(repeating: nil)
    self.prepare = prepare
  }

  deinit {
    effects.deinitialize()
    effects.deallocate()
  }

  subscript(worker: Int) -> PreparedEffect {
    if let effect = effects[worker] { return effect }
    let effect = prepare()
    effects[worker] = effect
    return effect
  }
}
