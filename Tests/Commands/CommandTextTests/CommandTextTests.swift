internal import CommandText
internal import Testing

@Suite("Messages on the standard streams")
struct CommandTextTests {
  @Test("progress is rewritten in place, rarely, and cleaned up")
  func progress() {
    var written: [String] = []
    var line = ProgressLine(isShown: true, width: 30) { written.append($0) }
    line.clear()
    line.update(label: "3 of 12", fraction: 0.25, elapsed: 2)
    line.update(label: "too soon", fraction: 0.3, elapsed: 2.05)
    line.clear()
    line.clear()
    #expect(written == ["\r\u{1B}[2K[ 25 %] 3 of 12; 6 s left", "\r\u{1B}[2K"])
    #expect(ProgressLine.text(label: "x", fraction: 0.01, elapsed: 9) == "[  1 %] x")
  }
}
