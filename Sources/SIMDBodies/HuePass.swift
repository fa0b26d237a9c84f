public import CVectorShims
public import Pixels

/// The vectorised count of hues: bin, saturation and brightness of every pixel in one pass.
///
/// Sixteen pixels at a time, in two steps. The first works in vectors: it finds each pixel's row of
/// the table and the six bytes to add to it. The second adds them, eight 32-bit fields at once, and
/// deals neighbours out to several tables. It follows a few vectors behind the first, so that the
/// processor, which is bound by arithmetic in one and by memory in the other, works at both at
/// once. Every pixel costs the same, whatever its colour.
///
/// A bin is the whole part of N · numerator ÷ 6Δ. The dividend is under 2²², and the quotient at
/// least 1/3060 from the next whole number once ½ is added to the dividend; a quotient under 1536
/// that `Float` division gives is off by at most 2⁻¹⁴. For a saturation, the whole part of (510Δ +
/// largest) ÷ (2 · largest), 1/1020 stands against 2⁻¹⁷. The tests compare all 2²⁴ colours at
/// several scales.
@frozen
public struct HuePass {
  @usableFromInline let layout: HueLayout
  @usableFromInline var judge: PixelJudge
  @usableFromInline let table: UnsafeMutableRawPointer
  @usableFromInline let offsets: UnsafeMutablePointer<UInt32>
  @usableFromInline let pairs: UnsafeMutablePointer<UInt32>

  /// Vectors that the second step is behind the first: far enough for what was stored to be in the
  /// nearest cache before it is read in pieces.
  @inlinable @inline(__always)
  static var lag: Int { 4 }

  /// Vectors for whose rows and bytes there is scratch memory: a power of two above ``lag``.
  @inlinable @inline(__always)
  static var slotCount: Int { 8 }

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
    offsets = scratch
    pairs = scratch + 16 &* Self.slotCount
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
        prepare(source, present: min(left, 16), slot: prepared & (Self.slotCount &- 1))
        prepared &+= 1
        if prepared &- added > Self.lag {
          addPrepared(slot: added & (Self.slotCount &- 1), step: step)
          added &+= 1
        }
        source += 64
        left &-= 16
      }
    }
    while added < prepared {
      addPrepared(slot: added & (Self.slotCount &- 1), step: step)
      added &+= 1
    }
    // SAFETY: two rows follow those of the bins.
    let hidden = (table + 32 &* (layout.binCount &+ 1)).assumingMemoryBound(to: UInt32.self)
    hidden[3] &+= judge.transparent.sum
    hidden[HueLayout.rowWords &+ 3] &+= judge.filtered.sum
  }

  /// Writes the rows and the bytes of the first `present` pixels, 1 to 16, to a slot.
  @inlinable @inline(__always)
  mutating func prepare(_ source: UnsafeRawPointer, present: Int, slot: Int) {
    // SAFETY: `present` pixels are at `source`; a slot holds sixteen rows and pairs of words.
    let pixels =
      present == 16 ? Lanes(loading: source) : Lanes(loading: source, first: present)
    let words: Lanes
    if present == 16, !judge.hasFilters, judge.seesAll(pixels) {
      words = (pixels & 0x00FF_FFFF) | PixelJudge.once
    } else {
      let bound = Lanes(repeating: UInt32(truncatingIfNeeded: present))
      // What is hidden or absent counts nothing, wherever it is added.
      words = judge.words(of: pixels, present: Lanes.indices.isLess(than: bound))
    }
    let red = words & 0xFF
    let green = words &>> 8 & 0xFF
    let blue = words &>> 16 & 0xFF
    let largest = red.maxBytes(green).maxBytes(blue)
    let delta = largest &- red.minBytes(green).minBytes(blue)
    let one = Lanes(repeating: 1)

    let numerator = Self.numerator(red, green, blue, largest, delta)
    let bin = numerator.quotient(
      scale: Float(Int32(truncatingIfNeeded: layout.binCount)), by: delta.maxBytes(one),
      divisorScale: 6)
    let saturation = ((delta &<< 9) &- (delta &<< 1) &+ largest).quotient(
      scale: 1, by: largest.maxBytes(one), divisorScale: 2)
    let isGrey = delta.isLess(
      than: Lanes(repeating: UInt32(truncatingIfNeeded: layout.greyThreshold)))
    let row = Lanes(repeating: 0).selected(by: isGrey, else: bin &+ one)
    (row &<< 5).store(to: offsets + 16 &* slot)
    words.storePairs(with: saturation | largest &<< 8, to: pairs + 32 &* slot)
  }

  /// The numerator of `HueScale`, from 0 up to, not including, 6Δ.
  @inlinable @inline(__always)
  static func numerator(
    _ red: Lanes, _ green: Lanes, _ blue: Lanes, _ largest: Lanes, _ delta: Lanes
  ) -> Lanes {
    let twice = delta &<< 1
    let four = delta &<< 2
    let fromRed = green &- blue &+ ((twice &+ four) & green.isLess(than: blue))
    let fromGreen = twice &+ blue &- red
    let fromBlue = four &+ red &- green
    let other = fromBlue.selected(by: green.isLess(than: largest), else: fromGreen)
    return other.selected(by: red.isLess(than: largest), else: fromRed)
  }

  /// Adds the bytes of a slot's sixteen pixels to their rows.
  ///
  /// The rows are those of four tables in turn, `step` bytes apart. Pixels that are absent or
  /// hidden have only zeros.
  @inlinable @inline(__always)
  func addPrepared(slot: Int, step: Int) {
    // SAFETY: every offset is that of a row, and every table has all rows.
    let second = table + step
    let third = second + step
    let fourth = third + step
    let offsets = offsets + 16 &* slot
    let pairs = pairs + 32 &* slot
    for four in 0..<4 {
      let index = 4 &* four
      cv_add_eight_bytes(table + Int(offsets[index]), pairs + 2 &* index)
      cv_add_eight_bytes(second + Int(offsets[index &+ 1]), pairs + (2 &* index &+ 2))
      cv_add_eight_bytes(third + Int(offsets[index &+ 2]), pairs + (2 &* index &+ 4))
      cv_add_eight_bytes(fourth + Int(offsets[index &+ 3]), pairs + (2 &* index &+ 6))
    }
  }
}
