package import Reporting

/// Two or more versions of something that can be compared.
package protocol ComparisonSource {
  /// Builds what is compared, and matches it.
  ///
  /// - Parameters:
  ///   - settings: how it is compared.
  ///   - context: messages, progress and the wish to stop.
  /// - Returns: the cases, and what is said around them.
  /// - Throws: ``HarnessFailure`` when there is nothing to compare.
  func comparison(
    _ settings: ComparisonSettings, _ context: RunContext
  ) throws(HarnessFailure) -> SourceComparison
}
