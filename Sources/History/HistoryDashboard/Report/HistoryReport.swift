package import HistoryExchange
package import Measuring
package import TimingHistory

/// All that a report shows, read out of a history once.
///
/// A value without a file behind it: pages, pictures and texts are made from it by pure functions,
/// so the same history at the same time gives the same bytes.
///
/// ```swift
/// let report = try HistoryReport(of: store, madeAt: now)
/// let page = DashboardPage(of: report)
/// ```
package struct HistoryReport: Equatable, Sendable {
  /// What the report is about.
  package var title: String
  /// When it was made, in milliseconds since 1970.
  package let madeAt: Int64
  /// Whether the figures are made up.
  package var isExample: Bool
  /// Where the commits can be seen; nil if not given.
  package var repository: RepositoryLinks?
  /// The other machines and classes; nil for a history of one file.
  package var fleet: FleetOverview?
  /// The runs in which something was measured, oldest first.
  package let runs: [ReportedRun]
  /// The kinds of machine and build, in the order in which they first appeared.
  package let environments: [ReportedEnvironment]
  /// The series by name.
  package let series: [ReportedSeries]

  /// Reads a history.
  ///
  /// - Parameters:
  ///   - store: The history.
  ///   - time: Now, in milliseconds since 1970.
  ///   - title: What the report is about.
  ///   - names: The series to read; nil for all.
  ///   - since: The earliest start of a run to show, in milliseconds since 1970; nil for all.
  ///   - order: Gives the order of commits where a repository knows them. Runs are put in it; one
  ///     whose time contradicts it gets a time between those around it.
  /// - Throws: ``HistoryError`` when the history cannot be read or there is no series of a name.
  /// - Complexity: O(*n* log² *n*) in the points of each series, for the search for changes.
  package init(
    of store: HistoryStore, madeAt time: Int64, title: String = "Timing history",
    series names: [String]? = nil, since: Int64? = nil,
    order: ([String]) -> RevisionOrder? = { _ in nil }
  ) throws(HistoryError) {
    let measured = try store.measuredRunOutlines(of: names, since: since)
    let commits = Set(measured.compactMap(\.commit))
    let timeline = try RunTimeline(
      of: store, including: measured, order: commits.count > 1 ? order(commits.sorted()) : nil)
    // One series after the other: what a history holds of ten thousand at once is much memory.
    let series = try store.mapSeries(of: names, since: since) { one -> ReportedSeries? in
      // Of a series that ended before there is nothing to show.
      if since != nil, one.points.isEmpty { return nil }
      return ReportedSeries(
        one.record, points: one.points, transitions: one.transitions,
        flameGraphs: one.flameGraphs, newest: timeline.newest, runPlace: { timeline.places[$0] })
    }.compactMap { $0 }
    self.title = title
    madeAt = time
    isExample = false
    runs = timeline.runs
    environments = timeline.environments
    self.series = series
  }

  /// Takes what is known already.
  init(
    title: String, madeAt: Int64, runs: [ReportedRun], environments: [ReportedEnvironment],
    series: [ReportedSeries]
  ) {
    self.title = title
    self.madeAt = madeAt
    isExample = false
    self.runs = runs
    self.environments = environments
    self.series = series
  }

  /// How many series have each light, those that need attention first.
  package var lightCounts: [(light: SeriesLight, count: Int)] {
    SeriesLight.allCases.map { light in (light, series.count { $0.light == light }) }
  }

  /// What there is to say in one sentence.
  package var headline: String {
    func words(_ count: Int, _ what: String) -> String {
      "\(count) of \(series.count) series \(what)"
    }
    if series.isEmpty { return "Nothing was measured yet" }
    let counts = Dictionary(uniqueKeysWithValues: lightCounts.map { ($0.light, $0.count) })
    let regressed = counts[.regressed, default: 0]
    let open = counts[.suspect, default: 0] + counts[.risen, default: 0]
    // Times are slower, anything else is worse.
    let worse = series.contains { $0.record.metric != nil } ? "worse" : "slower"
    if regressed > 0 { return words(regressed, "regressed") }
    if open > 0 { return words(open, "may be \(worse); not confirmed yet") }
    return series.count == 1
      ? "The only series is not \(worse)" : "None of \(series.count) series is \(worse)"
  }

  /// How the times grow with a parameter that is a size, in the newest runs; places are those of
  /// ``series``.
  package var scalings: [ScalingSeries] {
    ScalingSeries.all(
      in: series.map { one in
        // What is no time has no cost, and is passed over.
        let unit = one.record.metric == nil ? TimeUnit(name: one.record.unit) : nil
        let cost = unit.flatMap { unit in one.latest.map { $0.value * unit.seconds } }
        return (one.record.parameters, cost ?? 0)
      })
  }
}

/// The runs of a history with their environments, numbered for a report.
private struct RunTimeline {
  private(set) var runs: [ReportedRun] = []
  private(set) var environments: [ReportedEnvironment] = []
  private(set) var places: [RunID: Int] = [:]
  /// When the newest run began, in milliseconds since 1970.
  let newest: Int64

