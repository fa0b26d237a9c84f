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
    let weights = Halves(loading: found + place(slot))
    // As a signed number only what was not found is under 0.
    guard weights.isLess(than: Halves(repeating: 0)).isAnyNonzero else { return weights }
    self.measure(slot: slot, measure)
    return Halves(loading: found + place(slot))
  }

  /// Has the weights of a slot measured that were not found.
  @inlinable @inline(__always)
  func measure(slot: Int, _ measure: (Int) -> Void) {
    let start = place(slot)
    for index in start..<start &+ 32 where found[index] == BoxedEffect.notFound {
      let box = Int(boxes[index])
      @inline(__always) func lookUp() {
        found[index] = table.weights.pointee[Int(table.starts[box]) &+ Int(colors[index])]
      }
      // Neighbours mostly lie in one box, which is measured for the first of them.
      lookUp()
      if found[index] == BoxedEffect.notFound {
        measure(box)
        lookUp()
      }
    }
  }

  /// Writes boxes, colours and weights to a slot.
  @inlinable @inline(__always)
  func keep(_ place: (boxes: Halves, colors: Halves), _ weights: Halves, slot: Int) {
    // SAFETY: a slot has room for 32 of each.
    let start = self.place(slot)
    place.boxes.store(to: boxes + start)
    place.colors.store(to: colors + start)
    weights.store(to: found + start)
  }
}
