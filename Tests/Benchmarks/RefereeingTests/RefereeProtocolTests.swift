internal import OrderedJSON
internal import Refereeing
internal import Testing

@Suite("A referee as tools of the Model Context Protocol")
struct RefereeProtocolTests {
  private struct Broken: Error, CustomStringConvertible {
    let description = "the base does not build."
  }

  private func answer(_ line: String) throws -> JSONValue? {
    let answers = RefereeProtocol(
      version: "1.2.3", attempt: { _, _ in throw Broken() }, report: { throw Broken() })
    return try answers.answer(to: Array(line.utf8)).map { try JSONValue(parsing: Array($0.utf8)) }
  }

  @Test("a client is answered with the revision that it asks for, or the newest")
  func initialize() throws {
    for (asked, offered) in [("2024-11-05", "2024-11-05"), ("1999-01-01", "2025-06-18")] {
      let reply = try answer(
        #"{"jsonrpc":"2.0","id":7,"method":"initialize","params":{"protocolVersion":"\#(asked)"}}"#)
      #expect(reply?["id"]?.integer == 7)
      #expect(reply?["result"]?["protocolVersion"]?.string == offered)
      #expect(reply?["result"]?["serverInfo"]?["version"]?.string == "1.2.3")
    }
  }

  @Test("notifications and answers get none")
  func silence() throws {
    #expect(try answer(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#) == nil)
    #expect(try answer(#"{"jsonrpc":"2.0","id":1,"result":{}}"#) == nil)
  }

  @Test("the tools are listed with what they take")
  func tools() throws {
    let reply = try answer(#"{"jsonrpc":"2.0","id":"a","method":"tools/list"}"#)
    let tools = reply?["result"]?["tools"]?.elements
    #expect(tools?.map { $0["name"]?.string } == ["try", "report"])
    let fields = tools?.first?["inputSchema"]?["properties"]?.fields
    #expect(fields?.map(\.name) == ["revision", "seconds"])
  }

  @Test(
    "what is wrong has the code of JSON-RPC",
    arguments: [
      ("what", -32700), (#"{"id":1}"#, -32600), (#"{"id":1,"method":"resources/list"}"#, -32601),
      (#"{"id":1,"method":"tools/call","params":{"name":"keep"}}"#, -32602),
      (
        #"{"id":1,"method":"tools/call","params":{"name":"try","arguments":{"seconds":-1}}}"#,
        -32602
      ),
      (
        #"{"id":1,"method":"tools/call","params":{"name":"try","arguments":{"seconds":"60"}}}"#,
        -32602
      ),
      (
        #"{"id":1,"method":"tools/call","params":{"name":"try","arguments":{"revision":7}}}"#,
        -32602
      ),
      (#"{"id":1,"method":"tools/call","params":{"name":"try","arguments":["HEAD"]}}"#, -32602),
    ])
  func wrong(line: String, code: Int) throws {
    #expect(try answer(line)?["error"]?["code"]?.integer == code)
  }

  @Test("a try that cannot be made is an error of the tool, in words")
  func failing() throws {
    let reply = try answer(#"{"id":1,"method":"tools/call","params":{"name":"try"}}"#)
    #expect(reply?["result"]?["isError"]?.bool == true)
    #expect(
      reply?["result"]?["content"]?.elements?.first?["text"]?.string == "the base does not build.")
  }
}
