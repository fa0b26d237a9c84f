extension FleetError {
  /// Words an error of the server by its SQLSTATE (PostgreSQL, appendix A).
  init(sqlState: String, words: String, address: FleetAddress) {
    let server = "the server of the history (\(address))"
    switch sqlState {
    case "42501":
      self.init(
        .noRight,
        "This role may not do that on \(server): \(words). Ask the owner for the right.")
    case "42P01", "3F000":
      self.init(
        .notPrepared,
        "There is no history yet on \(server). Its owner has to prepare the database first.")
    case "53100":
      self.init(
        .diskFull, "The disk of \(server) is full. Nothing was added; free some space there.")
    case "40001", "40P01", "55P03":
      self.init(.conflict, "Another transaction was in the way on \(server): \(words).")
    case _ where sqlState.hasPrefix("08") || sqlState.hasPrefix("57P"):
      self.init(.connectionLost, "The connection to \(server) was lost: \(words).")
    case _ where sqlState.hasPrefix("28"):
      self.init(.refused, "\(server.capitalizedFirst) refuses this role: \(words).")
    case _ where sqlState.hasPrefix("53"):
      self.init(.unreachable, "\(server.capitalizedFirst) has no room for this: \(words).")
    default:
      self.init(.failed, "\(server.capitalizedFirst) failed: \(words).")
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
