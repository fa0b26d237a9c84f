extension HueHistogram {
  /// The range of hues that people see as the picture's colour: the one with the most chroma.
  ///
  /// A pale ground may hold more pixels than the thing in front of it, and ``dominant`` then names
  /// the ground. Here each pixel weighs its chroma, from the least channel to the largest, and
  /// hues farther from the middle weigh less, in equal steps down to nothing beyond the range: the
  /// middle comes to lie where the colour is, not somewhere around it.
  ///
  /// A bin's chroma is the difference of its largest and its least channel sum. That is exact where
  /// the number of bins is a multiple of 6, because one channel is then the largest of all pixels in a
  /// bin and one the least; otherwise it can be too small for bins in which those change.
  ///
  /// - Parameter tolerance: bins to either side of the middle, 0 or more.
  /// - Returns: the range, of equals the one nearest after red; `nil` when every bin is empty.
  /// - Complexity: O(bins²) at most.
  public func mostVividRange(tolerance: Int) -> HueRange? {
    // Not the bin opposite twice, where the whole circle is meant.
    let steps = min(tolerance, (scale.binCount - 1) / 2)
    var weights = Array(repeating: UInt64(0), count: bins.count)
    for (index, bin) in bins.enumerated() where bin.sums.count > 0 {
      let chroma = Self.chroma(of: bin.sums)
      // What a range around a middle holds, as weights that fall from steps + 1 in the middle
      // to 1 at its ends:
      //
      //     step      −2  −1   0   1   2
      //     weight     1   2   3   2   1
      for step in -steps...steps {
        let middle = (index + step + bins.count) % bins.count
        weights[middle] += chroma * UInt64(steps + 1 - abs(step))
      }
    }
    var best: (bin: Int, weight: UInt64)?
    for (bin, weight) in weights.enumerated() where weight > best?.weight ?? 0 {
      best = (bin, weight)
    }
    return best.map { HueRange(scale: scale, center: $0.bin, tolerance: tolerance) }
  }

  /// The exact number of pixels whose hue lies in a range of the same scale.
  ///
  /// - Complexity: O(bins).
  public func count(in range: HueRange) -> UInt64 {
    precondition(range.scale == scale, "a range of another scale has other bins")
    var count: UInt64 = 0
    for (bin, content) in bins.enumerated()
    where scale.distance(from: bin, to: range.center) <= range.tolerance {
      count += content.sums.count
    }
    return count
  }

  private static func chroma(of sums: ColorSums) -> UInt64 {
    max(sums.red, sums.green, sums.blue) - min(sums.red, sums.green, sums.blue)
  }
}
