internal import CommandTestSupport
internal import Foundation
internal import OrderedJSON
internal import PictureServer
internal import Testing

@Suite("Pictures that are sent to the server")
struct PictureRequestTests {
  @Test("an analysis tells the size, a small picture, the hues and the colours, in this order")
  func analysis() async throws {
    let server = try await TestService()
    let answer = try await server.post("/analyse", fixture("Corpus/photos/flower.jpg"))
    #expect(await answer.status == 200)
    #expect(try await answer.events() == ["opened", "decoded", "analysed"])
    let lines = try await answer.lines()
    let opened = try #require(lines.first)
    #expect(opened["width"]?.integer == 640 && opened["height"]?.integer == 427)
    let decoded = try #require(lines.first { $0["event"]?.string == "decoded" })
    let hues = try #require(decoded["hues"]?.elements).compactMap(\.integer)
    #expect(hues.count == 360)
    let greys = try #require(decoded["greys"]?.integer)
    // Every pixel of an opaque picture has a hue or is grey.
    #expect(hues.reduce(greys, +) == 640 * 427)
    #expect(decoded["hue"]?.integer == hues.firstIndex(of: hues.max() ?? 0))
    // The pink flower is among the strong colours; each has a hue of its picture and a name of its own.
    let accents = try #require(decoded["accents"]?.elements)
    #expect((1...4).contains(accents.count))
    #expect(Set(accents.compactMap { $0["name"]?.string }).count == accents.count)
    for accent in accents {
      let hue = try #require(accent["hue"]?.integer)
      #expect(hues[hue] > 0)
      #expect(try #require(accent["share"]?.number) > 0.001)
    }
    let analysed = try #require(lines.last)
    let swatches = try #require(analysed["swatches"]?.elements)
    #expect(swatches.count == 8)
    let css = try #require(analysed["copies"]?["css"]?.string)
    for swatch in swatches { #expect(css.contains(try #require(swatch["color"]?.string))) }
  }

  @Test("a turned picture arrives upright")
  func upright() async throws {
    let server = try await TestService()
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: Fixtures.path("Corpus/exif"))
        .filter { $0.hasSuffix(".jpg") || $0.hasSuffix(".jpeg") }.sorted().first)
    let command = try BuiltCommand("showhide")
    let told = try command.run([
      "palette", Fixtures.path("Corpus/exif/\(name)"), "--format", "json",
    ])
    let image = try #require(JSONValue(parsing: told.outputBytes)["images"]?.elements?.first)
    let answer = try await server.post("/analyse", fixture("Corpus/exif/\(name)"))
    let opened = try #require(try await answer.lines().first)
    #expect(opened["width"] == image["width"] && opened["height"] == image["height"])
  }

  @Test(
    "a changed picture equals what the command writes, byte for byte",
    arguments: [
      (
        "show", "hue=30&tolerance=25&feather=10",
        ["--color", "hue:30", "--tolerance", "25", "--feather", "10"]
      ),
      ("hide", "tolerance=45", ["--tolerance", "45"]), ("show", "", []),
    ],
    [("flower.jpg", "jpg"), ("flower.jpg", "png"), ("chelsea.png", "png")])
  func effect(_ wish: (String, String, [String]), _ file: (String, String)) async throws {
    let server = try await TestService()
    let showhide = try BuiltShowHide()
    let bytes = try fixture("Corpus/photos/\(file.0)")
    try showhide.write(bytes, to: file.0)
    let outcome = try showhide.run([wish.0, file.0, "-o", "out.\(file.1)"] + wish.2)
    #expect(outcome.exitCode == 0)
    let answer = try await server.post(
      "/effect?effect=\(wish.0)&format=\(file.1)" + (wish.1.isEmpty ? "" : "&" + wish.1), bytes)
    #expect(await answer.status == 200)
    #expect(await answer.bytes == (try showhide.read("out.\(file.1)")))
  }

  @Test("a file that is no picture fails with a reason, whatever it claims to be")
  func damage() async throws {
    let server = try await TestService()
    let flower = try fixture("Corpus/photos/flower.jpg")
    for bytes in [
      Array("<script>alert(1)</script>".utf8), Array(flower.prefix(2000)), [0],
      [0x89, 0x50, 0x4E, 0x47],
    ] {
      let answer = try await server.post("/analyse", bytes)
      #expect(await answer.status == 200)
      let last = try #require(try await answer.lines().last)
      #expect(last["event"]?.string == "failed")
      let problem = try #require(last["problem"]?.string)
      #expect(
        problem.count > 10 && !problem.contains("--") && !problem.contains("'-'"), "\(problem)")
      let changed = try await server.post("/effect?effect=show&format=png", bytes)
      #expect(await changed.status == 422)
    }
    let answer = try await server.post("/analyse", [])
    #expect(await answer.status == 400)
  }

  @Test("an analysis leaves out what the page asks for, and tells roles")
  func leavingOut() async throws {
    let server = try await TestService()
    // Black letters on white paper with a red mark.
    let mark = try #require(
      Data(
        base64Encoded:
          "iVBORw0KGgoAAAANSUhEUgAAAB4AAAAUCAIAAAAVyRqTAAAALElEQVR42mP4TzPAMGr0gBl9QkQO"
          + "D6KH0QyoYNToQWY0sbE/avRo8TRCjQYAu3ERF3WSx60AAAAASUVORK5CYII="))
    func analysed(_ query: String) async throws -> [JSONValue] {
      let answer = try await server.post("/analyse\(query)", Array(mark))
      #expect(await answer.status == 200)
      return try await answer.lines()
    }
    let all = try await analysed("")
    #expect(all.last?["swatches"]?.elements?.count == 3)
    let roles = try #require(all.last?["roles"]?.elements)
    #expect(
      roles.map { $0["role"]?.string } == [
        "vibrant", "lightVibrant", "darkVibrant", "muted", "lightMuted", "darkMuted", "accent",
        "brand",
      ])
    #expect(roles.last?["color"]?.string == "#c8141e")
    #expect(roles[0]["color"]?.string == "#c8141e" && roles[0]["name"]?.string != nil)
    #expect(roles[1]["color"] == nil)
    #expect(roles[1]["absence"]?.string == "no colour of the palette is strong and light")
    for query in ["?without=white,black", "?without=background,grey", "?without=grey"] {
      let left = try await analysed(query)
      let swatches = try #require(left.last?["swatches"]?.elements)
      #expect(swatches.map { $0["color"]?.string } == ["#c8141e"], "\(query)")
      #expect(left.dropLast().last?["counted"]?.number == 60)
    }
    for query in [
      "?without=teal", "?without=white=3", "?without=", "?without=white,white", "?side=3",
      "?without=white,", "?gamut=srgb", "?gamut=", "?gamut=p3&gamut=p3",
    ] {
      #expect(await (try await server.post("/analyse\(query)", [1])).status == 400, "\(query)")
    }
  }

  @Test("colours that sRGB does not have are told in Display P3, where the page's screen has it")
  func wideColors() async throws {
    let server = try await TestService()
    // Four pixels a row in Display P3 (cICP): two of its reddest red, two of a grey.
    let picture = try #require(
      Data(
        base64Encoded:
          "iVBORw0KGgoAAAANSUhEUgAAAAQAAAAECAIAAAAmkwkpAAAABGNJQ1AMDQABbgPj7wAAABNJREFUeNpj+M/A"
          + "AEQVYMBAHAcA8hMTOQwmya8AAAAASUVORK5CYII="))
    for (query, wide) in [("", nil), ("?gamut=p3", "color(display-p3 1.0000 0.0000 0.0000)")] {
      let answer = try await server.post("/analyse\(query)", Array(picture))
      #expect(await answer.status == 200)
      let last = try #require(try await answer.lines().last)
      let swatches = try #require(last["swatches"]?.elements)
      #expect(Set(swatches.map { $0["color"]?.string }) == ["#ff0000", "#787878"])
      for swatch in swatches {
        #expect(swatch["wide"]?.string == (swatch["color"]?.string == "#ff0000" ? wide : nil))
      }
      let css = try #require(last["copies"]?["css"]?.string)
      #expect(css.contains("@supports") == (wide != nil))
    }
  }

  @Test("parameters that the page does not send are refused")
  func parameters() async throws {
    let server = try await TestService()
    let flower = try fixture("Corpus/photos/flower.jpg")
    for query in [
      "", "effect=show", "effect=both&format=jpg", "effect=show&format=../../x.jpg",
      "effect=show&format=jpg&hue=360", "effect=show&format=jpg&hue=-1",
      "effect=show&format=jpg&tolerance=9999", "effect=show&format=jpg&tolerance=1e1",
      "effect=show&format=jpg&output=/etc/passwd", "effect=show&effect=hide&format=jpg",
      "effect=show&format=jpg&hue=%zz", "effect=show&format=jpg&hue=%ff",
    ] {
      let answer = try await server.post("/effect?\(query)", flower)
      #expect(await answer.status == 400, "\(query)")
    }
  }

  @Test("the page's table of states is the server's")
  func machine() async throws {
    let server = try await TestService()
    let table = try await server.get("/machine.json").json()
    for phase in PictureJob.Phase.allCases {
      for kind in PictureJob.EventKind.allCases {
        #expect(
          table["transitions"]?[phase.rawValue]?[kind.rawValue]?.string
            == PictureJob.transitions[phase]?[kind]?.rawValue)
      }
    }
    #expect(
      table["work"]?.elements?.compactMap(\.string)
        == PictureJob.Phase.allCases.filter(\.needsWork).map(\.rawValue))
  }
}
