internal import Foundation

// kill -9 at random moments of what writes files, for `make faults`:
//
//     FaultCheck [KILLS] [SEED]     200 kills from seed 1 unless told otherwise
//
// The moments are drawn by seed; where in its work a process is then is up to the machine. The
// steps themselves are enumerated by the tests (Tests/FaultTests).

let arguments = CommandLine.arguments.dropFirst().map { Int($0) }
guard arguments.count <= 2, !arguments.contains(nil) else {
  FileHandle.standardError.write(Data("usage: FaultCheck [KILLS] [SEED]\n".utf8))
  exit(64)
}
let numbers = arguments.compactMap { $0 }
do {
  let check = try KillCheck(kills: numbers.first ?? 200, seed: numbers.dropFirst().first ?? 1)
  exit(try check.run() ? 0 : 1)
} catch {
  FileHandle.standardError.write(Data("faults: \(error)\n".utf8))
  exit(1)
}
