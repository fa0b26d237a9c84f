internal import DominantColor
internal import Pixels

/// The weights of colours, found as they come up and remembered.
///
/// Colour space is cut into boxes of 8 levels a side. Most boxes lie whole within a selection or
/// whole without, which the bounds of their distances tell at the first pixel; of the others each
/// colour's weight is found once. An object serves one thread.
final class ColorWeights {
  private let distance: ColorDistance
  private let edge: SoftEdge
  /// For each box its weight if all its colours share one, or ``notFound``: small enough for the
  /// second-level cache.
  private let boxes: UnsafeMutablePointer<UInt16>
  /// For boxes without a weight of their own the block of their colours; ``unknown`` until judged.
  private let blocks: UnsafeMutablePointer<Int16>
  /// Weights of the colours of the other boxes, block by block; ``notFound`` until asked for.
  private var colors: UnsafeMutablePointer<UInt16>
  private var blockCount = 0
  private var blockCapacity = 64

  private static let boxCount = 1 << 15
  private static let colorsInBox = 512
  private static let unknown: Int16 = -1
  private static let notFound: UInt16 = .max

  init(near color: RGB8, edge: SoftEdge) {
    distance = ColorDistance(from: color)
    self.edge = edge
    // SAFETY: all are initialised whole, here or block by block, and freed with this object.
    boxes = .allocate(capacity: Self.boxCount)
    boxes.initialize(repeating: Self.notFound, count: Self.boxCount)
    blocks = .allocate(capacity: Self.boxCount)
    blocks.initialize(repeating: Self.unknown, count: Self.boxCount)
    colors = .allocate(capacity: blockCapacity * Self.colorsInBox)
  }

  deinit {
    boxes.deallocate()
    blocks.deallocate()
    colors.deallocate()
  }

  /// Turns the boxes of a run of pixels into the pixels' weights, in place.
  ///
  /// - Parameters:
  ///   - weights: the number of each pixel's box (see `ColorBoxes`), and its weight afterwards.
  ///   - source: the pixels, at any address.
  ///   - count: how many.
  func find(_ weights: UnsafeMutablePointer<UInt16>, of source: UnsafeRawPointer, count: Int) {
    // SAFETY: the caller lends `count` numbers, under 2¹⁵, and as many words of pixels.
    let boxes = boxes
    var index = 0
    // Four at a time: one test tells whether all four are weights.
    while index &+ 4 <= count {
      let group = weights + index
      let first = boxes[Int(group[0])]
      let second = boxes[Int(group[1])]
      let third = boxes[Int(group[2])]
      let fourth = boxes[Int(group[3])]
      if first | second | third | fourth < 0x8000 {
        group[0] = first
        group[1] = second
        group[2] = third
        group[3] = fourth
      } else {
        findOneByOne(group, of: source + 4 &* index, count: 4)
      }
      index &+= 4
    }
    findOneByOne(weights + index, of: source + 4 &* index, count: count &- index)
  }

  private func findOneByOne(
    _ weights: UnsafeMutablePointer<UInt16>, of source: UnsafeRawPointer, count: Int
  ) {
    for index in 0..<count {
      let box = Int(weights[index])
      let shared = boxes[box]
      // SAFETY: as above.
      weights[index] =
        shared == Self.notFound
        ? weight(
          of: UInt32(
            littleEndian: source.loadUnaligned(fromByteOffset: 4 &* index, as: UInt32.self)),
          in: box) : shared
    }
  }

  /// The weight of a colour whose box has not one for all, or is not known.
  private func weight(of word: UInt32, in box: Int) -> UInt16 {
    if blocks[box] == Self.unknown {
      judge(box)
      if boxes[box] != Self.notFound { return boxes[box] }
    }
    let within = Int(truncatingIfNeeded: word & 7 | word >> 5 & 0x38 | word >> 10 & 0x1C0)
    let place = Int(blocks[box]) * Self.colorsInBox + within
    if colors[place] == Self.notFound {
      let color = RGB8(
        red: UInt8(truncatingIfNeeded: word), green: UInt8(truncatingIfNeeded: word >> 8),
        blue: UInt8(truncatingIfNeeded: word >> 16))
      colors[place] = UInt16(edge.weight(ofDistance: distance.thousandths(to: color)))
    }
    return colors[place]
  }

  private func judge(_ box: Int) {
    let corner = [box & 31, box >> 5 & 31, box >> 10].map { UInt8(8 * $0) }
    let bounds = distance.thousandthsBounds(
      from: RGB8(red: corner[0], green: corner[1], blue: corner[2]),
      to: RGB8(red: corner[0] + 7, green: corner[1] + 7, blue: corner[2] + 7))
    // Weights fall with the distance: equal at both ends, equal between.
    let weight = edge.weight(ofDistance: bounds.lowerBound)
    if weight == edge.weight(ofDistance: bounds.upperBound) {
      boxes[box] = UInt16(weight)
      return
    }
    if blockCount == blockCapacity { grow() }
    (colors + blockCount * Self.colorsInBox)
      .initialize(repeating: Self.notFound, count: Self.colorsInBox)
    blocks[box] = Int16(blockCount)
    blockCount += 1
  }

  private func grow() {
    let larger = UnsafeMutablePointer<UInt16>.allocate(
      capacity: 2 * blockCapacity * Self.colorsInBox)
    larger.moveInitialize(from: colors, count: blockCount * Self.colorsInBox)
    colors.deallocate()
    colors = larger
    blockCapacity *= 2
  }
}
