/// What finding the limits of ``EvidenceLimit`` by simulation needs of the search.
package enum CalibratedSearch {
  /// The lengths of series whose limits are stored.
  package static let counts = EvidenceLimit.rows.map(\.count)

  /// A limit with which a series is surely not alarmed: all steps are removed to the last.
  package static func reach(of values: [Double]) -> Double {
    StepSearch(CleanedSeries(values).values, limit: 0, isCalibrating: true).largestExcess
      + StepSearch.hysteresis
  }

  /// Whether a limit leaves a change or a drift in a series.
  package static func isAlarmed(_ values: [Double], limit: Double) -> Bool {
    let search = FindingSearch(values, ChangePointDetector(), limit: limit)
    guard let findings = search?.findings else { return false }
    return !findings.changes.isEmpty || !findings.drifts.isEmpty
  }
}
