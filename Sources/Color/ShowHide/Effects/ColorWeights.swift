internal import DominantColor
internal import Pixels
internal import SIMDBodies

/// The weights of colours by boxes, found as boxes come up and remembered.
///
/// Colour space is cut into boxes of 8 levels a side (`ColorBoxes`). Most lie whole within a
/// selection or whole without, which the bounds of their distances show for the first pixel in them;
/// of the others the weights of all colours are measured together. An object serves one thread.
final class ColorWeights {
  private let measure: any WeightMeasure
  /// For each box where the weights of its colours begin: in a block of its own, or where all have
  /// the same weight in one that all such boxes share; in a block of weights that were not found
  /// until it is judged.
  ///
  /// So every colour is looked up alike, without a branch on what its box is.
  private let starts: UnsafeMutablePointer<UInt32>
  /// Weights by block; the first is that of weight 0.
  private let weights: UnsafeMutablePointer<UnsafeMutablePointer<UInt16>>
  /// Which cells of 16 levels may have a weight: all until they are judged.
  private let cells: UnsafeMutablePointer<UInt16>
  /// Where the shared block of each weight begins, if there is one.
  private var shared = [UInt32?](repeating: nil, count: SoftEdge.fullWeight + 1)
  /// For the first box of each cube the sides of those that have several weights.
  private var undecided = [UInt8](repeating: 0, count: ColorBoxes.count)
  /// In place of a side: that the boxes of a cell were judged.
  private static let boxesWereJudged: UInt8 = 8
  /// Where the block of weights that were not found begins.
  private var unknown: UInt32 = 0
  private var blockCount = 0
  /// Enough for most pictures; the system gives memory as it is used.
  private var blockCapacity = 2048
  private let scratch: UnsafeMutablePointer<Double>

  /// The weights of what looks like a colour.
  convenience init(near color: RGB8, edge: SoftEdge, code: VectorCode) {
    self.init(NearColorMeasure(color, edge: edge, code: code))
  }

  /// The weights of a family and what is around it.
  convenience init(of family: ColorFamily, edge: SoftEdge) {
    self.init(FamilyMeasure(family, edge: edge))
  }

  init(_ measure: any WeightMeasure) {
    self.measure = measure
    // SAFETY: all are initialised whole, here or block by block, and freed with this object.
    scratch = .allocate(capacity: BoxWeights.scratchCount)
    scratch.initialize(repeating: 0, count: BoxWeights.scratchCount)
    weights = .allocate(capacity: 1)
    weights.initialize(to: Self.memory(ofBlocks: blockCapacity))
    starts = .allocate(capacity: ColorBoxes.count)
    cells = .allocate(capacity: WeightedCells.wordCount)
    cells.initialize(repeating: .max, count: WeightedCells.wordCount)
    // Of weights 0 and 256 in this order, as `BoxedEffect.Table` has it.
    shared[0] = makeBlock(of: 0)
    shared[SoftEdge.fullWeight] = makeBlock(of: UInt16(SoftEdge.fullWeight))
    unknown = makeBlock(of: BoxedEffect.notFound)
    starts.initialize(repeating: unknown, count: ColorBoxes.count)
  }

  deinit {
    weights.pointee.deallocate()
    weights.deallocate()
    starts.deallocate()
    cells.deallocate()
    scratch.deallocate()
  }

  /// The weights, for the loop that looks them up while this object is there.
  var table: BoxedEffect.Table {
    BoxedEffect.Table(
      starts: UnsafePointer(starts), weights: UnsafePointer(weights), cells: UnsafePointer(cells))
  }

  /// The weight of a colour, as the loop looks it up.
  func weight(of color: RGB8) -> UInt16 {
    let (red, green, blue) = (Int(color.red), Int(color.green), Int(color.blue))
    //     blue 8 bits      green 8 bits     red 8 bits
    //     [ 5 | 3 ]        [ 5 | 3 ]        [ 5 | 3 ]
    //     box     5 · 5 · 5 bits, red lowest
    //     place       3 · 3 · 3 bits, red lowest
    let box = red >> 3 | (green >> 3) << 5 | (blue >> 3) << 10
    let place = red & 7 | (green & 7) << 3 | (blue & 7) << 6
    // SAFETY: a block has a weight for each colour of a box.
    let weight = weights.pointee[Int(starts[box]) + place]
    if weight != BoxedEffect.notFound { return weight }
    find(box: box)
    return weights.pointee[Int(starts[box]) + place]
  }

  /// Makes the weights of a box's colours known.
  ///
  /// Large cubes of boxes are judged first: of the far ones one answers for 64 boxes.
  func find(box: Int) {
    if judge(4, around: box) || judge(2, around: box) { return }
    judgeBoxes(ofCellAround: box)
    if starts[box] != unknown { return }
    starts[box] = measuredBlock(
      from: RGB8(
        red: UInt8(8 * (box & 31)), green: UInt8(8 * (box >> 5 & 31)),
        blue: UInt8(8 * (box >> 10))))
  }

