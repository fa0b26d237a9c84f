import Foundation

// What a server does to the library and several machines do to one history, for `make load`; and,
// built with the thread sanitizer and with smaller numbers, for `make sanitize`.
//
//     LoadCheck images THREADS COUNT       COUNT images on each of THREADS threads
//     LoadCheck history PROCESSES RUNS     RUNS runs of each of PROCESSES processes into one history
//     LoadCheck writer FILE RUNS           what the processes do

let arguments = Array(CommandLine.arguments.dropFirst())

func exit(message: String, code: Int32) -> Never {
  FileHandle.standardError.write(Data("load: \(message)\n".utf8))
  exit(code)
}

func number(_ index: Int) -> Int {
  guard arguments.indices.contains(index), let value = Int(arguments[index]), value > 0 else {
    exit(message: "usage: LoadCheck images THREADS COUNT | history PROCESSES RUNS", code: 64)
  }
  return value
}

switch arguments.first {
case "images": try ImageLoad(threads: number(1), imagesPerThread: number(2)).run()
case "history": try HistoryLoad(processes: number(1), runsPerProcess: number(2)).run()
case "writer": try HistoryLoad.write(runs: number(2), to: arguments[1])
default: exit(message: "usage: LoadCheck images THREADS COUNT | history PROCESSES RUNS", code: 64)
}
