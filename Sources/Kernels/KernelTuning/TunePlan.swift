package import DominantColor

/// What `kernels tune` measures, and within how much time.
package struct TunePlan {
  package let questions: [TunedQuestion]
  /// The most threads that are raced.
  package let threads: Int
  /// Seconds for everything; what does not fit is left out, the largest images first.
  package let seconds: Double
  /// Seconds of timing for each image and question.
  package let secondsPerRace: Double
  /// How often the middle between two sizes with different winners is measured.
  package let refinements: Int
  /// Whether the largest images come in every kind.
  package let isThorough: Bool

  /// The width and height of every size class, smallest first.
  package var sizes: [(width: Int, height: Int)] = standardSizes
  /// Images of more pixels come without noise, unless thoroughly.
  package var largestOfEveryKind: Int = 30_000_000

  package init(
    questions: [TunedQuestion], threads: Int, seconds: Double, secondsPerRace: Double,
    refinements: Int, isThorough: Bool, sizes: [(width: Int, height: Int)] = standardSizes,
    largestOfEveryKind: Int = 30_000_000
  ) {
    self.questions = questions
    self.threads = threads
    self.seconds = seconds
    self.secondsPerRace = secondsPerRace
    self.refinements = refinements
    self.isThorough = isThorough
    self.sizes = sizes
    self.largestOfEveryKind = largestOfEveryKind
  }

  /// From an icon's corner to a large camera's photo.
  package static let standardSizes: [(width: Int, height: Int)] = [
    (2, 2), (8, 8), (64, 64), (256, 256), (512, 512), (1200, 833), (2449, 1633), (6000, 4000),
    (12_250, 8_163),
  ]
  /// The content that a kind of image stands for.
  package static func content(of image: String) -> ImageContent {
    switch image {
    case "flat": .plain
    case TuningImage.cutOut: .transparent
    default: .busy
    }
  }
  /// The kinds of image: content decides how fast kernels are, and the library sees no more of it
  /// than `ImageContent`.
  package static let images = ["photo", "flat", TuningImage.cutOut, "noise"]

  /// The kinds of image at a size.
  package func images(pixels: Int) -> [String] {
    isThorough || pixels <= largestOfEveryKind ? Self.images : Self.images.filter { $0 != "noise" }
  }
}
