internal import DominantColor
internal import Pixels
internal import SIMDBodies

/// The weights of colours by boxes, found as boxes come up and remembered.
///
/// Colour space is cut into boxes of 8 levels a side (`ColorBoxes`). Most lie whole within a
/// selection or whole without, which the bounds of their distances tell when the first pixel asks;
/// of the others the weights of all colours are measured together. An object serves one thread.
final class ColorWeights {
  /// For each box where the weights of its colours begin: in a block of its own, or where all have
  /// the same weight in one that all such boxes share; in a block of weights that were not found
  /// until it is judged.
  ///
  /// So every colour is looked up alike, without a branch on what its box is.
  var blocks: BoxedEffect.Blocks { BoxedEffect.Blocks(places) }

  private let distance: ColorDistance
  private let edge: SoftEdge
  private let boxWeights: BoxWeights
  private let code: VectorCode
  private let scratch: UnsafeMutablePointer<Double>
  private let places: UnsafeMutablePointer<UnsafePointer<UInt16>>
  /// Memory for blocks, which stays where it is because ``blocks`` points into it.
  private var chunks: [UnsafeMutablePointer<UInt16>] = []
  /// Blocks that the last chunk has left.
  private var blocksLeft = 0
  /// The shared block of each weight, if there is one.
  private var shared = [UnsafePointer<UInt16>?](repeating: nil, count: SoftEdge.fullWeight + 1)

  private static let blocksInChunk = 64

  init(near color: RGB8, edge: SoftEdge, code: VectorCode) {
    distance = ColorDistance(from: color)
    self.edge = edge
    self.code = code
    boxWeights = distance.boxWeights(tolerance: edge.tolerance, feather: edge.feather)
    // SAFETY: all are initialised whole, here or block by block, and freed with this object.
    scratch = .allocate(capacity: BoxWeights.scratchCount)
    scratch.initialize(repeating: 0, count: BoxWeights.scratchCount)
    places = .allocate(capacity: ColorBoxes.count)
    let unknown = makeBlock()
    unknown.initialize(repeating: BoxedEffect.notFound, count: ColorBoxes.colorsInBox)
    places.initialize(repeating: UnsafePointer(unknown), count: ColorBoxes.count)
  }

  deinit {
    places.deallocate()
    scratch.deallocate()
    for chunk in chunks { chunk.deallocate() }
  }

  /// Makes the weights of a box's colours known.
  func find(box: Int) {
    let corner = RGB8(
      red: UInt8(8 * (box & 31)), green: UInt8(8 * (box >> 5 & 31)), blue: UInt8(8 * (box >> 10)))
    let bounds = distance.thousandthsBounds(
      from: corner,
      to: RGB8(red: corner.red + 7, green: corner.green + 7, blue: corner.blue + 7))
    // Weights fall with the distance: equal at both ends, equal between.
    let weight = edge.weight(ofDistance: bounds.lowerBound)
    if weight == edge.weight(ofDistance: bounds.upperBound) {
      places[box] = sharedBlock(of: weight)
    } else {
      places[box] = measuredBlock(from: corner)
    }
  }

  private func sharedBlock(of weight: Int) -> UnsafePointer<UInt16> {
    if let block = shared[weight] { return block }
    let block = makeBlock()
    block.initialize(repeating: UInt16(weight), count: ColorBoxes.colorsInBox)
    shared[weight] = UnsafePointer(block)
    return UnsafePointer(block)
  }

  private func measuredBlock(from corner: RGB8) -> UnsafePointer<UInt16> {
    let block = makeBlock()
    // SAFETY: the measurement writes all weights of the block.
    ColorDistance.coneResponses.withUnsafeBufferPointer { cones in
      guard let cones = cones.baseAddress else { return }
      code.boxWeights(
        boxWeights, cones, Int(corner.red), Int(corner.green), Int(corner.blue), scratch, block)
    }
    var isOfOneWeight = true
    for color in 0..<ColorBoxes.colorsInBox {
      if block[color] == BoxedEffect.notFound {
        let measured = RGB8(
          red: corner.red + UInt8(color & 7), green: corner.green + UInt8(color >> 3 & 7),
          blue: corner.blue + UInt8(color >> 6))
        block[color] = UInt16(edge.weight(ofDistance: distance.thousandths(to: measured)))
      }
      isOfOneWeight = isOfOneWeight && block[color] == block[0]
    }
    guard isOfOneWeight else { return UnsafePointer(block) }
    // Bounds are not the narrowest. The memory is that of the next block.
    blocksLeft += 1
    return sharedBlock(of: Int(block[0]))
  }

  /// Memory for a block, not initialised.
  private func makeBlock() -> UnsafeMutablePointer<UInt16> {
    if blocksLeft == 0 {
      chunks.append(.allocate(capacity: Self.blocksInChunk * ColorBoxes.colorsInBox))
      blocksLeft = Self.blocksInChunk
    }
    blocksLeft -= 1
    return chunks[chunks.count - 1] + blocksLeft * ColorBoxes.colorsInBox
  }
}
