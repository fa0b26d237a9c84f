public import DominantColor
public import Pixels

extension Effect {
  /// Puts the changed copy of borrowed pixels into an image that is there already, judging each pixel
  /// by the colour that it looks like.
  ///
  /// - Parameters:
  ///   - view: the pixels, which stay as they are.
  ///   - result: an image of the same size, all of whose pixels are replaced.
  ///   - selection: which colours are selected, of those that are seen.
  ///   - seen: what the pixels look like; `nil` where they are of sRGB.
  ///   - threads: how many threads to use, 1 or more; the result is the same with any.
  ///   - instructionSet: one that the machine can run; the result is the same with any.
  /// - Complexity: O(*n*) in pixels.
  public func apply(
    to view: PixelView, into result: inout ImageBuffer, selecting selection: ColorSelection,
    seen: SeenColors?, threads: Int = 1, instructionSet: InstructionSet = .best
  ) {
    apply(
      to: view, into: &result, selecting: selection, seen: seen, keeping: KeptWeights(),
      threads: threads, instructionSet: instructionSet)
  }

  /// The same, band by band of one picture: weights are found once for all of them.
  ///
  /// - Parameters:
  ///   - view: the pixels, which stay as they are.
  ///   - result: an image of the same size, all of whose pixels are replaced.
  ///   - selection: which colours are selected, of those that are seen.
  ///   - seen: what the pixels look like; `nil` where they are of sRGB.
  ///   - kept: where the weights of a picture of sRGB are between its bands.
  ///   - threads: how many threads to use, 1 or more; the result is the same with any.
  ///   - instructionSet: one that the machine can run; the result is the same with any.
  package func apply(
    to view: PixelView, into result: inout ImageBuffer, selecting selection: ColorSelection,
    seen: SeenColors?, keeping kept: KeptWeights, threads: Int = 1,
    instructionSet: InstructionSet = .best
  ) {
    apply(to: view, into: &result, threads: threads) {
      PreparedEffect(
        self, selecting: selection, seen: seen, keeping: seen?.kept ?? kept,
        instructionSet: instructionSet)
    }
  }
}

extension PreparedEffect {
  /// An effect that selects what is seen.
  init(
    _ effect: Effect, selecting selection: ColorSelection, seen: SeenColors?,
    keeping kept: KeptWeights, instructionSet: InstructionSet
  ) {
    let measure: () -> any WeightMeasure
    switch selection {
    case .near(let color, let edge):
      measure = { NearColorMeasure(color, edge: edge, code: instructionSet.code) }
    case .family(let family, let edge):
      measure = { FamilyMeasure(family, edge: edge) }
    case .hue(let range, let feather) where seen != nil:
      measure = { HueMeasure(range, feather: feather) }
    case .nothing, .hue:
      self.init(effect, selecting: selection, instructionSet: instructionSet)
      return
    }
    let borrowed = BorrowedWeights(selection, from: kept) {
      ColorWeights(seen.map { SeenMeasure($0, measure()) } ?? measure())
    }
    self.init(effect, weights: borrowed.weights, keeping: borrowed, instructionSet: instructionSet)
  }
}
