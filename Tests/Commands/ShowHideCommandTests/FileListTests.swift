internal import Foundation
internal import ImageCodecs
internal import Pixels
internal import SyntheticImages
internal import Testing

@testable import ShowHideCommand

@Suite("Lists of files and the times of pictures, as built")
struct FileListTests {
  private let showhide: BuiltShowHide

  init() throws { showhide = try BuiltShowHide() }

  private func paths(_ outcome: BuiltShowHide.Outcome) throws -> [String?] {
    try outcome.output.split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return object?["path"] as? String
    }
  }

  @Test("paths come from a file or standard input, after those typed, in order with many jobs")
  func list() throws {
    let names = (0..<40).map { "*\($0).png" }
    for name in names {
      try showhide.write(PNGEncoder().encode(ImageBuffer(width: 2, height: 1)), to: name)
    }
    try showhide.write(PNGEncoder().encode(ImageBuffer(width: 1, height: 1)), to: "typed.png")
    let text = Array((names.joined(separator: "\r\n\n") + "\nabsent.png").utf8)
    try showhide.write(text, to: "list.txt")
    for (argument, input) in [("list.txt", []), ("-", text)] {
      let outcome = try showhide.run(
        ["palette", "typed.png", "--files-from", argument, "--format", "jsonl", "--jobs", "3"],
        input: input)
      #expect(try paths(outcome) == ["typed.png"] + names + ["absent.png"])
      #expect(outcome.exitCode == 66)
      #expect(outcome.errors == "Error: 'absent.png' does not exist.\n")
    }
  }

  @Test("a list that is missing, and a command line without any input, are told")
  func missing() throws {
    let outcome = try showhide.run(["palette", "--files-from", "gone.txt"])
    #expect(outcome.exitCode == 66)
    #expect(
      outcome.errors
        == "Error: 'gone.txt': the list cannot be read: No such file or directory.\n")
    #expect(try showhide.run(["palette"]).exitCode == 64)
    #expect(try showhide.run(["palette", "-", "--files-from", "-"]).exitCode == 64)
  }

  @Test("a list that waits for its next path ends on the wish to stop")
  func stopped() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("a.png\nhalf a na".utf8))
    var asked = 0
    let list = try PathList(path: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)") {
      asked += 1
      return asked > 1
    }
    #expect(list.next() == "a.png")
    #expect(list.failure == nil)
    #expect(list.next() == nil)
    #expect(list.failure?.isStop == true)
    #expect(list.next() == nil)
    try pipe.fileHandleForWriting.close()
  }

  @Test("an endless line is no endless memory")
  func longLine() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(repeating: 0x61, count: 200_000).write(to: file)
    let lines = Array(try PathList(path: file.path()))
    #expect(lines.map(\.utf8.count).reduce(0, +) == 200_000)
    #expect(lines.allSatisfy { $0.utf8.count < 100_000 })
  }

  @Test("order time is that of the cameras, and of the files where no camera says")
  func cameraTime() throws {
    let image = try ImageBuffer(width: 8, height: 8)
    let jpeg = try JPEGEncoder(background: RGB8(red: 9, green: 99, blue: 199)).encode(image)
    for (name, time) in [
      ("a", "2031:01:01 00:00:00"), ("b", "1999:01:01 00:00:00"), ("c", "2031:01:01 00:00:01"),
    ] {
      try showhide.write(Self.stamped(jpeg, time: time), to: "in/\(name).jpg")
    }
    try showhide.write(jpeg, to: "in/now.jpg")
    let outcome = try showhide.run(["sunflower", "in", "-o", "s.svg", "--order", "time"])
    #expect(outcome.exitCode == 0)
    let drawing = String(decoding: try showhide.read("s.svg"), as: UTF8.self)
    let order = drawing.split(separator: "<title>in/").dropFirst().map { $0.prefix { $0 != "." } }
    #expect(order == ["b", "now", "a", "c"])
  }

  /// Adds when a picture was taken to a JPEG: an Exif segment right after its first marker.
  private static func stamped(_ jpeg: [UInt8], time: String) -> [UInt8] {
    var exif: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8]
    exif += [0, 1, 0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0]
    exif += [0, 1, 0x90, 0x03, 0, 2, 0, 0, 0, 20, 0, 0, 0, 44, 0, 0, 0, 0]
    exif += Array(time.utf8) + [0]
    let body = Array("Exif\0\0".utf8) + exif
    return jpeg[..<2] + [0xFF, 0xE1, 0, UInt8(body.count + 2)] + body + jpeg[2...]
  }
}
