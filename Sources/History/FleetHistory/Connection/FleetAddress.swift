internal import Hashing
internal import TimingHistory

/// The address of a history on a server: a connection URI of PostgreSQL without a password.
///
/// Passwords come from where libpq looks for them: a password file (`PGPASSFILE`), a service file
/// or a certificate. One in the address would be seen in lists of processes and in logs, so such an
/// address is refused and not repeated in any message.
package struct FleetAddress: Equatable, Sendable, CustomStringConvertible {
  /// The URI as it was given.
  package let uri: String
  /// Host, port and database as the settings resolve them, for messages and names of folders.
  package let description: String
  /// Sixteen hexadecimal digits that differ between servers and databases.
  package let key: String

  /// Whether a text is meant as such an address.
  package static func isAddress(_ text: String) -> Bool {
    let scheme = text.prefix { $0 != ":" }.lowercased()
    return (scheme == "postgresql" || scheme == "postgres")
      && text.dropFirst(scheme.count).hasPrefix("://")
  }

  /// Reads an address.
  ///
  /// - Parameter uri: For example "postgresql://writer@db.example.org/bench?sslmode=verify-full" or
  ///   "postgresql:///?service=bench".
  /// - Throws: ``FleetError`` when it is not a URI, holds a password, or libpq is not
  ///   installed.
  package init(_ uri: String) throws(FleetError) {
    let settings = try PostgresSettings.reading(uri)
    for secret in ["password", "sslpassword"] where settings[secret]?.isGiven ?? false {
      throw FleetError(
        .badAddress,
        "The address of the history holds a password, which others can see in the list of"
          + " processes. Leave it out, and put it into a password file: a line"
          + " host:port:database:role:password in ~/.pgpass (mode 0600) or in the file that"
          + " PGPASSFILE names.")
    }
    func value(_ name: String) -> String? {
      settings[name]?.value.flatMap { $0.isEmpty ? nil : $0 }
    }
    self.uri = uri
    let service = value("service")
    let host = value("host") ?? value("hostaddr") ?? "local socket"
    let port = value("port") ?? "5432"
    let database = value("dbname") ?? value("user") ?? "default database"
    description =
      service.map { "service \($0)" } ?? "\(host.contains("/") ? "socket \(host)" : host), "
      + "port \(port), database \(database)"
    let identity = [service ?? "", host, port, database].joined(separator: "\n")
    key = String(SHA256.hex(Array(identity.utf8)).prefix(16))
  }
}
