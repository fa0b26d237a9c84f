internal import OrderedJSON
internal import Reporting

/// The part of the Model Context Protocol by which a program drives a referee: a JSON-RPC 2.0 message a line.
///
/// Of its methods there are `initialize`, `ping`, `tools/list` and `tools/call`, of its tools `try` and
/// `report` (Model Context Protocol, revision 2025-06-18, transport "stdio").
package struct RefereeProtocol {
  /// Tries a commit, or the working tree for nil, in so many seconds or the usual time.
  package typealias Attempt = (_ revision: String?, _ seconds: Double?) throws -> RefereeTry

  private let version: String
  private let attempt: Attempt
  private let report: () throws -> RefereeReport

  /// - Parameters:
  ///   - version: the version of the program.
  ///   - attempt: tries a change.
  ///   - report: what was kept.
  package init(
    version: String, attempt: @escaping Attempt, report: @escaping () throws -> RefereeReport
  ) {
    self.version = version
    self.attempt = attempt
    self.report = report
  }

  /// The revisions that answer as these do; the first is offered to those that ask for another.
  private static let revisions = ["2025-06-18", "2025-03-26", "2024-11-05"]

  /// A JSON-RPC error.
  private struct Refusal: Error {
    let code: Int
    let message: String
  }

  /// Answers a message.
  ///
  /// - Parameter line: the message.
  /// - Returns: the answer on one line; nil for a notification, which has none.
  package func answer(to line: [UInt8]) -> String? {
    let message: JSONValue
    do throws(JSONError) {
      //     −32700  not JSON       −32601  no such method     JSON-RPC 2.0, 5.1
      //     −32600  no request     −32602  wrong parameters
      message = try JSONValue(parsing: line)
    } catch {
      return Self.line(.null, .init("error", Self.error(-32700, "This is not JSON: \(error).")))
        .line
    }
    let id = message["id"]
    guard let method = message["method"]?.string else {
      // An answer to a question that was never asked needs none.
      guard message["result"] == nil, message["error"] == nil else { return nil }
      return Self.line(id ?? .null, .init("error", Self.error(-32600, "There is no method."))).line
    }
    guard let id else { return nil }
    do throws(Refusal) {
      return Self.line(id, .init("result", try result(of: method, message["params"]))).line
    } catch {
      return Self.line(id, .init("error", Self.error(error.code, error.message))).line
    }
  }

  private static func line(_ id: JSONValue, _ outcome: JSONValue.Field) -> JSONValue {
    .object([.init("jsonrpc", .string("2.0")), .init("id", id), outcome])
  }

  private static func error(_ code: Int, _ message: String) -> JSONValue {
    .object([.init("code", .integer(code)), .init("message", .string(message))])
  }

  private func result(
    of method: String, _ parameters: JSONValue?
  ) throws(Refusal) -> JSONValue {
    switch method {
    case "initialize":
      let asked = parameters?["protocolVersion"]?.string
      let revision = Self.revisions.first { $0 == asked } ?? Self.revisions[0]
      return .object([
        .init("protocolVersion", .string(revision)),
        .init("capabilities", .object([.init("tools", .object([]))])),
        .init(
          "serverInfo",
          .object([.init("name", .string("bench referee")), .init("version", .string(version))])),
      ])
    case "ping": return .object([])
    case "tools/list": return .object([.init("tools", .array(Self.tools))])
    case "tools/call": return try call(parameters)
    default: throw Refusal(code: -32601, message: "There is no method '\(method)'.")
    }
  }

  private func call(_ parameters: JSONValue?) throws(Refusal) -> JSONValue {
    let arguments = parameters?["arguments"]
    if let arguments, arguments != .null, arguments.fields == nil {
      throw Refusal(code: -32602, message: "'arguments' must be an object, not \(arguments.line).")
    }
    do {
      switch parameters?["name"]?.string {
      case "try":
        // A value of another type must not become the default.
        let seconds = try given("seconds", in: arguments, "a number", \.number)
        let revision = try given("revision", in: arguments, "a string", \.string)
        if let seconds, !(seconds > 0 && seconds <= 86_400) {
          throw Refusal(
            code: -32602, message: "'seconds' is above 0 and at most 86400, not \(seconds).")
        }
        let made = try attempt(revision, seconds)
        return Self.content(made.text, made.json, isError: false)
      case "report":
        let made = try report()
        return Self.content(made.text, made.json, isError: false)
      case let name:
        throw Refusal(
          code: -32602, message: "There is no tool '\(name ?? "")': there are 'try' and 'report'.")
      }
    } catch let refusal as Refusal {
      throw refusal
    } catch {
      return Self.content("\(error)", nil, isError: true)
    }
  }

  /// An argument of a tool; nil where it is left out or null.
  private func given<Value>(
    _ name: String, in arguments: JSONValue?, _ type: String, _ value: (JSONValue) -> Value?
  ) throws(Refusal) -> Value? {
    guard let argument = arguments?[name], argument != .null else { return nil }
    guard let value = value(argument) else {
      throw Refusal(code: -32602, message: "'\(name)' must be \(type), not \(argument.line).")
    }
    return value
  }

  private static func content(_ text: String, _ json: JSONValue?, isError: Bool) -> JSONValue {
    .object(present: [
      "content": .array([
        .object([.init("type", .string("text")), .init("text", .string(text))])
      ]),
      "structuredContent": json, "isError": .bool(isError),
    ])
  }

  private static let tools: [JSONValue] = [
    tool(
      "try",
      "Compare a change with what was kept before it, and keep, discard or refuse it. A kept change "
        + "is what the next one is compared with.",
      [
        ("revision", "string", "The commit to try. Default: the working tree."),
        ("seconds", "number", "How long measuring may take. Default: 60."),
      ]),
    tool("report", "What was kept, and what all of it makes together.", []),
  ]

  private static func tool(
    _ name: String, _ description: String, _ fields: [(name: String, type: String, about: String)]
  ) -> JSONValue {
    .object([
      .init("name", .string(name)), .init("description", .string(description)),
      .init(
        "inputSchema",
        .object([
          .init("type", .string("object")),
          .init(
            "properties",
            .object(
              fields.map {
                .init(
                  $0.name,
                  .object([
                    .init("type", .string($0.type)), .init("description", .string($0.about)),
                  ]))
              })),
        ])),
    ])
  }
}
