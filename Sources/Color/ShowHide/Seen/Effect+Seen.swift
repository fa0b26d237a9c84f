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
    guard let seen, selection != .nothing else {
      return apply(
        to: view, into: &result, selecting: selection, threads: threads,
        instructionSet: instructionSet)
    }
    apply(to: view, into: &result, threads: threads) {
      PreparedEffect(self, selecting: selection, seen: seen, instructionSet: instructionSet)
    }
  }
}

extension PreparedEffect {
  /// An effect that selects what is seen.
  init(
    _ effect: Effect, selecting selection: ColorSelection, seen: SeenColors,
    instructionSet: InstructionSet
  ) {
    let lent = LentWeights(selection, from: seen.kept) {
      let measure: any WeightMeasure =
        switch selection {
        case .nothing: HueMeasure(HueRange(scale: HueScale(), center: 0, tolerance: 0), feather: 0)
        case .hue(let range, let feather): HueMeasure(range, feather: feather)
        case .near(let color, let edge):
          NearColorMeasure(color, edge: edge, code: instructionSet.code)
        case .family(let family, let edge): FamilyMeasure(family, edge: edge)
        }
      return ColorWeights(SeenMeasure(seen, measure))
    }
    self.init(effect, weights: lent.weights, keeping: lent, instructionSet: instructionSet)
  }
}
