/// Decides whether a request came from this server's own page.
///
/// A page of another site can make a browser send requests here. Those that begin work have to name
/// their origin, which no page can forge. And names that another party's DNS server resolves to this one
/// are refused, so that a foreign page cannot pass for this server's.
package struct RequestGuard: Sendable {
  /// Host names that this server answers to, in lower case; addresses count without being listed
  /// where ``acceptsAddresses``.
  package let names: Set<String>
  /// Whether any address may be named, as for a server of all interfaces.
  package let acceptsAddresses: Bool

  /// The address that a proxy gives to this server.
  package let publicOrigin: PublicOrigin?

  /// The longest path with its query.
  static let longestTarget = 2048

  /// Answers to a host, and where it is this machine alone, to all names of that.
  ///
  /// - Parameters:
  ///   - host: the name or address that the server listens on.
  ///   - publicOrigin: the address that a proxy gives to this server; `nil` without one.
  package init(host: String, publicOrigin: PublicOrigin? = nil) {
    self.publicOrigin = publicOrigin
    let host = host.lowercased()
    acceptsAddresses = ["0.0.0.0", "::", "[::]"].contains(host)
    names = Set(["localhost", "127.0.0.1", "[::1]", host.contains(":") ? "[\(host)]" : host])
  }

  /// Checks where a request comes from and goes to.
  ///
  /// - Throws: ``RequestFailure``.
  func check(_ request: ServerRequest) throws(RequestFailure) {
    guard request.target.utf8.count <= Self.longestTarget else {
      throw RequestFailure(414, "The address is too long.")
    }
    guard request.target.hasPrefix("/") else {
      throw RequestFailure(400, "The address is none of this server.")
    }
    if let expected = request.field("expect"), expected.lowercased() != "100-continue" {
      throw RequestFailure(417, "This server cannot do what the request expects of it.")
    }
    guard let host = request.field("host") else {
      throw RequestFailure(400, "The request does not name this server, or does so twice.")
    }
    guard isOwn(host) else {
      throw RequestFailure(
        421, "This server does not answer to that name. Use the address that it printed.")
    }
    if let site = request.field("sec-fetch-site"), !["same-origin", "none"].contains(site),
      // Following a link to the page is fine, which then comes without any of its data.
      !(request.method == "GET" && request.field("sec-fetch-mode") == "navigate")
    {
      throw .foreign("Another site asked for this. Only this server's own page may.")
    }
    guard request.method != "GET", request.method != "HEAD" else {
      if request.has("transfer-encoding") || (request.field("content-length") ?? "0") != "0" {
        throw RequestFailure(400, "A question has no content.")
      }
      return
    }
    // A proxy may pass on the name that browsers use, or that by which it knows this server.
    guard let origin = request.field("origin"),
      origin == "http://\(host)" || origin == publicOrigin?.description
    else {
      throw .foreign("Only this server's own page may send pictures.")
    }
  }

  private func isOwn(_ host: String) -> Bool {
    let host = host.lowercased()
    if host == publicOrigin?.authority { return true }
    guard let name = Self.hostName(of: host) else { return false }
    return names.contains(name) || (acceptsAddresses && Self.isAddress(name[...]))
  }

  /// The name, or the address in brackets, before a port; `nil` where what follows is none.
  static func hostName(of host: String) -> String? {
    let end = host.hasPrefix("[") ? host.firstIndex(of: "]").map(host.index(after:)) : nil
    let name = end.map { host[..<$0] } ?? host.prefix { $0 != ":" }
    let port = host[name.endIndex...]
    guard port.isEmpty || port.hasPrefix(":") && port.dropFirst().allSatisfy(\.isNumber) else {
      return nil
    }
    return String(name)
  }

  /// Whether a name is an address, which no DNS server can lead elsewhere.
  private static func isAddress(_ name: Substring) -> Bool {
    if name.hasPrefix("["), name.hasSuffix("]") {
      return name.dropFirst().dropLast().allSatisfy { $0.isHexDigit || $0 == ":" || $0 == "." }
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }
}
