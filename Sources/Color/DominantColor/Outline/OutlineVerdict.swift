internal import Pixels

/// Whether an outline settles the dominant colour: the rule of ``OutlinePaletteBuilder``, in
/// integers.
struct OutlineVerdict {
  private let outline: [ColorSums]
  private let halved: [ColorSums]
  private let outlineTotal: Int
  private let halvedTotal: Int

  /// OKLab distance in thousandths up to which two means are taken as one colour: less than half a
  /// just-noticeable step, and under 1 in ΔE00.
  private static let sameColor = 6

  /// Weighs the histogram of an outline against that of its halving, of one precision.
  init(outline: ColorHistogram, halved: ColorHistogram) {
    self.outline = outline.windowSums
    self.halved = halved.windowSums
    outlineTotal = Int(clamping: outline.tally.total)
    halvedTotal = Int(clamping: halved.tally.total)
  }

  /// Whether no window of another colour could win in the full picture.
  var isSettled: Bool {
    guard halvedTotal > 0,
      let winner = outline.indices.max(by: { isFuller($1, than: $0) }),
      let color = outline[winner].mean, let halvedColor = halved[winner].mean
    else { return false }
    let distance = ColorDistance(from: color)
    let lead = share(winner)
    guard 4 * move(of: winner) <= lead, distance.thousandths(to: halvedColor) <= Self.sameColor
    else { return false }
    return outline.indices.allSatisfy { rival in
      // One more in ten thousand pixels, so that no lead of a few settles anything.
      let needed = 3 * (move(of: winner) + move(of: rival) + outlineTotal * halvedTotal / 10_000)
      if 2 * (lead - share(rival)) >= needed { return true }
      guard let other = outline[rival].mean else { return false }
      return distance.thousandths(to: other) <= Self.sameColor
    }
  }

  private func isFuller(_ left: Int, than right: Int) -> Bool {
    // Of equals the first, as everywhere.
    (outline[left].count, right) > (outline[right].count, left)
  }

  /// A window's count in the outline, in units that both histograms share.
  private func share(_ window: Int) -> Int { Int(outline[window].count) * halvedTotal }

  /// By how much halving moved a window's count.
  private func move(of window: Int) -> Int {
    abs(share(window) - Int(halved[window].count) * outlineTotal)
  }
}
