import Pixels

@testable import DominantColor

/// Pixels in both forms that method `kmeans` looks at, made from colours and their numbers.
struct CountedColors {
  private(set) var histogram = ColorHistogram(.fine)
  private(set) var byColor: [RGB8: UInt64] = [:]

  /// Counts pixels of a colour.
  mutating func add(_ color: RGB8, _ count: UInt64 = 1) {
    histogram.add(
      ColorSums(
        count: count, red: UInt64(color.red) * count, green: UInt64(color.green) * count,
        blue: UInt64(color.blue) * count), toCell: histogram.cellIndex(of: color))
    histogram.tally.counted += count
    byColor[color, default: 0] += count
  }

  init() {}

  init(_ colors: [(RGB8, UInt64)]) {
    for (color, count) in colors { add(color, count) }
  }

  init(_ image: ImageBuffer) {
    image.withPixels {
      histogram.add($0, rule: VisibilityRule())
      byColor = KMeansReference.colors(of: $0, rule: VisibilityRule())
    }
  }

  /// The colours as the fast clusterer wants them.
  var exact: ExactColors {
    let exact = ExactColors()
    for (color, count) in byColor { exact.add(color, count) }
    return exact
  }

  /// What is clustered.
  var groups: [KMeansReference.Group] {
    KMeansReference.isCoarse(histogram)
      ? KMeansReference.groups(byColor, histogram) : KMeansReference.groups(histogram)
  }
}

extension KMeansClusterer {
  /// The clusters of pixels.
  func swatches(of colors: CountedColors, count: Int, threads: Int = 1) -> [Swatch] {
    swatches(of: colors.histogram, count: count, threads: threads) { colors.exact }
  }
}

extension KMeansReference {
  /// The clusters of pixels.
  mutating func swatches(of colors: CountedColors, count: Int) -> [Swatch] {
    swatches(of: colors.histogram, colors: colors.byColor, count: count)
  }
}
