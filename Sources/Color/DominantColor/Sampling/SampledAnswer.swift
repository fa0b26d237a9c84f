public import Pixels

/// The dominant colour as far as a sample of the pixels shows it: which window of colour space wins
/// with a stated error probability, what is in it by estimate, and how many pixels were read.
///
/// The promise, which holds with the error probability that was asked for: method `histogram`'s
/// first swatch is that of ``Dominant/window`` or of one of ``Dominant/aliases`` windows that
/// differ from it by less than 1/16 of its pixels, so that their exact mean colours are less than
/// two levels a channel apart; and the intervals hold what they should. Where a sample does not suffice,
/// every pixel is counted and ``isExact`` is true.
public struct SampledAnswer: Hashable, Sendable {
  /// The dominant colour; `nil` when there is none, and ``absence`` says why.
  public let dominant: Dominant?
  /// Why there is no dominant colour; `nil` when there is one.
  public let absence: Palette.Absence?
  /// Pixels read; each is counted as often as it was read.
  public let pixelsRead: Int
  /// Whether every pixel was counted, so that the answer is ``Dominant``'s own.
  public let isExact: Bool

  /// A winning window and what is known of its pixels.
  public struct Dominant: Hashable, Sendable {
    /// The window that wins.
    public let window: ColorWindow
    /// How many overlapping windows with nearly the same pixels might win in its place; 0 when the
    /// window itself is certain.
    public let aliases: Int
    /// The mean of the window's pixels that were read, each channel rounded half up.
    public let color: RGB8
    /// By how many levels a channel of ``color`` may differ from `histogram`'s at most; 0 when
    /// exact.
    public let colorError: Double
    /// The window's share of the counted pixels that were read, 0 to 1.
    public let population: Double
    /// Where the window's share of all counted pixels lies.
    public let populationRange: ClosedRange<Double>
  }
}
