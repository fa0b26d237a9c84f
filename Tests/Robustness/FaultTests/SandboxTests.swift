internal import CommandTestSupport
internal import Foundation
internal import ImageCodecs
internal import Pixels
internal import SyntheticImages
internal import Testing

/// Whether this kernel has Landlock, asked of `showhide` itself; containers often forbid it.
private let hasLandlock: Bool = {
  let outcome = try? BuiltCommand("showhide").run(["palette", "none.png", "--sandbox"])
  return isLinux && outcome?.exitCode != 69
}()

private let whyNoSandbox: Comment = "This kernel offers no Landlock to enter."

@Suite("showhide --sandbox", .enabled(if: isLinux, notLinux))
struct SandboxTests {
  private let folder: TemporaryFolder
  private let showhide: BuiltCommand

  init() throws {
    folder = try TemporaryFolder()
    showhide = try BuiltCommand("showhide")
    for (index, name) in ["a.png", "b.png", "sub/c.png", "sub/d.png"].enumerated() {
      let image = try #require(SyntheticImage.named("photo")).makeImage(
        width: 300 + index, height: 200)
      _ = try folder.write(PNGEncoder().encode(image), to: "in/\(name)")
    }
  }

  @Test("every command gives the same bytes in it", .enabled(if: hasLandlock, whyNoSandbox))
  func sameBytes() throws {
    let commands = [
      ["show", "in/a.png", "-o", "OUT.png"], ["hide", "in/a.png", "-o", "OUT/x.jpg"],
      ["both", "in", "-o", "OUT/new/deep/", "--jobs", "4"],
      ["filter", "in/*.png", "-o", "OUT/", "--red", "9"],
      ["show", "in/*/*.png", "-o", "OUT/", "--jobs", "3"],
      ["palette", "in", "--format", "json", "--jobs", "8", "--method", "kmeans"],
      ["palette", "in/*", "--format", "ase", "-o", "OUT.ase"],
      ["sunflower", "in", "in/sub", "-o", "OUT.svg"],
    ]
    for command in commands {
      for output in ["plain", "boxed"] {
        try FileManager.default.createDirectory(
          atPath: "\(folder.path)/\(output)", withIntermediateDirectories: true)
      }
      let plain = try showhide.run(
        command.map { $0.replacing("OUT", with: "plain") }, in: folder.path)
      let boxed = try showhide.run(
        command.map { $0.replacing("OUT", with: "boxed") } + ["--sandbox"], in: folder.path)
      #expect(plain.exitCode == 0, "\(plain.errors)")
      #expect(boxed.exitCode == 0, "\(command): \(boxed.errors)")
      #expect(boxed.errors == plain.errors)
      #expect(boxed.output == plain.output.replacing("plain", with: "boxed"))
    }
    let names = try folder.allNames()
    let written = names.filter { $0.hasPrefix("plain") }
    #expect(written.count > 10)
    for name in written {
      let other = name.replacing("plain", with: "boxed")
      #expect(names.contains(other))
      #expect(folder.bytes(other) == folder.bytes(name), "\(name)")
    }
    #expect(!names.contains { $0.hasSuffix(".partial") })
  }

  @Test(
    "standard input, lists and replacing work in it; failures have their usual messages",
    .enabled(if: hasLandlock, whyNoSandbox))
  func otherInputs() throws {
    let bytes = try #require(folder.bytes("in/a.png"))
    let plain = try showhide.run(["palette", "-"], in: folder.path, input: bytes)
    let boxed = try showhide.run(["palette", "-", "--sandbox"], in: folder.path, input: bytes)
    #expect(boxed.exitCode == 0)
    #expect(boxed.output == plain.output)
    let listed = try showhide.run(
      ["palette", "--files-from", "-", "--sandbox", "--format", "csv"], in: folder.path,
      input: Array("in/a.png\nin/sub/c.png\n".utf8))
    #expect(listed.exitCode == 0, "\(listed.errors)")
    #expect(listed.output.contains("in/sub/c.png"))
    for _ in 0..<2 {
      let replaced = try showhide.run(
        ["show", "in/a.png", "-o", "out.png", "--force", "--sandbox"], in: folder.path)
      #expect(replaced.exitCode == 0, "\(replaced.errors)")
    }
    for arguments in [["show", "none.png", "-o", "x.png"], ["hide", "in/a.png", "-o", "out.png"]] {
      let usual = try showhide.run(arguments, in: folder.path)
      let inside = try showhide.run(arguments + ["--sandbox"], in: folder.path)
      #expect(inside.exitCode == usual.exitCode)
      #expect(inside.errors == usual.errors)
    }
  }

  @Test(
    "inside, nothing else of the system is within reach", .enabled(if: hasLandlock, whyNoSandbox))
  func reach() throws {
    let probe = try BuiltCommand("SandboxProbe")
    let other = try folder.write("secret", to: "other.txt")
    let outcome = try probe.run(
      [folder.path + "/in/a.png", folder.path + "/in/sub", other], in: folder.path)
    let no = "Operation not permitted"
    let hidden = "Permission denied"
    let expected = [
      "read the input: done", "make an output: done", "name an output: done",
      "link an output: done", "remove an output: done", "read another file: \(hidden)",
      "write another file: \(hidden)", "write the input: \(hidden)",
      "make a file elsewhere: \(hidden)", "remove another file: \(hidden)",
      "make a folder: \(hidden)", "make a link: \(hidden)", "change permissions: \(no)",
      "list the root: \(hidden)", "open a network socket: \(no)", "open a local socket: \(no)",
      "signal another process: \(no)", "run a program: \(no)", "make new code: \(no)",
      "read the state of its threads: done", "read another's environment: \(hidden)",
      "start a thread: done",
    ]
    let lines = outcome.output.split(separator: "\n").map(String.init)
    // Not every kernel offers its memory at all.
    let memory = lines.filter { $0.hasPrefix("read the kernel's memory: ") }
    #expect(memory.count == 1 && !memory.contains { $0.hasSuffix("done") })
    #expect(lines.prefix(expected.count + 1).filter { !memory.contains($0) } == expected)
    #expect(folder.bytes("other.txt") == Array("secret".utf8))
    // Ways out: each is refused, in one of the kernel's words. Calls that the filter does not know are missing
    // (ENOSYS), as on an older kernel; links out of a folder cross devices (EXDEV).
    let refusals = [EPERM, EACCES, ENOSYS, EXDEV].map { String(cString: strerror($0)) }
    let ways = lines.dropFirst(expected.count + 1)
    #expect(ways.count == 47)
    for way in ways {
      #expect(refusals.contains { way.hasSuffix(": \($0)") }, "\(way)")
    }
    #expect(folder.bytes("in/a.png")?.starts(with: [0x89, 0x50]) == true)
    #expect(try folder.names(in: "in/sub") == ["c.png", "d.png", "named"])
  }

  @Test("a kernel without Landlock is told, with exit code 69, and nothing is read or written")
  func refused() throws {
    let run = try FaultShim.shared.get().run(
      showhide, ["show", "in/a.png", "-o", "out.png", "--sandbox"], in: folder.path,
      .errorsFrom(ENOSYS), at: 1, of: "landlock", under: folder.path)
    #expect(run.wasMet)
    #expect(run.outcome.exitCode == 69)
    #expect(run.outcome.errors.hasPrefix("Error: --sandbox: This system offers no sandbox: "))
    #expect(folder.bytes("out.png") == nil)
  }
}
