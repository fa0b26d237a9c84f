internal import DominantColor
internal import Pixels
internal import SIMDBodies

/// Which colours have weight, and how much.
///
/// A type for each kind of selection, so that a program that makes one kind does not hold the other.
protocol WeightMeasure: AnyObject {
  /// The weight of a colour, in 256ths: the formula.
  func weight(of color: RGB8) -> Int

  /// The weight that all colours of a box have by their bounds; `nil` where those do not decide.
  func weight(from lowest: RGB8, to highest: RGB8) -> Int?

  /// Writes the weights of all colours of a box, or `BoxedEffect.notFound` where only the formula decides.
  func measure(
    from corner: RGB8, scratch: UnsafeMutablePointer<Double>,
    into block: UnsafeMutablePointer<UInt16>)
}

extension WeightMeasure {
  func measure(
    from corner: RGB8, scratch: UnsafeMutablePointer<Double>,
    into block: UnsafeMutablePointer<UInt16>
  ) {
    // SAFETY: a block has a weight for each colour of a box.
    for color in 0..<ColorBoxes.colorsInBox {
      (block + color).initialize(to: weight(of: color, from: corner))
    }
  }

  /// The weight of a colour of a box, by the formula.
  func weight(of color: Int, from corner: RGB8) -> UInt16 {
    UInt16(
      weight(
        of: RGB8(
          red: corner.red + UInt8(color & 7), green: corner.green + UInt8(color >> 3 & 7),
          blue: corner.blue + UInt8(color >> 6))))
  }
}

/// What looks like a colour.
final class NearColorMeasure: WeightMeasure {
  private let edge: SoftEdge
  private let distance: ColorDistance
  private let boxes: BoxWeights
  private let code: VectorCode

  init(_ color: RGB8, edge: SoftEdge, code: VectorCode) {
    self.edge = edge
    distance = ColorDistance(from: color)
    boxes = distance.boxWeights(tolerance: edge.tolerance, feather: edge.feather)
    self.code = code
  }

  func weight(of color: RGB8) -> Int {
    edge.weight(ofDistance: distance.thousandths(to: color))
  }

  func weight(from lowest: RGB8, to highest: RGB8) -> Int? {
    let bounds = distance.thousandthsBounds(from: lowest, to: highest)
    // Weights fall with the distance: equal at both ends, equal between.
    let weight = edge.weight(ofDistance: bounds.lowerBound)
    return weight == edge.weight(ofDistance: bounds.upperBound) ? weight : nil
  }

  func measure(
    from corner: RGB8, scratch: UnsafeMutablePointer<Double>,
    into block: UnsafeMutablePointer<UInt16>
  ) {
    ColorDistance.coneResponses.withUnsafeBufferPointer { cones in
      guard let cones = cones.baseAddress else { return }
      // SAFETY: the caller passes scratch memory and a block, both as large as the loop asks for.
      code.boxWeights(
        boxes, cones, Int(corner.red), Int(corner.green), Int(corner.blue), scratch, block)
    }
  }
}

/// A family and what is around it.
final class FamilyMeasure: WeightMeasure {
  private let edge: SoftEdge
  private let family: ColorFamily

  init(_ family: ColorFamily, edge: SoftEdge) {
    self.edge = edge
    self.family = family
  }

  func weight(of color: RGB8) -> Int {
    edge.weight(ofDistance: family.thousandths(to: color))
  }

  func weight(from lowest: RGB8, to highest: RGB8) -> Int? {
    switch family.judge(from: lowest, to: highest, beyond: edge.tolerance + edge.feather) {
    case .within: SoftEdge.fullWeight
    case .beyond: 0
    case .open: nil
    }
  }
}
