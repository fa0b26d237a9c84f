internal import TOML
internal import Testing

@Suite("TOML documents")
struct TOMLDocumentTests {
  private func read(_ text: String) throws -> TOMLTable { try TOMLDocument.read(Array(text.utf8)) }

  private func problem(_ text: String) -> TOMLError? {
    do {
      _ = try read(text)
      return nil
    } catch {
      return error as? TOMLError
    }
  }

  @Test("values of every kind are read, in the order of the text")
  func values() throws {
    let table = try read(
      #"""
      # A comment.
      text = "a\tb \u00e9 \\ \""   # behind a value
      'quoted key' = 'C:\no\escape'
      whole = -1_000
      part = 2.5e3
      yes = true
      list = [1, "two", [3.0], # inside
        { x = 1, y = "b" },
      ]
      empty = []
      none = {}

      """#)
    #expect(
      table.entries.map(\.key) == [
        "text", "quoted key", "whole", "part", "yes", "list", "empty", "none",
      ])
    #expect(table["text"] == .string("a\tb é \\ \""))
    #expect(table["quoted key"] == .string(#"C:\no\escape"#))
    #expect(table["whole"] == .integer(-1000))
    #expect(table["part"] == .float(2500))
    #expect(table["yes"] == .boolean(true))
    guard case .array(let list)? = table["list"], case .table(let inline)? = list.last else {
      Issue.record("no array with a table")
      return
    }
    #expect(list.prefix(3) == [.integer(1), .string("two"), .array([.float(3)])])
    #expect(inline["y"] == .string("b"))
    #expect(table["empty"] == .array([]))
    #expect(table.entries.first { $0.key == "whole" }?.line == 4)
  }

  @Test("headers make tables, and headers in double brackets lists of them")
  func headers() throws {
    let table = try read(
      """
      [a.b]
      x = 1
      [a]
      y = 2
      [[c]]
      z = 1
      [c.d]
      w = 1
      [[c]]
      z = 2
      [c.d]
      w = 2
      """)
    guard case .table(let a)? = table["a"], case .table(let b)? = a["b"],
      case .tables(let c)? = table["c"], c.count == 2,
      case .table(let first)? = c[0]["d"], case .table(let second)? = c[1]["d"]
    else {
      Issue.record("\(table)")
      return
    }
    #expect(b["x"] == .integer(1))
    #expect(a["y"] == .integer(2))
    #expect([c[0]["z"], c[1]["z"]] == [.integer(1), .integer(2)])
    #expect([first["w"], second["w"]] == [.integer(1), .integer(2)])
    #expect(c[1].line == 9)
  }

  @Test("line ends of Windows and a byte order mark are read")
  func lineEnds() throws {
    let table = try read("\u{FEFF}a = 1\r\n\r\n[b]\r\nc = \"d\"\r\n")
    #expect(table["a"] == .integer(1))
    guard case .table(let b)? = table["b"] else {
      Issue.record("\(table)")
      return
    }
    #expect(b["c"] == .string("d"))
  }

  @Test(
    "what is wrong is refused with its line",
    arguments: [
      ("a = 1\na = 2", 2, "twice"), ("a", 1, "'='"), ("a = ", 1, "value is missing"),
      ("a = hello", 1, "texts have quotes"), ("a = \"x", 1, "no closing"),
      ("a = 'x\n'", 1, "no closing"), ("a = [1 2]", 1, "missing in an array"),
      ("a = [1", 1, "missing in an array"), ("a = {x = 1", 1, "missing in a table"),
      ("a = 1 b = 2", 1, "not expected"), ("[a]\n[a]", 2, "twice"), ("[[a]]\n[a]", 2, "kind"),
      ("[a]\n[[a]]", 2, "kind"), ("a = 1\n[a]", 2, "not a table"), ("[a", 1, "ends with ]"),
      ("[[a]", 1, "ends with ]]"), ("\na.b = 1", 2, "dotted"), ("a = \"\"\"x\"\"\"", 1, "several"),
      ("a = 1979-05-27", 1, "not a value"), ("a = 0x10", 1, "not a value"),
      ("a = 012", 1, "not a value"), ("a = inf", 1, "not a value"), ("a = 1.", 1, "not a value"),
      ("a = 1__0", 1, "not a value"), ("a = 99999999999999999999", 1, "not a value"),
      ("a = \"\\x\"", 1, "escape"), ("a = \"\\ud800\"", 1, "hexadecimal"),
      ("a = \"\u{1}\"", 1, "control"), ("= 1", 1, "a key is expected"),
      ("a = {x = 1, x = 2}", 1, "twice"), ("a = @", 1, "begins no value"),
    ])
  func refused(text: String, line: Int, words: String) {
    let problem = problem(text)
    #expect(problem?.line == line, "\(text): \(String(describing: problem))")
    #expect(problem?.problem.contains(words) == true, "\(text): \(String(describing: problem))")
  }

  @Test("depth and length are limited, and bytes that are not UTF-8 are refused")
  func limits() throws {
    let nested = { "a = " + String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }
    #expect(problem(nested(TOMLDocument.maximumDepth)) == nil)
    #expect(problem(nested(TOMLDocument.maximumDepth + 2))?.problem.contains("deep") == true)
    #expect(problem(nested(100_000))?.problem.contains("deep") == true)
    let path = (0...TOMLDocument.maximumDepth).map { "k\($0)" }.joined(separator: ".")
    #expect(problem("[\(path)]")?.problem.contains("parts") == true)
    #expect(
      problem(String(repeating: "#", count: TOMLDocument.maximumLength + 1))?.problem
        .contains("bytes") == true)
    #expect(throws: TOMLError.self) { try TOMLDocument.read([0x61, 0x3D, 0xFF]) }
  }

  @Test("no prefix of a document and no changed byte crashes the reader")
  func broken() {
    let text = Array(
      "a = [1, { b = \"\\u00e9\" }]\n[[c.d]]\n'e' = 2.5 # x\r\n[c.d.f]\ng = 1\n".utf8)
    for end in text.indices { _ = try? TOMLDocument.read(Array(text[..<end])) }
    for place in text.indices {
      for byte: UInt8 in [0, 0x0A, 0x22, 0x27, 0x5B, 0x5D, 0x7B, 0x3D, 0xC3] {
        var changed = text
        changed[place] = byte
        _ = try? TOMLDocument.read(changed)
      }
    }
    #expect((try? TOMLDocument.read(text)) != nil)
  }
}
