internal import ArgumentParser
internal import BenchmarkBuilds
internal import BenchmarkHarness
internal import BenchmarkSuites
internal import CLibrary
internal import CommandOptions
internal import CommandText
internal import Files
internal import FleetHistory
internal import HistoryReports
internal import Measuring
internal import Reporting
internal import TimingHistory

/// The options `--history` and `--class`.
struct HistoryOptions: ParsableArguments {
  @Option(
    name: .customLong("history"),
    help: ArgumentHelp(
      "The timing history: an SQLite file, or the address of a PostgreSQL server, "
        + "postgresql://role@host/database. Default: $BENCH_HISTORY, else history.sqlite beside the "
        + "suite file where it exists, else bench/NAME/history.sqlite in $XDG_STATE_HOME or "
        + "~/.local/state.",
      valueName: "path"), completion: .file())
  var path: String?

  @Option(
    name: .customLong("class"),
    help: ArgumentHelp(
      "Of a history on a server: the class of machines. Default: $BENCH_CLASS, else this machine's.",
      valueName: "name"))
  var machineClass: String?

  /// The history that was asked for, on the command line or in the environment.
  var chosen: String? { path ?? Self.variable("BENCH_HISTORY") }

  /// A variable of the environment; an empty one counts as none.
  private static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The history's server; `nil` where it is a file.
  ///
  /// - Throws: `FleetError` for an address that cannot be used, ``HarnessFailure`` when there is no
  ///   home folder.
  func fleet(
    message: @escaping (Notice) -> Void = MessageOptions.standardError(isQuiet: false)
  ) throws -> FleetSession? {
    // libpq knows another form, "host=… password=…": taken for a file's name, it would be shown.
    if let chosen, chosen.contains("://") || chosen.contains("password="),
      !FleetAddress.isAddress(chosen), FileKind(path: chosen) == .absent
    {
      throw UsageError(
        "The history is a file or an address postgresql://role@host/database without a password.")
    }
    guard let chosen, FleetAddress.isAddress(chosen) else {
      guard machineClass == nil else {
        throw UsageError("--class chooses machines of a history on a server: add --history.")
      }
      return nil
    }
    let address = try FleetAddress(chosen)
    guard let state = Self.fleetState else {
      throw HarnessFailure(
        message: "There is no home folder for the runs that go to the server. Set XDG_STATE_HOME.",
        status: .missingInput)
    }
    return FleetSession(
      address: address, folder: FleetFolder(of: address, in: state), machine: Self.machine,
      chosenClass: (machineClass ?? Self.variable("BENCH_CLASS")).map { MachineClass(name: $0) },
      now: { WallClock.now }, warn: { message(.warning($0)) })
  }

  /// The folder of the runs that go to a server: that of versions before 0.3 where it is there.
  private static var fleetState: String? {
    let older = StateFolder.path(of: "swift-dominant-color")
    if let older, FileKind(path: older) == .folder { return older }
    return StateFolder.path
  }

  /// This machine: `BENCH_MACHINE`, else `/etc/machine-id`, else its network name.
  static let machine: MachineIdentity = {
    let chosen = variable("BENCH_MACHINE")
    let name = chosen ?? hostName()
    let secret: String
    if chosen != nil {
      secret = "named \(name)"
    } else {
      secret = installation ?? "host \(name)"
    }
    return MachineIdentity(
      secret: secret, name: name,
      machineClass: MachineClass(of: RunEnvironment.current.values))
  }()

