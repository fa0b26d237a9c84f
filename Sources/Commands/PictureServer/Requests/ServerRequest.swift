/// A request as it arrived: nothing in it is trusted.
package struct ServerRequest: Sendable {
  /// A method, such as `GET`.
  package let method: String
  /// What follows the method in the request line: a path, and perhaps `?` and a query.
  package let target: String
  /// Header fields, names in lower case, in the order of arrival.
  package let fields: [(name: String, value: String)]
  /// Who sent it, for limits by client; its address without a port.
  package let client: String
  /// The content, in pieces as they arrive.
  package let body: RequestBody

  /// Takes a request.
  package init(
    method: String, target: String, fields: [(name: String, value: String)], client: String,
    body: RequestBody = RequestBody()
  ) {
    self.method = method
    self.target = target
    self.fields = fields.map { (name: $0.name.lowercased(), value: $0.value) }
    self.client = client
    self.body = body
  }

  /// The only value of a field; `nil` where there is none or several, which might be told apart
  /// by others in other ways.
  func field(_ name: String) -> String? {
    let values = fields.filter { $0.name == name }
    return values.count == 1 ? values[0].value : nil
  }

  /// Whether a field is there at all.
  func has(_ name: String) -> Bool { fields.contains { $0.name == name } }

  /// The path, as sent.
  var path: String { String(target.prefix { $0 != "?" }) }

  /// What follows the question mark, as sent.
  var query: String { String(target.dropFirst(path.count).dropFirst()) }
}

/// The content of a request, which is read once.
package struct RequestBody: Sendable {
  /// Reads pieces until there is none left, and hands each to the closure.
  ///
  /// It throws what the closure throws, and ``RequestFailure`` where the content does not arrive.
  package typealias Reader =
    @Sendable (_ take: @Sendable ([UInt8]) throws(RequestFailure) -> Void)
    async throws(RequestFailure)
    -> Void

  let read: Reader

  /// No content.
  package init() { read = { _ throws(RequestFailure) in } }

  /// Content that a closure reads.
  package init(reading read: @escaping Reader) { self.read = read }

  /// Content that is there already.
  package init(_ bytes: [UInt8]) { read = { take throws(RequestFailure) in try take(bytes) } }
}
