internal import Dispatch
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
      Self.inBands(of: pixelCount, threads: threads) { band in
        run(
          selection, from: nil, to: target.pixels + band.lowerBound, count: band.count,
          instructionSet: instructionSet)
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
    result.withMutableBytes { bytes in
      guard let base = bytes.baseAddress, !view.isEmpty else { return }
      let target = Destination(base)
      // Rows without padding are one run, cut anywhere; others are cut between rows.
      let run = view.isContiguous ? view.pixelCount : view.width
      let runs = view.isContiguous ? 1 : view.height
      Self.inBands(of: runs * run, unit: view.isContiguous ? 1 : run, threads: threads) { band in
        for start in stride(from: band.lowerBound, to: band.upperBound, by: run) {
          let count = min(run, band.upperBound - start)
          let (row, column) = (start / run, start % run)
          self.run(
            selection, from: view.row(row) + 4 * column, to: target.pixels + start, count: count,
            instructionSet: instructionSet)
        }
      }
    }
    return result
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

  /// Cuts pixels into bands and shares them out; a band starts at a multiple of `unit`.
  private static func inBands(
    of pixelCount: Int, unit: Int = 1, threads: Int, _ body: @Sendable (Range<Int>) -> Void
  ) {
    let pixelsPerBand = max((1 << 16) / unit, 1) * unit
    let bands = (pixelCount + pixelsPerBand - 1) / pixelsPerBand
    let workers = min(max(threads, 1), bands)
    guard workers > 1 else { return body(0..<pixelCount) }
    DispatchQueue.concurrentPerform(iterations: workers) { worker in
      // Interleaved, so that a difficult part of the picture is everybody's.
      for band in stride(from: worker, to: bands, by: workers) {
        let start = band * pixelsPerBand
        body(start..<min(start + pixelsPerBand, pixelCount))
      }
    }
  }

  /// Changes one run of pixels, in place when no source is given.
  private func run(
    _ selection: ColorSelection, from source: UnsafeRawPointer?,
    to target: UnsafeMutablePointer<UInt32>, count: Int, instructionSet: InstructionSet
  ) {
    switch selection {
    case .nothing:
      HueEffect(withoutSelection: self)
        .run(from: source, to: target, count: count, instructionSet: instructionSet)
    case .hue(let range, let feather):
      HueEffect(self, range: range, feather: feather)
        .run(from: source, to: target, count: count, instructionSet: instructionSet)
    case .near(let color, let edge):
      NearColorEffect.with(self, near: color, edge: edge) { effect in
        EffectRun.change(from: source, to: target, count: count) { effect($0) }
      }
    }
  }
}
