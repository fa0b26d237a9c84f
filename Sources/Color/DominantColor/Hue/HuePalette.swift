internal import Pixels

/// A bin that holds pixels.
struct FilledHue {
  /// Which of the circle's bins.
  let index: Int
  /// Its pixels.
  var content: HueHistogram.Bin
}

/// The palette of method `hue`, made of the bins that hold pixels: few pixels fill few of hundreds of bins, and
/// the others are not looked at.
struct HuePalette {
  /// How the circle is divided.
  let scale: HueScale
  /// Counted pixels that are grey.
  let greyCount: UInt64
  /// Pixels counted (greys too), transparent and filtered.
  let tally: PixelTally

  /// The fullest bins, each at least a twenty-fourth of the circle from the others.
  ///
  /// - Parameters:
  ///   - filled: the bins that hold pixels, red first; those near a swatch are counted as empty.
  ///   - limit: swatches at most.
  /// - Returns: the palette.
  /// - Complexity: O(*limit* · bins that hold pixels).
  func palette(of filled: inout [FilledHue], limit: Int) -> Palette {
    var swatches: [Swatch] = []
    swatches.reserveCapacity(limit)
    var dominant: DominantHue?
    while swatches.count < limit, let place = Self.fullest(of: filled),
      let color = filled[place].content.sums.mean
    {
      let bin = filled[place]
      dominant = dominant ?? hue(of: bin)
      swatches.append(Swatch(color: color, count: bin.content.sums.count, outOf: tally.counted))
      for index in filled.indices {
        let distance = scale.distance(from: filled[index].index, to: bin.index)
        if index == place || distance * 24 < scale.binCount {
          filled[index].content.sums.count = 0
        }
      }
    }
    return Palette(method: .hue, swatches: swatches, tally: tally, hue: dominant)
  }

  /// A bin in full.
  private func hue(of bin: FilledHue) -> DominantHue {
    let content = bin.content
    func mean(_ sum: UInt64) -> UInt8 {
      // As in `ColorSums.mean`.
      UInt8(truncatingIfNeeded: (2 &* sum &+ content.sums.count) / (2 &* content.sums.count))
    }
    return DominantHue(
      bin: bin.index, binCount: scale.binCount, count: content.sums.count, greyCount: greyCount,
      meanSaturation: mean(content.saturation), meanBrightness: mean(content.brightness))
  }

  @inline(never)
  private static func fullest(of filled: [FilledHue]) -> Int? {
    var best: (index: Int?, count: UInt64) = (nil, 0)
    for index in filled.indices where filled[index].content.sums.count > best.count {
      best = (index, filled[index].content.sums.count)
    }
    return best.index
  }
}