  /// Judges the boxes of a cell, if that was not done, and whether all of them have no weight: their
  /// bounds are narrower than those of the cell.
  private func judgeBoxes(ofCellAround box: Int) {
    let first = box & ~(1 | 1 << 5 | 1 << 10)
    guard starts[box] == unknown, undecided[first] & Self.boxesWereJudged == 0 else { return }
    undecided[first] |= Self.boxesWereJudged
    var isLeftOut = true
    for box in [first, first | 1 << 5, first | 1 << 10, first | 1 << 5 | 1 << 10] {
      for box in [box, box | 1] {
        // The judgement comes first, so that it is made of all eight.
        isLeftOut = judge(1, around: box) && starts[box] == shared[0] && isLeftOut
      }
    }
    if isLeftOut { leaveOut(first, side: 2) }
  }

  /// Judges the cube of so many boxes a side that a box is in.
  ///
  /// - Parameters:
  ///   - side: 1, 2 or 4.
  ///   - box: the box.
  /// - Returns: whether all colours of the cube have one weight, which its boxes then have.
  private func judge(_ side: Int, around box: Int) -> Bool {
    // −side has all bits but those of places within the cube: 1 is −1, 2 is …110, 4 is …100.
    let (red, green, blue) = (box & 31 & -side, box >> 5 & 31 & -side, box >> 10 & -side)
    let first = red | green << 5 | blue << 10
    //     bit        3           2    1    0
    //     means      judged      4    2    1      the cube of this side has several weights
    //
    // The first box of a cube of 4 is that of a cube of 2 and of 1, too: each has a bit of
    // its own.
    guard undecided[first] & UInt8(side) == 0 else { return false }
    func color(_ add: Int) -> RGB8 {
      RGB8(
        red: UInt8(8 * red + add), green: UInt8(8 * green + add), blue: UInt8(8 * blue + add))
    }
    guard let weight = measure.weight(from: color(0), to: color(8 * side - 1)) else {
      undecided[first] |= UInt8(side)
      return false
    }
    let start = sharedBlock(of: weight)
    for blue in 0..<side {
      for green in 0..<side {
        (starts + (first + green << 5 + blue << 10)).update(repeating: start, count: side)
      }
    }
    if weight == 0, side > 1 { leaveOut(first, side: side) }
    return true
  }

  /// Marks the cells of a cube of boxes as having no weight.
  private func leaveOut(_ first: Int, side: Int) {
    for blue in stride(from: 0, to: side, by: 2) {
      for green in stride(from: 0, to: side, by: 2) {
        for red in stride(from: 0, to: side, by: 2) {
          let cell = WeightedCells.place(ofBox: first + red + green << 5 + blue << 10)
          cells[cell.word] &= ~cell.bit
        }
      }
    }
  }

  private func sharedBlock(of weight: Int) -> UInt32 {
    if let start = shared[weight] { return start }
    let start = makeBlock(of: UInt16(weight))
    shared[weight] = start
    return start
  }

  private func measuredBlock(from corner: RGB8) -> UInt32 {
    let start = makeBlock()
    let block = weights.pointee + Int(start)
    // SAFETY: the weights of all colours of the block are written.
    measure.measure(from: corner, scratch: scratch, into: block)
    // In a loop without a branch: whether any differ, and whether any is above all weights.
    var (differences, all): (UInt16, UInt16) = (0, 0)
    for color in 0..<ColorBoxes.colorsInBox {
      differences |= block[color] ^ block[0]
      all |= block[color]
    }
    // Weights are at most 256, and so no others can sum up to all 16 bits.
    if all == BoxedEffect.notFound {
      for color in 0..<ColorBoxes.colorsInBox where block[color] == BoxedEffect.notFound {
        block[color] = measure.weight(of: color, from: corner)
      }
    }
    guard differences == 0, all != BoxedEffect.notFound else { return start }
    // Bounds are not the narrowest. The next block takes the memory.
    blockCount -= 1
    return sharedBlock(of: Int(all))
  }

  /// Makes a block of one weight.
  ///
  /// - Returns: where it begins.
  private func makeBlock(of weight: UInt16) -> UInt32 {
    let start = makeBlock()
    (weights.pointee + Int(start)).initialize(repeating: weight, count: ColorBoxes.colorsInBox)
    return start
  }

  /// Makes a block, whose weights are to be written.
  ///
  /// - Returns: where it begins.
  private func makeBlock() -> UInt32 {
    if blockCount == blockCapacity { grow() }
    let start = blockCount * ColorBoxes.colorsInBox
    blockCount += 1
    // At most 32,768 boxes and 258 shared blocks of 512 weights: 2²⁵.
    return UInt32(start)
  }

  /// Memory for blocks and one number more, which is read beside the last weight.
  private static func memory(ofBlocks count: Int) -> UnsafeMutablePointer<UInt16> {
    .allocate(capacity: count * ColorBoxes.colorsInBox + 1)
  }

  private func grow() {
    let larger = Self.memory(ofBlocks: 2 * blockCapacity)
    larger.moveInitialize(from: weights.pointee, count: blockCount * ColorBoxes.colorsInBox)
    weights.pointee.deallocate()
    weights.pointee = larger
    blockCapacity *= 2
  }
}
