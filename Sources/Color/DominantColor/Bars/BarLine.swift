/// The pixels of a row or column, as they differ from a colour that bars may have.
struct BarLine: Sendable {
  /// A pixel.
  struct Pixel {
    /// The most that a channel differs by.
    var distance: Int32
    /// 0 to 255.
    var luma: Int32
    /// By how much that differs from the bar's.
    var contrast: Int32
  }

  /// Those that differ by more than ``slightLevels``.
  private(set) var slight: Int32 = 0
  /// Those that differ by more than ``nearLevels``: they are not the bar's.
  private(set) var other: Int32 = 0
  /// Those that differ by more than ``farLevels``.
  private(set) var far: Int32 = 0
  /// Neighbours that are both not the bar's.
  private(set) var pairs: Int32 = 0
  /// Pairs whose lumas differ by ``step`` levels or more.
  private(set) var steps: Int32 = 0
  /// The luma of the last pixel, -1 where it was the bar's.
  private var previous: Int32 = -1
  /// The lumas of pixels that are not the bar's: under 2²⁴ of 2¹⁶ pixels.
  private var sum: UInt32 = 0
  /// Their squares: under 2³².
  private var squares: UInt32 = 0
  /// By how much the lumas of all pixels differ from the bar's.
  private(set) var contrast: UInt32 = 0

  /// Levels by which pixels of a bar differ, away from its inner edge.
  static let slightLevels: Int32 = 4
  /// Levels by which noise makes pixels of a bar differ.
  static let nearLevels: Int32 = 12
  /// Levels by which pixels clearly are not the bar's.
  static let farLevels: Int32 = 24
  /// Levels between the lumas of neighbours that are a step.
  static let step: Int32 = 2

  /// Counts a pixel that is exactly the bar's.
  mutating func skip() { previous = -1 }

  /// Counts the next pixel.
  ///
  /// - Parameters:
  ///   - pixel: how it differs.
  ///   - follows: whether it is the neighbour of the last one.
  mutating func add(_ pixel: Pixel, follows: Bool) {
    if !follows { previous = -1 }
    if pixel.distance > Self.slightLevels { slight &+= 1 }
    contrast &+= UInt32(truncatingIfNeeded: pixel.contrast)
    guard pixel.distance > Self.nearLevels else {
      previous = -1
      return
    }
    other &+= 1
    if pixel.distance > Self.farLevels { far &+= 1 }
    sum &+= UInt32(truncatingIfNeeded: pixel.luma)
    squares &+= UInt32(truncatingIfNeeded: pixel.luma &* pixel.luma)
    if previous >= 0 {
      pairs &+= 1
      if abs(pixel.luma &- previous) >= Self.step { steps &+= 1 }
    }
    previous = pixel.luma
  }

  /// How the lumas of pixels that are not the bar's deviate, in sixteenths of a level.
  var deviation: Int32 {
    guard other > 0 else { return 0 }
    let (count, sum) = (UInt64(truncatingIfNeeded: other), UInt64(sum))
    // Under 2⁸ · n² · 2¹⁶, and n is at most 2¹⁶.
    let variance = 256 &* (count &* UInt64(squares) &- sum &* sum) / (count &* count)
    return Int32(truncatingIfNeeded: SquareRoot.floor(variance))
  }

  /// Whether more than 3 % of so many pixels are not the bar's: then the line is not flat.
  func isBusy(of length: Int) -> Bool { Percent.exceeds(other, 3, of: length) }
}
