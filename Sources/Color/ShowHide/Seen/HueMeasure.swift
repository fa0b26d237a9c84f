internal import DominantColor
internal import Pixels

/// The hues of a range, as weights by colour.
final class HueMeasure: WeightMeasure {
  private let range: HueRange
  private let edge: SoftEdge
  /// The weight of each bin of strong colours.
  private let weights: [Int]
  private let weak: WeakColors

  init(_ range: HueRange, feather: Int) {
    self.range = range
    let edge = SoftEdge(tolerance: range.tolerance, feather: feather)
    self.edge = edge
    weights = (0..<range.scale.binCount).map { bin in
      edge.weight(ofDistance: range.scale.distance(from: bin, to: range.center))
    }
    weak = WeakColors(range.scale)
  }

  /// As ``ColorSelection/weight(of:)``, with the weights of bins at hand.
  func weight(of color: RGB8) -> Int {
    guard let bin = range.scale.bin(of: color) else { return 0 }
    return edge.feather == 0
      ? weights[bin] : weights[bin] * weak.weight(of: color) / SoftEdge.fullWeight
  }

  /// Of colours without a grey among them the hues lie between those of the box's corners, for a hue
  /// rises or falls with each channel.
  func weight(from lowest: RGB8, to highest: RGB8) -> Int? {
    let low = [lowest.red, lowest.green, lowest.blue].map { Int($0) }
    let high = [highest.red, highest.green, highest.blue].map { Int($0) }
    var (least, most) = (0, 0)
    for one in 0..<3 {
      for other in 0..<3 where other != one {
        // The least and the most by which two channels of a colour in the box can differ.
        least = max(least, low[one] - high[other])
        most = max(most, high[one] - low[other])
      }
    }
    let threshold = max(Int(range.scale.greyThreshold), 1)
    if most < threshold { return 0 }
    guard least >= 1, let distances = distances(from: lowest, to: highest) else { return nil }
    let weights = (
      near: edge.weight(ofDistance: distances.lowerBound),
      far: edge.weight(ofDistance: distances.upperBound)
    )
    guard weights.near == weights.far else { return nil }
    if weights.near == 0 { return 0 }
    guard least >= threshold else { return nil }
    if edge.feather == 0 { return weights.near }
    // As strong as it takes to count whole.
    return WeakColors.slope * (least - threshold) >= SoftEdge.fullWeight ? weights.near : nil
  }

  /// How far the hues of a box without greys are from the middle of the range; `nil` where the corners
  /// do not decide.
  private func distances(from lowest: RGB8, to highest: RGB8) -> ClosedRange<Int>? {
    let count = range.scale.binCount
    // Without a threshold: weak colours have hues too.
    let scale = HueScale(binCount: count, greyThreshold: 1)
    var offsets: [Int] = []
    for corner in 0..<8 {
      let color = RGB8(
        red: corner & 1 == 0 ? lowest.red : highest.red,
        green: corner & 2 == 0 ? lowest.green : highest.green,
        blue: corner & 4 == 0 ? lowest.blue : highest.blue)
      guard let bin = scale.bin(of: color) else { return nil }
      let first = offsets.first ?? bin
      // From the first corner the shorter way around.
      var step = (bin - first) % count
      if 2 * step > count { step -= count }
      if 2 * step < -count { step += count }
      offsets.append(first + step)
    }
    guard let low = offsets.min(), let high = offsets.max(), 2 * (high - low) < count else {
      return nil
    }
    var (near, far) = (count, 0)
    for bin in low...high {
      let distance = scale.distance(from: (bin % count + count) % count, to: range.center)
      (near, far) = (min(near, distance), max(far, distance))
    }
    return near...far
  }
}
