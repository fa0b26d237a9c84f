/// Thrown where a text is not the one that is recorded.
package struct GoldenDifference: Error, CustomStringConvertible {
  /// Which line differs first, and how.
  package let description: String
}

/// Compares a text with the recorded one in `Tests/Fixtures/Goldens`.
///
/// `RECORD_GOLDENS=1 swift test --filter CommandTests` records them again, for `git diff` to judge.
///
/// - Throws: ``GoldenDifference`` where they differ, and Foundation's errors of reading and writing.
package func expectGolden(_ text: String, _ name: String) throws {
  let recorded = try Fixtures.golden(name, of: text)
  guard text != recorded else { return }
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  let expected = recorded.split(separator: "\n", omittingEmptySubsequences: false)
  let first =
    zip(lines, expected).enumerated().first { $1.0 != $1.1 }?.offset
    ?? min(lines.count, expected.count)
  throw GoldenDifference(
    description: """
      differs from Goldens/\(name) in line \(first + 1):
        recorded: \(first < expected.count ? String(expected[first]) : "(its end)")
        now:      \(first < lines.count ? String(lines[first]) : "(its end)")
      all of it now:
      \(text)
      """)
}
