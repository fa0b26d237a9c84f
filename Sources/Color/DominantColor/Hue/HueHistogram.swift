public import Pixels

/// Counted pixels by hue, greys apart: a commutative monoid like ``ColorHistogram``.
public struct HueHistogram: ColorSummary {
  /// One bin's pixels.
  public struct Bin: Hashable, Sendable {
    /// Number and channel sums.
    public internal(set) var sums = ColorSums()
    /// The sum of the pixels' HSV saturations, each 255 · Δ ÷ largest channel, rounded half up.
    public internal(set) var saturation: UInt64 = 0
    /// The sum of the pixels' HSV brightnesses: their largest channels.
    public internal(set) var brightness: UInt64 = 0
  }

  /// How the circle is divided.
  public let scale: HueScale
  /// One entry a bin, red first.
  public internal(set) var bins: [Bin]
  /// Counted pixels that are grey.
  public internal(set) var greyCount: UInt64 = 0
  /// Pixels counted (greys too), transparent and filtered.
  public internal(set) var tally = PixelTally()

  /// Makes an empty histogram.
  public init(_ scale: HueScale) {
    self.scale = scale
    bins = Array(repeating: Bin(), count: scale.binCount)
  }

  /// A placeholder for a histogram that a body is using; has no bins and counts nothing.
  init(placeholder scale: HueScale) {
    self.scale = scale
    bins = []
  }

  /// Adds every pixel of a view: one scalar loop, the specification of every kernel.
  ///
  /// - Complexity: O(*n*) in pixels; allocates nothing.
  public mutating func add(_ view: PixelView, rule: VisibilityRule) {
    for y in 0..<view.height {
      for x in 0..<view.width {
        let pixel = view[x, y]
        switch rule.verdict(on: pixel) {
        case .counted:
          tally.counted += 1
          add(pixel.color)
        case .transparent: tally.transparent += 1
        case .filtered: tally.filtered += 1
        }
      }
    }
  }

  private mutating func add(_ color: RGB8) {
    guard let index = scale.bin(of: color) else {
      greyCount += 1
      return
    }
    let largest = UInt64(max(color.red, color.green, color.blue))
    let delta = largest - UInt64(min(color.red, color.green, color.blue))
    bins[index].sums.add(color)
    // Half up: ⌊255 · Δ ÷ largest + ½⌋. What has a hue is not black, so that no divisor is 0.
    bins[index].saturation += (2 * 255 * delta + largest) / (2 * largest)
    bins[index].brightness += largest
  }

  /// Adds the pixels of another histogram of the same scale.
  ///
  /// - Complexity: O(bins).
  public mutating func merge(_ other: HueHistogram) {
    precondition(other.scale == scale, "hue histograms of different scales cannot be merged")
    for index in bins.indices {
      bins[index].sums += other.bins[index].sums
      bins[index].saturation += other.bins[index].saturation
      bins[index].brightness += other.bins[index].brightness
    }
    greyCount += other.greyCount
    tally = tally + other.tally
  }

  /// Forgets every pixel, keeping the memory.
  public mutating func removeAll() {
    for index in bins.indices {
      bins[index] = Bin()
    }
    greyCount = 0
    tally = PixelTally()
  }

  /// The fullest bin, of equals the one nearest after red; `nil` when every bin is empty.
  ///
  /// - Complexity: O(bins).
  public var dominant: DominantHue? { palette(limit: 1).hue }

  /// The palette of method `hue`: the fullest bins, each at least 15 degrees from the others.
  ///
  /// Neighbouring bins share a hue to the eye, so the bins within a twenty-fourth of the circle
  /// of a winner are passed over for the next swatch. Colours are the exact means of their bins.
  ///
  /// - Complexity: O(*limit* · bins).
  public func palette(limit: Int) -> Palette {
    var filled: [FilledHue] = []
    for index in bins.indices where bins[index].sums.count > 0 {
      filled.append(FilledHue(index: index, content: bins[index]))
    }
    return HuePalette(scale: scale, greyCount: greyCount, tally: tally)
      .palette(of: &filled, limit: limit)
  }
}
