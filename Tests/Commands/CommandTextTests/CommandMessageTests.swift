import Reporting
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

  @Test("text from a file cannot move the cursor or end a line")
  func printableText() {
    #expect(
      printable("a\u{1B}[2Jb\nc\u{2028}d\u{202E}é🌻") == "a\u{FFFD}[2Jb\u{FFFD}c\u{FFFD}d\u{FFFD}é🌻")
  }

  @Test("a cell of comma-separated values is quoted where it must be")
  func csv() {
    #expect(CSVLine.text(["a", "b,c", "d\"e", "f\r\ng"]) == "a,\"b,c\",\"d\"\"e\",\"f\r\ng\"\n")
  }

  @Test("a change has its sign and as many digits as decide")
  func changes() {
    #expect(
      [-0.832, 0.0031, 0, 1e-9, -1e-9, 0.1].map(Decimals.change)
        == ["-83.2 %", "+0.31 %", "0.00 %", "0.00 %", "0.00 %", "+10.0 %"])
  }

  @Test("exit codes are those of sysexits.h where it has one")
  func statuses() {
    #expect(WorkStatus.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 64, 65, 66, 69, 73, 74, 130])
  }
}
