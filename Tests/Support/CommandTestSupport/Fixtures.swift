internal import Foundation

/// The fixtures of this package's tests.
package enum Fixtures {
  /// The path of a file or folder under `Tests/Fixtures`.
  package static func path(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appending(path: "Fixtures/\(name)").path
  }

  /// The text recorded in `Tests/Fixtures/Goldens`, to compare one with.
  ///
  /// With `RECORD_GOLDENS=1` in the environment the text is written there first, for `git diff` to
  /// judge.
  package static func golden(_ name: String, of text: String) throws -> String {
    let file = path("Goldens/\(name)")
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
      try text.write(toFile: file, atomically: true, encoding: .utf8)
    }
    return try String(contentsOfFile: file, encoding: .utf8)
  }
}
