internal import CommandTestSupport
internal import DominantColor
internal import FilePalettes
internal import Foundation
internal import ImageCodecs
internal import OrderedJSON
internal import Pixels
internal import ShowHide
internal import Testing

@testable import ShowHideCommand

@Suite("--without in every command that looks for the colours of a picture")
struct LeavingOutTests {
  private let showhide: BuiltShowHide

  init() throws {
    showhide = try BuiltShowHide()
    try showhide.write(PNGEncoder().encode(Self.product()), to: "product.png")
    try showhide.write(PNGEncoder().encode(Self.print()), to: "print.png")
  }

  /// A strong blue ground, a red thing of 4 % and a green one of 2 %.
  private static func product() throws -> ImageBuffer {
    var image = try ImageBuffer(width: 100, height: 80)
    for y in 0..<80 {
      for x in 0..<100 {
        image[x, y] =
          40..<56 ~= x && 20..<40 ~= y
          ? RGBA8(red: 200, green: 20, blue: 30)
          : 60..<76 ~= x && 50..<60 ~= y
            ? RGBA8(red: 30, green: 160, blue: 40) : RGBA8(red: 30, green: 60, blue: 200)
      }
    }
    return image
  }

  /// White with black letters: nothing else.
  private static func print() throws -> ImageBuffer {
    var image = try ImageBuffer(width: 20, height: 20)
    for y in 0..<20 {
      for x in 0..<20 {
        let level: UInt8 = 5..<9 ~= x && 5..<15 ~= y ? 4 : 253
        image[x, y] = RGBA8(red: level, green: level, blue: level)
      }
    }
    return image
  }

  @Test("show takes the hue of what is left, and the share of the picture that has it")
  func show() throws {
    let all = try showhide.run(["show", "product.png", "-o", "all.png"])
    #expect(all.output.contains("hue 229°"), "\(all.output)")
    let left = try showhide.run(
      ["show", "product.png", "-o", "left.png", "--without", "background"])
    #expect(left.exitCode == 0, "\(left.errors)")
    #expect(
      left.output.contains("hue 356° ± 20°, 4.0 % of the visible pixels"), "\(left.output)")
    let red = ColorSelection.hue(
      HueRange(scale: HueScale(), center: 356, tolerance: 20), feather: 10)
    #expect(
      try showhide.picture("left.png").image
        == Effect.show.applied(to: Self.product(), selecting: red))
  }

  @Test("the accent is one of what is left, and where nothing is the answer says so")
  func accent() throws {
    let left = try showhide.run(
      ["both", "product.png", "-o", "left.png", "--color", "accent", "--without", "background"])
    #expect(left.exitCode == 0 && left.output.contains("(#1ea028)"), "\(left.output)")
    let none = try showhide.run(
      ["hide", "print.png", "-o", "none.png", "--color", "accent", "--without", "white,black"])
    #expect(none.exitCode == 65)
    #expect(none.errors.contains("no accent: --without leaves out every visible pixel."))
    for without in ["white,black", "grey", "background,black"] {
      let grey = try showhide.run(
        ["show", "print.png", "-o", "grey.png", "--force", "--without", without])
      #expect(grey.exitCode == 0)
      #expect(
        grey.output.contains("no dominant hue: --without leaves out every visible pixel"),
        "\(without): \(grey.output)")
    }
    let some = try showhide.run(["show", "print.png", "-o", "grey.png", "--force"])
    #expect(some.output.contains("no dominant hue: every visible pixel is grey"))
  }

  @Test(
    "a picture that is streamed is looked at without its background like one that is held",
    arguments: ["auto", "accent"], [nil, PictureRegion(x: 30, y: 10, width: 50, height: 60)])
  func streamed(color: String, region: PictureRegion?) async throws {
    var change = PictureChange(
      [.show],
      selecting: try SelectionRequest(
        color: color, tolerance: nil, feather: nil,
        leavingOut: try LeftOutColors(["background,white"])))
    change.region = region
    let saving = SavingOptions(files: OutputFiles(replacesExisting: true))
    func run(_ name: String, held: Bool) async throws -> String {
      var work = PictureWork(
        decoder: ImageDecoder(), saving: saving, change: change, threads: held ? 1 : 2)
      if !held { (work.mostPixelsHeld, work.pixelsPerBand, work.pixelsPerPNGBand) = (0, 1, 1) }
      let output = showhide.folder.appending(path: name).path()
      return try await work.run(
        Input(path: showhide.folder.appending(path: "product.png").path()), outputs: [output]
      ).words
    }
    let words = try await run("held.png", held: true)
    #expect(try await run("streamed.png", held: false) == words)
    #expect(words.contains(color == "auto" ? "hue 356°" : "the accent"), "\(words)")
    #expect(
      try showhide.picture("streamed.png").image == showhide.picture("held.png").image)
  }

  @Test("sunflower and theme take it too, and say where nothing is left")
  func seriesAndTheme() throws {
    let drawn = try showhide.run(
      ["sunflower", "product.png", "print.png", "-o", "s.svg", "--without", "background"])
    #expect(drawn.exitCode == 0 && drawn.errors.isEmpty, "\(drawn.errors)")
    let circles = String(decoding: try showhide.read("s.svg"), as: UTF8.self)
    #expect(circles.contains("#c8141e") && circles.contains("#040404"))
    #expect(!circles.contains("#1e3cc8") && !circles.contains("#fdfdfd"))
    let empty = try showhide.run(
      ["sunflower", "print.png", "-o", "e.svg", "--without", "white,black"])
    #expect(empty.exitCode == 0)
    #expect(
      empty.errors.contains(
        "'print.png': It has no dominant colour: --without leaves out every visible pixel."))

    let theme = try showhide.run(
      ["theme", "product.png", "--format", "json", "--without", "background"])
    #expect(theme.exitCode == 0, "\(theme.errors)")
    #expect(!theme.output.contains("#1e3cc8"))
    let none = try showhide.run(["theme", "print.png", "--without", "grey=4"])
    #expect(none.exitCode == 65)
    #expect(none.errors.contains("no theme: --without leaves out every visible pixel."))
  }

  @Test("what cannot be meant is refused before a picture is opened")
  func refused() throws {
    for (arguments, words) in [
      (
        ["show", "product.png", "-o", "a.png", "--color", "teal", "--without", "white"],
        "--color teal names one"
      ),
      (["theme", "product.png", "--without", "whyte"], "Did you mean 'white'?"),
      (["sunflower", "product.png", "-o", "a.svg", "--without", "white=256"], "0 to 255"),
      (["hide", "product.png", "-o", "a.png", "--without", "background=9"], "takes no level"),
    ] {
      let outcome = try showhide.run(arguments)
      #expect(outcome.exitCode == 64, "\(arguments)")
      #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }
  }
}
