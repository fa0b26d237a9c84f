public import CRowShims

/// Unfilters eight rows at once, each a pixel behind the one above it.
///
/// A pixel depends on its left, upper and upper left neighbours, so that a row is one long chain.
/// In step *t* lane *r* is at pixel *t − r* of its row: its upper neighbour is what lane *r − 1*
/// made in step *t − 1*, and the upper left one what was that in the step before.
///
/// One formula serves all filters but the mean: Paeth's predictor chooses `left` where the other
/// two are 0, `above` likewise, and 0 where all are.
///
/// SAFETY of loads and stores: at pixel x of a row, 0 ≤ x < width, it reads at most 4 bytes from
/// `byteCount · x` of that row on and `above[x]`, and writes that pixel; where eight pixels of a row are
/// read or written at once, all are pixels of that row. The caller gives eight
/// rows of `byteCount · width` bytes with 3 more that are readable.
public enum RowWave {
  /// Unfilters a group.
  @inlinable @inline(__always)
  public static func unfilter<Samples: SampleLayout>(_ group: RowGroup, _: Samples.Type) {
    // In which step a pixel is made: pixel x of row r in step x + r. All eight lanes have a
    // pixel from step 7 up to the width; before and behind it some rows have not begun or are
    // through.
    //
    //     pixel    0   1   2   3
    //     row 0    0   1   2   3
    //     row 1    1   2   3   4
    //     row 7    7   8   9  10
    let width = group.width
    let byteCount = Samples.byteCount
    // From one lane's pixel to the next one's: a row on, a pixel back.
    let rawStep = group.filteredStride &- byteCount
    let madeStep = group.pixelStride &- 1
    let above = group.above
    var lanes = WaveLanes(group.filters)

    var t = 0
    var raw = group.filtered
    var made = group.pixels
    while t < width &+ 7 {
      if t == 7 {
        if Samples.hasEight { eights(group, Samples.self, &lanes, &t, &raw, &made) }
        var rawLower = raw + 4 &* rawStep
        var madeLower = made + 4 &* madeStep
        while t < width {
          let words = crow_u32x8(
            Samples.pixel(at: raw), Samples.pixel(at: raw + rawStep),
            Samples.pixel(at: raw + 2 &* rawStep), Samples.pixel(at: raw + 3 &* rawStep),
            Samples.pixel(at: rawLower), Samples.pixel(at: rawLower + rawStep),
            Samples.pixel(at: rawLower + 2 &* rawStep), Samples.pixel(at: rawLower + 3 &* rawStep))
          lanes.step(words, above: lanes.upper(above[t]))
          let pixels = crow_pixels(lanes.left, Samples.opaque)
          made[0] = pixels[0]
          made[madeStep] = pixels[1]
          made[2 &* madeStep] = pixels[2]
          made[3 &* madeStep] = pixels[3]
          madeLower[0] = pixels[4]
          madeLower[madeStep] = pixels[5]
          madeLower[2 &* madeStep] = pixels[6]
          madeLower[3 &* madeStep] = pixels[7]
          t &+= 1
          raw += byteCount
          rawLower += byteCount
          made += 1
          madeLower += 1
        }
      }
      lanes.stepAtEnd(group, Samples.self, t, upper: lanes.upper(t < width ? above[t] : 0))
      t &+= 1
      raw += byteCount
      made += 1
    }
  }

  /// Eight steps at a time, while there are so many in which all lanes have a pixel.
  ///
  /// Pixels are read and written eight of a row at once, and turned between the vectors of rows and
  /// those of steps: to do so one by one takes longer than the filters.
  @inlinable @inline(__always)
  static func eights<Samples: SampleLayout>(
    _ group: RowGroup, _: Samples.Type, _ lanes: inout WaveLanes, _ t: inout Int,
    _ raw: inout UnsafePointer<UInt8>, _ made: inout UnsafeMutablePointer<UInt32>
  ) {
    let rawStep = group.filteredStride &- Samples.byteCount
    let madeStep = group.pixelStride &- 1
    withUnsafeTemporaryAllocation(of: crow_u32x8.self, capacity: 8) { memory in
      guard let eight = memory.baseAddress else { return }
      var wave = lanes
      while t &+ 8 <= group.width {
        Samples.readEight(eight, at: raw, step: rawStep)
        for step in 0..<8 {
          wave.step(eight[step], above: wave.upper(group.above[t &+ step]))
          eight[step] = crow_pixels(wave.left, Samples.opaque)
        }
        crow_write_eight(eight, made, madeStep)
        t &+= 8
        raw += 8 &* Samples.byteCount
        made += 8
      }
      lanes = wave
    }
  }

