internal import CommandTestSupport
internal import Foundation
internal import Measuring
internal import TimingHistory

@testable internal import FleetHistory

/// Machines, files and an empty database for a test.
struct Fleet {
  let server: PostgresServer
  let database: String
  let folder: TemporaryFolder

  static let runners = MachineClass(name: "runners")

  init(on server: PostgresServer, prepared: Bool = true) throws {
    self.server = server
    database = try server.database()
    folder = try TemporaryFolder()
    if prepared { try FleetStore.prepare(address()) }
  }

  init() throws { try self.init(on: PostgresServer.shared.get()) }

  func address(role: String = "owner") throws -> FleetAddress {
    try FleetAddress(server.uri(database, role: role))
  }

  func store(role: String = "owner", patience: Double = 30) throws -> FleetStore {
    try FleetStore(address(role: role), patience: patience)
  }

  /// The file of a machine.
  func machine(_ name: String, of machineClass: MachineClass = runners) throws -> HistoryStore {
    try HistoryStore(
      path: folder.file("\(name).sqlite"),
      machine: MachineIdentity(secret: name, name: name, machineClass: machineClass))
  }

  func exchange(
    _ store: HistoryStore, of machineClass: MachineClass = runners, role: String = "owner"
  ) throws -> FleetExchange {
    FleetExchange(of: store, machineClass, with: try self.store(role: role))
  }
}

extension HistoryStore {
  /// Adds a finished run of one benchmark and its reference.
  @discardableResult
  func addRun(
    at time: Int64, times: [UInt64] = [10, 11, 12], series: String = "simd/photo",
    unit: String = "ns"
  ) throws -> RunID {
    let run = try beginRun(
      RunRecord(
        kind: "bench", startedAt: time, commit: "abc",
        environment: EnvironmentRecord([.cpuModel: .known("EPYC"), .smt: .unknown("no file")]),
        note: "a note with \"quotes\", \\ and {braces}"))
    let session = try beginSession(
      SessionRecord(startedAt: time, clock: .wall, seed: .max), in: run)
    let measured = try addMeasurement(
      MeasurementRecord(
        series: SeriesRecord(
          name: series, unit: unit,
          parameters: [BenchmarkParameter("codec", "zstd"), BenchmarkParameter("level", "3")],
          items: 12),
        answerHash: "a1", codeHash: "c1", inputHash: "i1", instructions: 5), to: session)
    let base = try addMeasurement(
      MeasurementRecord(series: SeriesRecord(name: "histogram/photo"), isReference: true),
      to: session)
    for (number, nanoseconds) in times.enumerated() {
      try addRound(
        number: number,
        [
          measured: Epoch(
            iterations: 2, wall: nanoseconds, threadCPU: nanoseconds / 2, processCPU: nanoseconds,
            involuntarySwitches: 1, stealTicks: 2),
          base: Epoch(iterations: 1, wall: 20, threadCPU: 20, processCPU: 20),
        ], in: session)
    }
    try finish(run, at: time + 1)
    return run
  }

  /// The bytes of every finished run, by name.
  func allBytes() throws -> [String: [UInt8]] {
    var bytes: [String: [UInt8]] = [:]
    for name in try finishedRuns() { bytes[name] = try portableRun(name)?.bytes }
    return bytes
  }
}
