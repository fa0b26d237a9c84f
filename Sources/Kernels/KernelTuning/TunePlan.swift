package import DominantColor

/// What `kernels tune` measures, and within how much time.
package struct TunePlan {
  package let methods: [PaletteMethod]
  /// How many threads are raced with one.
  package let threads: Int
  /// Seconds for everything; what does not fit is left out, the largest images first.
  package let seconds: Double
  /// The width and height of every size, smallest first.
  package var sizes = standardSizes

  package init(
    methods: [PaletteMethod], threads: Int, seconds: Double,
    sizes: [(width: Int, height: Int)] = standardSizes
  ) {
    self.methods = methods
    self.threads = threads
    self.seconds = seconds
    self.sizes = sizes
  }

  /// From the smallest image for which threads are started at all to a camera's photo.
  package static let standardSizes: [(width: Int, height: Int)] = [
    (512, 512), (724, 724), (1024, 1024), (1448, 1448), (2449, 1633), (6000, 4000),
  ]

  /// The kinds of image: what an image shows decides how fast it is counted.
  package static let images = ["photo", "flat", TuningImage.cutOut, "noise"]

  /// Seconds of timing for each image and method.
  package var secondsPerRace: Double {
    min(seconds / Double(sizes.count * Self.images.count * max(methods.count, 1)), 1)
  }
}