  /// Unfilters a group and the one below it, of the same shape but for its filters, at once.
  ///
  /// A step waits for the step before it, which leaves half of the processor idle; the lower group's
  /// steps, each eight pixels behind the upper one's, fill it.
  ///
  /// SAFETY: as for one group; the caller gives sixteen rows.
  @inlinable @inline(__always)
  public static func unfilterTwo<Samples: SampleLayout>(
    _ group: RowGroup, filtersBelow filters: SIMD8<UInt8>, _: Samples.Type
  ) {
    var below = group
    below.filters = filters
    below.filtered += 8 &* group.filteredStride
    below.pixels += 8 &* group.pixelStride
    below.above = UnsafePointer(group.pixels + 7 &* group.pixelStride)
    let (width, lower) = (group.width, below)
    guard Samples.hasEight else {
      unfilter(group, Samples.self)
      unfilter(lower, Samples.self)
      return
    }
    let rawStep = group.filteredStride &- Samples.byteCount
    let madeStep = group.pixelStride &- 1
    withUnsafeTemporaryAllocation(of: crow_u32x8.self, capacity: 16) { memory in
      guard let eight = memory.baseAddress else { return }
      var (one, two) = (WaveLanes(group.filters), WaveLanes(filters))
      var t = 0
      while t < width &+ 15 {
        if t == 15 {
          // From step 15 on the lower group's last row has begun too: 7 steps of the upper
          // rows, 8 behind.
          while t &+ 8 <= width {
            let raw = group.filtered + t &* Samples.byteCount
            Samples.readEight(eight, at: raw, step: rawStep)
            Samples.readEight(eight + 8, at: raw + 8 &* rawStep, step: rawStep)
            for step in 0..<8 {
              // The lower one needs what the upper one made in the step before.
              let upper = two.upper(behind: one)
              one.step(eight[step], above: one.upper(group.above[t &+ step]))
              two.step(eight[8 &+ step], above: upper)
              eight[step] = crow_pixels(one.left, Samples.opaque)
              eight[8 &+ step] = crow_pixels(two.left, Samples.opaque)
            }
            crow_write_eight(eight, group.pixels + t, madeStep)
            crow_write_eight(eight + 8, group.pixels + (t &+ 8 &* madeStep), madeStep)
            t &+= 8
          }
          if t >= width &+ 15 { break }
        }
        let upper = two.upper(behind: one)
        one.stepAtEnd(
          group, Samples.self, t, upper: one.upper(t < width ? group.above[t] : 0))
        two.stepAtEnd(lower, Samples.self, t &- 8, upper: upper)
        t &+= 1
      }
    }
  }
}

/// The lanes of a wave.
@usableFromInline
struct WaveLanes {
  /// The pixels made last.
  @usableFromInline var left = crow_u8x32(repeating: 0)
  @usableFromInline var corner = crow_u8x32(repeating: 0)
  // All ones in the lanes whose filter looks at that neighbour.
  @usableFromInline let leftMask: crow_u8x32
  @usableFromInline let aboveMask: crow_u8x32
  @usableFromInline let cornerMask: crow_u8x32
  /// All ones in the lanes whose filter is the mean.
  @usableFromInline let meanMask: crow_u8x32

  @inlinable @inline(__always)
  init(_ filters: SIMD8<UInt8>) {
    // Filters of PNG: 0 none, 1 sub (left), 2 up (above), 3 average (both), 4 Paeth (all
    // three).
    leftMask = Self.lanes(filters, among: 1 &<< 1 | 1 &<< 3 | 1 &<< 4)
    aboveMask = Self.lanes(filters, among: 1 &<< 2 | 1 &<< 3 | 1 &<< 4)
    cornerMask = Self.lanes(filters, among: 1 &<< 4)
    meanMask = Self.lanes(filters, among: 1 &<< 3)
  }

  /// A mask of lanes; bit f of `among` stands for filter f.
  @inlinable @inline(__always)
  static func lanes(_ filters: SIMD8<UInt8>, among: UInt32) -> crow_u8x32 {
    var words = crow_u32x8(repeating: 0)
    for lane in 0..<8 {
      words[lane] = 0 &- (among &>> UInt32(truncatingIfNeeded: filters[lane]) & 1)
    }
    return crow_bytes(words)
  }

  /// What the lanes have above them, of which the first one is given.
  @inlinable @inline(__always)
  func upper(_ first: UInt32) -> crow_u8x32 { crow_move_on(left, first) }

  /// The same, where the first lane is below the last one of other lanes.
  @inlinable @inline(__always)
  func upper(behind other: WaveLanes) -> crow_u8x32 { crow_move_on_behind(left, other.left) }

  /// Makes eight pixels of their filtered bytes and of the pixels above them.
  @inlinable @inline(__always)
  mutating func step(_ raw: crow_u32x8, above upper: crow_u8x32) {
    let a = crow_and(left, leftMask)
    let b = crow_and(upper, aboveMask)
    let paeth = crow_paeth(a, b, crow_and(corner, cornerMask))
    // The mean is of PNG's filter 3, floor((left + above) / 2); of the others Paeth's
    // predictor is what is asked for, by the neighbours that were masked. Sums are modulo
    // 256, as the file means them.
    left = crow_add(crow_bytes(raw), crow_select(meanMask, crow_mean(a, b), paeth))
    corner = upper
  }

  /// A step at the ends of the rows, where not all lanes have a pixel.
  ///
  /// Its loops have no number of turns that is known: unrolled, they would make it too large to be inlined
  /// several times.
  @inlinable @inline(__always)
  mutating func stepAtEnd<Samples: SampleLayout>(
    _ group: RowGroup, _: Samples.Type, _ t: Int, upper: crow_u8x32
  ) {
    // From one lane's pixel to the next one's: a row on, a pixel back.
    let rawStep = group.filteredStride &- Samples.byteCount
    let madeStep = group.pixelStride &- 1
    let (raw, made) = (group.filtered + t &* Samples.byteCount, group.pixels + t)
    var words = crow_u32x8(repeating: 0)
    var begun = words
    let end = min(t &+ 1, 8)
    var lane = 0
    while lane < end {
      begun[lane] = .max
      if t &- lane < group.width { words[lane] = Samples.pixel(at: raw + lane &* rawStep) }
      lane &+= 1
    }
    step(words, above: upper)
    // What is left of a row's first pixel is 0.
    left = crow_and(left, crow_bytes(begun))
    let pixels = crow_pixels(left, Samples.opaque)
    lane = max(t &- group.width &+ 1, 0)
    while lane < end {
      made[lane &* madeStep] = pixels[lane]
      lane &+= 1
    }
  }
}
