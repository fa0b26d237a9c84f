internal import DominantColor
package import Pixels

/// Which pictures are meant: those with enough of a colour.
///
/// A picture's distance to a colour is the least ΔE₀₀ within which its swatches hold the share
/// asked for: the colours nearest to the one asked for are taken until they are enough, and the
/// last one decides.
package struct ColorQuery: Hashable, Sendable {
  /// The colour.
  package let color: RGB8
  /// The greatest distance, ΔE₀₀.
  package let reach: Double
  /// The least share of the picture, in ten-thousandths.
  package let share: Int

  /// Makes a query.
  ///
  /// - Parameters:
  ///   - color: the colour.
  ///   - reach: the greatest distance, ΔE₀₀; about 1 is just visible side by side.
  ///   - share: the least share of the picture, in ten-thousandths; at least 1 is asked for.
  package init(color: RGB8, within reach: Double, share: Int) {
    self.color = color
    self.reach = reach
    self.share = max(share, 1)
  }

  /// How near a picture is.
  package struct Match: Hashable, Sendable {
    /// ΔE₀₀ of the swatch with which the share is reached.
    package let distance: Double
    /// The share of all swatches within the query's reach, in ten-thousandths.
    package let share: Int
  }

  /// Looks at one palette: the specification of every faster search.
  ///
  /// - Returns: how near it is; `nil` when it is out of reach.
  /// - Complexity: O(*n*) differences in swatches.
  package func match(_ palette: IndexedPalette) -> Match? {
    let lab = CIELAB(color)
    var near: [(distance: Double, share: Int)] = []
    for swatch in palette.swatches {
      let distance = lab.deltaE00(to: CIELAB(swatch.color))
      if distance <= reach { near.append((distance, swatch.share)) }
    }
    return match(near: &near)
  }

  /// Adds up the swatches within reach.
  func match(near: inout [(distance: Double, share: Int)]) -> Match? {
    near.sort { $0.distance < $1.distance }
    var sum = 0
    var distance: Double?
    for swatch in near {
      sum += swatch.share
      if sum >= share, distance == nil { distance = swatch.distance }
    }
    return distance.map { Match(distance: $0, share: sum) }
  }
}
