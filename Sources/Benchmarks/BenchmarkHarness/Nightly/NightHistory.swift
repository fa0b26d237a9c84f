internal import ExchangeDocuments
internal import Files
internal import Measuring
internal import TimingHistory

/// The nights before this one, as far as they can be compared with it.
///
/// Only nights on the same processor count: other runs are made under any load and of any work in
/// progress.
struct NightHistory {
  private let store: HistoryStore
  private let tonight: RunID
  private let nights: [RunID: RunSummary]
  /// The newest finished night before this one on this machine, whatever its processor.
  let previous: RunSummary?

  /// How many nights are looked at.
  static let reach = 400

  /// Finds the nights.
  ///
  /// - Throws: ``HistoryError`` when the file cannot be read.
  init(
    _ store: HistoryStore, tonight: RunID, environment: EnvironmentRecord
  ) throws(HistoryError) {
    self.store = store
    self.tonight = tonight
    let runs = try store.runs().filter { $0.kind == NightRun.kind && $0.id < tonight }
      .prefix(Self.reach)
    // Another machine's environment is not what this one's changed from.
    let here = store.machine?.id
    previous = runs.first {
      $0.finishedAt != nil && (here == nil || $0.machineID == nil || $0.machineID == here)
    }
    var nights: [RunID: RunSummary] = [:]
    for run in runs {
      let model = try store.environment(of: run.id)?[.cpuModel].value
      if model == environment[.cpuModel].value { nights[run.id] = run }
    }
    self.nights = nights
  }

  /// Every night of a series, oldest first, tonight last; only the last measurement of each
  /// night, because one that was resumed may have measured twice.
  ///
  /// - Throws: ``HistoryError`` when there is no such series.
  func points(of series: String) throws(HistoryError) -> [NightlyPolicy.Point] {
    var points: [NightlyPolicy.Point] = []
    // Twice as many: nights on another processor and those measured twice fall out below.
    for point in try store.points(of: series, limit: 2 * Self.reach) {
      guard point.run == tonight || nights[point.run] != nil, let ratio = point.logRatio else {
        continue
      }
      if points.last?.run == point.run { points.removeLast() }
      points.append(.init(run: point.run, logRatio: ratio, build: point.build))
    }
    return points
  }

  /// The same of a metric, whose points are values.
  ///
  /// - Throws: ``HistoryError`` when there is no such series.
  func metricPoints(of subject: NightSubject) throws(HistoryError) -> [NightlyPolicy.Point] {
    var points: [NightlyPolicy.Point] = []
    for point in try store.points(of: subject.series, limit: 2 * Self.reach) {
      guard point.run == tonight || nights[point.run] != nil else { continue }
      if points.last?.run == point.run { points.removeLast() }
      points.append(
        .init(
          run: point.run, metric: subject.metric?.judged(point.value) ?? point.value,
          build: point.build))
    }
    return points
  }

  /// The newest nights on this processor, the newest first.
  func newest(_ count: Int) -> ArraySlice<RunID> { nights.keys.sorted(by: >).prefix(count) }

  /// The value of a series in each night before this one, oldest first, with its 95 % interval, both as
  /// logarithms of ratios to the reference.
  ///
  /// - Throws: ``HistoryError`` when there is no such series.
  func spreads(
    of series: String
  ) throws(HistoryError) -> [(run: RunID, value: Double, interval: Interval?)] {
    try store.points(of: series, limit: 2 * NightBudget.mostNights).compactMap { point in
      guard nights[point.run] != nil, let ratio = point.logRatio else { return nil }
      return (point.run, ratio, point.logRatioInterval)
    }
  }

  /// What is known of the build of a night.
  func base(_ point: NightlyPolicy.Point) throws(HistoryError) -> NightBase {
    let state = try store.environment(of: point.run)?[.gitState].value
    return NightBase(
      run: point.run, commit: nights[point.run]?.commit, isDirty: state.map { $0 == "dirty" },
      build: point.build)
  }

  /// The series that the newest night of the same suite before this one measured, and this one did not.
  ///
  /// - Parameter planText: what tonight measures, in words that begin with the suite.
  /// - Returns: their names, in order.
  /// - Throws: ``HistoryError`` when the file cannot be read.
  func missing(planText: String) throws(HistoryError) -> [String] {
    func suite(_ plan: String) -> Substring { plan.prefix { $0 != ";" } }
    for night in newest(Self.lookedThrough) where finished.contains(night) {
      guard let plan = try store.completedSteps(of: night)[NightStep.plan],
        suite(plan) == suite(planText)
      else { continue }
      let renamings = try store.renamings()
      return try store.measuredSeries(in: night).subtracting(store.measuredSeries(in: tonight))
        .filter { renamings[$0] == nil }.sorted()
    }
    return []
  }

  /// The series of tonight that one which is gone was renamed to, as far as code or files prove it.
  ///
  /// - Parameters:
  ///   - gone: the series that tonight did not measure.
  ///   - files: the files that were renamed since a commit.
  /// - Returns: the former and the present name of each; no name is there twice.
  /// - Throws: ``HistoryError`` when the file cannot be read.
  func renamed(
    _ gone: [String], files: (_ commit: String) -> [(old: String, new: String)]
  ) throws(HistoryError) -> [(old: String, new: String)] {
    guard !gone.isEmpty else { return [] }
    var new: [String: SeriesPoint] = [:]
    for (series, point) in try store.points(in: tonight)
    where try store.points(of: series.name, limit: 2).count == 1 { new[series.name] = point }
    var offers: [(old: String, new: String)] = []
    var known: [String: [(old: String, new: String)]] = [:]
    for name in gone where !new.isEmpty {
      guard let last = try store.points(of: name, limit: 1).last else { continue }
      let same = new.filter { _, point in point.build.isSameBuild(as: last.build) }
      var found = Set(same.keys)
      if found.count != 1, let commit = last.commit {
        let moved = known[commit] ?? files(commit)
        known[commit] = moved
        found = Set(
          moved.flatMap { file in
            new.keys.filter { Self.isRenamed(name, to: $0, file.old, file.new) }
          })
      }
      if found.count == 1, let only = found.first { offers.append((name, only)) }
    }
    // Two that would become one are no renaming.
    return offers.filter { offer in offers.count { $0.new == offer.new } == 1 }
  }

  /// Whether the renaming of a file makes one name of another: its path, or its name without the ending.
  static func isRenamed(_ old: String, to new: String, _ file: String, _ other: String) -> Bool {
    func stem(_ path: String) -> String { PathParts(path).stem }
    return [(file, other), (stem(file), stem(other))].contains { before, after in
      before != after && before.count > 2 && old.contains(before)
        && old.replacing(before, with: after) == new
    }
  }

  /// How many nights are looked through for one of the same suite.
  private static let lookedThrough = 20

  private var finished: Set<RunID> {
    Set(nights.filter { $0.value.finishedAt != nil }.keys)
  }

  /// What differs between the environments of the night before and tonight; empty when nothing
  /// does, or when this is the first night.
  func environmentDifferences(
    from environment: EnvironmentRecord
  ) throws(HistoryError) -> [EnvironmentDifference] {
    guard let previous, let before = try store.environment(of: previous.id) else { return [] }
    return environment.withoutInput.differences(from: before.withoutInput)
  }
}
