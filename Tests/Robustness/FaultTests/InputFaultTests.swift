internal import CommandTestSupport
internal import Foundation
internal import ImageCodecs
internal import Pixels
internal import SyntheticImages
internal import Testing

@Suite("Inputs that vanish, cannot be read or are not images")
struct InputFaultTests {
  private let folder: TemporaryFolder
  private let showhide: BuiltCommand

  init() throws {
    folder = try TemporaryFolder()
    showhide = try BuiltCommand("showhide")
    let image = try #require(SyntheticImage.named("photo")).makeImage(width: 40, height: 30)
    for name in ["a.png", "b.png", "c.png"] {
      _ = try folder.write(PNGEncoder().encode(image), to: "in/\(name)")
    }
  }

  @Test(
    "a file removed between listing and reading is reported, and the others are done",
    .enabled(if: isLinux, notLinux))
  func vanished() throws {
    // Its first open is for its first bytes, while the folder is listed; the second is to decode
    // it.
    let run = try FaultShim.shared.get().run(
      showhide, ["show", "in", "-o", "out/", "--jobs", "1"], in: folder.path, .vanish, at: 2,
      of: "open", under: folder.path + "/in/b.png")
    #expect(run.wasMet)
    #expect(run.outcome.exitCode == 66, "\(run.outcome.errors)")
    #expect(run.outcome.errors == "Error: 'in/b.png' does not exist.\n")
    #expect(try folder.names(in: "out") == ["a-show.png", "c-show.png"])
  }

  @Test(
    "a disk that fails under an input is reported as such, not as a damaged picture",
    .enabled(if: isLinux, notLinux))
  func unreadable() throws {
    for command in [["palette", "in/a.png"], ["show", "in/a.png", "-o", "out.png"]] {
      for number in 1...9 {
        let run = try FaultShim.shared.get().run(
          showhide, command, in: folder.path, .errorsFrom(EIO), at: number, of: "read",
          under: folder.path + "/in")
        guard run.wasMet else {
          #expect(number > 1 && run.outcome.exitCode == 0)
          break
        }
        #expect(run.outcome.exitCode == 66, "\(number): \(run.outcome)")
        #expect(run.outcome.errors.contains("Input/output error"), "\(run.outcome.errors)")
        #expect(folder.bytes("out.png") == nil)
      }
    }
  }

  @Test(
    "a file that grows or shrinks while it is read is a picture, or reported; nothing is written by halves",
    .enabled(if: isLinux, notLinux),
    arguments: [
      "photo.png", "photo.jpg", "lossless.webp", "animated.gif", "bits24.bmp", "adobe_deflate.tif",
      "alpha.avif", "alpha.heic",
    ], [0, 50, 300])
  func resized(picture: String, percent: Int) throws {
    let name = "in/\(picture)"
    let bytes = try Self.bytes(of: picture)
    _ = try folder.write(bytes, to: name)
    let intact = try showhide.run(["palette", name], in: folder.path)
    #expect(intact.exitCode == 0, "\(intact.errors)")
    for command in [["palette", name], ["show", name, "-o", "out.png", "--force"]] {
      for number in 1...8 {
        _ = try folder.write(bytes, to: name)
        let run = try FaultShim.shared.get().run(
          showhide, command, in: folder.path, .resize(percent), at: number, of: "read",
          under: folder.path + "/in")
        guard run.wasMet else {
          #expect(number > 1 && run.outcome.exitCode == 0, "\(number): \(run.outcome)")
          break
        }
        if run.outcome.exitCode == 0 {
          #expect(command[0] == "show" || run.outcome.output == intact.output)
        } else {
          #expect([65, 66].contains(run.outcome.exitCode), "\(number): \(run.outcome)")
          #expect(run.outcome.errors.hasPrefix("Error: '\(name)'"), "\(run.outcome.errors)")
        }
        #expect(try folder.names(in: ".").filter { $0 != "out.png" } == ["in"])
      }
    }
    if let written = folder.bytes("out.png") { _ = try ImageDecoder().decode(written) }
  }

  /// A picture of a format; where it is large, large enough to be read in several parts.
  private static func bytes(of picture: String) throws -> [UInt8] {
    let image = try #require(SyntheticImage.named("photo")).makeImage(width: 600, height: 400)
    switch picture {
    case "photo.png": return try PNGEncoder().encode(image)
    case "photo.jpg": return try JPEGEncoder().encode(image)
    default: return try Array(Data(contentsOf: URL(filePath: Fixtures.path("Formats/\(picture)"))))
    }
  }

