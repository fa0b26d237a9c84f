internal import CommandTestSupport
internal import Foundation
internal import Hashing
internal import SyntheticImages

/// Kills commands at random moments and looks at what they leave.
struct KillCheck {
  /// Something that went wrong.
  struct Finding: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  private let kills: Int
  private let seed: Int
  private let only: String?
  private let folder: TemporaryFolder

  init(kills: Int, seed: Int, only: String?) throws {
    self.kills = kills
    self.only = only
    self.seed = seed
    folder = try TemporaryFolder()
  }

  /// Kills, and says what was found.
  ///
  /// - Returns: whether all was as it should be.
  func run() throws -> Bool {
    var victims: [any Victim] = [
      try RunVictim(folder), try NightVictim(folder), try TuneVictim(folder),
      try PictureVictim(folder), try IndexVictim(folder),
    ].filter { victim in only.map { victim.name.hasSuffix($0) } ?? true }
    guard !victims.isEmpty else { throw Finding("there is no command '\(only ?? "")' to kill") }
    var random = SplitMix64(seed: UInt64(bitPattern: Int64(seed)))
    var findings = 0
    for (index, _) in victims.enumerated() {
      let share = kills / victims.count + (index < kills % victims.count ? 1 : 0)
      let length = try time { try finish(victims[index]) }
      try victims[index].checkAfterRun()
      var caught = 0
      for number in 0..<share {
        let moment = Double(random.next() >> 11) / 0x1p53 * length
        do {
          if try kill(victims[index], after: moment) { caught += 1 }
          try victims[index].checkAfterKill()
          try finish(victims[index])
          try victims[index].checkAfterRun()
        } catch let finding as Finding {
          findings += 1
          writeLine("\(victims[index].name), kill \(number) after \(moment) s: \(finding)")
        }
      }
      writeLine(
        "\(victims[index].name): \(share) kills within \(String(format: "%.2f", length)) s, "
          + "\(caught) before the end")
    }
    writeLine("\(kills) kills from seed \(seed), \(findings) findings")
    return findings == 0
  }

  /// Writes a line at once, for it is read while the work goes on.
  private func writeLine(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  private func time(_ work: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    return try clock.measure(work) / .seconds(1)
  }

  /// Lets a command come to its end.
  private func finish(_ victim: any Victim) throws {
    let outcome = try victim.command.run(victim.nextArguments, in: folder.path)
    guard victim.goodCodes.contains(outcome.exitCode), !outcome.isSignal else {
      throw Finding("the next run ended with \(outcome.exitCode): \(outcome.errors)")
    }
  }

  /// Starts a command and kills it.
  ///
  /// - Returns: whether it was still at work.
  private func kill(_ victim: any Victim, after seconds: Double) throws -> Bool {
    let process = Process()
    process.executableURL = victim.command.executable
    process.arguments = victim.arguments
    process.currentDirectoryURL = URL(filePath: folder.path)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    usleep(UInt32(seconds * 1e6))
    let isCaught = process.isRunning
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try waitForChildren()
    return isCaught
  }

  /// Processes that a killed command started end by themselves.
  private func waitForChildren() throws {
    for _ in 0..<1000 where isAnyAtWork { usleep(10_000) }
    guard !isAnyAtWork else {
      throw Finding("a process it started is still there after 10 s")
    }
  }

  /// Whether there is a process in the folder of this check.
  private var isAnyAtWork: Bool {
    let manager = FileManager.default
    for name in (try? manager.contentsOfDirectory(atPath: "/proc")) ?? [] where Int(name) != nil {
      guard (try? manager.destinationOfSymbolicLink(atPath: "/proc/\(name)/cwd")) == folder.path,
        let state = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8)
      else { continue }
      // After the name in brackets stands the state; a dead one waits for its parent alone.
      let fields = state.split(separator: ")").last?.split(separator: " ") ?? []
      if fields.first != "Z" { return true }
    }
    return false
  }
}
