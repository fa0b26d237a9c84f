internal import Reporting
internal import Testing

@testable import CommandText

@Suite("Messages of commands")
struct CommandMessageTests {
  @Test("errors and warnings say which they are, and only errors are shown when quiet")
  func lines() {
    let messages = [Notice.error("a."), .warning("b."), .note("c.")]
    #expect(messages.map(\.line) == ["Error: a.", "Warning: b.", "c."])
    #expect(messages.map(\.isShownWhenQuiet) == [true, false, false])
    for (isQuiet, expected) in [(false, "Error: a.\nWarning: b.\nc.\n"), (true, "Error: a.\n")] {
      var written = ""
      let live = LiveMessages(
        isQuiet: isQuiet, line: ProgressLine(isShown: false) { _ in }, write: { written += $0 })
      for message in messages { live.message(message) }
      live.clear()
      #expect(written == expected)
    }
  }

  @Test("exit codes are those of sysexits.h where it has one")
  func statuses() {
    #expect(WorkStatus.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 64, 65, 66, 69, 73, 74, 130])
  }
}
