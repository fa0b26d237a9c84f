internal import CLibrary

/// Round numbers along an axis.
enum AxisTicks {
  /// Multiples of 1, 2 or 5 times a power of ten inside a range.
  ///
  /// - Parameters:
  ///   - range: From where to where.
  ///   - count: About how many; between half and twice as many come out.
  /// - Returns: The ticks, rising; one where the range is a point or endless.
  static func values(in range: ClosedRange<Double>, count: Int) -> [Double] {
    let span = range.upperBound - range.lowerBound
    guard span > 0, span.isFinite, count > 0 else { return [range.lowerBound] }
    let rough = span / Double(count)
    let power = pow(10, log10(rough).rounded(.down))
    let steps: [Double] = [power, 2 * power, 5 * power]
    // A thousandth less, or a step that is rounded up to 0.30000000000000004 would become
    // 0.5.
    let step = steps.first { $0 >= rough * 0.999 } ?? 10 * power
    let first = (range.lowerBound / step).rounded(.up)
    let last = (range.upperBound / step).rounded(.down)
    // Whole numbers of steps, so that ticks do not drift by the sum of their roundings; of
    // numbers beyond 2⁵³ steps there are none.
    guard last >= first, last - first < 1000 else { return [range.lowerBound] }
    return stride(from: first, through: last, by: 1.0).map { $0 * step }
  }

  /// How many places behind the point tell the ticks apart.
  static func places(of ticks: [Double]) -> Int {
    guard ticks.count > 1 else { return 2 }
    let step = (ticks[1] - ticks[0]).magnitude
    return step > 0 ? max(0, min(9, -Int((log10(step) + 1e-9).rounded(.down)))) : 0
  }
}
