internal import CommandText
internal import FleetHistory
internal import Foundation
internal import Reporting
internal import TimingHistory

/// Does the work of claimed jobs: a comparison of two commits by this program in a process of its
/// own.
struct JobRunner {
  let program: String
  let address: FleetAddress
  let message: (Notice) -> Void

  /// How a job ended.
  struct Ending: Equatable {
    /// What the comparison ended with.
    let exitCode: Int
    /// What it wrote.
    let result: String
  }

  /// The command line of a job, behind the program's name.
  static func arguments(of job: ConfirmationJob) -> [String] {
    ["compare", job.good, job.bad, "--only", job.benchmark, "--format", "json"]
  }

  /// Runs a job to its end, giving signs meanwhile; it is stopped when the job was taken back.
  ///
  /// - Throws: what starting a process throws.
  func run(_ claimed: ClaimedJob) throws -> Ending {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: program)
    process.arguments = Self.arguments(of: claimed.job)
    process.standardOutput = output
    try process.run()
    let identifier = process.processIdentifier
    let heartbeat = Heartbeat(of: claimed, on: address) { kill(identifier, SIGTERM) }
    defer { heartbeat.stop() }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Ending(exitCode: Int(process.terminationStatus), result: text)
  }

  /// What a verdict means for a suspected series; `nil` where it settles nothing.
  static func event(of exitCode: Int) -> SeriesEvent? {
    switch exitCode {
    case 0: .dismissal
    case 2: .confirmation
    default: nil
    }
  }
}
