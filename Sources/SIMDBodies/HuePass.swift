public import CVectorShims
public import Pixels

/// The vectorised count of hues: bin, saturation and brightness of every pixel in one pass.
///
/// A few hundred pixels at a time, in two loops. The first works in vectors: it finds each pixel's row
/// of the table and the six bytes to add to it. The second adds them, eight 32-bit fields at once, and
/// deals neighbours out to several tables. Every pixel costs the same, whatever its colour.
///
/// A bin is the whole part of N · numerator ÷ 6Δ. The dividend is under 2²², and the quotient at
/// least 1/3060 from the next whole number once ½ is added to the dividend; a quotient under 1536 that
/// `Float` division gives is off by at most 2⁻¹⁴. For a saturation, the whole part of
/// (510Δ + largest) ÷ (2 · largest), 1/1020 stands against 2⁻¹⁷. The tests compare all 2²⁴ colours at
/// several scales.
@frozen
public struct HuePass {
  @usableFromInline let layout: HueLayout
  @usableFromInline var judge: PixelJudge
  @usableFromInline let table: UnsafeMutableRawPointer
  @usableFromInline let offsets: UnsafeMutablePointer<UInt32>
  @usableFromInline let pairs: UnsafeMutablePointer<UInt32>

  /// Pixels of a piece: with their rows and bytes few enough for the nearest cache.
  @inlinable @inline(__always)
  static var piece: Int { 512 }

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
    pairs = scratch + Self.piece
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
    for line in 0..<lineCount {
      var source = view.row(line)
      var left = lineLength
      while left > 0 {
        let size = min(Self.piece, left)
        // SAFETY: `size` pixels of the line are left at `source`, and the scratch memory has room
        // for the rows and byte pairs of a piece.
        prepare(source, count: size)
        addPrepared(size, step: step)
        source += 4 &* size
        left &-= size
      }
    }
    // SAFETY: two rows follow those of the bins.
    let hidden = (table + 32 &* (layout.binCount &+ 1)).assumingMemoryBound(to: UInt32.self)
    hidden[3] &+= judge.transparent.sum
    hidden[HueLayout.rowWords &+ 3] &+= judge.filtered.sum
  }

  /// Writes the row and the bytes of each pixel of a piece.
  @inlinable @inline(__always)
  mutating func prepare(_ source: UnsafeRawPointer, count: Int) {
    var place = 0
    while place < count {
      let present = min(count &- place, 16)
      // SAFETY: `present` words are left of the piece, and the scratch memory holds whole vectors.
      let pixels =
        present == 16
        ? Lanes(loading: source + 4 &* place)
        : Lanes(loading: source + 4 &* place, first: present)
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
      (row &<< 5).store(to: offsets + place)
      words.storePairs(with: saturation | largest &<< 8, to: pairs + 2 &* place)
      place &+= 16
    }
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

  /// Adds the bytes of prepared pixels to their rows, of four tables `step` bytes apart in turn.
  @inlinable @inline(__always)
  func addPrepared(_ count: Int, step: Int) {
    // SAFETY: every offset is that of a row, and every table has all rows.
    let second = table + step
    let third = second + step
    let fourth = third + step
    var index = 0
    while index &+ 4 <= count {
      cv_add_eight_bytes(table + Int(offsets[index]), pairs + 2 &* index)
      cv_add_eight_bytes(second + Int(offsets[index &+ 1]), pairs + (2 &* index &+ 2))
      cv_add_eight_bytes(third + Int(offsets[index &+ 2]), pairs + (2 &* index &+ 4))
      cv_add_eight_bytes(fourth + Int(offsets[index &+ 3]), pairs + (2 &* index &+ 6))
      index &+= 4
    }
    while index < count {
      cv_add_eight_bytes(table + Int(offsets[index]), pairs + 2 &* index)
      index &+= 1
    }
  }
}
