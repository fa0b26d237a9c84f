internal import CLibPQ

/// The settings of a connection, from its address, the environment and libpq's defaults.
enum PostgresSettings {
  /// One setting.
  struct Setting: Equatable {
    /// Its value; nil where there is none.
    var value: String?
    /// Whether the address itself holds it.
    var isGiven: Bool
  }

  /// The functions of libpq, which is opened at the first use.
  ///
  /// - Throws: ``FleetError`` when it is not installed.
  static func library() throws(FleetError) -> cpq_functions {
    // SAFETY: the functions are found once and stay where they are.
    guard let functions = cpq_load()?.pointee else {
      throw FleetError(
        .notInstalled,
        "A history on a server needs libpq, the client library of PostgreSQL, which is not"
          + " installed here. Install it: apt-get install libpq5, or brew install libpq.")
    }
    return functions
  }

  /// The settings of an address.
  static func reading(_ uri: String) throws(FleetError) -> [String: Setting] {
    let pq = try library()
    var settings: [String: Setting] = [:]
    for (name, value) in list(pq.PQconndefaults(), pq) {
      settings[name] = Setting(value: value, isGiven: false)
    }
    var failure: UnsafeMutablePointer<CChar>?
    // SAFETY: `failure` is null or a text that libpq allocated, which is freed here and, because
    // it repeats the address, never shown.
    let parsed = pq.PQconninfoParse(uri, &failure)
    if let failure { pq.PQfreemem(failure) }
    guard parsed != nil else {
      throw FleetError(
        .badAddress,
        "The address of the history is not a connection URI of PostgreSQL. It looks like"
          + " postgresql://role@host:5432/database?sslmode=verify-full.")
    }
    for (name, value) in list(parsed, pq) {
      if let value { settings[name] = Setting(value: value, isGiven: true) }
    }
    return settings
  }

  /// Takes a list of libpq over and frees it.
  private static func list(
    _ options: UnsafeMutablePointer<cpq_option>?, _ pq: cpq_functions
  ) -> [(String, String?)] {
    guard let options else { return [] }
    defer { pq.PQconninfoFree(options) }
    var list: [(String, String?)] = []
    // SAFETY: libpq ends the array with an entry whose keyword is null.
    var place = options
    while let keyword = place.pointee.keyword {
      list.append((String(cString: keyword), place.pointee.value.map { String(cString: $0) }))
      place += 1
    }
    return list
  }
}
