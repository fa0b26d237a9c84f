/// The time that racing on one size took, for each image.
package struct ClassCost {
  package let pixels: Double
  package let secondsPerImage: Double

  /// Below this, the cost of timing dominates, whatever the size.
  private static let small = Double(1 << 18)

  /// The seconds that an image of a larger size will take.
  ///
  /// On the line through the last two sizes, which has a fixed part and one that grows with the
  /// pixels; with a single one the parts cannot be separated, and all of it counts as growing.
  ///
  /// - Returns: `nil` when nothing was measured yet.
  package static func expected(pixels: Double, after costs: [ClassCost]) -> Double? {
    guard let last = costs.last else { return nil }
    guard last.pixels >= small else { return last.secondsPerImage }
    let grown = last.secondsPerImage * pixels / last.pixels
    guard let before = costs.dropLast().last, before.pixels >= small else { return grown }
    let slope =
      (last.secondsPerImage - before.secondsPerImage) / (last.pixels - before.pixels)
    let line = last.secondsPerImage + max(slope, 0) * (pixels - last.pixels)
    // The line has a fixed part, and so lies below what grows in proportion; above it only
    // noise puts it.
    return min(line, grown)
  }
}
