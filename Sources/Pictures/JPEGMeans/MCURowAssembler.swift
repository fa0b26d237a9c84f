internal import JPEGLanes

/// Puts blocks into rows of MCUs, and these into rows of pixels.
final class MCURowAssembler {
  /// Pixels of a row.
  let width: Int
  /// Rows of pixels that a row of MCUs gives at most.
  let rowsPerMCU: Int

  private let frame: JPEGFrame
  private let bodies: LaneBodies
  /// The means of each component in the row of MCUs.
  let planes: [MeanPlane]
  private let blocks: [BlockPlace]
  private var predictions: [Int32]
  /// What first coefficients are multiplied with, of each component.
  private let quantization: [Int32]
  /// The bits of all first coefficients, of negative ones the complements.
  private var firstBits: Int32 = 0
  private let interval: Int
  /// MCUs until means start anew.
  private var untilRestart: Int
  private var column = 0
  private var phase = 0
  private let expanded: [UnsafeMutablePointer<UInt8>]
  private let neutral: UnsafeMutablePointer<UInt8>

  /// Where in its component's plane a block of the MCU lies.
  private struct BlockPlace {
    let component: Int
    let row: Int
    let column: Int
  }

  init(_ frame: JPEGFrame, settings: JPEGMeansSettings) {
    self.frame = frame
    bodies = LaneBodies(settings)
    width = (frame.width + 7) / 8
    rowsPerMCU = frame.mcuRows
    planes = frame.components.indices.map { index in
      MeanPlane(
        frame, index, samplesPerBlock: settings.chroma == .scaled ? frame.samplesPerBlock(index) : 1
      )
    }
    blocks = frame.components.enumerated().flatMap { index, component in
      (0..<component.columns * component.rows).map {
        BlockPlace(
          component: index, row: $0 / component.columns, column: $0 % component.columns)
      }
    }
    predictions = Array(repeating: 0, count: frame.components.count)
    quantization = frame.components.map { $0.quantization[0] }
    interval = frame.restartInterval
    untilRestart = interval
    let paddedWidth = frame.mcusPerRow * frame.mcuColumns
    expanded = frame.components.map { _ in .allocate(capacity: paddedWidth) }
    neutral = .allocate(capacity: paddedWidth)
    neutral.initialize(repeating: 128, count: paddedWidth)
  }

  deinit {
    for row in expanded { row.deallocate() }
    neutral.deallocate()
  }

  /// Whether the first coefficients that were put in place of their differences have twelve bits at most,
  /// as those of all pictures have that were not made up: none has lost a bit, nor do transforms wrap.
  var areFirstsUsual: Bool { firstBits < 1 << 11 }

  /// Takes blocks until a row of MCUs is full or there are no more.
  ///
  /// Their first coefficients come in place of the differences.
  ///
  /// - Parameters:
  ///   - piece: the blocks.
  ///   - next: the first that is not taken yet; moved on.
  ///   - nextDetail: the same of blocks with details.
  /// - Returns: whether the row is full.
  func take(_ piece: PieceBlocks, next: inout Int, nextDetail: inout Int) -> Bool {
    let count = blocks.count
    while next < piece.count, column < frame.mcusPerRow {
      // Whole MCUs at once as long as none is begun, neither the row nor the restart interval
      // ends within, and the piece has them.
      let whole = min(
        phase == 0 ? (piece.count - next) / count : 0, frame.mcusPerRow - column,
        interval > 0 ? untilRestart : Int.max)
      if whole > 0 {
        takeWhole(whole, piece, next, &nextDetail)
        next += whole * count
        finish(mcus: whole)
      } else {
        let place = blocks[phase]
        takeBlock(place, piece, next, &nextDetail)
        next += 1
        phase += 1
        if phase == count {
          phase = 0
          finish(mcus: 1)
        }
      }
    }
    return column == frame.mcusPerRow
  }

