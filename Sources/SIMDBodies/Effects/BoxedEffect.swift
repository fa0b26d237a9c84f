/// An effect by weights that are looked up by colour: each pixel is blended with its grey.
///
/// In three steps, each a few vectors behind the one before: vectors find the boxes that pixels'
/// colours lie in, their weights are looked up one by one, and vectors blend. So the processor,
/// which is bound by loads in one and by arithmetic in the others, works at all of them at once,
/// and what was stored is in the nearest cache before it is read in other pieces.
@frozen
public struct BoxedEffect: Sendable {
  @usableFromInline let kept: KeptShare

  /// In place of the weight of a colour that was not measured yet.
  public static let notFound: UInt16 = .max

  /// 16-bit numbers of scratch memory for a run.
  public static let scratchCount = 3 * 8 * 32

  /// Weights by box.
  @frozen
  public struct Table {
    /// For each box where the weights of its colours begin; 0 for all boxes whose colours have
    /// weight 0, to which most pixels of most pictures belong.
    @usableFromInline let starts: UnsafePointer<UInt32>
    /// The address of where weights are, which changes when they move to larger memory.
    @usableFromInline let weights: UnsafePointer<UnsafeMutablePointer<UInt16>>

    /// Makes a table of what is there.
    public init(
      starts: UnsafePointer<UInt32>, weights: UnsafePointer<UnsafeMutablePointer<UInt16>>
    ) {
      self.starts = starts
      self.weights = weights
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
    // SAFETY: the caller lends `count` readable words at the source and writable ones at the
    // target, and scratch memory for all slots. A slot is filled again only after it was blended.
    let source = source ?? UnsafeRawPointer(target)
    let target = UnsafeMutableRawPointer(target)
    let slots = WeightSlots(scratch, table)
    let whole = count / 32
    @inline(__always) func pixels(_ step: Int) -> PixelChannels {
      let place = source + 128 &* step
      return PixelChannels(Lanes(loading: place), Lanes(loading: place + 64))
    }
    @inline(__always) func store(_ changed: (Lanes, Lanes), _ step: Int) {
      changed.0.store(to: target + 128 &* step)
      changed.1.store(to: target + (128 &* step &+ 64))
    }
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
    let left = count &- 32 &* whole
    if left > 0 {
      EffectRun.change(
        from: source + 128 &* whole,
        to: (target + 128 &* whole).assumingMemoryBound(to: UInt32.self), count: left
      ) { pixels in
        slots.find(pixels, slot: 0)
        slots.lookUp(slot: 0)
        let weights = slots.weights(slot: 0, measure: measure)
        return pixels.blended(grey: pixels.luma(pixels.slopes), kept: kept.of(weights))
      }
    }
  }
}

/// Scratch memory for the boxes, colours and weights of the vectors that are worked on.
@frozen
@usableFromInline
struct WeightSlots {
  @usableFromInline let boxes: UnsafeMutablePointer<UInt16>
  @usableFromInline let colors: UnsafeMutablePointer<UInt16>
  @usableFromInline let found: UnsafeMutablePointer<UInt16>
  @usableFromInline let table: BoxedEffect.Table

  @inlinable @inline(__always)
  init(_ scratch: UnsafeMutablePointer<UInt16>, _ table: BoxedEffect.Table) {
    boxes = scratch
    colors = scratch + 32 &* BoxedEffect.slotCount
    found = scratch + 64 &* BoxedEffect.slotCount
    self.table = table
  }

  @inlinable @inline(__always)
  func place(_ slot: Int) -> Int { 32 &* (slot & (BoxedEffect.slotCount &- 1)) }

  /// Writes the boxes and colours of pixels.
  @inlinable @inline(__always)
  func find(_ pixels: PixelChannels, slot: Int) {
    let (boxes, colors) = ColorBoxes.find(pixels)
    boxes.store(to: self.boxes + place(slot))
    colors.store(to: self.colors + place(slot))
  }

  /// Looks up the weights of all colours of a slot.
  @inlinable @inline(__always)
  func lookUp(slot: Int) {
    lookUp(slot: slot, half: 0)
    lookUp(slot: slot, half: 1)
  }

  /// Looks up the weights of sixteen colours of a slot.
  @inlinable @inline(__always)
  func lookUp(slot: Int, half: Int) {
    // SAFETY: numbers of boxes are under 2¹⁵ and of colours under 2⁹; a slot has room for 32.
    let first = place(slot) &+ 16 &* half
    let starts = table.starts
    @inline(__always) func four(_ index: Int) -> UInt32 {
      starts[Int(boxes[index])] | starts[Int(boxes[index &+ 1])]
        | starts[Int(boxes[index &+ 2])] | starts[Int(boxes[index &+ 3])]
    }
    if four(first) | four(first &+ 4) | four(first &+ 8) | four(first &+ 12) == 0 {
      UnsafeMutableRawPointer(found + first).storeBytes(
        of: SIMD16<UInt16>(repeating: 0), as: SIMD16<UInt16>.self)
      return
    }
    let weights = table.weights.pointee
    @inline(__always) func one(_ index: Int) {
      found[index] =
        weights[Int(truncatingIfNeeded: starts[Int(boxes[index])]) &+ Int(colors[index])]
    }
    var index = first
    while index < first &+ 16 {
      one(index)
      one(index &+ 1)
      one(index &+ 2)
      one(index &+ 3)
      one(index &+ 4)
      one(index &+ 5)
      one(index &+ 6)
      one(index &+ 7)
      index &+= 8
    }
  }

  /// The weights that were looked up, and those that were not found measured.
  @inlinable @inline(__always)
  func weights(slot: Int, measure: (Int) -> Void) -> Halves {
    let start = place(slot)
    let weights = Halves(loading: found + start)
    // As a signed number only what was not found is under 0.
    guard weights.isLess(than: Halves(repeating: 0)).isAnyNonzero else { return weights }
    for index in start..<start &+ 32 where found[index] == BoxedEffect.notFound {
      let box = Int(boxes[index])
      measure(box)
      found[index] = table.weights.pointee[Int(table.starts[box]) &+ Int(colors[index])]
    }
    return Halves(loading: found + start)
  }
}
