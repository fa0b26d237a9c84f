package import DominantColor
package import Pixels
internal import SIMDBodies

/// An effect and a selection, prepared for running on one thread.
package struct PreparedEffect {
  private enum Kind {
    case hue(HueEffect)
    case boxed(BoxedColorEffect)
  }

  private let kind: Kind
  private let code: VectorCode
  /// What has to live as long as the effect.
  private let kept: AnyObject?

  private init(_ kind: Kind, _ code: VectorCode, keeping kept: AnyObject? = nil) {
    self.kind = kind
    self.code = code
    self.kept = kept
  }

  /// An effect by weights of another owner, who gets them back through `kept`.
  init(
    _ effect: Effect, weights: ColorWeights, keeping kept: AnyObject,
    instructionSet: InstructionSet
  ) {
    self.init(
      .boxed(BoxedColorEffect(effect, weights: weights)), instructionSet.code, keeping: kept)
  }

  package init(
    _ effect: Effect, selecting selection: ColorSelection, instructionSet: InstructionSet
  ) {
    switch selection {
    case .nothing: self.init(effect, instructionSet: instructionSet)
    case .hue(let range, let feather):
      self.init(effect, range, feather: feather, instructionSet: instructionSet)
    case .near(let color, let edge):
      self.init(effect, near: color, edge: edge, instructionSet: instructionSet)
    case .family(let family, let edge):
      self.init(
        .boxed(BoxedColorEffect(effect, weights: ColorWeights(of: family, edge: edge))),
        instructionSet.code)
    }
  }

  /// An effect that selects nothing.
  package init(_ effect: Effect, instructionSet: InstructionSet) {
    self.init(.hue(HueEffect(withoutSelection: effect)), instructionSet.code)
  }

  /// An effect that selects hues.
  package init(
    _ effect: Effect, _ range: HueRange, feather: Int, instructionSet: InstructionSet
  ) {
    self.init(.hue(HueEffect(effect, range: range, feather: feather)), instructionSet.code)
  }

  /// An effect that selects what looks like a colour.
  package init(
    _ effect: Effect, near color: RGB8, edge: SoftEdge, instructionSet: InstructionSet
  ) {
    let code = instructionSet.code
    let weights = ColorWeights(near: color, edge: edge, code: code)
    self.init(.boxed(BoxedColorEffect(effect, weights: weights)), code)
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