  @Test(
    "a file that another takes the place of between listing and reading is read as the other, never mixed",
    .enabled(if: isLinux, notLinux))
  func swapped() throws {
    let image = try #require(SyntheticImage.named("screen")).makeImage(width: 60, height: 30)
    let other = try folder.write(PNGEncoder().encode(image), to: "other.png")
    let wanted = try showhide.run(["palette", "other.png", "--format", "csv"], in: folder.path)
    let run = try FaultShim.shared.get().run(
      showhide, ["palette", "in", "--jobs", "1", "--format", "csv"], in: folder.path, .swap(other),
      at: 2,
      of: "open", under: folder.path + "/in/b.png")
    #expect(run.wasMet)
    #expect(run.outcome.exitCode == 0, "\(run.outcome.errors)")
    let lines = { (text: String, name: String) in
      text.split(whereSeparator: \.isNewline).filter { $0.contains(name) }.map {
        $0.replacing(name, with: "")
      }
    }
    #expect(lines(run.outcome.output, "in/b.png") == lines(wanted.output, "other.png"))
  }

  @Test("a folder, a pipe or a device in the place of a picture is told at once")
  func kinds() throws {
    #expect(mkfifo(folder.path + "/pipe.png", 0o600) == 0)
    try FileManager.default.createDirectory(
      atPath: folder.path + "/empty.png", withIntermediateDirectories: false)
    for name in ["pipe.png", "empty.png", "/dev/null", "none.png", "in/a.png/b.png"] {
      for command in [["palette", name], ["hide", name, "-o", "out.png"]] {
        let outcome = try showhide.run(command, in: folder.path)
        #expect(outcome.exitCode == 66, "\(outcome.errors)")
        #expect(outcome.errors.hasPrefix("Error: '\(name)'"), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/out.png"))
      }
    }
    let bench = try BuiltCommand("bench")
    let suite = try KernelSuite()
    for name in ["pipe.png", "none.png", "/dev/null"] {
      let outcome = try bench.run(
        ["run", "--image", name, "--in-place", "--no-record"] + suite.arguments, in: folder.path)
      #expect(outcome.exitCode == 65, "\(outcome.errors)")
      let imported = try bench.run(
        ["import", name, "--format", "csv", "--history", "h.sqlite"], in: folder.path)
      #expect(imported.exitCode == 66, "\(imported.errors)")
    }
    for name in ["pipe.png", "empty.png", "none/x.sqlite"] {
      let history = try bench.run(["history", "--history", name], in: folder.path)
      #expect([65, 66].contains(history.exitCode), "\(history.errors)")
      #expect(history.errors.hasPrefix("Error: "), "\(history.errors)")
    }
  }

  private static let tune = [
    "tune", "--allow-debug", "--method", "hue", "--threads", "1", "--time", "0.001", "--quiet",
  ]

  @Test("without a home, and with one that cannot be written, messages say what to do")
  func homes() throws {
    let kernels = try BuiltCommand("kernels")
    let variables = ["HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"]
    let homeless = try kernels.run(Self.tune, in: folder.path, without: variables)
    #expect(homeless.exitCode == 1)
    #expect(homeless.errors.contains("Say where with --output."), "\(homeless.errors)")
    let palette = try showhide.run(
      ["palette", "in/a.png"], in: folder.path, without: variables)
    #expect(palette.exitCode == 0)
    // A file in the place of the folder cannot be written to, not even by the superuser.
    _ = try folder.write("", to: "home")
    let home = ["HOME": folder.path + "/home"]
    let refused = try kernels.run(
      Self.tune, in: folder.path, environment: home, without: ["XDG_CACHE_HOME"])
    #expect(refused.exitCode == 73)
    #expect(refused.errors.contains("The tuning was not written. '"), "\(refused.errors)")
    let shown = try showhide.run(["palette", "in/a.png"], in: folder.path, environment: home)
    #expect(shown.exitCode == 0)
    #expect(shown.outputBytes == palette.outputBytes)
  }

  @Test(
    "a home that the system does not let be changed is reported",
    .enabled(if: isLinux, notLinux))
  func unchangeableHome() throws {
    let kernels = try BuiltCommand("kernels")
    let denied = try FaultShim.shared.get().run(
      kernels, Self.tune, in: folder.path, .errorsFrom(EROFS), at: 1, under: folder.path + "/real",
      environment: ["HOME": folder.path + "/real", "XDG_CACHE_HOME": ""])
    #expect(denied.wasMet)
    #expect(denied.outcome.exitCode == 73)
    #expect(denied.outcome.errors.contains("The tuning was not written. '"))
  }
}
