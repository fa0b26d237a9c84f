/// From how many pixels threads pay, method by method: what a tuner measures and the library reads.
///
/// A tuning decides speed and never an answer: every kernel gives the same.
public struct Tuning: Hashable, Sendable {
  /// What it is good for.
  public var key: TuningKey
  /// When it was made, in words for people.
  public var made: String
  /// What was measured of each method; the others go by the default order.
  public var threads: [PaletteMethod: Threads]

  /// Makes a tuning.
  public init(key: TuningKey, made: String, threads: [PaletteMethod: Threads]) {
    self.key = key
    self.made = made
    self.threads = threads
  }

  /// From where a method is answered on all threads.
  public enum Threads: Hashable, Sendable {
    /// From images of so many pixels.
    case from(pixels: Int)
    /// For no image.
    case never
  }
}
