internal import DominantColor
internal import Pixels
internal import SIMDBodies

/// The weights of colours by boxes, found as boxes come up and remembered.
///
/// Colour space is cut into boxes of 8 levels a side (`ColorBoxes`). Most lie whole within a
/// selection or whole without, which the bounds of their distances tell when the first pixel asks;
/// of the others the weights of all colours are measured together. An object serves one thread.
final class ColorWeights {
  private let distance: ColorDistance
  private let edge: SoftEdge
  private let boxWeights: BoxWeights
  private let code: VectorCode
  /// For each box where the weights of its colours begin: in a block of its own, or where all have
  /// the same weight in one that all such boxes share; in a block of weights that were not found
  /// until it is judged.
  ///
  /// So every colour is looked up alike, without a branch on what its box is.
  private let starts: UnsafeMutablePointer<UInt32>
  /// Weights by block; the first is that of weight 0.
  private let weights: UnsafeMutablePointer<UnsafeMutablePointer<UInt16>>
  /// Where the shared block of each weight begins, if there is one.
  private var shared = [UInt32?](repeating: nil, count: SoftEdge.fullWeight + 1)
  private var blockCount = 0
  private var blockCapacity = 64
  private let scratch: UnsafeMutablePointer<Double>

  init(near color: RGB8, edge: SoftEdge, code: VectorCode) {
    distance = ColorDistance(from: color)
    self.edge = edge
    self.code = code
    boxWeights = distance.boxWeights(tolerance: edge.tolerance, feather: edge.feather)
    // SAFETY: all are initialised whole, here or block by block, and freed with this object.
    scratch = .allocate(capacity: BoxWeights.scratchCount)
    scratch.initialize(repeating: 0, count: BoxWeights.scratchCount)
    weights = .allocate(capacity: 1)
    weights.initialize(to: .allocate(capacity: blockCapacity * ColorBoxes.colorsInBox))
    starts = .allocate(capacity: ColorBoxes.count)
    shared[0] = makeBlock(of: 0)
    starts.initialize(repeating: makeBlock(of: BoxedEffect.notFound), count: ColorBoxes.count)
  }

  deinit {
    weights.pointee.deallocate()
    weights.deallocate()
    starts.deallocate()
    scratch.deallocate()
  }

  /// The weights, for the loop that looks them up while this object is there.
  var table: BoxedEffect.Table {
    BoxedEffect.Table(starts: UnsafePointer(starts), weights: UnsafePointer(weights))
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
    starts[box] =
      weight == edge.weight(ofDistance: bounds.upperBound)
      ? sharedBlock(of: weight) : measuredBlock(from: corner)
  }

  private func sharedBlock(of weight: Int) -> UInt32 {
    if let start = shared[weight] { return start }
    let start = makeBlock(of: UInt16(weight))
    shared[weight] = start
    return start
  }

  private func measuredBlock(from corner: RGB8) -> UInt32 {
    let start = makeBlock(of: 0)
    let block = weights.pointee + Int(start)
    ColorDistance.coneResponses.withUnsafeBufferPointer { cones in
      guard let cones = cones.baseAddress else { return }
      code.boxWeights(
        boxWeights, cones, Int(corner.red), Int(corner.green), Int(corner.blue), scratch, block)
    }
    let first = block[0]
    var differences: UInt16 = 0
    for color in 0..<ColorBoxes.colorsInBox {
      if block[color] == BoxedEffect.notFound { block[color] = weight(of: color, from: corner) }
      differences |= block[color] ^ block[0]
    }
    guard differences == 0, first != BoxedEffect.notFound else { return start }
    // Bounds are not the narrowest. The next block takes the memory.
    blockCount -= 1
    return sharedBlock(of: Int(first))
  }

  /// The weight of a colour of a box, by the formula.
  private func weight(of color: Int, from corner: RGB8) -> UInt16 {
    let color = RGB8(
      red: corner.red + UInt8(color & 7), green: corner.green + UInt8(color >> 3 & 7),
      blue: corner.blue + UInt8(color >> 6))
    return UInt16(edge.weight(ofDistance: distance.thousandths(to: color)))
  }

  /// Makes a block.
  ///
  /// - Returns: where it begins.
  private func makeBlock(of weight: UInt16) -> UInt32 {
    if blockCount == blockCapacity { grow() }
    let start = blockCount * ColorBoxes.colorsInBox
    (weights.pointee + start).initialize(repeating: weight, count: ColorBoxes.colorsInBox)
    blockCount += 1
    return UInt32(start)
  }

  private func grow() {
    let larger = UnsafeMutablePointer<UInt16>.allocate(
      capacity: 2 * blockCapacity * ColorBoxes.colorsInBox)
    larger.moveInitialize(from: weights.pointee, count: blockCount * ColorBoxes.colorsInBox)
    weights.pointee.deallocate()
    weights.pointee = larger
    blockCapacity *= 2
  }
}
