internal import Foundation
internal import Testing

/// Compares a text with the recorded one in `Tests/Fixtures/Goldens`.
///
/// `RECORD_GOLDENS=1 swift test --filter CommandTests` writes them anew, for `git diff` to judge.
func expectGolden(
  _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let file = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Fixtures/Goldens/\(name)")
  if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
  let recorded = try String(contentsOf: file, encoding: .utf8)
  #expect(text == recorded, "differs from Goldens/\(name)", sourceLocation: sourceLocation)
}
