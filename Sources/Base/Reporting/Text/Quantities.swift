/// Amounts as people read them: few digits, with a unit.
package enum Quantities {
  /// A positive number with about three digits that count: 0.123, 1.23, 12.3, 123, 1234.
  package static func threeDigits(_ value: Double) -> String {
    // 9.995 would round to 10.00: the limits are where one place fewer shows three digits.
    switch value {
    case ..<0.9995: Decimals.fixed(value, places: 3)
    case ..<9.995: Decimals.fixed(value, places: 2)
    case ..<99.95: Decimals.fixed(value, places: 1)
    default: Decimals.fixed(value, places: 0)
    }
  }

  /// A time, in the unit that leaves one to three digits before the point.
  package static func time(_ seconds: Double) -> String {
    switch seconds {
    case ..<0.999_5e-6: threeDigits(seconds * 1e9) + " ns"
    case ..<0.999_5e-3: threeDigits(seconds * 1e6) + " µs"
    case ..<0.999_5: threeDigits(seconds * 1e3) + " ms"
    default: threeDigits(seconds) + " s"
    }
  }

  /// A range of times, with the unit said once where both ends share it.
  package static func timeRange(_ range: ClosedRange<Double>) -> String {
    let lower = time(range.lowerBound)
    let upper = time(range.upperBound)
    let lowerParts = lower.split(separator: " ")
    let sharesUnit = lowerParts.last == upper.split(separator: " ").last
    return "\(sharesUnit ? String(lowerParts[0]) : lower) – \(upper)"
  }

  /// An amount of memory, in decimal units as memory bandwidth is given.
  package static func bytes(_ count: Int) -> String {
    let value = Double(count)
    return switch value {
    case ..<999.5: "\(count) B"
    case ..<999.5e3: threeDigits(value / 1e3) + " kB"
    case ..<999.5e6: threeDigits(value / 1e6) + " MB"
    default: threeDigits(value / 1e9) + " GB"
    }
  }

  /// A number of pixels in megapixels; small images in pixels.
  package static func megapixels(_ count: Int) -> String {
    count < 10_000 ? "\(count) px" : threeDigits(Double(count) / 1e6) + " MP"
  }
}
