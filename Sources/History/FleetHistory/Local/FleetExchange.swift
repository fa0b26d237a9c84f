package import TimingHistory

/// Brings the file of a class and the server's history up to each other's state.
///
/// Both directions can stop anywhere and be done again: a run has one name everywhere, and what
/// arrived is remembered after it did.
package struct FleetExchange {
  private let store: HistoryStore
  private let machineClass: MachineClass
  private let server: FleetStore

  /// How many runs go to the server at once.
  static let batch = 64
  /// How many bytes of runs go to the server or come from it at once, unless one run has more.
  static let batchBytes = 8 << 20

  /// What a push came to.
  package struct Pushed: Equatable, Sendable {
    /// How many runs are new on the server.
    package var runs = 0
    /// Runs that the server cannot take, with why.
    package var refused: [FleetStore.Added.Refusal] = []
  }

  /// Makes an exchange.
  ///
  /// - Parameters:
  ///   - store: The file of the class.
  ///   - machineClass: The class.
  ///   - server: The server's history.
  package init(of store: HistoryStore, _ machineClass: MachineClass, with server: FleetStore) {
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
  package func push(all: Bool = false) throws(FleetError) -> Pushed {
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

  /// Adds here what the server has of a part of the class's history, and removes what was removed
  /// there.
  ///
  /// A series that was renamed comes with all of its names: what was measured of them is one
  /// series. What was brought before is not asked for again. Memory does not grow with the history:
  /// runs come a few at a time.
  ///
  /// - Parameters:
  ///   - scope: The part.
  ///   - now: Milliseconds since 1970.
  /// - Returns: How many runs are new here.
  /// - Throws: ``FleetError``; what arrived before stays, and the next pull does the rest.
  @discardableResult
  package func pull(
    _ scope: FleetScope = .everything, now: Int64
  ) throws(FleetError) -> Int {
    let identity = try server.identity()
    try local { () throws(HistoryError) in
      guard try store.sharing(.server) != identity else { return }
      try store.forgetShared()
      try store.setSharing(.server, identity)
    }
    let keptFrom = try server.keptFrom(machineClass)
    try local { () throws(HistoryError) in
      if let keptFrom { try store.removeShared(before: keptFrom) }
    }
    let since = [scope.since, keptFrom].compactMap { $0 }.max()
    var added = 0
    for series in scope.series.isEmpty ? [nil] : try joined(scope.series).map({ Optional($0) }) {
      added += try pull(series, since)
    }
    try local { () throws(HistoryError) in try store.setSharing(.pulledAt, String(now)) }
    return added
  }

  /// Some series with all that are one with them: former names and later ones, by renamings of the
  /// server and of this machine.
  private func joined(_ series: [String]) throws(FleetError) -> [String] {
    let here = try local { () throws(HistoryError) in try store.renamings() }
    let renamings = try server.renamings(machineClass) + here.map { ($0.key, $0.value) }
    var names = series
    var place = 0
    // `names` is the queue as well: each name that is found is looked up too.
    while place < names.count {
      let name = names[place]
      for (former, next) in renamings where former == name || next == name {
        let other = former == name ? next : former
        if !names.contains(other) { names.append(other) }
      }
      place += 1
    }
    return names
  }

  /// Brings one series, or all, from a time on.
  private func pull(_ series: String?, _ since: Int64?) throws(FleetError) -> Int {
    // First, so that nothing is missed that arrives meanwhile.
    let (horizon, next) = try server.horizon()
    let part = PulledPart(series: series, since: since ?? .min, horizon: horizon)
    let known = try local { () throws(HistoryError) in try store.pulledParts() }
      // A server that was set back to an older state has fewer transactions than were seen.
      .filter { $0.covers(part) && $0.horizon <= next }.max { $0.horizon < $1.horizon }
    var query = FleetStore.RunQuery(
      machineClass: machineClass, series: series, since: since, arrived: known?.horizon ?? 0)
    if let known { query.since = known.since == .min ? nil : known.since }
    let before = try local { () throws(HistoryError) in Set(try store.seriesNames()) }
    var added = 0
    try server.forEachPage(of: query) { page throws(FleetError) in added += try take(page) }
    let fresh = try local { () throws(HistoryError) in try store.seriesNames() }
      .filter { !before.contains($0) }
    let events = try server.transitions(of: query, andAllOf: fresh)
    let removals = try removals(since: known?.horizon)
    try local { () throws(HistoryError) in
      try store.add(events)
      try store.markShared(events.map(\.uid))
      try store.remove(removals)
      try store.setPulled(
        PulledPart(series: series, since: known?.since ?? part.since, horizon: horizon))
    }
    return added
  }

  /// Adds those of some runs of the server that are not here.
  private func take(_ page: [FleetStore.NewRun]) throws(FleetError) -> Int {
    let unknown = Set(
      try local { () throws(HistoryError) in try store.unknown(among: page.map(\.uid)) })
    var added = 0
    var ids: [Int64] = []
    var bytes = 0
    func addThese() throws(FleetError) {
      guard !ids.isEmpty else { return }
      let runs = try server.runs(ids)
      added += try local { () throws(HistoryError) in try store.add(runs) }
      ids = []
      bytes = 0
    }
    for run in page where unknown.contains(run.uid) {
      if bytes + run.bytes > Self.batchBytes { try addThese() }
      ids.append(run.id)
      bytes += run.bytes
    }
    try addThese()
    try local { () throws(HistoryError) in try store.markShared(page.map(\.uid)) }
    return added
  }

  /// The names of runs here that were removed on the server since a horizon; nil for ever.
  private func removals(since horizon: Int64?) throws(FleetError) -> [String] {
    if let horizon, let names = try server.removals(since: horizon, limit: 10_000) { return names }
    // There may be millions: the server is asked for those that are here.
    let here = try local { () throws(HistoryError) in try store.finishedRuns() }
    var removals: [String] = []
    for start in stride(from: 0, to: here.count, by: 10_000) {
      removals += try server.removed(among: Array(here[start..<min(start + 10_000, here.count)]))
    }
    return removals
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
}
