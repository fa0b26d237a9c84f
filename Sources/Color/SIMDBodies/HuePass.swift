public import CVectorShims
public import Pixels

/// The vectorised count of hues: bin, saturation and brightness of every pixel in one pass.
///
/// Thirty-two pixels at a time, in two steps. The first works in vectors of 16-bit numbers: it
/// finds each pixel's row of the table and the six bytes to add to it. The second adds them, eight
/// 32-bit fields at once, and deals neighbours out to several tables. It follows a few vectors
/// behind the first, so that the processor, which is bound by arithmetic in one and by memory in the
/// other, works at both at once. Pixels that are grey all together are only counted, which is nearly
/// free; the others cost the same, whatever their colours.
///
/// Bins and saturations are whole parts of quotients that are exact in `Float` (`cv_whole_quotient`).
/// The tests compare all 2²⁴ colours at several scales.
@frozen
public struct HuePass {
  @usableFromInline let layout: HueLayout
  /// Counts nothing itself: numbers in vectors would take registers from the loop.
  @usableFromInline let judge: PixelJudge
  /// Pixels of vectors that were grey as a whole.
  @usableFromInline var greys: UInt32 = 0
  @usableFromInline var transparent: UInt32 = 0
  @usableFromInline var filtered: UInt32 = 0
  @usableFromInline let table: UnsafeMutableRawPointer
  @usableFromInline let pairs: UnsafeMutablePointer<UInt32>

  /// Vectors that the second step is behind the first: far enough for what was stored to be in the
  /// nearest cache before it is read in pieces.
  @inlinable @inline(__always)
  static var lag: Int { 2 }

  /// Vectors for whose rows and bytes there is scratch memory: a power of two above ``lag``.
  @inlinable @inline(__always)
  static var slotCount: Int { 4 }

  /// Prepares a pass.
  ///
  /// - Parameters:
  ///   - rule: which pixels count.
  ///   - layout: the bins.
  ///   - table: `layout.tableWords` words, aligned to 64 bytes, which the pass adds to.
  ///   - scratch: `HueLayout.scratchWords` words.
  @inlinable @inline(__always)
  public init(
    rule: VisibilityRule, layout: HueLayout, table: UnsafeMutablePointer<UInt32>,
    scratch: UnsafeMutablePointer<UInt32>
  ) {
    self.layout = layout
    judge = PixelJudge(rule)
    self.table = UnsafeMutableRawPointer(table)
    pairs = scratch
  }

  /// Adds all pixels of a view, at most `HueLayout.pixelsPerTable` since the tables were emptied.
  ///
  /// - Complexity: O(*n*) in pixels.
  @inlinable @inline(__always)
  public mutating func add(_ view: PixelView) {
    let lineCount = view.isContiguous ? min(view.height, 1) : view.height
    let lineLength = view.isContiguous ? view.pixelCount : view.width
    let isDealt = view.pixelCount >= HueLayout.smallestDealtView
    let step = isDealt ? 4 &* layout.tableStride : 0
    var prepared = 0
    var added = 0
    for line in 0..<lineCount {
      var source = view.row(line)
      var left = lineLength
      while left > 0 {
        // SAFETY: `left` pixels of the line remain at `source`. A slot is filled again only after
        // its vector was added, `lag` vectors before.
        Lanes.prefetchPixels(after: source)
        if prepare(source, present: min(left, 32), slot: prepared & (Self.slotCount &- 1)) {
          prepared &+= 1
          if prepared &- added > Self.lag {
            addPrepared(slot: added & (Self.slotCount &- 1), step: step)
            added &+= 1
          }
        }
        source += 128
        left &-= 32
      }
    }
    while added < prepared {
      addPrepared(slot: added & (Self.slotCount &- 1), step: step)
      added &+= 1
    }
    // SAFETY: the first row is that of greys, and two rows follow those of the bins.
    let words = table.assumingMemoryBound(to: UInt32.self)
    words[3] &+= greys
    let hidden = words + HueLayout.rowWords &* (layout.circleRowCount &+ 1)
    hidden[3] &+= transparent
    hidden[HueLayout.rowWords &+ 3] &+= filtered
  }

