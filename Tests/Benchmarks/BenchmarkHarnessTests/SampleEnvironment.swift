internal import HistoryReports
internal import Measuring
internal import TimingHistory

/// The environment of made-up runs.
enum SampleEnvironment {
  static let environment = RunEnvironment(
    EnvironmentRecord([
      .cpuModel: .known("Abacus 9000"), .cores: .known("2 usable of 2 online"),
      .swiftVersion: .known("6.3.1"), .buildConfiguration: .known("release"),
      .turbo: .unknown("nobody looked"),
    ]))
}
