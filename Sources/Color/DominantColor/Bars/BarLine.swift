internal import Pixels

/// The pixels of a row or column, as they differ from a colour that bars may have.
struct BarLine: Equatable, Sendable {
  /// The colour that bars may have.
  struct Reference {
    let (red, green, blue, luma): (Int32, Int32, Int32, Int32)
    /// The least alpha of a visible pixel.
    let minimumAlpha: UInt32

    init(_ color: RGB8, minimumAlpha: UInt8) {
      (red, green, blue) = (Int32(color.red), Int32(color.green), Int32(color.blue))
      luma = BarLine.luma(red, green, blue)
      self.minimumAlpha = UInt32(minimumAlpha)
    }

    /// The most that a channel of a pixel differs by; of one that is not visible 255.
    @inline(__always)
    func distance(to pixel: UInt32) -> Int32 {
      let levels = max(
        abs(Int32(truncatingIfNeeded: pixel & 255) &- red),
        abs(Int32(truncatingIfNeeded: pixel >> 8 & 255) &- green),
        abs(Int32(truncatingIfNeeded: pixel >> 16 & 255) &- blue))
      return pixel >> 24 < minimumAlpha ? 255 : levels
    }

    /// The luma of a pixel.
    @inline(__always)
    static func luma(of pixel: UInt32) -> Int32 {
      BarLine.luma(
        Int32(truncatingIfNeeded: pixel & 255), Int32(truncatingIfNeeded: pixel >> 8 & 255),
        Int32(truncatingIfNeeded: pixel >> 16 & 255))
    }
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
  /// The place of the last pixel that was not the bar's, and in the lowest 8 bits its luma; -1 before the first.
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

  /// Counts a pixel; one that is exactly the bar's need not be.
  ///
  /// - Parameters:
  ///   - pixel: its bytes, red lowest.
  ///   - bar: what it is compared with.
  ///   - place: its number in the line, above those before, and under 2¹⁶.
  @inline(__always)
  mutating func add(_ pixel: UInt32, to bar: Reference, at place: Int) {
    let (distance, luma) = (bar.distance(to: pixel), Reference.luma(of: pixel))
    slight &+= distance > Self.slightLevels ? 1 : 0
    contrast &+= UInt32(truncatingIfNeeded: abs(luma &- bar.luma))
    guard distance > Self.nearLevels else { return }
    other &+= 1
    far &+= distance > Self.farLevels ? 1 : 0
    sum &+= UInt32(truncatingIfNeeded: luma)
    squares &+= UInt32(truncatingIfNeeded: luma &* luma)
    let place = Int32(truncatingIfNeeded: place) << 8
    //     previous    [ place, 23 bits | luma, 8 bits ]
    //
    // One place on is 256 more; of pairs that are looked at, the last pixel of one and the
    // first of the next are further apart.
    if previous >= 0, place &- (previous & ~255) == 256 {
      pairs &+= 1
      steps &+= abs(luma &- (previous & 255)) >= Self.step ? 1 : 0
    }
    previous = place | luma
  }

  /// Counts some pixels that are all equal, as if one by one.
  ///
  /// - Parameters:
  ///   - pixel: the bytes of each.
  ///   - count: how many.
  ///   - bar: what they are compared with.
  ///   - places: those of the first and the last one.
  ///   - joined: how many of them have the place behind that of the pixel before them, but for the first.
  @inline(__always)
  mutating func add(
    _ pixel: UInt32, times count: Int32, to bar: Reference, at places: ClosedRange<Int>,
    joined: Int32
  ) {
    let (before, rest) = (self, count &- 1)
    add(pixel, to: bar, at: places.lowerBound)
    // Each of the others adds what the first one did.
    let times = UInt32(truncatingIfNeeded: rest)
    slight &+= rest &* (slight &- before.slight)
    contrast &+= times &* (contrast &- before.contrast)
    guard other != before.other else { return }
    other &+= rest
    far &+= rest &* (far &- before.far)
    sum &+= times &* (sum &- before.sum)
    squares &+= times &* (squares &- before.squares)
    // Neighbours that are equal are a pair, and no step.
    pairs &+= joined
    previous &+= Int32(truncatingIfNeeded: places.upperBound &- places.lowerBound) << 8
  }

  /// The luma of a JPEG, 0 to 255.
  private static func luma(_ red: Int32, _ green: Int32, _ blue: Int32) -> Int32 {
    // 0.299, 0.587 and 0.114 (ITU-R BT.601, and so JFIF) of 256. They sum to 256: white keeps
    // 255.
    (77 &* red &+ 150 &* green &+ 29 &* blue) >> 8
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
  func isBusy(of length: Int) -> Bool { Percent.exceeds(other, Self.busyShare, of: length) }

  /// The most percent of a flat line that are not the bar's.
  static let busyShare: Int32 = 3
}
