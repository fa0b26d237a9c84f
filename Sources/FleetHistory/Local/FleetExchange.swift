public import TimingHistory

/// Brings the file of a class and the server's history up to each other's state.
///
/// Both directions can stop anywhere and be done again: a run has one name everywhere, and what
/// arrived is remembered after it did.
public struct FleetExchange {
  private let store: HistoryStore
  private let machineClass: MachineClass
  private let server: FleetStore

  /// How many runs go to the server or come from it at once.
  static let batch = 64
  /// How many bytes of runs go to the server at once, unless one run has more.
  static let batchBytes = 8 << 20

  /// What a push came to.
  public struct Pushed: Equatable, Sendable {
    /// How many runs are new on the server.
    public var runs = 0
    /// Runs that the server cannot take, with why.
    public var refused: [FleetStore.Added.Refusal] = []
  }

  /// Makes an exchange.
  ///
  /// - Parameters:
  ///   - store: The file of the class.
  ///   - machineClass: The class.
  ///   - server: The server's history.
  public init(of store: HistoryStore, _ machineClass: MachineClass, with server: FleetStore) {
    self.store = store
    self.machineClass = machineClass
    self.server = server
  }

  /// Adds to the server what is finished here and missing there.
  ///
  /// - Parameter all: Whether runs are offered that the server is known to have, too: after it was
  ///   set back to an older state.
  /// - Returns: What became of the runs.
  /// - Throws: ``FleetError``; what was pushed before stays there, and the next push does the rest.
  @discardableResult
  public func push(all: Bool = false) throws(FleetError) -> Pushed {
    let identity = try server.identity()
    let known = try local { () throws(HistoryError) in try store.sharing(.server) }
    if all || known != identity {
      try local { () throws(HistoryError) in
        try store.forgetShared()
        try store.setSharing(.server, identity)
      }
    }
    var pushed = Pushed()
    let names = try local { () throws(HistoryError) in try store.unsharedRuns() }
    for start in stride(from: 0, to: names.count, by: Self.batch) {
      try push(Array(names[start..<min(start + Self.batch, names.count)]), &pushed)
    }
    let events = try local { () throws(HistoryError) in
      try store.portableTransitions(unsharedOnly: true)
    }
    try retrying { () throws(FleetError) in try server.add(events, of: machineClass) }
    try local { () throws(HistoryError) in try store.markShared(events.map(\.uid)) }
    return pushed
  }

  private func push(_ names: [String], _ pushed: inout Pushed) throws(FleetError) {
    let missing = Set(try server.missing(among: names))
    try local { () throws(HistoryError) in
      try store.markShared(names.filter { !missing.contains($0) })
    }
    var runs: [PortableRun] = []
    var bytes = 0
    for name in names where missing.contains(name) {
      let run = try local { () throws(HistoryError) in try store.portableRun(name) }
      guard let run else { continue }
      runs.append(run)
      bytes += run.bytes.count
      guard bytes >= Self.batchBytes else { continue }
      try add(runs, &pushed)
      runs = []
      bytes = 0
    }
    try add(runs, &pushed)
  }

  private func add(_ runs: [PortableRun], _ pushed: inout Pushed) throws(FleetError) {
    guard !runs.isEmpty else { return }
    let added = try retrying { () throws(FleetError) in
      try server.add(runs, defaultClass: machineClass)
    }
    pushed.runs += added.new
    pushed.refused += added.refused
    try local { () throws(HistoryError) in try store.markShared(added.settled) }
  }

  /// Adds here what the server has of the class, and removes what was removed there.
  ///
  /// - Parameter now: Milliseconds since 1970.
  /// - Returns: How many runs are new here.
  /// - Throws: ``FleetError``; what arrived before stays, and the next pull does the rest.
  @discardableResult
  public func pull(now: Int64) throws(FleetError) -> Int {
    let identity = try server.identity()
    let horizon = try local { () throws(HistoryError) -> Int64? in
      guard try store.sharing(.server) == identity else { return nil }
      return try store.sharing(.horizon).flatMap { Int64($0) }
    }
    let news = try server.news(of: machineClass, since: horizon)
    let removed = Set(news.removals)
    let unknown = Set(
      try local { () throws(HistoryError) in try store.unknown(among: news.runs.map(\.uid)) })
    let wanted = news.runs.filter { unknown.contains($0.uid) && !removed.contains($0.uid) }
    var added = 0
    for start in stride(from: 0, to: wanted.count, by: Self.batch) {
      let ids = wanted[start..<min(start + Self.batch, wanted.count)].map(\.id)
      let runs = try server.runs(ids)
      added += try local { () throws(HistoryError) in try store.add(runs) }
    }
    try local { () throws(HistoryError) in
      try store.add(news.transitions)
      try store.remove(news.removals)
      if try store.sharing(.server) != identity { try store.forgetShared() }
      try store.markShared(news.runs.map(\.uid) + news.transitions.map(\.uid))
      try store.setSharing(.server, identity)
      try store.setSharing(.horizon, String(news.horizon))
      try store.setSharing(.pulledAt, String(now))
    }
    return added
  }

  /// Does again what another transaction was in the way of.
  private func retrying<Value>(
    _ work: () throws(FleetError) -> Value
  ) throws(FleetError) -> Value {
    for _ in 0..<5 {
      do throws(FleetError) {
        return try work()
      } catch  where error.kind == .conflict {
        continue
      }
    }
    return try work()
  }

  /// Uses the file; its errors are told as those of this side.
  private func local<Value>(
    _ work: () throws(HistoryError) -> Value
  ) throws(FleetError) -> Value {
    do throws(HistoryError) {
      return try work()
    } catch {
      throw FleetError(.localFile, error.message)
    }
  }
}
