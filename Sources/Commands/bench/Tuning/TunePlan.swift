internal import CommandText
internal import DominantColor
internal import Reporting

/// The request of `bench tune`, as typed.
struct TuneRequest {
  var methods: [String] = []
  var isThorough = false
  var seconds: Double?
  var threads: Int?
}

/// What `bench tune` measures, and within how much time.
struct TunePlan {
  let questions: [TunedQuestion]
  /// The most threads that are raced.
  let threads: Int
  /// Seconds for everything; what does not fit is left out, the largest images first.
  let seconds: Double
  /// Seconds of timing for each image and question.
  let secondsPerRace: Double
  /// How often the middle between two sizes with different winners is measured.
  let refinements: Int
  /// Whether the largest images come in every kind.
  let isThorough: Bool

  /// The width and height of every size class, smallest first.
  var sizes = standardSizes
  /// Images of more pixels come without noise, unless thoroughly.
  var largestOfEveryKind = 30_000_000

  /// From an icon's corner to a large camera's photo.
  static let standardSizes: [(width: Int, height: Int)] = [
    (2, 2), (8, 8), (64, 64), (256, 256), (512, 512), (1200, 833), (2449, 1633), (6000, 4000),
    (12_250, 8_163),
  ]
  /// The content that a kind of image stands for.
  static func content(of image: String) -> ImageContent {
    switch image {
    case "flat": .plain
    case TuningImage.cutOut: .transparent
    default: .busy
    }
  }
  /// The kinds of image: content decides how fast kernels are, and the library sees no more of it
  /// than `ImageContent`.
  static let images = ["photo", "flat", TuningImage.cutOut, "noise"]

  /// The kinds of image at a size.
  func images(pixels: Int) -> [String] {
    isThorough || pixels <= largestOfEveryKind ? Self.images : Self.images.filter { $0 != "noise" }
  }

  /// Checks a request against what exists.
  ///
  /// - Throws: ``UsageError`` for the first thing that does not exist.
  init(_ request: TuneRequest, threads usable: Int) throws(UsageError) {
    for name in request.methods where PaletteMethod(rawValue: name) == nil {
      throw UsageError(
        unknownChoice(name, kind: "method", choices: PaletteMethod.allCases.map(\.rawValue)))
    }
    let methods = PaletteMethod.allCases.filter {
      request.methods.isEmpty || request.methods.contains($0.rawValue)
    }
    isThorough = request.isThorough
    questions =
      methods.map { TunedQuestion($0) }
      + (request.isThorough && methods.contains(.histogram)
        ? [TunedQuestion(.histogram, .fine)] : [])
    threads = request.threads ?? usable
    guard (1...BenchmarkPlan.threadLimit).contains(threads) else {
      throw UsageError("--threads takes 1 to \(BenchmarkPlan.threadLimit), not \(threads).")
    }
    seconds = request.seconds ?? (request.isThorough ? 320 : 23)
    guard seconds > 0, seconds <= 86_400 else {
      throw UsageError("--time takes seconds above 0 and up to 86400 for all, not \(seconds).")
    }
    // About 170 races fit into the default time, some of which take longer than their share.
    secondsPerRace = min(seconds / 330, 1)
    refinements = request.isThorough ? 4 : 3
  }
}
