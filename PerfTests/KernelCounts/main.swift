internal import Foundation

// Counts of what kernels do: allocations a call and instructions a megapixel, held between a floor
// and a ceiling in PerfTests/Counts. Unlike times they are the same on a busy machine.
//
//     KernelCounts check DIRECTORY    compare with the records there
//     KernelCounts record DIRECTORY   write the records
//     KernelCounts run SUBJECT        what valgrind is given: the counted calls, nothing else

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.dropFirst().first, arguments.count) {
case ("run", let name?, 2):
  guard let subject = CountedSubject.all.first(where: { $0.name == name }) else {
    exit(message: "there is no subject '\(name)'", code: 64)
  }
  try subject.runCounted()
case ("check", let directory?, 2):
  try CountGate(directory: URL(filePath: directory)).run(isRecording: false)
case ("record", let directory?, 2):
  try CountGate(directory: URL(filePath: directory)).run(isRecording: true)
default:
  exit(message: "usage: KernelCounts check|record DIRECTORY", code: 64)
}

func exit(message: String, code: Int32) -> Never {
  FileHandle.standardError.write(Data("kernel counts: \(message)\n".utf8))
  exit(code)
}
