internal import Pixels
internal import SIMDBodies

/// The weights of numbers by the colours that they look like.
///
/// Those of what is seen are found as in a picture of sRGB, box by box: the numbers of a box look like
/// colours of a few.
final class SeenMeasure: WeightMeasure {
  private let seen: SeenColors
  private let measure: any WeightMeasure
  private let weights: ColorWeights

  init(_ seen: SeenColors, _ measure: any WeightMeasure) {
    self.seen = seen
    self.measure = measure
    weights = ColorWeights(measure)
  }

  func weight(of color: RGB8) -> Int {
    var pixel = [RGBA8(color)]
    pixel.withUnsafeMutableBytes(seen.convert)
    return measure.weight(of: pixel[0].color)
  }

  func weight(from lowest: RGB8, to highest: RGB8) -> Int? {
    let bounds = seen.bounds(from: lowest, to: highest)
    return measure.weight(from: bounds.lowest, to: bounds.highest)
  }

  func measure(
    from corner: RGB8, scratch: UnsafeMutablePointer<Double>,
    into block: UnsafeMutablePointer<UInt16>
  ) {
    let colors = seen.colors(from: corner)
    // SAFETY: a block has a weight for each colour of a box.
    for index in 0..<ColorBoxes.colorsInBox {
      (block + index).initialize(to: weights.weight(of: colors[index].color))
    }
  }
}
