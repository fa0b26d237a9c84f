internal import Testing

@testable import CommandText

@Suite("Terminals")
struct TerminalTests {
  private func terminal(_ isTerminal: Bool, _ variables: [String: String]) -> Terminal {
    Terminal(isTerminal: isTerminal) { variables[$0] }
  }

  @Test("only a terminal gets colours, and NO_COLOR is obeyed unless empty")
  func colors() {
    #expect(terminal(false, ["COLORTERM": "truecolor"]).swatch(red: 255, green: 0, blue: 0) == nil)
    #expect(terminal(true, ["NO_COLOR": "1"]).swatch(red: 255, green: 0, blue: 0) == nil)
    #expect(terminal(true, ["NO_COLOR": ""]).swatch(red: 255, green: 0, blue: 0) != nil)
    #expect(terminal(true, ["TERM": "dumb"]).swatch(red: 255, green: 0, blue: 0) == nil)
    #expect(terminal(true, ["TERM": "dumb"]).isTerminal == false)
    #expect(
      terminal(true, ["COLORTERM": "truecolor"]).swatch(red: 255, green: 0, blue: 0)
        == "\u{1B}[48;2;255;0;0m  \u{1B}[0m")
    #expect(
      terminal(true, [:]).swatch(red: 255, green: 0, blue: 0) == "\u{1B}[48;5;196m  \u{1B}[0m")
    #expect(
      terminal(true, [:]).swatch(red: 255, green: 0, blue: 0, columns: 3)
        == "\u{1B}[48;5;196m   \u{1B}[0m")
    #expect(Terminal(descriptor: -1).isTerminal == false)
  }

  @Test("the 256-colour swatch is the nearest colour of the cube")
  func cube() {
    let levels = [0, 95, 135, 175, 215, 255]
    for value in 0...255 {
      let nearest = levels.indices.min { abs(levels[$0] - value) < abs(levels[$1] - value) } ?? 0
      // Halfway between two levels either is nearest.
      let isTie = levels.contains {
        abs($0 - value) == abs(levels[nearest] - value) && $0 != levels[nearest]
      }
      if !isTie {
        #expect(
          terminal(true, [:]).swatch(red: UInt8(value), green: 0, blue: 0)
            == "\u{1B}[48;5;\(16 + 36 * nearest)m  \u{1B}[0m")
      }
    }
  }

  @Test("progress says how far, what and how long, and cleans up after itself")
  func progress() {
    var written: [String] = []
    var line = ProgressLine(isShown: true, width: 30) { written.append($0) }
    line.clear()
    line.update(label: "simd on photo", fraction: 0.25, elapsed: 2)
    line.update(label: "too soon after the last", fraction: 0.3, elapsed: 2.05)
    line.update(label: "a label that is much too long for it", fraction: 2, elapsed: 9)
    line.clear()
    line.clear()
    #expect(
      written == [
        "\r\u{1B}[2K[ 25 %] simd on photo; 6 s le", "\r\u{1B}[2K[100 %] a label that is much ",
        "\r\u{1B}[2K",
      ])
  }

  @Test("no time left is foretold from the first instants")
  func early() {
    #expect(ProgressLine.text(label: "x", fraction: 0.01, elapsed: 9) == "[  1 %] x")
    #expect(ProgressLine.text(label: "x", fraction: 0.5, elapsed: 0.1) == "[ 50 %] x")
    #expect(ProgressLine.text(label: "x", fraction: 0.5, elapsed: 10) == "[ 50 %] x; 10 s left")
  }

  @Test("nothing is written where progress is not shown")
  func hidden() {
    var line = ProgressLine(isShown: false) { _ in Issue.record("written") }
    line.update(label: "x", fraction: 0.5, elapsed: 1)
    line.clear()
  }
}
