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
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 3 * Self.piece) { room in
      guard let boxes = room.baseAddress else { return }
      let (colors, found) = (boxes + Self.piece, boxes + 2 * Self.piece)
      for start in stride(from: 0, to: count, by: Self.piece) {
        let size = min(Self.piece, count - start)
        let from = source.map { $0 + 4 * start }
        // SAFETY: `size` pixels are left of the run, and the room has three times as many numbers,
        // which the first two steps initialise before the next reads them.
        code.colorBoxes(from ?? UnsafeRawPointer(target + start), boxes, colors, size)
        weights.find(found, boxes: boxes, colors: colors, count: size)
        code.weightedEffect(effect, from, found, target + start, size)
      }
    }
  }
}
