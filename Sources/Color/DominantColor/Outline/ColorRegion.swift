/// The colours that several quantities allow for, each of them linear in the three channels and
/// within a range: a convex polyhedron.
struct ColorRegion {
  /// What is bounded of a colour: its channels, their differences, and their sum.
  ///
  /// What texture adds to pixels is mostly grey, and leaves the differences alone; what was not
  /// seen at all may be of any colour, and is best held by the channels.
  static let quantities: [ColorQuantity] = [
    ColorQuantity(1, 0, 0), ColorQuantity(0, 1, 0), ColorQuantity(0, 0, 1),
    ColorQuantity(1, -1, 0), ColorQuantity(0, -1, 1), ColorQuantity(1, 0, -1),
    ColorQuantity(1, 1, 1),
  ]

  /// The region's corners; none where the ranges contradict each other.
  let corners: [(red: Double, green: Double, blue: Double)]

  /// Finds a region's corners.
  ///
  /// - Parameter ranges: for each of ``quantities`` where it lies.
  init(_ ranges: [ClosedRange<Double>]) {
    precondition(ranges.count == Self.quantities.count, "a range for each quantity")
    // Widened, so that rounding cuts no corner off.
    let slack = 1e-7
    var corners: [(red: Double, green: Double, blue: Double)] = []
    for triple in Self.triples {
      for sides in 0..<8 {
        func edge(_ quantity: Int, _ bit: Int) -> Double {
          sides & bit == 0 ? ranges[quantity].lowerBound : ranges[quantity].upperBound
        }
        let color = triple.meeting(
          edge(triple.first, 1), edge(triple.second, 2), edge(triple.third, 4))
        let isInside = zip(Self.quantities, ranges).allSatisfy { quantity, range in
          let value = quantity.value(of: color)
          return value >= range.lowerBound - slack && value <= range.upperBound + slack
        }
        if isInside { corners.append(color) }
      }
    }
    self.corners = corners
  }

  /// Three quantities whose planes meet in one point.
  private struct Triple {
    let first: Int
    let second: Int
    let third: Int
    /// The columns of the inverse of the quantities' matrix.
    private let columns: (ColorQuantity, ColorQuantity, ColorQuantity)
    private let volume: Double

    /// Three of ``ColorRegion/quantities``; `nil` where their planes do not meet in one point.
    init?(_ first: Int, _ second: Int, _ third: Int) {
      let quantities = ColorRegion.quantities
      let (a, b, c) = (quantities[first], quantities[second], quantities[third])
      columns = (b.cross(c), c.cross(a), a.cross(b))
      let (p, _, _) = columns
      let volume = a.red * p.red + a.green * p.green + a.blue * p.blue
      guard volume != 0 else { return nil }
      self.volume = Double(volume)
      (self.first, self.second, self.third) = (first, second, third)
    }

    /// The colour of which the three quantities have these values.
    func meeting(
      _ a: Double, _ b: Double, _ c: Double
    ) -> (red: Double, green: Double, blue: Double) {
      let (p, q, r) = columns
      func sum(_ p: Int, _ q: Int, _ r: Int) -> Double {
        (Double(p) * a + Double(q) * b + Double(r) * c) / volume
      }
      return (
        sum(p.red, q.red, r.red), sum(p.green, q.green, r.green), sum(p.blue, q.blue, r.blue)
      )
    }
  }

  private static let triples: [Triple] = quantities.indices.flatMap { first in
    quantities.indices[(first + 1)...].flatMap { second in
      quantities.indices[(second + 1)...].compactMap { Triple(first, second, $0) }
    }
  }
}
