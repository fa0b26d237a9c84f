internal import Hashing
package import Pixels

/// A colour planted as a patch over a noisy gradient, perhaps beside a flat decoy.
///
/// The planted pixels scatter about the colour symmetrically, by at most 8 levels and never beyond
/// 0 or 255, so the colour is their expected mean, and all of them lie within 17 levels a channel.
package struct PlantedScene: Hashable, Sendable {
  /// The colour's channels in levels, taken to the nearest 64th; clamped to 0 to 255.
  package var center: SIMD3<Double>
  /// The standard deviation of the planted pixels' noise in levels, before it is cut at 8.
  ///
  /// 0 makes a flat patch, its colour taken to the nearest level; between 0 and 1 there is too
  /// little noise to express a colour between two levels by its mean.
  package var deviation: Double
  /// The patch's share of the pixels, 0 to 1 (rounded up to whole pixels).
  package var fraction: Double
  /// A flat colour beside the patch; `nil` for none.
  package var decoy: RGB8?
  /// The decoy's share of the pixels (rounded down), at most what the patch leaves.
  package var decoyFraction: Double
  /// The standard deviation of the gradient's noise in levels.
  package var backgroundDeviation: Double

  /// Makes a scene; without a decoy by default.
  package init(
    center: SIMD3<Double>, deviation: Double = 2, fraction: Double = 0.2, decoy: RGB8? = nil,
    decoyFraction: Double = 0.06, backgroundDeviation: Double = 6
  ) {
    self.center = center
    self.deviation = deviation
    self.fraction = fraction
    self.decoy = decoy
    self.decoyFraction = decoyFraction
    self.backgroundDeviation = backgroundDeviation
  }

  /// The image `planted`: the patch lies inside one cell of 16 levels.
  package static let centred = PlantedScene(center: [216, 88, 40])

  /// The image `straddle`: the patch is spread evenly over eight cells, so that counting fixed
  /// cells finds the decoy instead.
  package static let straddling = PlantedScene(
    center: [127.5, 63.5, 191.5], deviation: 3, decoy: RGB8(red: 20, green: 200, blue: 88))

  /// A scene with a colour at any alignment to the cells and a decoy at least 64 levels away in
  /// some channel, all chosen by the seed; 20 % and 6 % by default.
  ///
  /// - Parameters:
  ///   - seed: what makes one scene differ from another.
  ///   - fraction: the patch's share of the pixels.
  ///   - decoyFraction: the decoy's share.
  /// - Returns: the scene, the same for the same arguments.
  package static func random(
    seed: UInt64, fraction: Double = 0.2, decoyFraction: Double = 0.06
  ) -> PlantedScene {
    var choices = Canvas(width: 1, height: 1, seed: seed).choices(stream: 0x9147)
    // Far enough from the ends for all of the noise. Whole levels, so that an answer of 8 bits a
    // channel can be exactly right.
    func level() -> Double { Double(choices.within(8...247)) }
    let center = SIMD3(level(), level(), level())
    var decoy: RGB8
    repeat {
      decoy = RGB8(bits: choices.next())
    } while !decoy.isFar(from: center)
    return PlantedScene(
      center: center, deviation: Double(choices.within(2...6)) / 2, fraction: fraction,
      decoy: decoy, decoyFraction: decoyFraction)
  }
}

extension PlantedScene {
  /// Pixels of patch and decoy.
  func counts(on canvas: Canvas) -> (Int, Int) {
    let total = Double(canvas.pixelCount)
    let patch = Int((total * min(max(fraction, 0), 1)).rounded(.up))
    let wanted = decoy == nil ? 0 : Int((total * min(max(decoyFraction, 0), 1)).rounded(.down))
    return (patch, min(wanted, canvas.pixelCount - patch))
  }

  /// The colour in 64ths of a level.
  var center64: SIMD3<Int32> {
    let scaled = (center * 64).clamped(
      lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 255 * 64))
    let exact = SIMD3<Int32>(scaled, rounding: .toNearestOrAwayFromZero)
    return deviation > 0 ? exact : ((exact &+ 32) &>> 6) &* 64
  }

  func truth(on canvas: Canvas) -> Truth? {
    let count = counts(on: canvas).0
    guard count > 0 else { return nil }
    let exact = SIMD3<Double>(center64) / 64
    return Truth(
      red: exact.x, green: exact.y, blue: exact.z, count: count,
      visibleCount: canvas.pixelCount)
  }
}

extension RGB8 {
  /// Whether some channel is 64 levels away or more, so that no window holds both colours.
  fileprivate func isFar(from center: SIMD3<Double>) -> Bool {
    let away = SIMD3(Double(red), Double(green), Double(blue)) - center
    return max(abs(away.x), abs(away.y), abs(away.z)) >= 64
  }
}

extension SyntheticImage {
  /// An image with a planted colour.
  ///
  /// - Parameters:
  ///   - scene: what is planted, and how.
  ///   - name: a name for reports.
  ///   - summary: a line for reports.
  /// - Returns: the kind of image; its seed moves the patch, and does not change the colour.
  package static func planted(
    _ scene: PlantedScene, name: String = "planted-scene",
    summary: String = "a planted colour over a noisy gradient"
  ) -> SyntheticImage {
    SyntheticImage(
      name: name, summary: summary,
      makePainter: { PlantedPainter(scene: scene, canvas: $0) }, truth: { scene.truth(on: $0) })
  }
}
