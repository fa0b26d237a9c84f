internal import Testing

@testable import MarkupEscaping

@Suite("Markup of untrusted text")
struct MarkupTests {
  /// Everything that markup could be made of.
  private static let hostile =
    (0...0x10FFFF).compactMap { Unicode.Scalar(UInt32($0)) }.filter { $0.value < 0x3000 }
    .map(String.init).joined()

  @Test("XML text has no markup characters, and no characters that XML does not allow")
  func xml() {
    for breaks in [Markup.LineBreaks.spaces, .references] {
      let text = Markup.xml(Self.hostile, lineBreaks: breaks)
      #expect(!text.contains { "<>\"'".contains($0) })
      #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0 ~= $0.value) })
    }
    #expect(Markup.xml("a<b>&\"c'") == "a&lt;b&gt;&amp;&quot;c&#39;")
    #expect(Markup.xml("a\tb\nc") == "a&#9;b&#10;c")
    #expect(Markup.xml("a\tb\nc", lineBreaks: .spaces) == "a b c")
    #expect(Markup.xml("\u{0}×🦄\u{FFFE}") == "\u{FFFD}×🦄\u{FFFD}")
  }

  @Test("Markdown text starts nothing: every special character follows a backslash")
  func markdown() {
    let text = Array(Markup.markdown(Self.hostile).unicodeScalars)
    for (index, scalar) in text.enumerated() where "|`*_[]()!#~:".unicodeScalars.contains(scalar) {
      #expect(index > 0 && text[index - 1] == "\\", "\(scalar)")
    }
    #expect(!text.contains { $0 == "<" || $0 == ">" || $0.value < 0x20 })
    #expect(Markup.markdown("a|b<c> @d\n`e`") == "a\\|b&lt;c&gt; @\u{200B}d \\`e\\`")
  }

  @Test("JSON in a script cannot end it")
  func script() {
    #expect(
      Markup.script("{\"a\":\"</script><!-- & \u{2028}\u{2029}\"}")
        == #"{"a":"\u003c/script\u003e\u003c!-- \u0026 \u2028\u2029"}"#)
  }
}