  private func finish(mcus: Int) {
    column += mcus
    guard interval > 0 else { return }
    untilRestart -= mcus
    if untilRestart == 0 {
      untilRestart = interval
      for index in predictions.indices { predictions[index] = 0 }
    }
  }

  private func takeBlock(
    _ place: BlockPlace, _ piece: PieceBlocks, _ next: Int, _ nextDetail: inout Int
  ) {
    let plane = planes[place.component]
    predictions[place.component] &+= Int32(piece.values[next])
    putFirst(
      predictions[place.component], quantization[place.component], piece.values + next, &firstBits)
    let x = column * plane.columns + place.column
    let index = place.row * plane.stride + x
    plane.means[index] = Int16(truncatingIfNeeded: predictions[place.component])
    plane.isWild.pointee =
      plane.isWild.pointee || predictions[place.component] != Int32(plane.means[index])
    if plane.samplesPerBlock == 2 {
      (plane.details + 4 * index).update(from: piece.details + 4 * nextDetail, count: 4)
      nextDetail += 1
    }
  }

  /// Puts a block's first coefficient in place of its difference.
  ///
  /// - Parameters:
  ///   - mean: its mean, not dequantized.
  ///   - factor: what that is multiplied with.
  ///   - value: the difference.
  ///   - bits: takes the coefficient's bits.
  @inline(__always)
  private func putFirst(
    _ mean: Int32, _ factor: Int32, _ value: UnsafeMutablePointer<Int16>, _ bits: inout Int32
  ) {
    let first = mean &* factor
    value.pointee = Int16(truncatingIfNeeded: first)
    // The shift gives 0 or all ones, by the sign: the number itself, or its complement where
    // it is negative. Both have as many bits as the number takes without its sign.
    bits |= first ^ first &>> 31
  }

  /// Takes whole MCUs, a block of them at a time.
  private func takeWhole(
    _ mcus: Int, _ piece: PieceBlocks, _ next: Int, _ nextDetail: inout Int
  ) {
    let step = blocks.count
    var (wanted, firstWanted) = (0, 0)
    for plane in planes where plane.samplesPerBlock == 2 { wanted += plane.columns * plane.rows }
    var first = 0
    for (component, plane) in planes.enumerated() {
      let blockCount = plane.columns * plane.rows
      var prediction = predictions[component]
      // All sums so far, of negative ones the complements, combined by *or*: a bit that any of them has is set. So one
      // comparison after the loop, with a power of two, shows whether any of them was large, without one
      // comparison an MCU.
      var largest: Int32 = 0
      // SAFETY: the piece holds `mcus` MCUs from `next` on, and the planes as many from `column`.
      var source = piece.values + next + first
      let factor = quantization[component]
      var bits: Int32 = 0
      var target = plane.means + column * plane.columns
      if plane.columns == 2, plane.rows == 2 {
        let lower = plane.stride
        for _ in 0..<mcus {
          let second = prediction &+ Int32(source[0])
          let third = second &+ Int32(source[1])
          let fourth = third &+ Int32(source[2])
          let fifth = fourth &+ Int32(source[3])
          prediction = fifth
          target[0] = Int16(truncatingIfNeeded: second)
          target[1] = Int16(truncatingIfNeeded: third)
          target[lower] = Int16(truncatingIfNeeded: fourth)
          target[lower &+ 1] = Int16(truncatingIfNeeded: fifth)
          largest |= fifth ^ fifth &>> 31
          putFirst(second, factor, source, &bits)
          putFirst(third, factor, source + 1, &bits)
          putFirst(fourth, factor, source + 2, &bits)
          putFirst(fifth, factor, source + 3, &bits)
          source += step
          target += 2
        }
      } else if blockCount == 1 {
        for _ in 0..<mcus {
          prediction &+= Int32(source[0])
          largest |= prediction ^ prediction &>> 31
          target[0] = Int16(truncatingIfNeeded: prediction)
          putFirst(prediction, factor, source, &bits)
          source += step
          target += 1
        }
      } else {
        let (columns, rows, stride) = (plane.columns, plane.rows, plane.stride)
        for _ in 0..<mcus {
          for row in 0..<rows {
            for column in 0..<columns {
              let value = source + (row &* columns &+ column)
              prediction &+= Int32(value.pointee)
              putFirst(prediction, factor, value, &bits)
              target[row &* stride &+ column] = Int16(truncatingIfNeeded: prediction)
            }
          }
          largest |= prediction ^ prediction &>> 31
          source += step
          target += columns
        }
      }
      predictions[component] = prediction
      firstBits |= bits
      // Only the last block of each MCU is looked at. That is enough: a mean is 16 bits in `target`, differences are
      // under 2048 (a code of 11 bits at most), and an MCU has ten blocks at most, so that after a mean
      // under 8192 no other of the next MCU leaves 8192 + 9 · 2048 < 32768. A mean above 8191 is out of range in any
      // case, multiplied or not: `makeSamples` declines it.
      if largest > 8191 { plane.isWild.pointee = true }
      if plane.samplesPerBlock == 2 {
        copyDetails(plane, mcus, piece.details + 4 * (nextDetail + firstWanted), 4 * wanted)
        firstWanted += blockCount
      }
      first += blockCount
    }
    nextDetail += mcus * wanted
  }

