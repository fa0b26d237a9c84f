internal import Measurement
internal import TimingHistory

/// How the time of a kernel on one image grows with the number of pixels.
public struct KernelScaling: Equatable, Sendable {
  /// The kernel.
  public let kernel: String
  /// The image.
  public let image: String
  /// The power of the size: 1 is linear.
  public let exponent: Double
}

extension HistoryReport {
  /// The growth of every kernel on every image that was measured at three sizes or more.
  ///
  /// The median slope between all pairs of sizes, in logarithms (Theil and Sen).
  public var scalings: [KernelScaling] {
    struct Key: Hashable {
      let kernel: String
      let image: String
    }
    var order: [Key] = []
    var times: [Key: [Int: Double]] = [:]
    for series in series where !series.isAccuracy {
      guard let kernel = series.record.kernel, let image = series.record.image,
        let pixels = series.record.pixels, let latest = series.latest
      else { continue }
      let key = Key(kernel: kernel, image: image)
      if times[key] == nil { order.append(key) }
      // Of one kernel with several numbers of threads the fastest counts.
      times[key, default: [:]][pixels] = min(
        latest.value, times[key]?[pixels] ?? .infinity)
    }
    return order.compactMap { key in
      let points = (times[key] ?? [:]).sorted { $0.key < $1.key }
      guard points.count >= 3,
        let fit = ScalingFit(sizes: points.map { Double($0.key) }, times: points.map(\.value))
      else { return nil }
      return KernelScaling(kernel: key.kernel, image: key.image, exponent: fit.exponent)
    }
  }
}