  init(
    of store: HistoryStore, including measured: [RunOutline], order: RevisionOrder?
  ) throws(HistoryError) {
    newest = measured.map(\.startedAt).max() ?? .min
    let ordered =
      order?.ordered(times: measured.map(\.startedAt), commits: measured.map(\.commit))
      ?? measured.enumerated().map { ($0, $1.startedAt) }
    var environmentPlaces: [String: Int] = [:]
    for (place, time) in ordered {
      let run = measured[place]
      var environment: Int?
      if let fingerprint = run.fingerprint {
        // Load and other noise differ between runs of one kind: the newest stands for all.
        let record = try store.environment(of: run.id) ?? EnvironmentRecord()
        let kind = ReportedEnvironment(fingerprint: fingerprint, record: record)
        if let place = environmentPlaces[fingerprint] {
          environments[place] = kind
          environment = place
        } else {
          environment = environments.count
          environmentPlaces[fingerprint] = environments.count
          environments.append(kind)
        }
      }
      places[run.id] = runs.count
      runs.append(
        ReportedRun(
          startedAt: time, commit: run.commit, note: run.note, environment: environment,
          machine: run.machineName))
    }
  }
}

extension ReportedSeries {
  /// Checks a series.
  ///
  /// - Parameters:
  ///   - record: what it measures.
  ///   - points: its points; they are shown in the order of their runs.
  ///   - transitions: what happened to it, oldest first.
  ///   - flameGraphs: pictures of what ran before and from a run on, in SVG.
  ///   - newest: when the newest point of any series was measured, in milliseconds since 1970.
  ///   - place: the place of a run among the report's runs; nil for one that it does not show.
  init(
    _ record: SeriesRecord, points: [SeriesPoint], transitions: [SeriesTransition] = [],
    flameGraphs: [RunID: String] = [:], newest: Int64, runPlace place: (RunID) -> Int?
  ) {
    // A run that was recorded after the report's runs were listed belongs to the next report.
    let placed = points.compactMap { point in place(point.run).map { (place: $0, point: point) } }
      .enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }
      .map(\.element)
    let points = placed.map(\.point)
    let status = SeriesStatus(after: transitions)
    let (values, scale) = points.checkedValues
    let check = SeriesCheck(
      name: record.name, values: values, builds: points.map(\.build),
      machines: points.machines, detector: ChangePointDetector(scale: scale))
    let settled = status.settled.flatMap(place) ?? -1
    let better = scale == .logRatios ? .less : record.direction
    let levels =
      check.changes.first.map { [$0.point.before] + check.changes.map(\.point.after) } ?? []
    let firstUnjudged = check.changes.firstIndex { placed[$0.point.index].place > settled }
    let hasUnjudgedRise = check.changes.indices.contains { index in
      guard let firstUnjudged, index >= firstUnjudged, check.changes[index].cause != .environment
      else { return false }
      return better.keepsWorsening(at: index, of: levels, judged: firstUnjudged)
    }
    let hasUnjudgedDrift = check.codeDrifts.contains { drift in
      better.isWorse(drift.drift.effect) && placed[drift.drift.end - 1].place > settled
    }
    self.record = record
    state = status.state
    light = SeriesLight(
      state: status.state, hasUnjudgedRise: hasUnjudgedRise || hasUnjudgedDrift,
      hasEnded: MeasuredSpan(points.map(\.startedAt))?.hasEnded(by: newest) ?? false)
    drift = check.codeDrifts.last?.drift.effect
    smallestChange = check.smallestChange
    reason = status.reason
    watchesRatios = scale == .logRatios
    self.points = placed.map { place, point in
      ReportedPoint(
        run: place, value: point.value, interval: point.valueInterval,
        intervalKind: point.intervalKind,
        ratio: point.isReference ? nil : point.logRatio.map { LogRatio($0).factor },
        ratioInterval: point.isReference
          ? nil : point.logRatioInterval?.mapEnds { LogRatio($0).factor },
        sampleCount: point.sampleCount)
    }
    notes = transitions.notes(at: points, flameGraphs: flameGraphs)
    changes = check.changes.map {
      ReportedChange(
        index: $0.point.index, effect: $0.point.effect, cause: $0.cause,
        evidence: $0.point.evidence)
    }
  }
}

extension BenchmarkMetric.Better {
  /// Whether at least half of a worsening is left at the last of some levels.
  ///
  /// It is measured from the best level before it; where values must stay equal, from the level
  /// that was judged last.
  ///
  /// - Parameters:
  ///   - index: The place of the level before it.
  ///   - levels: The levels between changes.
  ///   - judged: The place of the level that was judged last.
  /// - Returns: Whether it is left; false for a change that is no worsening.
  fileprivate func keepsWorsening(
    at index: Int, of levels: [Double], judged: Int
  ) -> Bool {
    let rise = worsening(from: levels[index], to: levels[index + 1])
    guard rise > 0, let now = levels.last else { return false }
    let start = self == .equal ? levels[judged] : levels[index]
    let best = levels[...index].reduce(start) { best, level in
      worsening(from: best, to: level) < 0 ? level : best
    }
    return worsening(from: best, to: now) >= rise / 2
  }
}
