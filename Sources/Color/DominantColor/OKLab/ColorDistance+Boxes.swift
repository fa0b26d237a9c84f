package import SIMDBodies

extension ColorDistance {
  /// What measures the weights of whole boxes of colours, where they fade with the distance.
  ///
  /// - Parameters:
  ///   - tolerance: thousandths of weight 256, at most 1536.
  ///   - feather: thousandths over which the weight then falls to 0, at most 1536.
  /// - Returns: the measurement.
  package func boxWeights(tolerance: Int, feather: Int) -> BoxWeights {
    BoxWeights(
      origin: (lightness: origin.l, a: origin.a, b: origin.b), tolerance: tolerance,
      feather: feather)
  }

  /// The responses of the three cones to the levels of red, then of green, then of blue: 256
  /// numbers each, 2⁵⁴ a unit, whose sums are right to 2⁻⁵¹ of themselves.
  package static let coneResponses: [Double] = {
    let matrix: [Double] = [
      442_619_434, 227_529_649, 94_814_047, 575_882_676, 730_895_571, 302_493_299, 55_239_714,
      115_316_604, 676_434_478,
    ]
    return matrix.flatMap { weight in
      (0..<256).map { weight * Double(LinearLight.table[$0]) }
    }
  }()
}
