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
  /// Where the weights of each box's colours begin in ``weights``: in a block of its own, or where
  /// all have the same weight in one that all such boxes share; ``unknown`` until judged.
  ///
  /// So every colour is looked up alike, without a branch on what its box is.
  private let blocks: UnsafeMutablePointer<UInt32>
  /// Weights by block, ``notFound`` until asked for; the first block is that of unknown boxes.
  private var weights: UnsafeMutablePointer<UInt16>
  /// Where the shared block of each weight begins, if there is one.
  private var shared = [UInt32?](repeating: nil, count: SoftEdge.fullWeight + 1)
  private var blockCount = 1
  private var blockCapacity = 64

  private static let boxCount = 1 << 15
  private static let colorsInBox = 512
  private static let unknown: UInt32 = 0
  private static let notFound: UInt16 = .max

  init(near color: RGB8, edge: SoftEdge) {
    distance = ColorDistance(from: color)
    self.edge = edge
    // SAFETY: all are initialised whole, here or block by block, and freed with this object.
    blocks = .allocate(capacity: Self.boxCount)
    blocks.initialize(repeating: Self.unknown, count: Self.boxCount)
    weights = .allocate(capacity: blockCapacity * Self.colorsInBox)
    weights.initialize(repeating: Self.notFound, count: Self.colorsInBox)
  }

  deinit {
    blocks.deallocate()
    weights.deallocate()
  }

  /// Looks up the weights of a run of pixels.
  ///
  /// - Parameters:
  ///   - found: where they go.
  ///   - boxes: the box of each pixel's colour (see `ColorBoxes`).
  ///   - colors: the number of each colour within its box.
  ///   - count: how many.
  func find(
    _ found: UnsafeMutablePointer<UInt16>, boxes: UnsafePointer<UInt16>,
    colors: UnsafePointer<UInt16>, count: Int
  ) {
    // SAFETY: the caller lends `count` numbers of boxes, under 2¹⁵, and of colours, under 2⁹, and
    // room for as many weights. Boxes have blocks that there are.
    let blocks = blocks
    var weights = weights
    var index = 0
    @inline(__always) func weight(_ index: Int) -> UInt16 {
      weights[Int(truncatingIfNeeded: blocks[Int(boxes[index])]) &+ Int(colors[index])]
    }
    // Four at a time: one test tells whether all were found.
    while index &+ 4 <= count {
      let first = weight(index)
      let second = weight(index &+ 1)
      let third = weight(index &+ 2)
      let fourth = weight(index &+ 3)
      found[index] = first
      found[index &+ 1] = second
      found[index &+ 2] = third
      found[index &+ 3] = fourth
      index &+= 4
      if first | second | third | fourth == Self.notFound {
        for index in index &- 4..<index {
          found[index] = findWeight(Int(boxes[index]), Int(colors[index]))
        }
        // They may have moved to larger memory.
        weights = self.weights
      }
    }
    for index in index..<count {
      found[index] = findWeight(Int(boxes[index]), Int(colors[index]))
    }
  }

  /// The weight of a colour of a box.
  private func findWeight(_ box: Int, _ color: Int) -> UInt16 {
    if blocks[box] == Self.unknown { judge(box) }
    let place = Int(blocks[box]) + color
    if weights[place] == Self.notFound {
      func channel(_ number: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: (box >> (5 * number) & 31) << 3 | color >> (3 * number) & 7)
      }
      let color = RGB8(red: channel(0), green: channel(1), blue: channel(2))
      weights[place] = UInt16(edge.weight(ofDistance: distance.thousandths(to: color)))
    }
    return weights[place]
  }

  /// Gives a box the block of its colours.
  private func judge(_ box: Int) {
    let corner = [box & 31, box >> 5 & 31, box >> 10].map { UInt8(8 * $0) }
    let bounds = distance.thousandthsBounds(
      from: RGB8(red: corner[0], green: corner[1], blue: corner[2]),
      to: RGB8(red: corner[0] + 7, green: corner[1] + 7, blue: corner[2] + 7))
    // Weights fall with the distance: equal at both ends, equal between.
    let weight = edge.weight(ofDistance: bounds.lowerBound)
    guard weight == edge.weight(ofDistance: bounds.upperBound) else {
      blocks[box] = makeBlock(of: Self.notFound)
      return
    }
    let block = shared[weight] ?? makeBlock(of: UInt16(weight))
    shared[weight] = block
    blocks[box] = block
  }

  /// Makes a block.
  ///
  /// - Returns: where it begins.
  private func makeBlock(of weight: UInt16) -> UInt32 {
    if blockCount == blockCapacity { grow() }
    let start = blockCount * Self.colorsInBox
    (weights + start).initialize(repeating: weight, count: Self.colorsInBox)
    blockCount += 1
    return UInt32(start)
  }

  private func grow() {
    let larger = UnsafeMutablePointer<UInt16>.allocate(
      capacity: 2 * blockCapacity * Self.colorsInBox)
    larger.moveInitialize(from: weights, count: blockCount * Self.colorsInBox)
    weights.deallocate()
    weights = larger
    blockCapacity *= 2
  }
}
