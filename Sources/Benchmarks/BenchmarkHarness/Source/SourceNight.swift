public import HistoryReports

/// What a night should do.
public struct NightSettings {
  /// Seconds of timing for each benchmark; `nil` for as many as the source thinks right.
  public var seconds: Double?

  /// Makes settings.
  public init(seconds: Double? = nil) { self.seconds = seconds }
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
  /// Whether other machines of a fleet can settle what it suspects.
  public let canBeSettledElsewhere: Bool
  /// Whether all benchmarks are meant, and none was chosen.
  public let measuresAll: Bool
  /// Measures a part.
  public let measure: Measure
  /// Compares tonight's build with another.
  public let pair: Pair
  /// The files that were renamed since a commit, by their former and present paths.
  public var renamedFiles: (_ commit: String) -> [(old: String, new: String)] = { _ in [] }

  /// Makes a night.
  public init(
    environment: RunEnvironment, planText: String, parts: Int, canBeSettledElsewhere: Bool = false,
    measuresAll: Bool = true,
    measure: @escaping Measure, pair: @escaping Pair
  ) {
    self.environment = environment
    self.planText = planText
    self.parts = parts
    self.canBeSettledElsewhere = canBeSettledElsewhere
    self.measuresAll = measuresAll
    self.measure = measure
    self.pair = pair
  }
}
