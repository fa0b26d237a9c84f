internal import BenchmarkBuilds
internal import BenchmarkHarness
package import BenchmarkSuites
internal import Measuring
package import Reporting

/// Why the benchmarks of a suite are slower or faster on one of two states than on the other.
package struct SuiteExplanation: Sendable {
  /// The name of the suite.
  package let title: String
  /// The sides: "main (1a2b3c4d) → working tree".
  package let sides: String
  /// One for each benchmark that was looked at, the largest change first.
  package let explanations: [Explanation]
  /// Sentences about what is not explained.
  package let remarks: [String]

  /// What a command ends with.
  package var status: WorkStatus {
    let isRefused = explanations.contains {
      if case .notCompared = $0.outcome { true } else { false }
    }
    if isRefused { return .notComparable }
    return explanations.allSatisfy(\.isComplete) ? .success : .cannotTell
  }
}

extension SuiteSource {
  /// Compares two states and searches for what makes their difference.
  ///
  /// Benchmarks that are slower or faster are explained; a single one that was chosen also where it is
  /// the same, because changes may cancel.
  ///
  /// - Parameters:
  ///   - settings: how it is done.
  ///   - context: messages, progress and the wish to stop, after which what is known is returned.
  /// - Returns: the explanations.
  /// - Throws: ``HarnessFailure`` when there is nothing to compare.
  package func explanation(
    _ settings: ExplanationSettings, _ context: RunContext
  ) throws(HarnessFailure) -> SuiteExplanation {
    let opened = try OpenedSuite(self, context, timeout: settings.comparison.timeout)
    let suite = opened.file.suite
    let sides = try opened.repository.sides(settings.comparison.revisions, main: suite.main)
    let labels = "\(sides.base.label) → \(sides.candidate.label)"
    guard settings.measuredFiles.isEmpty || settings.measuredFiles == sides.files else {
      throw .failed("The files were changed since they were compared: nothing is explained.")
    }
    guard !sides.areEqual else {
      try opened.checkParameters(in: sides.candidate)
      return SuiteExplanation(
        title: suite.name, sides: labels, explanations: [],
        remarks: [
          "\(sides.candidate.label) has the same files as \(sides.base.label): same code."
        ])
    }
    var run = ExplanationRun(
      opened: opened, sides: sides, settings: settings, source: self, context: context)
    return try run.run(title: suite.name, labels: labels)
  }
}
