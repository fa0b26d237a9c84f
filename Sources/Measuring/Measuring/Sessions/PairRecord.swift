/// Four epochs that make one comparison: base and candidate, twice each, in mirrored order.
///
/// In ABBA (or BAAB) both sides have the same mean position in time, so that a machine that slowly
/// becomes slower or faster treats both alike.
public struct PairRecord: Equatable, Sendable, Codable {
  /// Which side ran first and last.
  public let outer: Side
  /// The base's epochs in the order they ran.
  public let base: [Epoch]
  /// The candidate's epochs in the order they ran.
  public let candidate: [Epoch]

  /// ln(candidate ÷ base) of each side's faster epoch on one clock; nil when a clock stood still.
  ///
  /// On a virtual machine a timer tick costs some 2 % of a millisecond and hits one epoch in three,
  /// so the sum of both epochs is off by zero, one or two ticks on either side and even the
  /// median over pairs wanders. Disturbances only ever add time: the faster of two epochs is mostly
  /// free of them. Over fresh launches of equal code the spread fell from 0.65 % to 0.009 %.
  public func logRatio(_ clock: ClockKind) -> Double? {
    let fastest: ([Epoch]) -> Double = { epochs in
      epochs.map { $0.secondsPerIteration(clock) }.min() ?? 0
    }
    return LogRatio(of: fastest(candidate), over: fastest(base))?.value
  }

  /// All four epochs, the base's first.
  public var epochs: [Epoch] { base + candidate }
}