  /// Writes the rows and the bytes of the first `present` pixels, 1 to 32, to a slot.
  ///
  /// - Returns: whether it did; if not, all are grey, and have been counted.
  @inlinable @inline(__always)
  mutating func prepare(_ source: UnsafeRawPointer, present: Int, slot: Int) -> Bool {
    let (first, second) = words(source, present: present)
    let place = HuePlace(PixelChannels(first, second))
    let isChromatic = place.isChromatic(from: layout.greyThreshold)
    guard isChromatic.isAnyNonzero else {
      greys &+= ((first &>> 24) &+ (second &>> 24)).sum
      return false
    }
    // Rows are multiples of 32 bytes, at most 1537 of them, which fit 16 bits.
    let row =
      (place.bins(of: layout.binCount) &- Halves(repeating: layout.binCount / 2 &- 1)) &<< 5
      & isChromatic
    let pairs = pairs + 64 &* slot
    let (firstRest, secondRest) = Lanes.pair(
      low: place.saturation | place.largest &<< 8, high: row)
    // SAFETY: a slot holds 64 words.
    first.storePairs(with: firstRest, to: pairs)
    second.storePairs(with: secondRest, to: pairs + 32)
    return true
  }

  /// The words of up to 32 pixels: what is hidden or absent is 0, a grey that counts nothing.
  @inlinable @inline(__always)
  mutating func words(_ source: UnsafeRawPointer, present: Int) -> (Lanes, Lanes) {
    // SAFETY: `present` pixels are at `source`.
    guard present == 32 else {
      let few = min(present, 16)
      let more = present &- few
      return judged(
        Lanes(loading: source, first: few), present: few,
        Lanes(loading: source + 4 &* few, first: more), present: more)
    }
    let (first, second) = (Lanes(loading: source), Lanes(loading: source + 64))
    guard !judge.hasFilters, judge.seesAll(first.minBytes(second)) else {
      return judged(first, present: 16, second, present: 16)
    }
    return ((first & 0x00FF_FFFF) | PixelJudge.once, (second & 0x00FF_FFFF) | PixelJudge.once)
  }

  /// The words of pixels of two vectors, of which so many are present.
  @inlinable @inline(__always)
  mutating func judged(
    _ first: Lanes, present few: Int, _ second: Lanes, present more: Int
  ) -> (Lanes, Lanes) {
    @inline(__always) func lanes(under bound: Int) -> Lanes {
      Lanes.indices.isLess(than: Lanes(repeating: UInt32(truncatingIfNeeded: bound)))
    }
    var judge = judge
    let words = (
      judge.words(of: first, present: lanes(under: few)),
      judge.words(of: second, present: lanes(under: more))
    )
    transparent &+= judge.transparent.sum
    filtered &+= judge.filtered.sum
    return words
  }

  /// Adds the bytes of a slot's 32 pixels to their rows.
  ///
  /// The rows are those of four tables in turn, `step` bytes apart. Pixels that are absent or
  /// hidden have only zeros.
  @inlinable @inline(__always)
  func addPrepared(slot: Int, step: Int) {
    let second = table + step
    let third = second + step
    let fourth = third + step
    let pairs = pairs + 64 &* slot
    @inline(__always) func addFour(_ index: Int) {
      let place = pairs + 8 &* index
      add(place, to: table)
      add(place + 2, to: second)
      add(place + 4, to: third)
      add(place + 6, to: fourth)
    }
    #if arch(wasm32)
      for index in 0..<8 { addFour(index) }
    #else
      addFour(0)
      addFour(1)
      addFour(2)
      addFour(3)
      addFour(4)
      addFour(5)
      addFour(6)
      addFour(7)
    #endif
  }

  /// Adds the bytes of one pixel to its row of a table.
  ///
  /// Its last two bytes are where the row is, and add to what means nothing.
  @inlinable @inline(__always)
  func add(_ pair: UnsafeMutablePointer<UInt32>, to table: UnsafeMutableRawPointer) {
    // SAFETY: a slot has pairs of words whose high half is the place of a row, and every table has
    // all rows.
    cv_add_eight_bytes(table + Int(pair[1] &>> 16), pair)
  }
}
