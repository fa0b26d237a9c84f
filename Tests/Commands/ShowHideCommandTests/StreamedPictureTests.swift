internal import CommandTestSupport
internal import DominantColor
internal import Files
internal import ImageCodecs
internal import Pixels
internal import ShowHide
internal import SyntheticImages
internal import Testing

@testable import ShowHideCommand

@Suite("A picture that is streamed becomes what it would have become in one piece")
struct StreamedPictureTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { PathParts.join(folder.path, name) }

  /// Shows and hides by the dominant hue, which takes a pass of its own.
  private static func change(
    _ effects: [Effect], color: String = "auto"
  ) throws -> PictureChange {
    PictureChange(
      effects, selecting: try SelectionRequest(color: color, tolerance: 15, feather: 6))
  }

  @Test(
    "from every kind of file into both formats, in bands of any size",
    arguments: ["in.jpg", "progressive.jpg", "opaque.png", "alpha.png"],
    ["auto", "accent", "brand"])
  func sameAsHeld(name: String, color: String) async throws {
    var opaque = try #require(SyntheticImage.named("photo")).makeImage(width: 203, height: 171)
    var alpha = try #require(SyntheticImage.named("alpha")).makeImage(width: 203, height: 171)
    // So that there is an accent.
    for y in 60..<90 {
      for x in 40..<80 {
        opaque[x, y] = RGBA8(red: 230, green: 20, blue: 30)
        alpha[x, y] = opaque[x, y]
      }
    }
    let bytes: [UInt8] =
      switch name {
      case "in.jpg": try JPEGEncoder(orientation: .right).encode(opaque)
      case "progressive.jpg": try JPEGEncoder(isProgressive: true).encode(opaque)
      case "opaque.png": try PNGEncoder().encode(opaque)
      default: try PNGEncoder().encode(alpha)
      }
    try writeFile(bytes, to: path(name), replacingExisting: true)
    let ending = name == "in.jpg" ? "jpg" : "png"
    let saving = SavingOptions(files: OutputFiles(replacesExisting: true))
    let change = try Self.change([.show, .hide], color: color)
    let held = PictureWork(decoder: ImageDecoder(), saving: saving, change: change, threads: 1)
    let outputs = ["show.\(ending)", "hide.\(ending)"].map { path("held-" + $0) }
    let expected = try await held.run(Input(path: path(name)), outputs: outputs)
    for (pixels, threads) in [(1, 1), (203 * 32, 2), (203 * 64, 3), (1 << 20, 2)] {
      let streamed = PictureWork(
        decoder: ImageDecoder(), saving: saving, change: change, threads: threads,
        mostPixelsHeld: 0, pixelsPerBand: pixels, pixelsPerPNGBand: pixels)
      let targets = ["show.\(ending)", "hide.\(ending)"].map { path("streamed-" + $0) }
      let outcome = try await streamed.run(Input(path: path(name)), outputs: targets)
      #expect(outcome.words == expected.words && outcome.warnings == expected.warnings)
      for (target, output) in zip(targets, outputs) {
        let picture = try ImageDecoder().decode(readFile(at: target))
        let whole = try ImageDecoder().decode(readFile(at: output))
        #expect(picture.image == whole.image)
        #expect(picture.header == whole.header)
      }
    }
  }

  @Test("turned upright from every orientation", arguments: ImageOrientation.allCases)
  func turned(orientation: ImageOrientation) async throws {
    let image = try #require(SyntheticImage.named("photo")).makeImage(width: 203, height: 171)
    try writeFile(
      JPEGEncoder(orientation: orientation).encode(image), to: path("in.jpg"),
      replacingExisting: false)
    let saving = SavingOptions(files: OutputFiles(replacesExisting: true))
    let change = try Self.change([.show, .hide])
    let held = PictureWork(decoder: ImageDecoder(), saving: saving, change: change, threads: 1)
    let outputs = ["held-show.png", "held-hide.png"].map(path)
    _ = try await held.run(Input(path: path("in.jpg")), outputs: outputs)
    for pixels in [1, 203 * 3, 171 * 7 + 1, 1 << 20] {
      let streamed = PictureWork(
        decoder: ImageDecoder(), saving: saving, change: change, threads: 2,
        mostPixelsHeld: 0, pixelsPerBand: pixels, pixelsPerPNGBand: pixels)
      let targets = ["show.png", "hide.png"].map(path)
      _ = try await streamed.run(Input(path: path("in.jpg")), outputs: targets)
      for (target, output) in zip(targets, outputs) {
        let picture = try ImageDecoder().decode(readFile(at: target))
        let whole = try ImageDecoder().decode(readFile(at: output))
        #expect(picture.image == whole.image, "bands of \(pixels)")
        #expect(picture.header == whole.header)
      }
    }
    // Nothing is left where rows waited.
    #expect(
      try folder.names() == ["held-hide.png", "held-show.png", "hide.png", "in.jpg", "show.png"])
  }

  @Test("a file that is cut short leaves no output, and with partial images the rows it has")
  func cutShort() async throws {
    let image = try #require(SyntheticImage.named("photo")).makeImage(width: 64, height: 200)
    let bytes = try PNGEncoder(compressionLevel: 0).encode(image)
    try writeFile(
      Array(bytes.prefix(bytes.count / 2)), to: path("cut.png"), replacingExisting: true)
    let change = try Self.change([.show])
    for partial in [false, true] {
      let work = PictureWork(
        decoder: ImageDecoder(allowsPartialImages: partial), saving: SavingOptions(),
        change: change, threads: 2, mostPixelsHeld: 0, pixelsPerBand: 64 * 16,
        pixelsPerPNGBand: 64 * 16)
      let outcome = try? await work.run(
        Input(path: path("cut.png")), outputs: [path("out.png")])
      #expect((outcome != nil) == partial)
      #expect(try folder.names() == (partial ? ["cut.png", "out.png"] : ["cut.png"]))
    }
    let written = try ImageDecoder().decode(readFile(at: path("out.png"))).image
    #expect(written.height == 200 && written[0, 0].alpha == 255 && written[0, 199].alpha == 0)
  }
}
