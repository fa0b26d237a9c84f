package import TimingHistory

/// A job that a worker has.
package struct ClaimedJob: Equatable, Sendable {
  /// The job's number.
  package let number: Int64
  /// What shows that the worker has it.
  let token: String
  /// What is to be compared.
  package let job: ConfirmationJob
  /// How often it was claimed.
  package let attempt: Int
}

extension FleetStore {
  /// How long a worker may give no sign before its job is taken back, in seconds.
  package static let workerPatience = 120.0

  /// Adds a job, unless there is one of the same content.
  ///
  /// - Returns: Whether it is new.
  /// - Throws: ``FleetError``.
  @discardableResult
  package func add(
    _ job: ConfirmationJob, of machineClass: MachineClass
  ) throws(FleetError) -> Bool {
    let rows = try connection.run(
      """
      INSERT INTO bench.job (uid, class_id, series, arguments)
      SELECT $1, id, $2, $3::text[] FROM bench.machine_class WHERE name = $4
      ON CONFLICT DO NOTHING RETURNING id
      """,
      [
        .text(job.uid(of: machineClass)), .text(job.series), .array(job.arguments),
        .text(machineClass.name),
      ])
    return !rows.isEmpty
  }

  /// Claims the oldest job that waits, or whose worker has given no sign for too long.
  ///
  /// Many workers may ask at once: each gets another job (`FOR UPDATE SKIP LOCKED`).
  ///
  /// - Parameters:
  ///   - machineClass: The class of the worker.
  ///   - worker: The name of the worker's machine.
  ///   - patience: How long a worker may give no sign, in seconds.
  /// - Returns: The job; nil where there is none.
  /// - Throws: ``FleetError``.
  package func claim(
    _ machineClass: MachineClass, worker: String, patience: Double = FleetStore.workerPatience
  ) throws(FleetError) -> ClaimedJob? {
    let rows = try connection.run(
      """
      SELECT claimed, holder::text, claimed_series, array_to_string(claimed_arguments, E'\\n', ''),
        attempt
      FROM bench.claim_job($1, $2, $3::float8)
      """, [.text(machineClass.name), .text(worker), .text("\(patience)")])
    guard let row = rows.first else { return nil }
    let number = try row.integer(0)
    let token = try row.text(1)
    do throws(FleetError) {
      let fields = try row.text(3).split(separator: "\n", omittingEmptySubsequences: false)
      let job = try ConfirmationJob(series: try row.text(2), arguments: fields.map { String($0) })
      return ClaimedJob(number: number, token: token, job: job, attempt: Int(try row.integer(4)))
    } catch {
      // It would come back to every worker.
      try finish(number, token, exitCode: 65, result: error.message)
      throw error
    }
  }

  /// Sends a heartbeat; false when the job was given to another worker, and its result is not needed.
  package func beat(_ claimed: ClaimedJob) throws(FleetError) -> Bool {
    try answer(
      connection.run(
        "SELECT bench.beat_job($1, $2::uuid)", [.integer(claimed.number), .text(claimed.token)]))
  }

  /// Writes the verdict; false when the job was taken back before, and nothing is written.
  ///
  /// - Parameters:
  ///   - claimed: The job.
  ///   - exitCode: What the comparison ended with.
  ///   - result: What it wrote.
  /// - Returns: Whether this worker still had the job.
  /// - Throws: ``FleetError``.
  @discardableResult
  package func finish(
    _ claimed: ClaimedJob, exitCode: Int, result: String
  ) throws(FleetError) -> Bool {
    try finish(claimed.number, claimed.token, exitCode: exitCode, result: result)
  }

  @discardableResult
  private func finish(
    _ number: Int64, _ token: String, exitCode: Int, result: String
  ) throws(FleetError) -> Bool {
    try answer(
      connection.run(
        "SELECT bench.finish_job($1, $2::uuid, $3::integer, $4)",
        [.integer(number), .text(token), .integer(Int64(exitCode)), .text(result)]))
  }

  private func answer(_ rows: [PostgresRow]) throws(FleetError) -> Bool {
    try rows.first?.bytes(0) == [1]
  }
}
