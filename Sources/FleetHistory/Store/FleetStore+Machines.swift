extension FleetStore {
  /// A machine that measures, and how it compares with the others of its class.
  public struct Machine: Equatable, Sendable {
    /// What people call it.
    public let name: String
    /// Its class.
    public let machineClass: String
    /// How many runs it added.
    public let runs: Int
    /// When its newest run began, in milliseconds since 1970.
    public let newest: Int64
    /// How long its reference kernels take, over those of the other machines; nil where none of
    /// them measured the same in the last 30 days.
    public let ratio: Double?

    /// How far a ratio may be from 1 before the machine counts as drifting.
    public static let tolerance = 0.05

    /// Whether it drifts from its class.
    public var drifts: Bool { ratio.map { abs($0 - 1) > Self.tolerance } ?? false }
  }

  /// The machines that measure, by class and name.
  ///
  /// - Complexity: O(*n*) in runs, and in the measurements of the last 30 days.
  /// - Returns: The machines.
  /// - Throws: ``FleetError``.
  public func machines() throws(FleetError) -> [Machine] {
    var machines: [Machine] = []
    for row in try connection.run(
      """
      SELECT m.machine, m.class, m.runs, (extract(epoch FROM m.newest) * 1000)::bigint, d.ratio
      FROM bench.machines AS m
      LEFT JOIN bench.machine_drift AS d ON d.identity = m.identity AND d.class = m.class
      ORDER BY m.class, m.machine, m.identity
      """)
    {
      machines.append(
        Machine(
          name: try row.text(0), machineClass: try row.text(1), runs: Int(try row.integer(2)),
          newest: try row.integer(3), ratio: try row.optionalDouble(4)))
    }
    return machines
  }
}
