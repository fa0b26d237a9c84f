public import Pixels

/// Method `histogram`'s winner from a sample of the pixels, with a stated error probability.
///
/// Not a ``Kernel``: those are equal to their reference in every bit, and a sample knows neither
/// exact counts nor an exact mean. What it promises is in ``SampledAnswer``.
///
/// Rounds of stratified draws go on until `WindowContest` is decided. The test holds at every
/// moment, so when to look is free: as soon as the counts forecast a decision. When the forecast is
/// more draws than counting every pixel is worth, every pixel is counted.
public struct SampledKernel: Sendable {
  /// `sampled`.
  public var id: String { "sampled" }
  /// The histogram method, of which it knows the first swatch.
  public var method: PaletteMethod { .histogram }
  /// One line that says what it does.
  public var summary: String { "the winner alone, from a sample that stops when it is certain" }

  /// The probability of a wrong answer when nothing else is asked for.
  public static let defaultErrorProbability = 1e-9
  /// Pixels under which counting them all is quicker.
  public static let smallestSampledImage = 1 << 19

  /// The image's pixels for each draw at most: a draw costs as much as counting 20 to 40 pixels.
  private static let pixelsPerDraw = 128
  /// Draws before the first look.
  private static let firstLook = 2048

  private let errorProbability: Double
  private let seed: UInt64
  /// What counts every pixel where a sample is not worth it.
  private let exactKernel: any Kernel<HistogramMethod>

  /// Makes the kernel.
  ///
  /// - Parameters:
  ///   - errorProbability: the probability of a wrong answer, over the seeds: above 0 and below 1.
  ///   - seed: what chooses the pixels. One seed always chooses the same, so anyone who knows it
  ///     can paint an image that misleads it; draw one at random where images are hostile.
  ///   - exactKernel: counts every pixel where a sample is not worth it.
  public init(
    errorProbability: Double = defaultErrorProbability, seed: UInt64 = 0,
    exactKernel: any Kernel<HistogramMethod> = KernelCatalog.tiles
  ) {
    precondition(
      errorProbability > 0 && errorProbability < 1, "an error probability is between 0 and 1")
    self.errorProbability = errorProbability
    self.seed = seed
    self.exactKernel = exactKernel
  }

  /// The dominant colour of an image.
  ///
  /// - Parameters:
  ///   - view: the pixels, read here and there.
  ///   - options: which pixels count and how finely; the count of swatches is 1.
  ///   - workspace: scratch memory, and what the exact pass runs with.
  /// - Returns: the winner, and whether it is exact.
  /// - Complexity: O(1) in pixels for a given lead of the winner, O(*n*) when it is small.
  public func answer(
    for view: PixelView, options: PaletteOptions, workspace: Workspace
  ) -> SampledAnswer {
    guard view.pixelCount >= Self.smallestSampledImage else {
      return exactAnswer(for: view, options: options, workspace: workspace, alreadyRead: 0)
    }
    return workspace.withSample(options.precision) { table, counts in
      if let dominant = search(view, options.visibility, &table, &counts) {
        return SampledAnswer(
          dominant: dominant, absence: nil, pixelsRead: table.pixelsRead, isExact: false)
      }
      return exactAnswer(
        for: view, options: options, workspace: workspace, alreadyRead: table.pixelsRead)
    }
  }

  /// Draws until the winner is certain; `nil` when that is not worth it.
  private func search(
    _ view: PixelView, _ rule: VisibilityRule, _ table: inout SampleTable,
    _ counts: inout WindowCounts
  ) -> SampledAnswer.Dominant? {
    let contest = WindowContest(
      errorProbability: errorProbability / 2, windowCount: counts.windowCount)
    let positions = SamplePositions(pixelCount: view.pixelCount, seed: seed)
    let budget =
      min(view.pixelCount / Self.pixelsPerDraw, SampleTable.capacity) / SamplePositions.strata
    var drawn = 0
    var wanted = Self.firstLook / SamplePositions.strata
    table.removeAll()
    while true {
      wanted = min(wanted, budget)
      table.read(drawn..<wanted, of: view, at: positions, rule: rule)
      drawn = wanted
      table.copyCounts(to: &counts.cells)
      counts.sumWindows()
      switch contest.verdict(counts) {
      case .certain(let aliases):
        let estimate = SampleEstimate(
          errorProbability: errorProbability / 2, windowCount: counts.windowCount)
        return estimate.dominant(
          windowAt: counts.fullest().corner, aliases: aliases, of: table, counts)
      case .open(let growth, let atBest):
        guard drawn < budget, atBest * Double(drawn) <= Double(budget) else { return nil }
        // A tenth more than forecast, or half of the looks would come a little too early; not
        // by more than four times, for early forecasts are rough, and by a quarter at least,
        // as each look sums all windows.
        wanted = Int((Double(drawn) * min(max(1.1 * growth, 1.25), 4)).rounded(.up))
      }
    }
  }

  private func exactAnswer(
    for view: PixelView, options: PaletteOptions, workspace: Workspace, alreadyRead: Int
  ) -> SampledAnswer {
    workspace.withHistogram(options.precision) { histogram in
      exactKernel.add(view, rule: options.visibility, to: &histogram, workspace: workspace)
      exactKernel.complete(&histogram, workspace: workspace)
      return exactAnswer(
        for: view, histogram, options: options, workspace: workspace, alreadyRead: alreadyRead)
    }
  }

  /// The answer of all pixels of a view, which are counted in a histogram.
  private func exactAnswer(
    for view: PixelView, _ histogram: ColorHistogram, options: PaletteOptions,
    workspace: Workspace, alreadyRead: Int
  ) -> SampledAnswer {
    let palette = HistogramMethod.palette(
      of: histogram, options, workspace,
      colors: .pixels(view, options.visibility, threads: 1))
    let read = alreadyRead + view.pixelCount
    guard let winner = palette.dominant else {
      return SampledAnswer(
        dominant: nil, absence: palette.absence, pixelsRead: read, isExact: true)
    }
    var counts = WindowCounts(options.precision)
    for cell in counts.cells.indices { counts.cells[cell] = histogram.cells[cell].count }
    counts.sumWindows()
    return SampledAnswer(
      dominant: SampledAnswer.Dominant(
        window: ColorWindow(options.precision, corner: counts.fullest().corner),
        aliases: 0, color: winner.color, colorError: 0, population: winner.population,
        populationRange: winner.population...winner.population),
      absence: nil, pixelsRead: read, isExact: true)
  }
}
