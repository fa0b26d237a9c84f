internal import Measuring
internal import TimingHistory

/// A series that a night measured, with what is needed to measure it again.
struct NightSubject: Codable, Equatable {
  /// The series' name in the history.
  let series: String
  let kernel: String
  /// The image and its size as a worker is told of them.
  let image: String
  let size: String?

  /// The image as a worker is told of it.
  var comparedImage: ComparedImage { ComparedImage(name: image, size: size) }
}

/// A build that a night can compare with: what was measured in an earlier night.
struct NightBase: Equatable {
  let run: RunID
  let commit: String?
  /// Whether there were changes on top of the commit; `nil` where that is not known.
  let isDirty: Bool?
  let build: BuildIdentity
}

/// What a fresh paired session of a night came to, as a night keeps it for after a kill.
struct NightSession: Codable, Equatable {
  /// ln(tonight ÷ base), one for each launch.
  let logRatios: [Double]
  /// How often it looked whether it could stop.
  let looks: Int
  /// The instructions of a call of the base; `nil` where they were not counted.
  var baseInstructions: Int64?
  /// The instructions of a call of tonight's build.
  var tonightInstructions: Int64?

  /// What the policy makes of it.
  var confirmation: PairedConfirmation { PairedConfirmation(logRatios: logRatios, looks: looks) }
}

/// Why two builds are compared in a night.
enum NightPurpose: Equatable {
  /// Tonight's build is another than the last one: is there any difference at all?
  case look
  /// The series is suspected: is it slower?
  case confirmation

  /// When the session stops.
  var rule: SequentialRule {
    switch self {
    case .look:
      SequentialRule(
        margin: 0,
        looks: [.init(launches: Self.lookLaunches, alpha: NightlyPolicy().lookAlpha)])
    // From twenty launches on the sign test can reach a p-value that Holm's correction for any
    // number of series still rejects. Half of what counts as a regression is the margin.
    case .confirmation:
      SequentialRule(
        margin: 0.005,
        looks: [
          .init(launches: 20, alpha: 0.001), .init(launches: 40, alpha: 0.001),
          .init(launches: 80, alpha: 0.001),
        ])
    }
  }

  /// How many launches a look has.
  static let lookLaunches = 12
}
