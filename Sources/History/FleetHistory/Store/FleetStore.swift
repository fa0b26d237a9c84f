/// A history on a PostgreSQL server, which many machines share.
///
/// Runs are named by their content, so adding one twice adds it once. Nothing waits for the server
/// longer than the patience says.
package final class FleetStore {
  /// Where it is.
  package let address: FleetAddress
  let connection: PostgresConnection

  /// How long a command waits for the server, in seconds.
  package static let patience = 20.0

  /// Connects to a history that is there.
  ///
  /// - Parameters:
  ///   - address: The server and the database.
  ///   - patience: How long to wait for the next sign of the server, in seconds.
  /// - Throws: ``FleetError``.
  package init(_ address: FleetAddress, patience: Double = FleetStore.patience) throws(FleetError) {
    self.address = address
    connection = try PostgresConnection(address, patience: patience)
    let version = try FleetMigrator.version(connection)
    guard version > 0 else {
      throw FleetError(
        .notPrepared,
        "There is no history yet in the database (\(address)). Its owner has to prepare it first.")
    }
    guard version >= FleetSchema.version else {
      throw FleetError(
        .notPrepared,
        "The tables of the history (\(address)) are of an older version of this program. Its owner"
          + " has to bring them up to date first.")
    }
    guard version == FleetSchema.version else {
      throw FleetError(
        .newerSchema,
        "The tables of the history (\(address)) are of a newer version of this program. Update.")
    }
  }

  /// Makes the tables that are missing, and returns the numbers of the steps that were taken.
  ///
  /// Two that do so at once take turns. Everything happens, or nothing.
  ///
  /// - Throws: ``FleetError``; the role must own the database or the schema.
  @discardableResult
  package static func prepare(
    _ address: FleetAddress, patience: Double = FleetStore.patience
  ) throws(FleetError) -> [Int] {
    try FleetMigrator.migrate(try PostgresConnection(address, patience: patience))
  }

  /// Which cluster and database this is: the cursor of another one means nothing here.
  func identity() throws(FleetError) -> String {
    let database = try connection.run(
      """
      SELECT (SELECT oid FROM pg_database WHERE datname = current_database())::text || '/' ||
        'bench.run'::regclass::oid::text
      """)
    guard let row = database.first else {
      throw FleetError(.damaged, "The server has no identity.")
    }
    return try "\(cluster())/\(row.text(0))"
  }

  /// The number that the cluster was given when it was made; "hosted" where a provider hides it.
  private func cluster() throws(FleetError) -> String {
    do throws(FleetError) {
      let rows = try connection.run("SELECT system_identifier::text FROM pg_control_system()")
      return try rows.first?.text(0) ?? "hosted"
    } catch  where error.kind == .noRight {
      return "hosted"
    }
  }
}
