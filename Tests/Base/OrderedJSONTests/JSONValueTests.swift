internal import Testing

@testable import OrderedJSON

@Suite("JSON text")
struct JSONValueTests {
  @Test("fields keep their order, plain arrays stay on a line")
  func layout() {
    let value = JSONValue.object([
      .init("b", .integer(1)), .init("a", .array([.number(0.5), .null])),
      .init("rows", .array([.object([.init("x", .bool(true))])])), .init("none", .array([])),
      .init("nothing", .object([])),
    ])
    #expect(
      value.text == """
        {
          "b": 1,
          "a": [0.5, null],
          "rows": [
            {
              "x": true
            }
          ],
          "none": [],
          "nothing": {}
        }
        """)
  }

  @Test("texts are escaped as JSON asks")
  func escapes() {
    let text = JSONValue.string("a\"b\\c\nd\te\rf\u{1}g/é🎨").text
    #expect(text == #""a\"b\\c\nd\te\rf\u0001g/é🎨""#)
  }

  @Test("numbers that JSON cannot say are null")
  func numbers() {
    #expect(JSONValue.number(.nan).text == "null")
    #expect(JSONValue.number(-.infinity).text == "null")
    #expect(JSONValue.number(1e-9).text == "1e-09")
  }

  @Test("JSON on one line, and indented, escapes what must be escaped")
  func json() {
    let value = JSONValue.object([
      .init("a\"\\\n\t\r\u{1}é", .array([.integer(-1), .number(0.5), .bool(true), .null])),
      .init("b", .array([.object([])])), .init("nan", .number(.nan)),
    ])
    #expect(
      value.line
        == #"{"a\"\\\n\t\r\u0001é":[-1,0.5,true,null],"b":[{}],"nan":null}"#)
    #expect(value.text.hasPrefix("{\n  \"a"))
    #expect(JSONValue.optional(3) { .integer($0) } == .integer(3))
    #expect(JSONValue.optional(Int?.none) { .integer($0) } == .null)
  }
}
