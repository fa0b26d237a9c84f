internal import Measuring
internal import TimingHistory

/// How the time of a kernel grows with the number of pixels.
public struct KernelScaling: Equatable, Sendable {
  /// The kernel, as ``ReportedSeries/contender`` names it.
  public let contender: String
  /// The image; nil for the medians over all images.
  public let image: String?
  /// The power of the size: 1 is linear.
  public let exponent: Double
}

extension HistoryReport {
  /// The growth of every kernel that was measured at three sizes or more, on each image and over
  /// all of them.
  ///
  /// The median slope between all pairs of sizes, in logarithms (Theil and Sen).
  public var scalings: [KernelScaling] {
    struct Key: Hashable {
      let contender: String
      let image: String?
    }
    var order: [Key] = []
    var times: [Key: [Int: [Double]]] = [:]
    for series in series where !series.isAccuracy && series.record.unit == "ns" {
      guard let contender = series.contender, let pixels = series.record.pixels,
        let latest = series.latest
      else { continue }
      for image in [series.record.image, nil] {
        let key = Key(contender: contender, image: image)
        if times[key] == nil { order.append(key) }
        times[key, default: [:]][pixels, default: []].append(latest.value)
      }
    }
    return order.compactMap { key in
      let points = (times[key] ?? [:]).sorted { $0.key < $1.key }
      guard points.count >= 3,
        let fit = ScalingFit(
          sizes: points.map { Double($0.key) },
          times: points.compactMap { Statistics.median($0.value) })
      else { return nil }
      return KernelScaling(contender: key.contender, image: key.image, exponent: fit.exponent)
    }
  }
}
