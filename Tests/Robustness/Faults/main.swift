internal import Foundation

// kill -9 at random moments of what writes files, for `make faults`:
//
//     FaultCheck [KILLS] [SEED] [run|nightly|tune|showhide|index]
//
// 200 kills from seed 1, a fifth to each command, unless told otherwise.
//
// The moments are drawn by seed; where in its work a process is then is up to the machine. The
// steps themselves are enumerated by the tests (Tests/Robustness/FaultTests).

let arguments = Array(CommandLine.arguments.dropFirst())
let numbers = arguments.prefix(2).map { Int($0) ?? -1 }
guard arguments.count <= 3, numbers.allSatisfy({ $0 >= 0 }) else {
  FileHandle.standardError.write(
    Data("usage: FaultCheck [KILLS] [SEED] [run|nightly|tune|showhide|index]\n".utf8))
  exit(64)
}
do {
  let check = try KillCheck(
    kills: numbers.first ?? 200, seed: numbers.dropFirst().first ?? 1,
    only: arguments.dropFirst(2).first)
  exit(try check.run() ? 0 : 1)
} catch {
  FileHandle.standardError.write(Data("faults: \(error)\n".utf8))
  exit(1)
}
