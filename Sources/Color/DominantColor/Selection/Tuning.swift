/// Which kernel was measured fastest for which images: what a tuner measures and the library
/// reads.
///
/// A tuning decides speed and never an answer: every kernel that it can name gives the same.
public struct Tuning: Hashable, Sendable {
  /// What it is good for.
  public var key: TuningKey
  /// When it was made, in words for people.
  public var made: String
  /// What to choose, in any order.
  public var choices: [Choice]

  /// Makes a tuning.
  public init(key: TuningKey, made: String, choices: [Choice]) {
    self.key = key
    self.made = made
    self.choices = choices
  }

  /// The winner for images from one size up to the next choice's.
  public struct Choice: Hashable, Sendable {
    /// The question asked.
    public var method: PaletteMethod
    /// How finely method `histogram` counts; `standard` for the others.
    public var precision: HistogramPrecision
    /// What sampling says of the image.
    public var content: ImageContent
    /// The most threads that the caller allows.
    public var threads: Int
    /// The pixels of the smallest image that this is for.
    public var fromPixels: Int
    /// The kernel to run.
    public var kernel: String
    /// The threads to run it with.
    public var kernelThreads: Int
    /// How it was found; `nil` where there was nothing to race.
    public var evidence: Evidence?

    /// Makes a choice.
    public init(
      method: PaletteMethod, precision: HistogramPrecision = .standard,
      content: ImageContent = .busy,
      threads: Int, fromPixels: Int, kernel: String, kernelThreads: Int, evidence: Evidence? = nil
    ) {
      self.method = method
      self.precision = precision
      self.content = content
      self.threads = threads
      self.fromPixels = fromPixels
      self.kernel = kernel
      self.kernelThreads = kernelThreads
      self.evidence = evidence
    }
  }

  /// What a choice rests on: the race of the winner with the runner-up that was closest.
  public struct Evidence: Hashable, Sendable {
    /// The candidate that came closest.
    public var runnerUp: String
    /// The image on which it came closest.
    public var image: String
    /// Its time on that image as a multiple of the winner's: the median over rounds.
    public var ratio: Double
    /// The exact interval of that ratio.
    public var interval: ClosedRange<Double>
    /// Whether the races told the two apart on no image; the one with fewer threads was taken.
    public var isTie: Bool

    /// Makes evidence.
    public init(
      runnerUp: String, image: String, ratio: Double, interval: ClosedRange<Double>, isTie: Bool
    ) {
      self.runnerUp = runnerUp
      self.image = image
      self.ratio = ratio
      self.interval = interval
      self.isTie = isTie
    }
  }
}
