internal import CLibrary

/// Whom limits by client count a connection or a request to.
package enum ClientAddress {
  /// The address of a connection as limits count it: all addresses of one IPv6 network (64 bits) are one
  /// client's, and an IPv4 address in the form of IPv6 is itself.
  package static func group(of address: String) -> String {
    var bytes = [UInt8](repeating: 0, count: 16)
    guard inet_pton(AF_INET6, address, &bytes) == 1 else { return address }
    //     0000:0000:0000:0000:0000:ffff:c000:0201     192.0.2.1 (RFC 4291, 2.5.5.2)
    //     2001:0db8:0001:0002:0003:0004:0005:0006     2001:db8:1:2::, for a host chooses the rest
    if bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10...11] == [0xFF, 0xFF] {
      return bytes.suffix(4).map(String.init).joined(separator: ".")
    }
    let isThisMachine = bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
    if isThisMachine { return "127.0.0.1" }
    return stride(from: 0, to: 8, by: 2)
      .map { String(Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]), radix: 16) }
      .joined(separator: ":") + "::"
  }

  /// Whether a connection comes from this machine, such as a proxy's.
  package static func isThisMachine(_ address: String) -> Bool {
    group(of: address).hasPrefix("127.")
  }

  /// Who sent a request through a proxy on this machine: the last address of `X-Forwarded-For`, which the
  /// proxy adds; those before are the client's own words.
  ///
  /// - Returns: `nil` where there is none.
  static func forwarded(by request: ServerRequest) -> String? {
    guard let value = request.fields.last(where: { $0.name == "x-forwarded-for" })?.value,
      let last = value.split(separator: ",").last
    else { return nil }
    let text = last.drop { $0 == " " }.prefix { $0 != " " }
    var bytes = [UInt8](repeating: 0, count: 16)
    guard
      inet_pton(AF_INET, String(text), &bytes) == 1
        || inet_pton(AF_INET6, String(text), &bytes) == 1
    else { return nil }
    return group(of: String(text))
  }
}
