internal import CommandTestSupport
internal import Testing

/// Compares a text with the recorded one in `Tests/Fixtures/Goldens`.
///
/// `RECORD_GOLDENS=1 swift test --filter CommandTests` records them again, for `git diff` to judge.
func expectGolden(
  _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let recorded = try Fixtures.golden(name, of: text)
  #expect(text == recorded, "differs from Goldens/\(name)", sourceLocation: sourceLocation)
}