  private func copyDetails(
    _ plane: MeanPlane, _ mcus: Int, _ source: UnsafePointer<Int16>, _ step: Int
  ) {
    var source = source
    var target = plane.details + 4 * column * plane.columns
    if plane.columns == 1, plane.rows == 1 {
      for _ in 0..<mcus {
        // SAFETY: as for means, four numbers each.
        UnsafeMutableRawPointer(target).storeBytes(
          of: UnsafeRawPointer(source).loadUnaligned(as: UInt64.self), as: UInt64.self)
        source += step
        target += 4
      }
      return
    }
    for _ in 0..<mcus {
      for block in 0..<plane.columns * plane.rows {
        let place = 4 * (block / plane.columns * plane.stride + block % plane.columns)
        // SAFETY: as for means, four numbers each.
        UnsafeMutableRawPointer(target + place).copyMemory(from: source + 4 * block, byteCount: 8)
      }
      source += step
      target += 4 * plane.columns
    }
  }

  /// Makes the pixels of the full row of MCUs, and begins the next.
  func finishRow(
    into rows: UnsafeMutablePointer<UInt32>, count: Int
  ) throws(JPEGMeansError) {
    column = 0
    for plane in planes {
      guard plane.makeSamples(bodies) else { throw .declined("a mean is out of range") }
    }
    for row in 0..<count {
      let target = rows + row * width
      let luma = sampleRow(0, row)
      let isGrey = planes.count == 1
      bodies.pixels(
        luma, isGrey ? UnsafePointer(neutral) : sampleRow(1, row),
        isGrey ? UnsafePointer(neutral) : sampleRow(2, row), width, target)
    }
  }

  /// A component's samples for a row of pixels.
  private func sampleRow(_ component: Int, _ row: Int) -> UnsafePointer<UInt8> {
    let plane = planes[component]
    let (columns, rows) = plane.sampleGrid
    let source = plane.samples + row * rows / frame.mcuRows * plane.sampleStride
    let factor = frame.mcuColumns / columns
    guard factor > 1 else { return UnsafePointer(source) }
    let target = expanded[component]
    // SAFETY: both hold the width of the row of MCUs, at their scales.
    let count = frame.mcusPerRow * columns
    if factor == 2 {
      for index in 0..<count {
        let sample = source[index]
        target[2 &* index] = sample
        target[2 &* index &+ 1] = sample
      }
    } else {
      for index in 0..<count {
        for copy in 0..<factor { target[factor &* index &+ copy] = source[index] }
      }
    }
    return UnsafePointer(target)
  }
}
