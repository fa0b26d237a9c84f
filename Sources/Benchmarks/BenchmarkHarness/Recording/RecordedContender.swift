package import Measuring
package import TimingHistory

/// Something that takes turns in a race, as the history records it.
package struct RecordedContender: Equatable, Sendable {
  /// The benchmark's name, which its series has.
  package let name: String
  /// The contenders it is compared with, which share a reference; `nil` for one that ratios are
  /// taken to beside that.
  package let group: String?
  /// Whether the ratios of its group are taken to it.
  package let isReference: Bool
  /// A hash of its whole answer; `nil` for the reference loop.
  package let answerHash: String?
  /// What it was made with.
  package let parameters: [BenchmarkParameter]
  /// How much one iteration works on; `nil` where that is not known.
  package let items: Double?
  /// Which time decides for it.
  package let clock: ClockKind

  /// Makes a contender.
  ///
  /// - Parameters:
  ///   - name: the benchmark's name.
  ///   - group: the contenders it is compared with.
  ///   - isReference: whether the ratios of its group are taken to it.
  ///   - answerHash: a hash of its whole answer.
  ///   - parameters: what it was made with.
  ///   - items: how much one iteration works on.
  ///   - clock: which time decides for it.
  package init(
    name: String, group: String?, isReference: Bool = false, answerHash: String? = nil,
    parameters: [BenchmarkParameter] = [], items: Double? = nil, clock: ClockKind = .threadCPU
  ) {
    self.name = name
    self.group = group
    self.isReference = isReference
    self.answerHash = answerHash
    self.parameters = parameters
    self.items = items
    self.clock = clock
  }

  /// The series that holds it.
  ///
  /// A reference beside contenders on another clock is another series: `sort/wall`.
  ///
  /// - Parameter clock: the clock of the session it is in.
  /// - Returns: the series with its name.
  package func series(clock: ClockKind) -> SeriesRecord {
    SeriesRecord(
      name: clock == self.clock ? name : "\(name)/wall", unit: "ns", parameters: parameters,
      items: items)
  }
}
