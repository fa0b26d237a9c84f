/// The address by which browsers reach this server through a proxy, such as `https://photos.example`.
package struct PublicOrigin: Hashable, Sendable, CustomStringConvertible {
  /// The name or address with its port, if it is not the usual one, in lower case.
  package let authority: String
  /// As browsers name it in `Origin`.
  package let description: String

  /// Takes an address without a path; `nil` for anything else.
  ///
  /// - Parameter text: `http://` or `https://`, a name, and perhaps a port; a slash may follow.
  package init?(_ text: String) {
    let text = (text.hasSuffix("/") ? String(text.dropLast()) : text).lowercased()
    guard let scheme = ["https://", "http://"].first(where: text.hasPrefix) else { return nil }
    var authority = text.dropFirst(scheme.count)
    // Browsers leave the usual port out.
    let usual = scheme == "https://" ? ":443" : ":80"
    if authority.hasSuffix(usual), !authority.hasPrefix("[") || authority.contains("]:") {
      authority = authority.dropLast(usual.count)
    }
    guard let name = RequestGuard.hostName(of: String(authority)), !name.isEmpty,
      name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-._[]:".contains($0)) })
    else { return nil }
    self.authority = String(authority)
    description = scheme + authority
  }
}
