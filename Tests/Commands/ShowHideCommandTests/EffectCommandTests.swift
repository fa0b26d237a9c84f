internal import CommandTestSupport
internal import CommandText
internal import DominantColor
internal import ImageCodecs
internal import Pixels
internal import Reporting
internal import ShowHide
internal import SyntheticImages
internal import Testing

@Suite("showhide show, hide, both and filter, as built")
struct EffectCommandTests {
  private let showhide: BuiltShowHide
  private let image: ImageBuffer

  init() throws {
    showhide = try BuiltShowHide()
    image = try #require(SyntheticImage.named("photo")).makeImage(width: 48, height: 32)
    try showhide.write(PNGEncoder().encode(image), to: "photo.png")
  }

  @Test("a photo becomes what the library makes of it")
  func show() throws {
    let outcome = try showhide.run(["show", "photo.png", "-o", "out.png", "--tolerance", "15"])
    #expect(outcome.exitCode == 0)
    #expect(outcome.errors.isEmpty)
    let analysis = Analysis(of: image)
    let range = try #require(analysis.hues.mostVividRange(tolerance: 15))
    let share = Decimals.percent(analysis.share(of: range))
    #expect(
      outcome.output
        == "photo.png → out.png: hue \(range.center)° ± 15°, \(share) of the visible pixels\n")
    let expected = try analysis.image(
      showing: analysis.dominantSelection(tolerance: 15, feather: 10))
    #expect(try showhide.picture("out.png").image == expected)
  }

  @Test("both writes the pair, for each way of naming a colour")
  func both() throws {
    let edge = SoftEdge(tolerance: 250, feather: 30)
    let selections: [(String, [String], ColorSelection)] = [
      (
        "hue:210", ["--tolerance", "30", "--feather", "4"],
        .hue(HueRange(scale: HueScale(), center: 210, tolerance: 30), feather: 4)
      ),
      (
        "#336699", ["--tolerance", "25", "--feather", "3"],
        .near(RGB8(red: 0x33, green: 0x66, blue: 0x99), edge: edge)
      ),
    ]
    for (name, options, selection) in selections {
      let outcome = try showhide.run(
        ["both", "photo.png", "-o", "out.png", "--color", name, "--force"] + options)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      for effect in Effect.allCases {
        let file = "out-\(effect.rawValue).png"
        #expect(
          try showhide.picture(file).image == effect.applied(to: image, selecting: selection))
      }
    }
  }

  @Test("--color accent is the picture's own; a picture without one is an error that says why")
  func accent() throws {
    var scene = try ImageBuffer(width: 60, height: 40)
    for y in 0..<40 {
      for x in 0..<60 {
        let level = UInt8(90 + x)
        scene[x, y] =
          20..<28 ~= x && 10..<18 ~= y
          ? RGBA8(red: 205, green: 30, blue: 40)
          : RGBA8(red: level, green: level - 10, blue: level - 20)
      }
    }
    try showhide.write(PNGEncoder().encode(scene), to: "scene.png")
    let outcome = try showhide.run(["show", "scene.png", "-o", "out.png", "--color", "accent"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("near the accent "))
    #expect(
      outcome.output.contains(
        "(#cd1e28), ± 10 %, \(Decimals.percent(64.0 / 2400)) of the visible pixels"))
    let expected = try Effect.show.applied(
      to: scene,
      selecting: .near(
        RGB8(red: 205, green: 30, blue: 40), edge: SoftEdge(tolerance: 100, feather: 50)))
    #expect(try showhide.picture("out.png").image == expected)
    #expect(expected[24, 14] == scene[24, 14])
    #expect(expected[5, 5].red == expected[5, 5].blue)

    for (options, reason) in [
      (["--region", "0,0,10,10"], "no colour of the palette is strong"),
      (
        ["--region", "20,10,8,8"], "the only strong colour covers half of the picture or more"
      ), (["--region", "90,90,8,8"], "the palette has no colours"),
    ] {
      let refused = try showhide.run(
        ["hide", "scene.png", "-o", "no.png", "--color", "accent"] + options)
      #expect(refused.exitCode == 65)
      #expect(refused.errors.contains("'scene.png': no accent: \(reason)."), "\(refused.errors)")
    }
    #expect(try !showhide.names().contains("no.png"))
  }

  @Test("--color brand is what stands for a logo; one of greys is an error")
  func brand() throws {
    // A red sign on a teal ground, with black letters; the sign touches the left border.
    var logo = try ImageBuffer(width: 60, height: 40)
    let (teal, red) = (RGBA8(red: 0, green: 128, blue: 128), RGBA8(red: 205, green: 30, blue: 40))
    for y in 0..<40 {
      for x in 0..<60 {
        let isLetter = 30..<60 ~= x && 8..<32 ~= y && x % 6 < 3
        logo[x, y] =
          x < 20 && 4..<36 ~= y ? red : isLetter ? RGBA8(red: 0, green: 0, blue: 0) : teal
      }
    }
    try showhide.write(PNGEncoder().encode(logo), to: "logo.png")
    let outcome = try showhide.run(["show", "logo.png", "-o", "out.png", "--color", "brand"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("near the brand colour "), "\(outcome.output)")
    #expect(
      outcome.output.contains(
        "(#cd1e28), ± 10 %, \(Decimals.percent(640.0 / 2400)) of the visible pixels"))
    let kept = try showhide.picture("out.png").image
    #expect(kept[10, 20] == red && kept[25, 2].red == kept[25, 2].blue)
    // Of the ground alone, that is its colour.
    let ground = try showhide.run(
      ["hide", "logo.png", "-o", "ground.png", "--color", "brand", "--region", "22,0,6,40"])
    #expect(ground.output.contains("(#008080)"), "\(ground.output)\(ground.errors)")
    let left = try showhide.run(
      ["hide", "logo.png", "-o", "left.png", "--color", "brand", "--without", "background"])
    #expect(left.output.contains("(#cd1e28)"), "\(left.output)\(left.errors)")

    for y in 0..<40 {
      for x in 0..<60 {
        let level = logo[x, y].red
        logo[x, y] = RGBA8(red: level, green: level, blue: level)
      }
    }
    try showhide.write(PNGEncoder().encode(logo), to: "grey.png")
    let refused = try showhide.run(["hide", "grey.png", "-o", "no.png", "--color", "brand"])
    #expect(refused.exitCode == 65)
    #expect(
      refused.errors.contains(
        "'grey.png': no brand colour: the picture has no colours but greys."),
      "\(refused.errors)")
    #expect(try !showhide.names().contains("no.png"))
  }

  @Test("--color accent finds the small red thing of a photo that the page offers")
  func accentOfAPhoto() throws {
    let photo = Fixtures.path("Photos/china.jpg")
    let outcome = try showhide.run(["show", photo, "-o", "red.png", "--color", "accent"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("near the accent dusty orange (#ef8440)"), "\(outcome.output)")
  }

  @Test("a file is replaced only with --force, and never in part")
  func force() throws {
    try showhide.write([1, 2, 3], to: "out.png")
    let refused = try showhide.run(["hide", "photo.png", "-o", "out.png"])
    #expect(refused.exitCode == 73)
    #expect(
      refused.errors
        == "Error: 'out.png' exists already and was not replaced. Use --force to replace it.\n")
    #expect(try showhide.read("out.png") == [1, 2, 3])
    #expect(try showhide.run(["hide", "photo.png", "-o", "out.png", "--force"]).exitCode == 0)
    #expect(try showhide.picture("out.png").image.width == 48)
    #expect(try showhide.names() == ["out.png", "photo.png"])
  }

  @Test("a picture stays turned as it was between the formats", arguments: ["in.jpg", "in.png"])
  func orientation(name: String) throws {
    let bytes =
      name.hasSuffix("png")
      ? try PNGEncoder(orientation: .right).encode(image)
      : try JPEGEncoder(orientation: .right).encode(image)
    try showhide.write(bytes, to: name)
    for output in ["out.jpg", "out.png"] {
      let outcome = try showhide.run(["show", name, "-o", output])
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      let picture = try showhide.picture(output)
      let header = picture.header
      #expect(header.format == (output == "out.jpg" ? .jpeg : .png))
      // Few programs turn a PNG: its pixels are turned instead.
      #expect(header.orientation == (output == "out.jpg" ? .right : .up))
      #expect((header.width, header.height) == (output == "out.jpg" ? (48, 32) : (32, 48)))
      if name.hasSuffix("png"), output == "out.png" {
        #expect(try showhide.run(["show", "photo.png", "-o", "unturned.png"]).exitCode == 0)
        let unturned = try showhide.picture("unturned.png").image
        #expect(try picture.image == ImageOrientation.right.upright(unturned))
      }
    }
  }

  @Test("one failed file does not stop the others, and names the exit code")
  func failures() throws {
    try showhide.write(Array("no picture".utf8), to: "in/b.png")
    try showhide.write(PNGEncoder().encode(image), to: "in/a.png")
    try showhide.write(JPEGEncoder().encode(image), to: "in/c")
    let outcome = try showhide.run(
      ["show", "in/b.png", "in", "missing.png", "'no*match'", "-o", "out", "--jobs", "3"])
    #expect(outcome.exitCode == 65)
    #expect(
      outcome.errors == """
        Warning: 'in': 1 of 3 entries were skipped: 1 not a PNG, JPEG, WebP, GIF, AVIF, HEIC, TIFF or BMP.
        Error: 'in/b.png': This is a text file, not a PNG, JPEG, WebP, GIF, AVIF, HEIC, TIFF or BMP.
        Error: 'missing.png' does not exist.
        Error: ''no*match'': no file has a name like this.

        """)
    #expect(outcome.output.split(separator: "\n").count == 2)
    #expect(try showhide.names(in: "out") == ["a-show.png", "c-show.jpg"])
  }

  @Test("patterns are matched when no shell did it")
  func patterns() throws {
    try showhide.write(PNGEncoder().encode(image), to: "in/a1.png")
    try showhide.write(PNGEncoder().encode(image), to: "in/a2.png")
    try showhide.write(PNGEncoder().encode(image), to: "in/b1.png")
    let outcome = try showhide.run(["hide", "in/a?.png", "-o", "out/deep/", "--quiet"])
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.isEmpty)
    #expect(try showhide.names(in: "out/deep") == ["a1-hide.png", "a2-hide.png"])
  }

  @Test("outputs that cannot be are told before anything is read")
  func impossibleOutputs() throws {
    try showhide.write(PNGEncoder().encode(image), to: "other/photo.png")
    let cases: [([String], Int32, String)] = [
      (["photo.png", "-o", "out.gif"], 64, "'out.gif' does not say a format."),
      (["photo.png", "photo.png", "-o", "out"], 64, "would both be written to"),
      (["photo.png", "other/photo.png", "-o", "photo.png"], 64, "'photo.png' is a file"),
      (["photo.png", "-o", "nowhere/out.png"], 73, "the folder does not exist"),
      (["photo.png", "-o", "photo.png/"], 64, "'photo.png/' is a file"),
    ]
    for (arguments, code, words) in cases {
      let outcome = try showhide.run(["show"] + arguments)
      #expect(outcome.exitCode == code, "\(arguments)")
      #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }
    #expect(try showhide.names() == ["other", "photo.png"])
  }

  @Test("transparent pixels need a background in a JPEG")
  func background() throws {
    let soft = try #require(SyntheticImage.named("alpha")).makeImage(width: 32, height: 32)
    try showhide.write(PNGEncoder().encode(soft), to: "soft.png")
    let refused = try showhide.run(["show", "soft.png", "-o", "out.jpg"])
    #expect(refused.exitCode == 73)
    #expect(refused.errors.contains("choose a background, or write a PNG"))
    let taken = try showhide.run(["show", "soft.png", "-o", "out.jpg", "--background", "white"])
    #expect(taken.exitCode == 0)
    #expect(try showhide.picture("out.jpg").image[0, 0].color.red > 250)
  }

  @Test("a grey picture has no dominant hue, which is said and no error")
  func grey() throws {
    let grey = try ImageBuffer(
      width: 2, colors: Array(repeating: RGB8(red: 9, green: 9, blue: 9), count: 4))
    try showhide.write(PNGEncoder().encode(grey), to: "grey.png")
    let outcome = try showhide.run(
      ["show", "-", "-o", "out.png"], input: showhide.read("grey.png"))
    #expect(outcome.exitCode == 0)
    #expect(
      outcome.output
        == "- → out.png: no dominant hue: every visible pixel is grey, and grey has no hue\n")
    #expect(try showhide.picture("out.png").image == grey)
  }

  @Test("a picture to standard output is that of a file, and the line about it a message")
  func standardOutput() throws {
    let photo = try showhide.read("photo.png")
    for name in ["png", "jpeg"] {
      let file = try showhide.run(["show", "photo.png", "-o", "out.\(name)"])
      let piped = try showhide.run(["show", "-", "-o", "-", "--format", name], input: photo)
      #expect(piped.exitCode == 0)
      #expect(try piped.outputBytes == showhide.read("out.\(name)"))
      let words = file.output.replacing("photo.png → out.\(name)", with: "- → standard output")
      #expect(piped.errors == words)
    }
    let usual = try showhide.run(["filter", "photo.png", "-o", "-", "--quiet"])
    #expect(usual.outputBytes.starts(with: [0x89] + Array("PNG".utf8)) && usual.errors.isEmpty)
    let missing = try showhide.run(["show", "missing.png", "-o", "-"])
    #expect(missing.exitCode == 66 && missing.outputBytes.isEmpty)
  }

  @Test("what cannot go to standard output is told, with the number")
  func severalToStandardOutput() throws {
    let pair = try showhide.run(["both", "photo.png", "-o", "-"])
    #expect(pair.exitCode == 64 && pair.outputBytes.isEmpty)
    #expect(pair.errors.contains("Standard output takes one picture, and 2 would be made."))
    let gif = try showhide.run(["show", "photo.png", "-o", "-", "--format", "gif"])
    #expect(gif.exitCode == 64 && gif.errors.contains("'gif'"))
    let named = try showhide.run(["show", "photo.png", "-o", "out.png", "--format", "jpeg"])
    #expect(named.exitCode == 64 && named.errors.contains("'out.png'"))
  }

  @Test("filter lets thresholds pass")
  func filter() throws {
    let outcome = try showhide.run([
      "filter", "photo.png", "-o", "out.png", "--red", "100", "--blue", "20..180",
    ])
    #expect(
      outcome.output
        == "photo.png → out.png: red 100, green 0..255, blue 20..180, outside zero\n")
    var expected = image
    ChannelFilter(red: 100...255, blue: 20...180).apply(to: &expected)
    #expect(try showhide.picture("out.png").image == expected)
  }
}
