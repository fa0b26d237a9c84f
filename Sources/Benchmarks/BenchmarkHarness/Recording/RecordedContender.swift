public import Measuring
public import TimingHistory

/// Something that takes turns in a race, as the history records it.
public struct RecordedContender: Equatable, Sendable {
  /// The benchmark's name, or that of the plain read of the input.
  public let name: String
  /// The contenders it is compared with, which share a reference; `nil` for the plain read.
  public let group: String?
  /// Whether the ratios of its group are taken to it.
  public let isReference: Bool
  /// The threads it can use.
  public let threads: Int
  /// What a person chose instead of the machine's default, such as an instruction set.
  public let variant: String?
  /// A hash of its whole answer; `nil` for the plain read.
  public let answerHash: String?
  /// Which time decides for it.
  public let clock: ClockKind
  /// How far its answer is from the known truth; `nil` where there is none.
  public var error: AnswerError?

  /// A distance of an answer from the truth.
  public struct AnswerError: Equatable, Sendable {
    /// The distance.
    public let value: Double
    /// Its unit, which also ends the name of its series.
    public let unit: String

    /// Makes a distance.
    public init(_ value: Double, unit: String) {
      self.value = value
      self.unit = unit
    }
  }

  /// Makes a contender.
  ///
  /// - Parameters:
  ///   - name: the benchmark's name.
  ///   - group: the contenders it is compared with; `nil` for the plain read.
  ///   - isReference: whether the ratios of its group are taken to it.
  ///   - threads: the threads it can use.
  ///   - variant: what a person chose instead of the machine's default.
  ///   - answerHash: a hash of its whole answer.
  ///   - error: how far its answer is from the known truth.
  ///   - clock: which time decides for it. By default wall time for several threads, else that of
  ///     the thread: other programs do not add to the processor time of one thread, and only wall
  ///     time shows whether several threads help.
  public init(
    name: String, group: String?, isReference: Bool = false, threads: Int = 1,
    variant: String? = nil, answerHash: String? = nil, error: AnswerError? = nil,
    clock: ClockKind? = nil
  ) {
    self.clock = clock ?? (threads > 1 ? .wall : .threadCPU)
    self.name = name
    self.group = group
    self.isReference = isReference
    self.threads = threads
    self.variant = variant
    self.answerHash = answerHash
    self.error = error
  }

  /// The series that holds it: `simd/photo/6000x4000`.
  ///
  /// What the machine would choose by itself is not in the name, so that a series goes on when it
  /// chooses better; what a person chose is: `simd/photo/6000x4000/baseline`,
  /// `tiles/photo/6000x4000/4-threads`. The reference beside contenders of several threads is
  /// measured on another clock than beside contenders of one: `histogram/photo/6000x4000/wall`.
  ///
  /// - Parameters:
  ///   - input: what it works on; `nil` for benchmarks whose name says everything.
  ///   - usableCores: how many threads a contender takes by itself.
  ///   - clock: the clock of the session it is in.
  /// - Returns: the series with its name.
  public func series(
    on input: RecordedInput?, usableCores: Int, clock: ClockKind
  ) -> SeriesRecord {
    var parts = [name] + (input.map { [$0.name, $0.size] } ?? [])
    if let variant { parts.append(variant) }
    if threads > 1 && threads != usableCores { parts.append("\(threads)-threads") }
    if clock != self.clock { parts.append("wall") }
    let parameters = input.map { [("kernel", name), ("image", $0.name), ("size", $0.size)] } ?? []
    return SeriesRecord(
      name: parts.joined(separator: "/"),
      parameters: parameters.map { BenchmarkParameter($0, $1) },
      items: input.map { Double($0.elements) })
  }
}

/// What a race works on, as the history records it.
public struct RecordedInput: Equatable, Sendable {
  /// What people call it.
  public let name: String
  /// Its size as series names have it, such as `6000x4000`.
  public let size: String
  /// How many elements it has, such as pixels.
  public let elements: Int
  /// A hash of its content.
  public let hash: String

  /// Makes an input.
  public init(name: String, size: String, elements: Int, hash: String) {
    self.name = name
    self.size = size
    self.elements = elements
    self.hash = hash
  }
}
