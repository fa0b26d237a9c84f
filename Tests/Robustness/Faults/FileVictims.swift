internal import CommandTestSupport
internal import DominantColor
internal import Foundation
internal import ImageCodecs
internal import SyntheticImages

/// `kernels tune`.
struct TuneVictim: Victim {
  let name = "kernels tune"
  let command: BuiltCommand
  private let folder: TemporaryFolder

  init(_ folder: TemporaryFolder) throws {
    command = try BuiltCommand("kernels")
    self.folder = folder
  }

  var arguments: [String] {
    [
      "tune", "--method", "histogram", "--threads", "1", "--time", "0.2", "--allow-debug",
      "--output", "tuning/tuning.json",
    ]
  }

  func checkAfterKill() throws {
    guard let bytes = folder.bytes("tuning/tuning.json") else { return }
    let file = TuningFile(at: folder.path + "/tuning/tuning.json")
    guard file.content != nil else {
      throw KillCheck.Finding("a tuning file of \(bytes.count) bytes is not valid")
    }
    let left = try folder.leftovers(in: "tuning")
    guard left.count <= 1 else { throw KillCheck.Finding("left over: \(left)") }
  }

  func checkAfterRun() throws {
    try checkAfterKill()
    let names = try folder.names(in: "tuning")
    guard names == ["tuning.json"] else { throw KillCheck.Finding("left over: \(names)") }
  }
}

/// `showhide show`, `both` and `filter`, by turns, of a few pictures at the same time.
struct PictureVictim: Victim {
  let name = "showhide"
  let command: BuiltCommand
  private let folder: TemporaryFolder
  private var turn = 0
  /// What each output has to be, from unharmed runs.
  private var whole: [String: [UInt8]] = [:]

  private static let commands = [
    ["show", "in", "-o", "shown/", "--force"],
    ["both", "in", "-o", "pairs/", "--feather", "9", "--force"],
    ["filter", "in", "-o", "filtered/", "--red", "99", "--force"],
  ]

  init(_ folder: TemporaryFolder) throws {
    command = try BuiltCommand("showhide")
    self.folder = folder
    for (index, name) in ["photo", "noise", "screen", "alpha"].enumerated() {
      guard let image = SyntheticImage.named(name) else { continue }
      let picture = try image.makeImage(width: 500 + index, height: 400)
      _ = try folder.write(PNGEncoder().encode(picture), to: "in/\(name).png")
    }
    for arguments in Self.commands {
      let outcome = try command.run(arguments, in: folder.path)
      guard outcome.exitCode == 0 else { throw KillCheck.Finding(outcome.errors) }
    }
    for name in try Self.outputs(in: folder) { whole[name] = folder.bytes(name) }
    for name in whole.keys { try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)") }
  }

  var arguments: [String] { Self.commands[turn] }

  private static func outputs(in folder: TemporaryFolder) throws -> [String] {
    try ["shown", "pairs", "filtered"].flatMap { name in
      try folder.names(in: name).map { "\(name)/\($0)" }
    }
  }

  func checkAfterKill() throws {
    var left = 0
    for name in try Self.outputs(in: folder) {
      if name.hasSuffix(".partial") {
        left += 1
      } else if folder.bytes(name) != whole[name] {
        throw KillCheck.Finding("'\(name)' is not whole")
      }
    }
    guard left <= whole.count else { throw KillCheck.Finding("\(left) files left over") }
  }

  mutating func checkAfterRun() throws {
    let made = arguments[3].dropLast()
    for (name, bytes) in whole where name.hasPrefix(made) && folder.bytes(name) != bytes {
      throw KillCheck.Finding("'\(name)' is not there, or not whole")
    }
    let left = try folder.leftovers(in: String(made))
    guard left.isEmpty else { throw KillCheck.Finding("left over: \(left)") }
    // The next kill meets a folder without outputs, or with all of them.
    if turn == Self.commands.count - 1 {
      for name in whole.keys {
        try? FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
      }
    }
    turn = (turn + 1) % Self.commands.count
  }
}
