internal import DominantColor
internal import Pixels
internal import SIMDBodies

/// An effect by the distance from a colour: each pixel is blended with its grey.
///
/// In three steps, a piece at a time: vectors find the boxes that pixels' colours lie in, their
/// weights are looked up one by one, and vectors blend.
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
    code: VectorCode
  ) {
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: Self.piece) { room in
      guard let found = room.baseAddress else { return }
      for start in stride(from: 0, to: count, by: Self.piece) {
        let size = min(Self.piece, count - start)
        let from = source.map { $0 + 4 * start }
        let pixels = from ?? UnsafeRawPointer(target + start)
        // SAFETY: `size` pixels are left of the run, and the room has as many numbers, which the
        // first step initialises and the others read.
        code.colorBoxes(pixels, found, size)
        weights.find(found, of: pixels, count: size)
        code.weightedEffect(effect, from, found, target + start, size)
      }
    }
  }
}
