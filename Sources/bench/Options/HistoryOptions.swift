internal import ArgumentParser
internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import CommandText
internal import Files
internal import HistoryReports
internal import Measuring
internal import TimingHistory

/// The option `--history`.
struct HistoryOptions: ParsableArguments {
  @Option(
    name: .customLong("history"),
    help: ArgumentHelp(
      "The timing history, an SQLite file. Default: Benchmarks/history.sqlite of the checkout, "
        + "else swift-dominant-color/history.sqlite in $XDG_STATE_HOME or ~/.local/state.",
      valueName: "path"))
  var path: String?

  /// The place that was asked for, or the default one; `nil` when there is none.
  var location: HistoryLocation? {
    path.map { HistoryLocation(chosen: $0) } ?? HistoryLocation.standard(of: .dominantColor)
  }

  /// The place that was asked for, or the default one.
  ///
  /// - Throws: ``HarnessFailure`` when there is none.
  func requiredLocation() throws(HarnessFailure) -> HistoryLocation {
    guard let location else {
      throw HarnessFailure(
        message: "There is no home folder for the history: give --history.", status: .missingInput)
    }
    return location
  }

  /// A recorder of a run; `nil` when it is not recorded, and why is reported.
  func recorder(
    kind: String, environment: RunEnvironment, message: @escaping (CommandMessage) -> Void
  ) -> HistoryRecorder? {
    if BuildConfiguration.isDebug, path == nil {
      message(.warning("Runs of a debug build are recorded only with --history."))
      return nil
    }
    guard let location else {
      message(.warning("This run is not recorded: there is no home folder. Give --history."))
      return nil
    }
    return HistoryRecorder(
      location: location, kind: kind, environment: environment.values,
      usableCores: usableCoreCount(),
      open: { (place) throws(HistoryError) in try place.open() }, now: { WallClock.now },
      message: message)
  }

  /// Opens a history that must exist.
  ///
  /// - Throws: ``HarnessFailure`` when it does not, `HistoryError` when it cannot be opened.
  func openExisting() throws -> HistoryStore {
    let location = try requiredLocation()
    guard FileKind(path: location.path) != .absent else {
      throw HarnessFailure(
        message: "There is no history at '\(location.path)'. `bench run` makes one; --history "
          + "names another.", status: .missingInput)
    }
    return try location.open()
  }
}
