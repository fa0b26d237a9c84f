package import DominantColor
internal import SIMDBodies

/// An effect and a selection, prepared for running on one thread.
package struct PreparedEffect {
  private enum Kind {
    case hue(HueEffect)
    case boxed(BoxedColorEffect)
  }

  private let kind: Kind
  private let code: VectorCode

  package init(
    _ effect: Effect, selecting selection: ColorSelection, instructionSet: InstructionSet
  ) {
    code = instructionSet.code
    kind =
      switch selection {
      case .nothing: .hue(HueEffect(withoutSelection: effect))
      case .hue(let range, let feather): .hue(HueEffect(effect, range: range, feather: feather))
      case .near(let color, let edge):
        .boxed(BoxedColorEffect(effect, weights: ColorWeights(near: color, edge: edge, code: code)))
      case .family(let family, let edge):
        .boxed(BoxedColorEffect(effect, weights: ColorWeights(of: family, edge: edge, code: code)))
      }
  }

  /// Changes a run of pixels; see `EffectRun.change`.
  package func run(
    from source: UnsafeRawPointer?, to target: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    switch kind {
    case .hue(let effect):
      effect.run(from: source, to: target, count: count, code: code)
    case .boxed(let effect):
      effect.run(from: source, to: target, count: count, code: code)
    }
  }
}
