internal import CommandTestSupport
internal import Files
internal import ImageCodecs
internal import Pixels
internal import SyntheticImages
internal import Testing

@Suite("Colour metadata is kept or its loss is reported, as built")
struct OutputMetadataTests {
  private let showhide: BuiltShowHide
  private let image: ImageBuffer

  init() throws {
    showhide = try BuiltShowHide()
    image = try #require(SyntheticImage.named("photo")).makeImage(width: 24, height: 16)
  }

  @Test("A profile that libpng refuses for its white point goes from a JPEG into a PNG and on")
  func profile() throws {
    // The head of an ICC profile of RGB whose illuminant (bytes 68 to 79) is not D50.
    var profile = [UInt8](repeating: 0, count: 132)
    profile.replaceSubrange(16..<20, with: Array("RGB ".utf8))
    profile.replaceSubrange(36..<40, with: Array("acsp".utf8))
    profile[3] = 132
    try showhide.write(JPEGEncoder(colorProfile: profile).encode(image), to: "in.jpg")
    for (source, target) in [("in.jpg", "out.png"), ("out.png", "again.png"), ("out.png", "b.jpg")]
    {
      let outcome = try showhide.run(["show", source, "-o", target])
      #expect(outcome.exitCode == 0)
      #expect(
        outcome.errors == "Warning: '\(source)': The colour profile cannot be followed. "
          + "Colours are taken as sRGB.\n")
      #expect(try ImageDecoder().colorProfile(of: showhide.read(target)) == profile)
    }
  }

  @Test("gAMA, cHRM and cICP stay in a PNG, and a JPEG has a profile in their place")
  func tags() throws {
    let tags: [(String, [UInt8])] = [
      ("cICP", [12, 13, 0, 1]), ("gAMA", [0, 1, 0x86, 0xA0]),
      ("cHRM", [UInt8](repeating: 1, count: 32)),
    ]
    let plain = try PNGEncoder().encode(image)
    let tagged = plain[..<33] + tags.flatMap { pngChunk($0, $1) } + plain[33...]
    try showhide.write(Array(tagged), to: "in.png")
    let kept = try showhide.run(["show", "in.png", "-o", "out.png"])
    #expect(kept.exitCode == 0 && kept.errors.isEmpty, "\(kept.errors)")
    let header = try showhide.picture("out.png").header
    #expect(header.colorTags.chunks == Dictionary(uniqueKeysWithValues: tags))
    let lost = try showhide.run(["show", "in.png", "-o", "out.jpg"])
    #expect(lost.exitCode == 0 && lost.errors.isEmpty, "\(lost.errors)")
    let profile = try #require(try ImageDecoder().colorProfile(of: showhide.read("out.jpg")))
    #expect(profile == header.colorTags.profile)
    let palette = try showhide.run(["palette", "in.png"])
    #expect(palette.exitCode == 0)
    #expect(palette.errors.isEmpty, "\(palette.errors)")
    // A curve of light that is not followed.
    let odd = plain[..<33] + pngChunk("cICP", [9, 9, 0, 1]) + plain[33...]
    try showhide.write(Array(odd), to: "odd.png")
    let taken = try showhide.run(["palette", "odd.png"])
    #expect(taken.exitCode == 0)
    #expect(taken.errors.contains("Colours are taken as sRGB."), "\(taken.errors)")
    let said = try showhide.run(["show", "odd.png", "-o", "odd.jpg"])
    #expect(said.errors.contains("has no place for"), "\(said.errors)")
  }

  @Test("What only repeats that colours are sRGB's is no loss")
  func standardTags() throws {
    let plain = try PNGEncoder().encode(image)
    let tagged =
      plain[..<33] + pngChunk("sRGB", [0]) + pngChunk("gAMA", [0, 0, 0xB1, 0x8F]) + plain[33...]
    try showhide.write(Array(tagged), to: "in.png")
    let outcome = try showhide.run(["show", "in.png", "-o", "out.jpg"])
    #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
  }

  @Test("Sixteen bits become eight, which is said")
  func deepSamples() throws {
    try showhide.write(
      readFile(at: Fixtures.path("Corpus/png/valid/basn2c16.png")), to: "in.png")
    let outcome = try showhide.run(["show", "in.png", "-o", "out.png"])
    #expect(outcome.exitCode == 0)
    #expect(
      outcome.errors
        == "Warning: 'in.png': Samples of 16 bits were rounded to 8, which is what is written.\n")
    #expect(try showhide.run(["show", "in.png", "-o", "q.png", "--quiet"]).errors.isEmpty)
  }

  @Test("Metadata stay; --strip leaves them out, all or only where it was taken")
  func strip() throws {
    let xmp = Array("<x:xmpmeta dc:rights=\"Ada\" photoshop:City=\"Bonn\"/>".utf8)
    let metadata = PictureMetadata(xmp: xmp, resolution: PictureResolution(x: 240, y: 240))
    try showhide.write(
      ImageFormat.jpeg.encode(image, ImageEncoding(orientation: .right, metadata: metadata)),
      to: "in.jpg")
    for (arguments, wanted, unwanted) in [
      ([], ["Ada", "Bonn"], []), (["--strip", "location"], ["Ada"], ["Bonn"]),
      (["--strip"], [], ["Ada", "Bonn", "pHYs"]),
    ] as [([String], [String], [String])] {
      let outcome = try showhide.run(["show"] + arguments + ["in.jpg", "-o", "out.png", "--force"])
      #expect(outcome.exitCode == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
      let text = String(decoding: try showhide.read("out.png"), as: UTF8.self)
      for word in wanted { #expect(text.contains(word), "\(arguments)") }
      for word in unwanted { #expect(!text.contains(word), "\(arguments)") }
      #expect(try showhide.picture("out.png").image.width == 16)
    }
    let wrong = try showhide.run(["show", "in.jpg", "-o", "out.png", "--strip=exif"])
    #expect(wrong.exitCode == 64 && wrong.errors.contains("--strip"), "\(wrong.errors)")
  }

  @Test("An animation is not replaced by its first picture unless that is asked for")
  func animation() throws {
    let plain = try PNGEncoder().encode(image)
    let animated = plain[..<33] + pngChunk("acTL", [0, 0, 0, 3, 0, 0, 0, 0]) + plain[33...]
    try showhide.write(Array(animated), to: "in.png")
    let refused = try showhide.run(["show", "in.png", "-o", "./in.png", "--force"])
    #expect(refused.exitCode == 73 && refused.errors.contains("--first-frame"), "\(refused.errors)")
    #expect(try showhide.read("in.png") == Array(animated))
    let warning = "Only its first picture was taken."
    let other = try showhide.run(["show", "in.png", "-o", "out.png"])
    #expect(other.exitCode == 0 && other.errors.split(separator: "\n").count == 1)
    #expect(other.errors.contains(warning), "\(other.errors)")
    let replaced = try showhide.run(
      ["show", "in.png", "-o", "in.png", "--force", "--first-frame"])
    #expect(replaced.exitCode == 0 && replaced.errors.contains(warning), "\(replaced.errors)")
    #expect(try showhide.picture("in.png").header.pictureCount == 1)
  }

  @Test("A JPEG of high quality has colour for each pixel, so that grey beside colour is grey")
  func chroma() throws {
    // Columns of red and blue in turns: one of them becomes grey.
    var stripes = try ImageBuffer(width: 32, height: 32)
    for y in 0..<32 {
      for x in 0..<32 {
        stripes[x, y] =
          x % 2 == 0 ? RGBA8(red: 220, green: 20, blue: 20) : RGBA8(red: 20, green: 20, blue: 220)
      }
    }
    try showhide.write(PNGEncoder().encode(stripes), to: "in.png")
    for (options, isFine) in [
      ([], true), (["--quality", "95"], true), (["--quality", "89"], false),
      (["--chroma", "420"], false), (["--quality", "80", "--chroma", "444"], true),
    ] as [([String], Bool)] {
      let outcome = try showhide.run(
        ["show", "in.png", "-o", "out.jpg", "--color", "hue:0", "--force"] + options)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      let image = try showhide.picture("out.jpg").image
      let grey = (8..<24).map { image[2 * ($0 / 2) + 1, $0] }
      let colour = grey.map { abs(Int($0.red) - Int($0.blue)) }.max() ?? 255
      #expect(isFine ? colour < 40 : colour > 40, "\(options): \(colour)")
    }
    for wrong in [["--chroma", "422"], ["--effort", "0"]] {
      #expect(try showhide.run(["show", "in.png", "-o", "out.jpg"] + wrong).exitCode == 64)
    }
  }
}
