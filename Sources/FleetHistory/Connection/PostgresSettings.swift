/// The settings of a connection, from its address, the environment and libpq's defaults.
enum PostgresSettings {
  /// One setting.
  struct Setting: Equatable {
    /// Its value; nil where there is none.
    var value: String?
    /// Whether the address itself holds it.
    var isGiven: Bool
  }

  static let notBuilt = FleetError(
    .notBuilt,
    "This program was built without PostgreSQL. Install libpq with its headers (apt-get install"
      + " libpq-dev, or brew install libpq) and build it again.")
}

#if POSTGRESQL
  internal import CLibPQ

  extension PostgresSettings {
    /// The settings of an address.
    static func reading(_ uri: String) throws(FleetError) -> [String: Setting] {
      var settings: [String: Setting] = [:]
      for (name, value) in list(PQconndefaults()) {
        settings[name] = Setting(value: value, isGiven: false)
      }
      var failure: UnsafeMutablePointer<CChar>?
      // SAFETY: `failure` is null or a text that libpq allocated, which is freed here and, because
      // it repeats the address, never shown.
      let parsed = PQconninfoParse(uri, &failure)
      if let failure { PQfreemem(failure) }
      guard parsed != nil else {
        throw FleetError(
          .badAddress,
          "The address of the history is not a connection URI of PostgreSQL. It looks like"
            + " postgresql://role@host:5432/database?sslmode=verify-full.")
      }
      for (name, value) in list(parsed) {
        if let value { settings[name] = Setting(value: value, isGiven: true) }
      }
      return settings
    }

    /// Takes a list of libpq over and frees it.
    private static func list(
      _ options: UnsafeMutablePointer<PQconninfoOption>?
    ) -> [(String, String?)] {
      guard let options else { return [] }
      defer { PQconninfoFree(options) }
      var list: [(String, String?)] = []
      // SAFETY: libpq ends the array with an entry whose keyword is null.
      var place = options
      while let keyword = place.pointee.keyword {
        list.append((String(cString: keyword), place.pointee.val.map { String(cString: $0) }))
        place += 1
      }
      return list
    }
  }
#else
  extension PostgresSettings {
    /// The settings of an address; this program cannot read one.
    static func reading(_ uri: String) throws(FleetError) -> [String: Setting] { throw notBuilt }
  }
#endif
