internal import CommandTestSupport

/// Compares a text with the recorded one in `Tests/Fixtures/Goldens`.
///
/// `RECORD_GOLDENS=1 swift test --filter ShowHideCommandTests` records them again, for `git diff`
/// to judge.
func recorded(_ text: String, _ name: String) throws -> String {
  try Fixtures.golden(name, of: text)
}
