internal import ImageCodecs
internal import Pixels
internal import SyntheticImages
internal import Testing

@Suite("A damaged file gets the same verdict from every command and method, as built")
struct DamageJudgementTests {
  private let showhide: BuiltShowHide

  init() throws { showhide = try BuiltShowHide() }

  /// As large as those that are read in outline where they are baseline.
  private static let progressive = Result {
    let image = try #require(SyntheticImage.named("photo")).makeImage(width: 1600, height: 1400)
    return try JPEGEncoder(quality: 90, isProgressive: true).encode(image)
  }

  @Test("A progressive JPEG that is cut short is refused by all; all take its rows with --partial")
  func cutShort() throws {
    let whole = try Self.progressive.get()
    try showhide.write(Array(whole.prefix(whole.count * 3 / 5)), to: "cut.jpg")
    try showhide.write(whole, to: "whole.jpg")
    for arguments in [
      ["palette"], ["palette", "--exact"], ["palette", "--method", "kmeans"],
      ["palette", "--method", "hue"], ["show", "-o", "out.png", "--force"],
    ] {
      let outcome = try showhide.run(arguments + ["cut.jpg"])
      #expect(outcome.exitCode == 65, "\(arguments)")
      #expect(
        outcome.errors.hasSuffix("fetch it again, or allow partial images. (--partial)\n"),
        "\(outcome.errors)")
      let partial = try showhide.run(arguments + ["cut.jpg", "--partial"])
      #expect(partial.exitCode == 0)
      // Who allowed it is not advised to.
      #expect(partial.errors.contains("The JPEG data ends"), "\(partial.errors)")
      #expect(!partial.errors.contains("allow partial images"), "\(partial.errors)")
      #expect(try showhide.run(arguments + ["whole.jpg"]).exitCode == 0)
    }
  }

  @Test("A JPEG of more scans than allowed is refused by all")
  func scans() throws {
    try showhide.write(Self.progressive.get(), to: "in.jpg")
    for arguments in [["palette"], ["palette", "--exact"], ["show", "-o", "out.png"]] {
      let outcome = try showhide.run(arguments + ["in.jpg", "--max-scans", "5"])
      #expect(outcome.exitCode == 65, "\(arguments)")
      #expect(outcome.errors.contains("more scans than the limit of 5."), "\(outcome.errors)")
    }
  }

  @Test("Palettes that cannot be drawn leave no file and no success")
  func emptyStrip() throws {
    try showhide.write(Array("text".utf8), to: "a.png")
    for format in ["png"] {
      let outcome = try showhide.run(["palette", "a.png", "--format", format, "-o", "strip.png"])
      #expect(outcome.exitCode == 65)
      #expect(try showhide.names() == ["a.png"])
    }
    let empty = try showhide.run(
      ["palette", "--files-from", "-", "--format", "png", "-o", "strip.png"])
    #expect(empty.exitCode == 66)
    #expect(try showhide.names() == ["a.png"])
  }

  @Test("Two files that each take most of the memory are read one after the other")
  func sharedMemory() throws {
    // Coefficients of 1600 × 1400 pixels: 6.8 MB, and with the rows less than 8.
    for name in ["a.jpg", "b.jpg", "c.jpg"] {
      try showhide.write(Self.progressive.get(), to: name)
    }
    let outcome = try showhide.run(
      ["palette", "a.jpg", "b.jpg", "c.jpg", "--jobs", "3", "--max-memory", "8", "--exact"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.split(separator: "\n\n").count == 3)
    let refused = try showhide.run(["palette", "a.jpg", "--max-memory", "4"])
    #expect(refused.exitCode == 65)
    #expect(refused.errors.contains("above the limit of 4 MB."), "\(refused.errors)")
  }
}
