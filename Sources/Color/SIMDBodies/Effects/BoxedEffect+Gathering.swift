extension BoxedEffect {
  /// Pixels that are worked on at once: two vectors, so that the gathers of one run beside those of
  /// the other.
  @inlinable @inline(__always)
  static var gatheredCount: Int { 64 }

  /// Changes whole vectors of pixels, gathering the weights of those that are not outside the
  /// selection.
  ///
  /// They are as many as a multiple of ``gatheredCount``; else as ``change``.
  @inlinable @inline(__always)
  func gather(
    from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, count: Int,
    slots: WeightSlots, measure: (Int) -> Void
  ) {
    // SAFETY: as in ``change``; the pixels of a step are read before any of them is written.
    let cells = slots.table.cells
    let others = Halves(repeating: keepsOthers)
    var offset = 0
    while offset < 4 &* count {
      let place = source + offset
      Lanes.prefetchPixels(after: place)
      Lanes.prefetchPixels(after: place + 128)
      let first = PixelChannels(Lanes(loading: place), Lanes(loading: place + 64))
      let second = PixelChannels(Lanes(loading: place + 128), Lanes(loading: place + 192))
      let greys = (first.luma(first.slopes), second.luma(second.slopes))
      let bits = (cells.bits(of: first) | cells.bits(of: second)) & Halves(repeating: 1)
      let changed: ((Lanes, Lanes), (Lanes, Lanes))
      if bits.isAnyNonzero {
        let boxes = (ColorBoxes.find(first), ColorBoxes.find(second))
        let starts = (slots.table.starts(of: boxes.0), slots.table.starts(of: boxes.1))
        var weights = (starts.0.ofWholeBoxes, starts.1.ofWholeBoxes)
        if !(starts.0.areOfWholeBoxes(with: starts.1)) {
          weights = (slots.table.gather(boxes.0, starts.0), slots.table.gather(boxes.1, starts.1))
        }
        // As a signed number only what was not found is under 0.
        if (weights.0 | weights.1).isLess(than: Halves(repeating: 0)).isAnyNonzero {
          slots.keep(boxes.0, weights.0, slot: 0)
          slots.keep(boxes.1, weights.1, slot: 1)
          slots.measure(slot: 0, measure)
          slots.measure(slot: 1, measure)
          // Once more from the start, so that no vector has to outlive a call.
          continue
        }
        changed = (
          first.blended(grey: greys.0, kept: kept.of(weights.0)),
          second.blended(grey: greys.1, kept: kept.of(weights.1))
        )
      } else {
        changed = (
          first.kept(where: others, grey: greys.0), second.kept(where: others, grey: greys.1)
        )
      }
      let goal = target + offset
      changed.0.0.store(to: goal)
      changed.0.1.store(to: goal + 64)
      changed.1.0.store(to: goal + 128)
      changed.1.1.store(to: goal + 192)
      offset &+= 4 &* Self.gatheredCount
    }
  }
}

/// Where the weights of the boxes of 32 pixels begin.
@frozen
@usableFromInline
struct BlockStarts {
  @usableFromInline let first: Lanes
  @usableFromInline let second: Lanes

  @inlinable @inline(__always)
  init(_ first: Lanes, _ second: Lanes) {
    self.first = first
    self.second = second
  }

  /// Whether these and others are all of boxes whose colours have weight 0, or all weight 256.
  @inlinable @inline(__always)
  func areOfWholeBoxes(with other: BlockStarts) -> Bool {
    // Block 0 is of weight 0 and begins at 0, block 1 of weight 256 at 512: no other bit is
    // set of such starts, and half of a start is the weight.
    let all = first | second | other.first | other.second
    return !(all & ~UInt32(ColorBoxes.colorsInBox)).isAnyNonzero
  }

  /// The weights of boxes whose colours have weight 0 or 256, whose blocks are the first two.
  @inlinable @inline(__always)
  var ofWholeBoxes: Halves { Halves(lowOf: first, second) &>> 1 }
}

extension BoxedEffect.Table {
  /// Gathers where the weights of boxes begin.
  @inlinable @inline(__always)
  func starts(of place: (boxes: Halves, colors: Halves)) -> BlockStarts {
    // SAFETY: numbers of boxes are under 2¹⁵.
    let boxes = Lanes.pair(low: place.boxes, high: Halves(repeating: 0))
    return BlockStarts(Lanes(of: starts, at: boxes.0), Lanes(of: starts, at: boxes.1))
  }

  /// Gathers the weights of 32 colours.
  @inlinable @inline(__always)
  func gather(_ place: (boxes: Halves, colors: Halves), _ starts: BlockStarts) -> Halves {
    // SAFETY: colours have numbers under 2⁹, for which a block has weights; a number is after all.
    let colors = Lanes.pair(low: place.colors, high: Halves(repeating: 0))
    let weights = UnsafePointer(weights.pointee)
    return Halves(
      lowOf: Lanes(of: weights, at: starts.first &+ colors.0),
      Lanes(of: weights, at: starts.second &+ colors.1))
  }
}
