package import TimingHistory

/// A command's use of a history on a server: its file on this machine, brought up to date before it
/// is read and shared after it was written.
///
/// A server that cannot be reached is a warning and no error: what was measured is kept, and what is
/// shown is what this machine knows.
package struct FleetSession {
  /// The server and the database.
  package let address: FleetAddress
  /// The files of this machine.
  package let folder: FleetFolder
  /// This machine.
  package let machine: MachineIdentity
  /// The class that people asked for; nil for this machine's.
  package let chosenClass: MachineClass?
  private let patience: Double
  private let now: () -> Int64
  private let warn: (String) -> Void

  /// Makes a session.
  ///
  /// - Parameters:
  ///   - address: The server and the database.
  ///   - folder: The files of this machine.
  ///   - machine: This machine.
  ///   - chosenClass: The class that people asked for; nil for this machine's.
  ///   - patience: How long to wait for the server, in seconds.
  ///   - now: Milliseconds since 1970.
  ///   - warn: Called with what could not be done and changes no result.
  package init(
    address: FleetAddress, folder: FleetFolder, machine: MachineIdentity,
    chosenClass: MachineClass?, patience: Double = FleetStore.patience, now: @escaping () -> Int64,
    warn: @escaping (String) -> Void
  ) {
    self.address = address
    self.folder = folder
    self.machine = machine
    self.chosenClass = chosenClass
    self.patience = patience
    self.now = now
    self.warn = warn
  }

  /// The class that is written to.
  package var ownClass: MachineClass { chosenClass ?? machine.machineClass }

  /// The file that is written to.
  package var ownFile: String { folder.file(of: ownClass) }

  /// Opens the file of this machine's class, to record in it; the server is not asked.
  ///
  /// - Returns: The file's history.
  /// - Throws: `HistoryError`, with the file untouched.
  package func openOwn() throws(HistoryError) -> HistoryStore {
    try folder.open(
      ownClass,
      machine: MachineIdentity(id: machine.id, name: machine.name, machineClass: ownClass))
  }

  /// Opens the file of a class after bringing it up to date.
  ///
  /// The class is the one that was asked for, else this machine's. Where that has no run anywhere
  /// and the server has a single class, as when a developer looks at the runners' history, it is
  /// that one.
  ///
  /// - Parameters:
  ///   - scope: What will be read of it.
  ///   - recordingHere: Whether runs are recorded next: then it is this machine's class, and a server
  ///     that cannot be reached never is an error.
  ///   - alsoReading: Reads more from the server, if it can be reached, than the class's file.
  /// - Returns: The file's history.
  /// - Throws: `HistoryError` when there is nothing to show: no such class, or no server and nothing
  ///   on this machine; with several classes to choose from it names them.
  package func openUpToDate(
    _ scope: FleetScope, recordingHere: Bool = false,
    alsoReading: (FleetStore, MachineClass) throws(FleetError) -> Void = { _, _ in }
  ) throws(HistoryError) -> HistoryStore {
    let server: FleetStore
    do throws(FleetError) {
      server = try FleetStore(address, patience: patience)
    } catch {
      return try openOffline(error, recordingHere)
    }
    do throws(FleetError) {
      let shown = recordingHere ? ownClass : try shownClass(server)
      let store = try local { () throws(HistoryError) in try open(shown) }
      try FleetExchange(of: store, shown, with: server).pull(scope, now: now())
      try alsoReading(server, shown)
      return store
    } catch  where error.kind == .unknownClass {
      throw HistoryError(.invalidRequest, error.message)
    } catch {
      return try openOffline(error, recordingHere)
    }
  }

  private func open(_ machineClass: MachineClass) throws(HistoryError) -> HistoryStore {
    machineClass == ownClass ? try openOwn() : try folder.open(machineClass)
  }

  /// Opens what is known without the server.
  private func openOffline(
    _ error: FleetError, _ recordingHere: Bool
  ) throws(HistoryError) -> HistoryStore {
    let isKnown = recordingHere ? true : try folder.classes().contains(ownClass)
    guard error.kind != .localFile, isKnown else {
      throw HistoryError(
        .failed, "\(error.message) This machine has nothing of this history to show instead.")
    }
    let store = try openOwn()
    let since = try store.sharing(.pulledAt).flatMap { Int64($0) }
    let age = since.map { "as of \(Self.ago(now() - $0))" } ?? "which is only its own"
    warn("\(error.message) This is what this machine knows, \(age).")
    return store
  }

  /// A time span in words.
  static func ago(_ milliseconds: Int64) -> String {
    let minutes = max(0, milliseconds / 60_000)
    return switch minutes {
    case 0: "less than a minute ago"
    case 1: "a minute ago"
    case ..<120: "\(minutes) minutes ago"
    case ..<2880: "\(minutes / 60) hours ago"
    default: "\(minutes / 1440) days ago"
    }
  }

  private func shownClass(_ server: FleetStore) throws(FleetError) -> MachineClass {
    let known = try server.measuredClasses()
    let own = ownClass
    if known.contains(own) { return own }
    let isHere = try local { () throws(HistoryError) in
      guard try folder.classes().contains(own) else { return false }
      return try !openOwn().runs(limit: 1).isEmpty
    }
    guard !isHere, !known.isEmpty else { return own }
    if chosenClass == nil, known.count == 1 {
      warn("This machine's class has no runs; this is the class '\(known[0])'.")
      return known[0]
    }
    throw FleetError(
      .unknownClass,
      "The class '\(own)' has no runs in this history. Choose one that has: "
        + known.map { "'\($0)'" }.joined(separator: ", ") + ".")
  }

  /// Shares what is on this machine; failures are warnings, and the next push does the rest.
  ///
  /// - Returns: Whether everything is on the server now.
  @discardableResult
  package func share() -> Bool {
    do {
      let pushed = try push(all: false)
      return pushed.refused.isEmpty
    } catch {
      warn("\(error) Nothing is lost: it is on this machine, and the next push shares it.")
      return false
    }
  }

  /// Adds jobs for other machines of the class; a failure is a warning.
  package func add(_ jobs: [ConfirmationJob]) {
    guard !jobs.isEmpty else { return }
    do throws(FleetError) {
      let server = try FleetStore(address, patience: patience)
      for job in jobs { try server.add(job, of: ownClass) }
    } catch {
      warn("The suspicions of this night are no jobs for other machines: \(error.message)")
    }
  }

  /// Shares what is on this machine, of every class.
  ///
  /// - Parameter all: Whether everything is offered again, after the server was set back.
  /// - Returns: What became of it; runs that the server cannot take are also warned of.
  /// - Throws: ``FleetError``, or `HistoryError` for a file of this machine.
  @discardableResult
  package func push(all: Bool) throws -> FleetExchange.Pushed {
    let server = try FleetStore(address, patience: patience)
    var total = FleetExchange.Pushed()
    for known in try folder.classes() {
      let store = try folder.open(known)
      let pushed = try FleetExchange(of: store, known, with: server).push(all: all)
      total.runs += pushed.runs
      total.refused += pushed.refused
    }
    for refusal in total.refused {
      warn("The server does not take the run \(refusal.run). \(refusal.reason)")
    }
    return total
  }

  /// Adds runs and events of elsewhere, each to the file of its class, and shares them.
  ///
  /// - Parameter bundle: The runs; those that do not say their class get this machine's.
  /// - Returns: What was added here.
  /// - Throws: `HistoryError`, when a file cannot be written or a series is in another unit there.
  package func merge(_ bundle: HistoryBundle) throws(HistoryError) -> HistoryStore.Merged {
    var runs = 0
    var series = 0
    var samples = 0
    for (machineClass, part) in bundle.byClass(otherwise: ownClass) {
      let store = try open(machineClass)
      let merged = try store.merge(part)
      runs += merged.runs
      series += merged.series
      samples += merged.samples
    }
    return .init(runs: runs, series: series, samples: samples)
  }

  /// What a retention keeps.
  package enum Retention: Equatable, Sendable {
    /// That many of the newest runs.
    case newest(Int)
    /// Runs that began at this time or later, in milliseconds since 1970.
    case since(Int64)
  }

  /// Removes older runs of the class from the server and from this machine.
  ///
  /// - Parameter retention: Which runs stay.
  /// - Returns: How many runs the server removed.
  /// - Throws: ``FleetError``; only the owner may do this.
  package func prune(_ retention: Retention) throws(FleetError) -> Int {
    let server = try FleetStore(address, patience: patience)
    let removed =
      switch retention {
      case .newest(let count): try server.prune(ownClass, keep: count)
      case .since(let time): try server.prune(ownClass, before: time)
      }
    guard try local({ () throws(HistoryError) in try folder.classes().contains(ownClass) }) else {
      return removed
    }
    let store = try local { () throws(HistoryError) in try openOwn() }
    // Nothing new is brought for it: what this machine had is brought up to date.
    try FleetExchange(of: store, ownClass, with: server).pull(FleetScope(since: now()), now: now())
    return removed
  }
}
