import Pixels
import SyntheticImages

/// An image for trials of the sampled winner, and whether a sample should be able to tell it.
struct TrialScene {
  let name: String
  let kind: SyntheticImage
  let width: Int
  let height: Int
  /// `nil` where it depends on the seed.
  let isDecided: Bool?

  #if DEBUG
    // Painting is slow without optimisation: a few layouts and trials.
    static let chosen = [corners[3], patterns[1], planted[0]]
    static let seeds = 20
    static let least = 60
  #else
    static let chosen = corners + patterns + planted + classes
    static let seeds = 440
    static let least = 10_000
  #endif

  private init(
    _ name: String, _ kind: SyntheticImage, width: Int = 1500, height: Int = 1000,
    isDecided: Bool? = nil
  ) {
    (self.name, self.kind, self.isDecided) = (name, kind, isDecided)
    (self.width, self.height) = (width, height)
  }

  private static let red = RGB8(red: 200, green: 40, blue: 40)
  private static let blue = RGB8(red: 40, green: 40, blue: 200)
  private static let green = RGB8(red: 40, green: 200, blue: 40)

  /// The winner all in one corner, its rival spread evenly over the rest.
  private static let corners = [(0.5, 0.3), (0.3, 0.1), (0.2, 0.15), (0.2, 0.24)].flatMap {
    (winner, rival) in
    [false, true].map { isLowerRight in
      TrialScene(
        "corner \(winner) against \(rival)",
        .cornered(
          CornerScene(
            winner: red, winnerFraction: winner, rival: blue, rivalFraction: rival,
            isLowerRight: isLowerRight)))
    }
  }

  /// Periods of every kind that a regular grid would fall in step with: columns, and rows as long
  /// as a stratum, so that each round of a grid would see one colour.
  private static let patterns =
    [
      ([red, red, blue], 1, 0), ([red, blue, red, green, red], 1, 2),
      ([red, red, red, blue], 64, 1),
      ([blue, red, green, red], 16, 3), ([red, blue], 1, 1),
    ].enumerated().map { number, pattern in
      TrialScene(
        "pattern \(number)", .periodic(pattern.0, tile: pattern.1, rowShift: pattern.2),
        width: 2048, height: 512, isDecided: number < 4)
    } + [
      TrialScene(
        "a period of the strata", .periodic([red, blue, red], tile: 2048), width: 2048, height: 3072
      )
    ]

  /// A fifth of the pixels of one colour at any alignment, a decoy and noise.
  private static let planted = (0..<6).map { seed in
    TrialScene("planted \(seed)", .planted(.random(seed: seed)))
  }

  private static let classes = ["photo", "screen", "alpha", "gradient"].compactMap { name in
    SyntheticImage.named(name).map { TrialScene(name, $0) }
  }
}
