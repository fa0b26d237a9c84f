internal import DominantColor
internal import Pixels
internal import SIMDAVX2
internal import SIMDAVX512
internal import SIMDBaseline
internal import SIMDBodies

/// An effect by the distance from a colour: each pixel is blended with its grey.
///
/// In three steps, a piece at a time: vectors find the boxes that pixels' colours lie in, their weights
/// are looked up one by one, and vectors blend.
struct NearColorEffect {
  private let effect: WeightedEffect
  private let weights: ColorWeights

  /// Pixels whose weights are found together: with the pixels few enough for the nearest cache.
  private static let piece = 2048

  /// Prepares an effect for one thread.
  init(_ effect: Effect, near color: RGB8, edge: SoftEdge) {
    self.effect = WeightedEffect(keepsSelected: effect == .show)
    weights = ColorWeights(near: color, edge: edge)
  }

  /// Changes a run of pixels; see `EffectRun.change`.
  func run(
    from source: UnsafeRawPointer?, to target: UnsafeMutablePointer<UInt32>, count: Int,
    instructionSet: InstructionSet
  ) {
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: Self.piece) { room in
      guard let found = room.baseAddress else { return }
      for start in stride(from: 0, to: count, by: Self.piece) {
        let size = min(Self.piece, count - start)
        let from = source.map { $0 + 4 * start }
        let pixels = from ?? UnsafeRawPointer(target + start)
        // SAFETY: `size` pixels are left of the run, and the room has as many numbers, which the
        // first step initialises and the others read.
        findBoxes(of: pixels, into: found, count: size, instructionSet: instructionSet)
        weights.find(found, of: pixels, count: size)
        blend(
          from: from, weights: found, to: target + start, count: size,
          instructionSet: instructionSet)
      }
    }
  }

  private func findBoxes(
    of source: UnsafeRawPointer, into target: UnsafeMutablePointer<UInt16>, count: Int,
    instructionSet: InstructionSet
  ) {
    switch instructionSet {
    case .baseline: baselineColorBoxes(of: source, into: target, count: count)
    case .avx2: avx2ColorBoxes(of: source, into: target, count: count)
    case .avx512: avx512ColorBoxes(of: source, into: target, count: count)
    }
  }

  private func blend(
    from source: UnsafeRawPointer?, weights: UnsafePointer<UInt16>,
    to target: UnsafeMutablePointer<UInt32>, count: Int, instructionSet: InstructionSet
  ) {
    switch instructionSet {
    case .baseline:
      baselineWeightedEffect(effect, from: source, weights: weights, to: target, count: count)
    case .avx2:
      avx2WeightedEffect(effect, from: source, weights: weights, to: target, count: count)
    case .avx512:
      avx512WeightedEffect(effect, from: source, weights: weights, to: target, count: count)
    }
  }
}
