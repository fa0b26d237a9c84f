internal import Testing

@testable import CommandText

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
}
