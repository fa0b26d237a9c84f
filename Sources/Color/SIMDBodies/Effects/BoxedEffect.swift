/// An effect by weights that are looked up by colour: each pixel is blended with its grey.
///
/// Where the processor gathers well, pixels outside the selection are found by a look-up within
/// registers (``WeightedCells``), and the weights of the others gathered. Elsewhere in three steps,
/// each a few vectors behind the one before: vectors find the boxes that pixels' colours lie in,
/// their weights are looked up one by one, and vectors blend. So the processor, which is bound by
/// loads in one and by arithmetic in the others, works at all of them at once, and what was stored
/// is in the nearest cache before it is read in other pieces.
@frozen
public struct BoxedEffect: Sendable {
  @usableFromInline let kept: KeptShare
  /// All ones where pixels outside the selection are kept, 0 where they are greyed.
  @usableFromInline let keepsOthers: Int

  /// In place of the weight of a colour that was not measured yet.
  public static let notFound: UInt16 = .max

  /// 16-bit numbers of scratch memory for a run.
  public static let scratchCount = 3 * 8 * 32

  /// Weights by box.
  @frozen
  public struct Table {
    /// For each box where the weights of its colours begin; 0 for all boxes whose colours have
    /// weight 0, to which most pixels of most pictures belong, and the number after that block for
    /// all whose colours have weight 256.
    @usableFromInline let starts: UnsafePointer<UInt32>
    /// The address of where weights are, which changes when they move to larger memory.
    ///
    /// One number more is there than weights.
    @usableFromInline let weights: UnsafePointer<UnsafeMutablePointer<UInt16>>
    /// In which cells colours may have a weight above 0, or were not measured yet.
    @usableFromInline let cells: WeightedCells

    /// Makes a table of what is there.
    public init(
      starts: UnsafePointer<UInt32>, weights: UnsafePointer<UnsafeMutablePointer<UInt16>>,
      cells: UnsafePointer<UInt16>
    ) {
      self.starts = starts
      self.weights = weights
      self.cells = WeightedCells(cells)
    }
  }

  /// Vectors of which there are numbers in scratch memory: a power of two above ``blendLag``.
  @inlinable @inline(__always)
  static var slotCount: Int { 8 }
  /// Vectors that blending is behind; looking up is one behind.
  @inlinable @inline(__always)
  static var blendLag: Int { 3 }

  /// Prepares an effect.
  ///
  /// - Parameter keepsSelected: whether the weight is what is kept, or what is greyed.
  public init(keepsSelected: Bool) {
    kept = KeptShare(keepsSelected: keepsSelected)
    keepsOthers = keepsSelected ? 0 : -1
  }

  /// Changes a run of pixels; as `EffectRun.change`.
  ///
  /// - Parameters:
  ///   - source: the pixels, or `nil`.
  ///   - target: where the changed pixels go.
  ///   - count: how many.
  ///   - table: weights from 0 to 256 of each box's colours, or ``notFound``.
  ///   - scratch: ``scratchCount`` numbers.
  ///   - measure: called with a box of which a weight was not found, makes it known.
  @inlinable @inline(__always)
  public func change(
    from source: UnsafeRawPointer?, to target: UnsafeMutablePointer<UInt32>, count: Int,
    table: Table, scratch: UnsafeMutablePointer<UInt16>, measure: (Int) -> Void
  ) {
    // SAFETY: the caller passes `count` readable words at the source and writable ones at the
    // target, and scratch memory for all slots.
    let source = source ?? UnsafeRawPointer(target)
    let target = UnsafeMutableRawPointer(target)
    let slots = WeightSlots(scratch, table)
    #if arch(wasm32)
      // Small code: find, look up and blend step by step.
      EffectRun.changeSteps(from: source, to: target, count: count) { pixels in
        changed(pixels, slots, measure)
      }
    #else
      changeAll(from: source, to: target, count: count, slots: slots, measure: measure)
    #endif
  }

  /// Changes many steps at once, and then what is left.
  @inlinable @inline(__always)
  func changeAll(
    from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int,
    slots: WeightSlots, measure: (Int) -> Void
  ) {
    // SAFETY: as in ``change``.
    let step = Lanes.areGathered ? Self.gatheredCount : EffectRun.step
    let left = count % step
    let whole = count &- left
    if Lanes.areGathered {
      gather(from: source, to: target, count: whole, slots: slots, measure: measure)
    } else {
      lookUp(from: source, to: target, count: whole, slots: slots, measure: measure)
    }
    guard left > 0 else { return }
    EffectRun.change(
      from: source + 4 &* whole,
      to: (target + 4 &* whole).assumingMemoryBound(to: UInt32.self), count: left
    ) { pixels in
      changed(pixels, slots, measure)
    }
  }

  /// What becomes of pixels.
  @inlinable @inline(__always)
  func changed(
    _ pixels: PixelChannels, _ slots: WeightSlots, _ measure: (Int) -> Void
  ) -> (Lanes, Lanes) {
    slots.find(pixels, slot: 0)
    slots.lookUp(slot: 0)
    let weights = slots.weights(slot: 0, measure: measure)
    return pixels.blended(grey: pixels.luma(pixels.slopes), kept: kept.of(weights))
  }

  /// Changes whole vectors of pixels, looking weights up one by one.
  @inlinable @inline(__always)
  func lookUp(
    from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int,
    slots: WeightSlots, measure: (Int) -> Void
  ) {
    // SAFETY: as in ``change``. A slot is filled again only after it was blended.
    let whole = count / 32
    @inline(__always) func pixels(_ step: Int) -> PixelChannels {
      let place = source + 128 &* step
      return PixelChannels(Lanes(loading: place), Lanes(loading: place + 64))
    }
    @inline(__always) func store(_ changed: (Lanes, Lanes), _ step: Int) {
      changed.0.store(to: target + 128 &* step)
      changed.1.store(to: target + (128 &* step &+ 64))
    }
    //     step        0      1      2      3      4
    //     find        v0     v1     v2     v3     v4
    //     look up            v0     v1     v2     v3
    //     blend                            v0     v1
    for step in 0..<min(whole, Self.blendLag) {
      slots.find(pixels(step), slot: step)
      if step > 0 { slots.lookUp(slot: step &- 1) }
    }
    var step = Self.blendLag
    while step < whole {
      // Looking up in between, so that loads and arithmetic are close enough to run together.
      let last = step &- Self.blendLag
      let share = kept.of(slots.weights(slot: last, measure: measure))
      slots.lookUp(slot: step &- 1, half: 0)
      let lastPixels = pixels(last)
      let grey = lastPixels.luma(lastPixels.slopes)
      store(lastPixels.blended(grey: grey, kept: share), last)
      slots.lookUp(slot: step &- 1, half: 1)
      slots.find(pixels(step), slot: step)
      step &+= 1
    }
    if whole > 0 { slots.lookUp(slot: whole &- 1) }
    for step in max(whole &- Self.blendLag, 0)..<whole {
      let last = pixels(step)
      let share = kept.of(slots.weights(slot: step, measure: measure))
      store(last.blended(grey: last.luma(last.slopes), kept: share), step)
    }
  }
}
