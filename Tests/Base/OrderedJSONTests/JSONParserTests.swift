internal import Testing

@testable import OrderedJSON

@Suite("Untrusted JSON")
struct BoundedJSONTests {
  private static let most = 16

  private func parse(_ text: String) throws -> JSONValue {
    try JSONValue(parsing: Array(text.utf8), maximumDepth: Self.most)
  }

  @Test("every kind of value is read")
  func values() throws {
    #expect(try parse(" null ") == .null)
    #expect(try parse("true") == .bool(true))
    #expect(try parse("false").bool == false)
    #expect(try parse("-0.5e+2").number == -50)
    #expect(try parse("10E-1").integer == 1)
    #expect(try parse("1.5").integer == nil)
    #expect(try parse("1e17").integer == nil)
    #expect(try parse("[]") == .array([]))
    #expect(try parse("[1 , [ ] ]").elements?.count == 2)
    #expect(try parse("{}") == .object([]))
    #expect(try parse("{\"a\" : 1,\t\"b\":\n2\r}")["b"]?.number == 2)
    #expect(try parse(#""\"\\\/\b\f\n\r\t\u00e9\ud83c\udf3b""#).string == "\"\\/\u{8}\u{C}\n\r\té🌻")
    #expect(try parse("7").string == nil && parse("7").elements == nil && parse("7").fields == nil)
    // A number out of range is kept as text.
    #expect(try parse("1e999").number == nil)
    #expect(try parse("1e999").numberText == "1e999")
    #expect(try parse("null").bool == nil && parse("null").number == nil)
  }

  @Test(
    "text that is not JSON is refused",
    arguments: [
      "", " ", "nul", "tru", "True", "01", "+1", "1.", ".5", "1e", "1e+", "-", "inf", "nan", "0x1",
      "[", "[1", "[1,", "[1,]", "[1 2]", "[,]", "{", "{a:1}", "{\"a\"}", "{\"a\":}",
      "{\"a\":1,}", "{\"a\":1 \"b\":2}", "{\"a\":1", "\"", "\"a", "\"\\", "\"\\x\"", "\"\\u12\"",
      "\"\\u+123\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"\u{1}\"", "\"a\nb\"",
      "1 2", "{} []", "{\"a\":1,\"a\":2}", "/**/1",
    ])
  func refused(text: String) {
    #expect(throws: JSONError.self) { try parse(text) }
  }

  @Test("bytes that are not UTF-8 are refused, and errors name the place")
  func encoding() {
    #expect(throws: JSONError.self) { try JSONValue(parsing: [0x22, 0xFF, 0x22]) }
    #expect(throws: JSONError.self) {
      try JSONValue(parsing: [0xEF, 0xBB, 0xBF, 0x31])
    }
    #expect(throws: JSONError(problem: "',' or ']' is missing", offset: 4, line: 2)) {
      try parse("\n[1 2]")
    }
    #expect(
      JSONError(problem: "':' is missing", offset: 7, line: 1).description
        == "':' is missing at byte 7")
  }

  @Test("depth is limited, for arrays and objects and both")
  func depth() throws {
    let most = Self.most
    for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("[{\"a\":", "}]")] {
      let half = open.first == "[" && open.count > 1 ? most / 2 : most
      let inner = open.hasSuffix(":") ? "1" : ""
      func text(_ count: Int) -> String {
        String(repeating: open, count: count) + inner + String(repeating: close, count: count)
      }
      _ = try parse(text(half))
      #expect(throws: JSONError.self) { try parse(text(half + 1)) }
    }
    // A hundred thousand of them would end a parser that recurses without a limit.
    #expect(throws: JSONError.self) {
      try parse(String(repeating: "[", count: 100_000))
    }
  }

  @Test("what was written is read as the same value")
  func roundTrip() throws {
    let value = JSONValue.object([
      .init("b", .array([.literal("-1.5e3"), .bool(true), .null])),
      .init("a", .string("\u{0}\u{7F}\u{2028}é🌻\\\"/")), .init("c", .object([])),
    ])
    #expect(try parse(value.text) == value)
    #expect(try parse(value.line) == value)
    #expect(value.fieldsByName?.keys.sorted() == ["a", "b", "c"])
    #expect(value["b"]?.elements?.first?.integer == -1500)
  }
}
