internal import CommandTestSupport
internal import DominantColor
internal import Files
internal import Foundation
internal import ImageCodecs
internal import OrderedJSON
internal import Pixels
internal import Reporting
internal import SyntheticImages
internal import Testing

@Suite("showhide palette and sunflower, as built")
struct PaletteCommandTests {
  private let showhide: BuiltShowHide

  init() throws { showhide = try BuiltShowHide() }

  private func write(_ name: String, to file: String, orientation: ImageOrientation = .up) throws {
    let image = try #require(SyntheticImage.named(name)).makeImage(width: 40, height: 30)
    try showhide.write(PNGEncoder(orientation: orientation).encode(image), to: file)
  }

  @Test("JSON keeps its promise: schema 1, and the numbers of the library")
  func json() throws {
    try write("alpha", to: "a.png", orientation: .left)
    let outcome = try showhide.run([
      "palette", "a.png", "--format", "json", "--count", "3", "--method", "histogram",
    ])
    #expect(outcome.exitCode == 0)
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.outputBytes)) as? [String: Any])
    #expect(document["schema"] as? Int == 1)
    let images = try #require(document["images"] as? [[String: Any]])
    let image = try #require(images.first)
    #expect(
      image.keys.sorted()
        == [
          "dominant", "exact", "height", "path", "shortage", "swatches", "visible", "warnings",
          "width",
        ])
    #expect(image["width"] as? Int == 30 && image["height"] as? Int == 40)
    let palette = Dominant.palette(
      of: try showhide.picture("a.png").image, method: .histogram,
      options: PaletteOptions(count: 3))
    #expect(image["visible"] as? Int == Int(palette.tally.counted))
    let swatches = try #require(image["swatches"] as? [[String: Any]])
    #expect(
      swatches.map { $0["color"] as? String } == palette.swatches.map { $0.color.description })
    #expect(swatches.map { $0["count"] as? Int } == palette.swatches.map { Int($0.count) })
    #expect(
      swatches.map { $0["population"] as? Double } == palette.swatches.map { $0.population })
    let dominant = try #require(image["dominant"] as? [String: Any])
    #expect(dominant["color"] as? String == palette.dominant?.color.description)
    #expect(dominant["count"] as? Int == swatches[0]["count"] as? Int)
  }

  @Test(
    "the picture may decide how many colours there are, and a palette that is shorter than asked says why"
  )
  func chosenCount() throws {
    try showhide.write(
      readFile(at: Fixtures.path("Corpus/photos/flower.jpg")), to: "flower.jpg")
    try showhide.write(
      readFile(at: Fixtures.path("Reports/two-close-brands.png")), to: "brands.png")
    func found(_ name: String, _ count: String) throws -> JSONValue {
      let outcome = try showhide.run(["palette", name, "--count", count, "--format", "json"])
      return try #require(
        JSONValue(parsing: outcome.outputBytes)["images"]?.elements?.first)
    }
    let chosen = try found("flower.jpg", "auto")
    let image = try showhide.picture("flower.jpg").image
    let expected = Dominant.palette(of: image, options: PaletteOptions(choosesCount: true))
    let colors = expected.swatches.map(\.color.description)
    #expect(chosen["swatches"]?.elements?.compactMap { $0["color"]?.string } == colors)
    #expect(2..<PaletteOptions.mostChosen ~= colors.count)
    #expect(chosen["shortage"]?["reason"]?.string == "chosen")
    let many = try found("flower.jpg", "64")
    #expect(many["shortage"]?["reason"]?.string == "othersAreNear")
    #expect(try found("flower.jpg", "3")["shortage"] == nil)
    let exact = try found("brands.png", "5")
    #expect(exact["shortage"]?["reason"]?.string == "noFurtherColors")
    #expect(exact["shortage"]?["message"]?.string == "the picture has no further ones")
    let table = try showhide.run(["palette", "brands.png", "--count", "5"]).output
    #expect(table.contains("\n  2 colours: the picture has no further ones\n"))
    #expect(try !showhide.run(["palette", "brands.png"]).output.contains("further"))
  }

  @Test("a palette is by distinct unless a method is named, and beside it is the dominant colour")
  func defaultMethod() throws {
    try showhide.write(
      readFile(at: Fixtures.path("Corpus/photos/flower.jpg")), to: "flower.jpg")
    func found(_ options: [String]) throws -> JSONValue {
      let outcome = try showhide.run(["palette", "flower.jpg", "--format", "json"] + options)
      return try #require(
        JSONValue(parsing: outcome.outputBytes)["images"]?.elements?.first)
    }
    let usual = try found([])
    #expect(try usual == found(["--method", "distinct"]))
    let windows = try found(["--method", "histogram"])
    #expect(usual["dominant"] == windows["dominant"])
    #expect(try usual["dominant"] == found(["--method", "kmeans"])["dominant"])
    #expect(
      usual["dominant"]?["color"] == windows["swatches"]?.elements?.first?["color"])
    let table = try showhide.run(["palette", "flower.jpg"]).output
    #expect(table.hasSuffix("  dominant colour: #05322f, \(Decimals.percent(0.25))\n"))
  }

  @Test("--without leaves colours out, --roles says what is left or why nothing is")
  func leavingOut() throws {
    var image = try ImageBuffer(width: 40, height: 40)
    for y in 0..<40 {
      for x in 0..<40 {
        image[x, y] =
          y < 30
          ? RGBA8(red: 252, green: 252, blue: 252)
          : x < 20 ? RGBA8(red: 200, green: 20, blue: 30) : RGBA8(red: 10, green: 10, blue: 10)
      }
    }
    try showhide.write(PNGEncoder().encode(image), to: "logo.png")
    func found(_ options: [String]) throws -> JSONValue {
      let outcome = try showhide.run(
        ["palette", "logo.png", "--method", "distinct", "--format", "json"] + options)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      let document = try JSONValue(parsing: outcome.outputBytes)
      return try #require(document["images"]?.elements?.first)
    }
    func colors(_ options: [String]) throws -> [String] {
      try #require(try found(options)["swatches"]?.elements).compactMap { $0["color"]?.string }
    }
    #expect(Set(try colors([])) == ["#fcfcfc", "#c8141e", "#0a0a0a"])
    #expect(Set(try colors(["--without", "white"])) == ["#c8141e", "#0a0a0a"])
    #expect(try colors(["--without", "white,black"]) == ["#c8141e"])
    #expect(Set(try colors(["--without", "white=253"])) == ["#fcfcfc", "#c8141e", "#0a0a0a"])
    #expect(try colors(["--without", "grey"]) == ["#c8141e"])

    let roles = try #require(try found(["--roles"])["roles"])
    #expect(roles["accent"]?["color"]?.string == "#c8141e")
    #expect(roles["brand"]?["color"]?.string == "#c8141e")
    let greys = try #require(try found(["--roles", "--region", "20,0,20,40"])["roles"])
    #expect(greys["brand"]?["absent"]?.string == "the picture has no colours but greys")
    #expect(roles["vibrant"]?["color"]?.string == "#c8141e")
    #expect(roles["darkMuted"]?["color"]?.string == "#0a0a0a")
    #expect(
      roles["lightVibrant"]?["absent"]?.string == "no colour of the palette is strong and light")

    let nothing = try showhide.run(
      ["palette", "logo.png", "--without", "white,black", "--without", "grey=255"])
    #expect(nothing.output.contains("--without leaves out every visible pixel"))
    for wrong in ["background=3", "pink", "white=256", "white=", "", "grey,,black", "black=-1"] {
      let outcome = try showhide.run(["palette", "logo.png", "--without", wrong])
      #expect(outcome.exitCode == 64, "\(wrong)")
    }
  }

  @Test("--without background leaves out what fills the border; --background and --roles tell it")
  func background() throws {
    func image(_ ground: (Int, Int) -> UInt8) throws -> [UInt8] {
      var image = try ImageBuffer(width: 80, height: 60)
      for y in 0..<60 {
        for x in 0..<80 {
          let level = ground(x, y)
          image[x, y] =
            20..<50 ~= x && 20..<40 ~= y
            ? RGBA8(red: 200, green: 20, blue: 30) : RGBA8(red: level, green: level, blue: level)
        }
      }
      return try PNGEncoder().encode(image)
    }
    try showhide.write(image { _, _ in 255 }, to: "white.png")
    try showhide.write(image { x, y in UInt8((x * 97 + y * 61) % 251) }, to: "busy.png")
    func found(_ name: String, _ options: [String]) throws -> JSONValue {
      let outcome = try showhide.run(["palette", name, "--format", "json"] + options)
      #expect(outcome.exitCode == 0, "\(outcome.errors)")
      let document = try JSONValue(parsing: outcome.outputBytes)
      return try #require(document["images"]?.elements?.first)
    }
    let left = try found("white.png", ["--without", "background"])
    #expect(left["swatches"]?.elements?.compactMap { $0["color"]?.string } == ["#c8141e"])
    #expect(left["background"]?["color"]?.string == "#ffffff")
    #expect(left["background"]?["population"]?.number == 0.875)
    #expect(left["background"]?["kind"]?.string == "uniform")
    let roles = try #require(try found("white.png", ["--roles"])["roles"])
    #expect(roles["background"]?["color"]?.string == "#ffffff")
    #expect(roles["foreground"]?["color"]?.string == "#c8141e")
    let busy = try found("busy.png", ["--roles", "--without", "background"])
    #expect(busy["background"]?["reason"]?.string == "busyBorder")
    #expect(
      busy["roles"]?["background"]?["absent"]?.string
        == "no colour fills three quarters of the border")
    #expect(busy["roles"]?["foreground"]?["absent"]?.string == "there is no background")
    let table = try showhide.run(["palette", "white.png", "busy.png", "--background"])
    #expect(table.output.contains("background: #ffffff, \(Decimals.percent(0.875)), uniform"))
    #expect(table.output.contains("background: none: no colour fills three quarters"))
    let outside = try found("white.png", ["--without", "background", "--region", "20,20,30,20"])
    #expect(outside["absence"]?["reason"]?.string == "allFiltered")
    #expect(
      outside["absence"]?["message"]?.string == "--without leaves out every visible pixel")
  }

  @Test("--seed chooses the sample that proves a large JPEG's colour")
  func seed() throws {
    let image = try #require(SyntheticImage.named("planted")).makeImage(width: 2048, height: 2048)
    try showhide.write(JPEGEncoder().encode(image), to: "large.jpg")
    let ranges = try [[], ["--seed", "1"]].map { options in
      let outcome = try showhide.run(
        [
          "palette", "large.jpg", "--format", "json", "--method", "histogram",
        ] + options)
      let document = try JSONValue(parsing: outcome.outputBytes)
      let estimate = try #require(document["images"]?.elements?.first?["estimate"])
      return try #require(estimate["population"]?.elements).compactMap(\.number)
    }
    #expect(ranges[0].count == 2 && ranges[1].count == 2 && ranges[0] != ranges[1])
    let wrong = try showhide.run(["palette", "large.jpg", "--seed", "-1"])
    #expect(wrong.exitCode == 64)
  }

  @Test("every limit has an option, and an error that names it")
  func limits() throws {
    let image = try #require(SyntheticImage.named("noise")).makeImage(width: 1100, height: 1000)
    try showhide.write(PNGEncoder(compressionLevel: 0).encode(image), to: "large.png")
    try showhide.write(JPEGEncoder(isProgressive: true).encode(image), to: "scans.jpg")
    for (name, option, value) in [
      ("large.png", "--max-pixels", "1"), ("large.png", "--max-file", "1"),
      ("scans.jpg", "--max-memory", "1"), ("scans.jpg", "--max-scans", "2"),
      ("large.png", "--max-seconds", "0.000001"), ("scans.jpg", "--max-seconds", "1e-6"),
    ] {
      let outcome = try showhide.run(["palette", name, option, value])
      #expect(outcome.exitCode == 65, "\(option)")
      #expect(outcome.errors.contains("limit"), "\(outcome.errors)")
      #expect(outcome.errors.hasSuffix("Raise the limit if you trust the source. (\(option))\n"))
    }
    let signature = Array(try showhide.read("large.png").prefix(8))
    let piped = try showhide.run(
      ["palette", "-", "--max-file", "1"],
      input: signature + [UInt8](repeating: 1, count: 1_000_001))
    #expect(piped.exitCode == 66)
    #expect(piped.errors.contains("more than 1 MB, the limit (--max-file)"))
  }

  @Test("standard input that is no picture is refused by its first bytes, not read to its end")
  func endlessInput() throws {
    let outcome = try showhide.run(
      ["palette", "-", "--max-file", "1"],
      input: Array(String(repeating: "y\n", count: 1_000_000).utf8))
    #expect(outcome.exitCode == 65)
    #expect(
      outcome.errors.hasPrefix(
        "Error: '-': This is a text file, not a PNG, JPEG, WebP, GIF, AVIF, HEIC, TIFF or BMP."))
  }

  @Test("JSON lines keep the order of the inputs with many jobs, failures among them")
  func lines() throws {
    for index in 0..<24 { try write(index % 2 == 0 ? "noise" : "flat", to: "in/\(index).png") }
    try showhide.write([], to: "in/7.png")
    let paths = (0..<24).map { "in/\($0).png" }
    let outcome = try showhide.run(
      ["palette"] + paths + ["--format", "jsonl", "--jobs", "7", "--method", "hue"])
    #expect(outcome.exitCode == 65)
    #expect(outcome.errors == "Error: 'in/7.png': The file is empty.\n")
    let objects = try outcome.output.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(objects.map { $0["path"] as? String } == paths)
    #expect(objects[7]["error"] as? String == "'in/7.png': The file is empty.")
    #expect(objects[7]["swatches"] == nil && objects[8]["error"] == nil)
    let alone = try showhide.run(
      ["palette"] + paths + ["--format", "jsonl", "--jobs", "1", "--method", "hue"])
    #expect(alone.output == outcome.output)
  }

  @Test("the method is the library's")
  func methods() throws {
    try write("photo", to: "a.png")
    let image = try showhide.picture("a.png").image
    for method in PaletteMethod.allCases {
      let outcome = try showhide.run(
        ["palette", "-", "--method", method.rawValue, "--format", "csv"],
        input: showhide.read("a.png"))
      let palette = Dominant.palette(of: image, method: method)
      let colors = outcome.output.split(separator: "\r\n").dropFirst()
        .map { $0.split(separator: ",")[2] }
      #expect(colors.map(String.init) == palette.swatches.map { $0.color.description })
    }
  }

  @Test("no visible pixel is an answer")
  func absence() throws {
    try showhide.write(PNGEncoder().encode(ImageBuffer(width: 2, height: 2)), to: "clear.png")
    let outcome = try showhide.run(["palette", "clear.png"])
    #expect(outcome.exitCode == 0)
    #expect(
      outcome.output
        == "clear.png: 2×2\n"
        + "  no dominant colour: every pixel is less opaque than --minimum-alpha 128\n")
  }

  @Test("-o writes the document whole, and replaces only with --force")
  func output() throws {
    try write("screen", to: "a.png")
    #expect(try showhide.run(["palette", "a.png", "--format", "png", "-o", "p.png"]).exitCode == 0)
    #expect(try showhide.picture("p.png").image.width == 640)
    let again = try showhide.run(["palette", "a.png", "--count", "1", "-o", "p.png"])
    #expect(again.exitCode == 73)
    let before = try showhide.read("p.png")
    #expect(
      try showhide.run(["palette", "a.png", "--count", "1", "-o", "p.png", "--force"]).exitCode
        == 0)
    #expect(try showhide.read("p.png") != before)
  }

  @Test("folders, FIFOs and missing files are told in one sentence each", arguments: 1...3)
  func badInputs(jobs: Int) throws {
    try FileManager.default.createDirectory(
      at: showhide.folder.appending(path: "none"), withIntermediateDirectories: true)
    #expect(mkfifo(showhide.folder.appending(path: "pipe").path, 0o600) == 0)
    let outcome = try showhide.run(
      ["palette", "none", "pipe", "gone.jpg", "--jobs", "\(jobs)", "--quiet"])
    #expect(outcome.exitCode == 66)
    #expect(
      outcome.errors == """
        Error: 'none': the folder holds no PNG, JPEG, WebP, GIF, AVIF, HEIC, TIFF or BMP file.
        Error: 'pipe' is a pipe, socket or device; only regular files are taken.
        Error: 'gone.jpg' does not exist.

        """)
  }

  @Test("a sunflower has a circle a picture, with its colour and a tooltip")
  func sunflower() throws {
    for name in ["2", "10", "1"] {
      let color = RGB8(red: 40, green: 200, blue: UInt8(Int(name) ?? 0))
      let image = try ImageBuffer(width: 1, colors: [color])
      try showhide.write(PNGEncoder().encode(image), to: "in/\(name).png")
    }
    try showhide.write([1], to: "in/bad.png")
    let outcome = try showhide.run(
      ["sunflower", "in", "in/bad.png", "-o", "s.svg", "--size", "200"])
    #expect(outcome.exitCode == 65)
    #expect(outcome.output == "3 pictures → s.svg\n")
    let text = String(decoding: try showhide.read("s.svg"), as: UTF8.self)
    #expect(try recorded(text, "sunflower.svg.txt") == text)
    #expect(try showhide.run(["sunflower", "in", "-o", "s.png", "--size", "64"]).exitCode == 0)
    let drawing = try showhide.picture("s.png").image
    #expect(drawing[0, 0].alpha == 0)
    let colors = Set((0..<64 * 64).map { drawing[$0 % 64, $0 / 64] }.filter { $0.alpha == 255 })
    #expect(Set(colors.map(\.blue)) == [1, 2, 10])
  }
}
