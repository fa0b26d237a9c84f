internal import Foundation
internal import HostileFiles

// Files of enemies, in numbers, for `make hostile`; built with the address sanitizer, for `make
// sanitize`. Every one must be an image, an image with a warning or a typed error, within two
// seconds (files under 1 MB) and within the memory limit.
//
//     HostileCheck files FOLDER                           every file, and a dozen cut everywhere
//     HostileCheck mutations FOLDER FIRST COUNT [MB [SECONDS]]
//                                                         broken files by number; memory limit
//                                                         MB; another patience, for sanitizers
//     HostileCheck headers FIRST COUNT                    JPEGs with changed headers by number, judged by
//                                                         libjpeg and by our readers
//     HostileCheck generated FIRST COUNT                  JPEGs of invented pictures by number, one in four
//                                                         damaged, on one to eight threads and by libjpeg
//     HostileCheck write FOLDER NUMBER FILE               a broken file, to look at

let arguments = Array(CommandLine.arguments.dropFirst())
let usage = """
  usage: HostileCheck files FOLDER | mutations FOLDER FIRST COUNT [MEGABYTES [SECONDS]] \
  | headers FIRST COUNT | generated FIRST COUNT | write FOLDER NUMBER FILE
  """

func exit(message: String, code: Int32) -> Never {
  FileHandle.standardError.write(Data("hostile: \(message)\n".utf8))
  exit(code)
}

func number(_ index: Int) -> Int {
  guard arguments.indices.contains(index), let value = Int(arguments[index]), value >= 0 else {
    exit(message: usage, code: 64)
  }
  return value
}

guard arguments.count >= 2 else { exit(message: usage, code: 64) }
var folder: PictureFolder {
  let folder = PictureFolder(path: arguments[1])
  guard !folder.files.isEmpty else {
    exit(message: "there is no PNG or JPEG in '\(arguments[1])'", code: 66)
  }
  return folder
}

var check: HostileCheck
switch arguments[0] {
case "files":
  check = HostileCheck(memoryMegabytes: nil)
  check.readFiles(of: folder)
case "mutations":
  check = HostileCheck(
    memoryMegabytes: arguments.count > 4 ? number(4) : nil,
    patience: arguments.count > 5 ? Double(number(5)) : HostileCheck.usualPatience)
  check.readMutations(of: folder, from: number(2), count: number(3))
case "headers":
  check = HostileCheck(memoryMegabytes: nil)
  check.judgeHeaders(from: number(1), count: number(2))
case "generated":
  check = HostileCheck(memoryMegabytes: nil)
  check.compareGenerated(from: number(1), count: number(2))
case "write" where arguments.count == 4:
  let file = FileMutator(originals: folder.originals).file(number(2))
  try Data(file).write(to: URL(filePath: arguments[3]))
  exit(0)
default:
  exit(message: usage, code: 64)
}
print(check.summary)
if check.findingCount > 0 { exit(message: "\(check.findingCount) findings", code: 1) }
