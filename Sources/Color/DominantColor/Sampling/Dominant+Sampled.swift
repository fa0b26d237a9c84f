public import Pixels

extension Dominant {
  /// The dominant colour of an image from a sample of its pixels: much faster than
  /// ``palette(of:method:options:isWhole:selection:)-(ImageBuffer,_,_,_,_)`` on large images with a clear
  /// winner, and sure but for a stated probability.
  ///
  /// ```swift
  /// let answer = Dominant.sampledDominant(of: photo)
  /// answer.dominant?.color  // within `colorError` of the exact answer
  /// answer.pixelsRead       // 14336 of 24000000
  /// ```
  ///
  /// - Parameters:
  ///   - image: any size; small ones are counted in full.
  ///   - options: which pixels count, and how finely.
  ///   - errorProbability: the probability of a wrong answer, above 0 and below 1.
  ///   - seed: what chooses the pixels; draw one at random where images are hostile.
  ///   - selection: which kernel counts every pixel where a sample is not worth it.
  /// - Returns: the winner, its estimated share and colour, and the number of pixels read.
  public static func sampledDominant(
    of image: ImageBuffer, options: PaletteOptions = PaletteOptions(),
    errorProbability: Double = SampledKernel.defaultErrorProbability, seed: UInt64 = 0,
    selection: KernelSelection = .automatic
  ) -> SampledAnswer {
    image.withPixels {
      sampledDominant(
        of: $0, options: options, errorProbability: errorProbability, seed: seed,
        selection: selection)
    }
  }

  /// The dominant colour of borrowed pixels from a sample of them.
  ///
  /// - Parameters:
  ///   - view: the pixels; small images are counted in full.
  ///   - options: which pixels count, and how finely.
  ///   - errorProbability: the probability of a wrong answer, above 0 and below 1.
  ///   - seed: what chooses the pixels; draw one at random where images are hostile.
  ///   - selection: which kernel counts every pixel where a sample is not worth it.
  /// - Returns: the winner, its estimated share and colour, and the number of pixels read.
  public static func sampledDominant(
    of view: PixelView, options: PaletteOptions = PaletteOptions(),
    errorProbability: Double = SampledKernel.defaultErrorProbability, seed: UInt64 = 0,
    selection: KernelSelection = .automatic
  ) -> SampledAnswer {
    let (exactKernel, threads) = selection.kernel(
      for: HistogramMethod.self, pixels: view.pixelCount, options)
    let kernel = SampledKernel(
      errorProbability: errorProbability, seed: seed, exactKernel: exactKernel)
    return WorkspacePool.shared.withWorkspace(threads: threads) { workspace in
      kernel.answer(for: view, options: options, workspace: workspace)
    }
  }
}
