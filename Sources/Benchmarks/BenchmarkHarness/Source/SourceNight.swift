public import HistoryReports
public import Reporting

/// What a night should do.
public struct NightSettings {
  /// Seconds of timing for each benchmark; `nil` for as many as the source thinks right.
  public var seconds: Double?
  /// The folder that builds are kept in; `nil` for that of the source.
  public var builds: String?
  /// Whether instructions are counted where a slowdown is to be explained.
  public var countsInstructions: Bool

  /// Makes settings.
  public init(seconds: Double? = nil, builds: String? = nil, countsInstructions: Bool = true) {
    self.seconds = seconds
    self.builds = builds
    self.countsInstructions = countsInstructions
  }
}

/// A night of a source: part after part is measured, and suspicions are compared again.
public struct SourceNight {
  /// Measures a part, by its index, in so many times its usual time, and records it.
  public typealias Measure =
    (_ part: Int, _ recorder: HistoryRecorder, _ share: Double) throws(NightFailure) ->
    NightMeasured
  /// Compares tonight's build with another.
  public typealias Pair =
    (
      _ subject: NightSubject, _ base: NightBase, _ purpose: NightPurpose
    ) throws(NightFailure) -> NightSession

  /// The machine, with what is measured.
  public let environment: RunEnvironment
  /// What the night measures, in words: two nights of equal text can be one.
  public let planText: String
  /// How many parts are measured one after the other.
  public let parts: Int
  /// The status of the first input that could not be read; success where all could.
  public let inputStatus: WorkStatus
  /// Whether other machines of a fleet can settle what it suspects.
  public let canBeSettledElsewhere: Bool
  /// Measures a part.
  public let measure: Measure
  /// Compares tonight's build with another.
  public let pair: Pair

  /// Makes a night.
  public init(
    environment: RunEnvironment, planText: String, parts: Int,
    inputStatus: WorkStatus = .success, canBeSettledElsewhere: Bool = false,
    measure: @escaping Measure, pair: @escaping Pair
  ) {
    self.environment = environment
    self.planText = planText
    self.parts = parts
    self.inputStatus = inputStatus
    self.canBeSettledElsewhere = canBeSettledElsewhere
    self.measure = measure
    self.pair = pair
  }
}
