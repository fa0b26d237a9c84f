internal import CommandText
internal import Testing

@testable import bench

@Suite("Answers that are colours")
struct AnswerColorsTests {
  private func shown(_ text: String, _ colors: Terminal.Colors = .trueColor) -> String {
    AnswerColors.shown(in: text, on: Terminal(isTerminal: true, colors: colors))
  }

  /// A block of a colour.
  private func block(_ color: String) -> String { "\u{1B}[48;2;\(color)m \u{1B}[0m" }

  @Test("a colour has a block before it, in place of a space, so that columns stay where they are")
  func blocks() {
    #expect(shown("simd  #ff8000  1 ms") == "simd \(block("255;128;0"))#ff8000  1 ms")
    #expect(
      shown("a #000001\nb #0A0b0C") == "a\(block("0;0;1"))#000001\nb\(block("10;11;12"))#0A0b0C")
    #expect(shown(" #ff8000 #ff8000") == "\(block("255;128;0"))#ff8000\(block("255;128;0"))#ff8000")
  }

  @Test(
    "what is no colour, or stands in another word, stays as it is",
    arguments: [
      "", " #", " #ff80", " #ff80000", "x#ff8000 ", " #ff800g", " #+12345", " #-12345", "#ff8000",
      " #größe0",
    ])
  func others(text: String) {
    #expect(shown(text) == text)
  }

  @Test("where colours are not shown, nothing changes")
  func plain() {
    #expect(shown("a #ff8000", .none) == "a #ff8000")
    #expect(shown("a #ff8000", .palette256).contains("\u{1B}[48;5;"))
  }
}