  /// What tells this installation from others: the text of `/etc/machine-id`, where it is one.
  private static var installation: String? {
    guard let bytes = try? readFile(at: "/etc/machine-id", limit: 4096), bytes.count >= 32 else {
      return nil
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func hostName() -> String {
    var system = utsname()
    guard uname(&system) == 0 else { return "unknown" }
    return withUnsafeBytes(of: system.nodename) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
  }

  /// The file that is written to: the one that was asked for, the server's on this machine, that of
  /// the suite, or the default one; `nil` when there is none.
  ///
  /// - Parameter suite: the suite file; `nil` for none.
  /// - Returns: the place.
  /// - Throws: what ``fleet(message:)`` throws.
  func location(suite: String? = SuiteOptions.nearby) throws -> HistoryLocation? {
    if let fleet = try fleet() { return HistoryLocation(chosen: fleet.ownFile) }
    if let chosen { return HistoryLocation(chosen: chosen) }
    return suite.flatMap { HistoryLocation(ofSuite: $0) }
  }

  /// The place that was asked for, or the default one.
  ///
  /// - Throws: ``HarnessFailure`` when there is none.
  func requiredLocation(
    suite: String? = SuiteOptions.nearby
  ) throws -> HistoryLocation {
    guard let location = try location(suite: suite) else {
      guard suite == nil else {
        throw HarnessFailure(
          message: "There is no home folder for the history: give --history.",
          status: .missingInput)
      }
      throw HarnessFailure(
        message:
          "There is no history here: there is no \(SuiteFile.name) whose benchmarks would be "
          + "recorded (`bench init` writes one). --history names a history.",
        status: .missingInput)
    }
    return location
  }

  /// A recorder of a run; `nil` when it is not recorded, and why is reported.
  ///
  /// - Throws: what ``fleet(message:)`` throws.
  func recorder(
    kind: String, environment: RunEnvironment, suite: String? = nil,
    message: @escaping (Notice) -> Void
  ) throws -> HistoryRecorder? {
    if BuildConfiguration.isDebug, chosen == nil {
      message(.warning("Runs of a debug build are recorded only with --history."))
      return nil
    }
    guard let location = try location(suite: suite) else {
      message(.warning("This run is not recorded: there is no home folder. Give --history."))
      return nil
    }
    let fleet = try fleet(message: message)
    return HistoryRecorder(
      location: location, kind: kind, environment: environment.values,
      open: { (place) throws(HistoryError) in
        if let fleet { return try fleet.openOwn() }
        return try place.open(recording: Self.machine)
      }, now: { WallClock.now }, message: message)
  }

  /// Opens the history to write into it, and makes it where there is none.
  ///
  /// - Throws: `HistoryError` when it cannot be opened, and what ``fleet(message:)`` throws.
  func open() throws -> HistoryStore {
    if let fleet = try fleet() { return try fleet.openOwn() }
    return try requiredLocation().open(recording: Self.machine)
  }

  /// Opens a history that must exist; one on a server is brought up to date first.
  ///
  /// - Parameter scope: What will be read of a history on a server.
  /// - Returns: The history.
  /// - Throws: ``HarnessFailure`` when it does not, `HistoryError` when it cannot be opened.
  func openExisting(_ scope: FleetScope) throws -> HistoryStore {
    if let fleet = try fleet() { return try fleet.openUpToDate(scope) }
    let location = try requiredLocation()
    guard FileKind(path: location.path) != .absent else {
      throw HarnessFailure(
        message: "There is no history at '\(location.path)'. `bench run` makes one; --history "
          + "names another.", status: .missingInput)
    }
    return try location.open()
  }

  /// What a report is of; a history on a server is brought up to date first.
  ///
  /// - Parameter scope: What will be read of it.
  /// - Returns: The file, and the fleet that it belongs to.
  /// - Throws: what ``requiredLocation()`` and ``openExisting(_:)`` throw.
  func reportSource(_ scope: FleetScope) throws -> ReportSession.Source {
    guard let fleet = try fleet() else {
      return .file(try requiredLocation().path, since: scope.since)
    }
    var overview: FleetOverview?
    let store = try fleet.openUpToDate(scope) { server, shown throws(FleetError) in
      overview = try server.overview(showing: shown)
    }
    return .file(store.path, since: scope.since, fleet: overview)
  }

  /// Sends what was written to the server; a history in a file stays where it is.
  func share(
    message: @escaping (Notice) -> Void = MessageOptions.standardError(isQuiet: false)
  ) throws {
    try fleet(message: message)?.share()
  }
}
