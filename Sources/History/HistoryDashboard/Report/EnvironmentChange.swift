package import Measuring

/// A run whose machine or build is another than that of the run before.
package struct EnvironmentChange: Equatable, Sendable {
  /// The place of the run in ``HistoryReport/runs``.
  package let run: Int
  /// What differs; empty where only a field that this version of the program does not know does.
  package let differences: [EnvironmentDifference]
}

extension HistoryReport {
  /// The runs at which the environment changed, oldest first; runs without a record are passed over.
  package var environmentChanges: [EnvironmentChange] {
    var changes: [EnvironmentChange] = []
    var current: Int?
    for (place, run) in runs.enumerated() {
      guard let environment = run.environment else { continue }
      if let current, current != environment {
        changes.append(
          EnvironmentChange(
            run: place,
            differences: environments[environment].record.differences(
              from: environments[current].record
            )))
      }
      current = environment
    }
    return changes
  }
}
