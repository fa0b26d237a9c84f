internal import DominantColor
internal import Pixels
internal import SIMDBodies

/// An effect by the distance from a colour: each pixel is blended with its grey.
struct NearColorEffect {
  private let effect: BoxedEffect
  private let weights: ColorWeights

  /// Prepares an effect for one thread.
  init(_ effect: Effect, near color: RGB8, edge: SoftEdge, code: VectorCode) {
    self.effect = BoxedEffect(keepsSelected: effect == .show)
    weights = ColorWeights(near: color, edge: edge, code: code)
  }

  /// Changes a run of pixels; see `EffectRun.change`.
  func run(
    from source: UnsafeRawPointer?, to target: UnsafeMutablePointer<UInt32>, count: Int,
    code: VectorCode
  ) {
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: BoxedEffect.scratchCount) { scratch in
      guard let slots = scratch.baseAddress else { return }
      // SAFETY: scratch memory is written before it is read.
      slots.initialize(repeating: 0, count: scratch.count)
      code.boxedEffect(effect, source, target, count, weights.table, slots) {
        weights.find(box: $0)
      }
    }
  }
}
