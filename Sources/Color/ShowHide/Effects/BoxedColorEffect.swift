internal import DominantColor
internal import Pixels
internal import SIMDBodies

/// An effect by the weight of each colour, from boxes of colours: each pixel is blended with its grey.
struct BoxedColorEffect {
  private let effect: BoxedEffect
  private let weights: ColorWeights

  /// Prepares an effect for one thread.
  init(_ effect: Effect, weights: ColorWeights) {
    self.effect = BoxedEffect(keepsSelected: effect == .show)
    self.weights = weights
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
