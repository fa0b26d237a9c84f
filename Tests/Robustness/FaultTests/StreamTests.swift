internal import CommandTestSupport
internal import Foundation
internal import ImageCodecs
internal import Pixels
internal import SyntheticImages
internal import Testing

@Suite("Standard streams that are full, closed or broken")
struct StreamTests {
  private let folder: TemporaryFolder
  private let suite: KernelSuite

  /// Commands whose results go to standard output; `in.png` and `h.csv` are there.
  private static let printing: [[String]] = [
    ["showhide", "palette", "in.png"],
    ["showhide", "palette", "in.png", "--format", "json"],
    ["showhide", "show", "in.png", "-o", "out.png", "--force"],
    ["showhide", "sunflower", "in.png", "-o", "out.svg", "--force"],
    ["kernels", "list"],
    ["bench", "env", "--format", "json"],
    ["bench", "report", "--history", "h.sqlite", "--format", "markdown"],
    ["bench", "history", "--history", "h.sqlite"],
    ["bench", "check", "--input", "h.csv"],
    ["lab", "simulate-nights", "--nights", "20"],
    ["kernels", "tune", "--show", "--output", "none.json"],
    [
      "bench", "run", "--kernel", "simd", "--image", "flat", "--size", "9x9", "--time", "0.001",
      "--in-place", "--no-record",
    ],
  ]

  init() throws {
    folder = try TemporaryFolder()
    suite = try KernelSuite()
    let image = try #require(SyntheticImage.named("photo")).makeImage(width: 40, height: 30)
    _ = try folder.write(PNGEncoder().encode(image), to: "in.png")
    try RecordedHistory.write(to: folder.path + "/h.sqlite")
    // One level: a verdict has an exit code of its own, which a lost output does not replace.
    let rows = (0..<40).map { "2026-01-01T00:00:\($0 + 10)Z,1.0\($0 % 7)" }
    _ = try folder.write("time,value\n" + rows.joined(separator: "\n") + "\n", to: "h.csv")
  }

  /// Runs a command of ours in a shell, as `"$0" "$@"`.
  private func shell(_ script: String, _ words: [String]) throws -> BuiltCommand.Outcome {
    let command = try BuiltCommand(words[0]).executable.path
    let more = words[1] == "run" ? suite.arguments : []
    return try BuiltCommand(at: "/bin/bash").run(
      ["-c", script, command] + words.dropFirst() + more, in: folder.path)
  }

  @Test(
    "a full disk behind standard output is reported, with exit code 74",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "There is no /dev/full."),
    arguments: printing)
  func full(words: [String]) throws {
    let outcome = try shell("exec \"$0\" \"$@\" > /dev/full", words)
    #expect(!outcome.isSignal)
    #expect(outcome.exitCode == 74, "\(outcome.errors)")
    let complaint = "Error: Standard output could not be written: No space left on device."
    #expect(outcome.errors.components(separatedBy: complaint).count == 2, "\(outcome.errors)")
  }

  @Test("a closed standard output is told, and nothing is written elsewhere", arguments: printing)
  func closed(words: [String]) throws {
    let outcome = try shell("exec \"$0\" \"$@\" >&-", words)
    #expect(!outcome.isSignal)
    #expect(outcome.exitCode == 74, "\(outcome.errors)")
    #expect(outcome.errors.contains("Error: Standard output could not be written: Bad file"))
    for name in try folder.names() where name.hasPrefix("out.") {
      let whole = try #require(folder.bytes(name))
      let usual = try BuiltCommand(words[0]).run(Array(words.dropFirst()), in: folder.path)
      #expect(usual.exitCode == 0)
      #expect(folder.bytes(name) == whole)
    }
  }

  @Test("a reader that goes away ends a command silently", arguments: printing)
  func left(words: [String]) throws {
    // The second reader waits for the end, so that the command's own exit code is known.
    let outcome = try shell("set -o pipefail; \"$0\" \"$@\" | head -n 1 > /dev/null", words)
    #expect([0, 141].contains(outcome.exitCode), "\(outcome)")
    let gone = try shell("set -o pipefail; \"$0\" \"$@\" | true", words)
    #expect([0, 141].contains(gone.exitCode), "\(gone)")
    let ignored = try shell("trap '' PIPE; set -o pipefail; \"$0\" \"$@\" | true", words)
    #expect([0, 74].contains(ignored.exitCode), "\(ignored)")
    for words in [outcome, gone, ignored].map(\.errors) {
      #expect(!words.contains("Fatal") && !words.contains("rash") && !words.contains("Error"))
    }
  }

  @Test("all three streams closed: work is done or refused, and files are undamaged")
  func allClosed() throws {
    let show = ["showhide", "show", "in.png", "-o", "out.png", "--force"]
    let usual = try shell("exec \"$0\" \"$@\"", show)
    #expect(usual.exitCode == 0, "\(usual.errors)")
    let whole = try #require(folder.bytes("out.png"))
    let input = folder.bytes("in.png")
    let outcome = try shell("exec \"$0\" \"$@\" <&- >&- 2>&-", show)
    #expect(outcome.exitCode == 74)
    #expect(folder.bytes("out.png") == whole)
    #expect(folder.bytes("in.png") == input)
  }

  @Test("standard input that cannot be read is told, with exit code 66")
  func unreadableInput() throws {
    for script in ["exec \"$0\" \"$@\" <&-", "exec \"$0\" \"$@\" < ."] {
      let picture = try shell(script, ["showhide", "palette", "-"])
      #expect(picture.exitCode == 66)
      let isFolder = script.hasSuffix(".")
      #expect(
        picture.errors.hasPrefix(
          isFolder
            ? "Error: '-' is a folder, not a file."
            : "Error: '-': standard input cannot be read: "))
      let list = try shell(script, ["showhide", "palette", "--files-from", "-"])
      #expect(list.exitCode == 66)
      #expect(list.errors.hasPrefix("Error: '-': the list cannot be read to its end: "))
    }
    let folder = try shell("exec \"$0\" \"$@\"", ["showhide", "palette", "--files-from", "."])
    #expect(folder.exitCode == 66)
  }

  @Test("standard input is held in memory, so --max-file bounds it")
  func boundedInput() throws {
    let outcome = try shell(
      "{ printf '\\211PNG\\r\\n\\032\\n'; head -c 1000001 /dev/zero; } | \"$0\" \"$@\"",
      ["showhide", "palette", "-", "--max-file", "1"])
    #expect(outcome.exitCode == 66)
    #expect(
      outcome.errors
        == "Error: '-': standard input has more than 1 MB, the limit (--max-file).\n")
  }
}
