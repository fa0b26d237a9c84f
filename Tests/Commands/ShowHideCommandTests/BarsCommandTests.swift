internal import ImageCodecs
internal import OrderedJSON
internal import Pixels
internal import SyntheticImages
internal import Testing

@testable import ShowHideCommand

@Suite("Bars at the edges, left out of palettes")
struct BarsCommandTests {
  private let showhide: BuiltShowHide

  init() throws {
    showhide = try BuiltShowHide()
    let inner = try #require(SyntheticImage.named("photo")).makeImage(width: 240, height: 160)
    var image = try ImageBuffer(width: 240, height: 260)
    for y in 0..<260 {
      for x in 0..<240 {
        image[x, y] = 50..<210 ~= y ? inner[x, y - 50] : RGBA8(red: 0, green: 0, blue: 0)
      }
    }
    try showhide.write(PNGEncoder().encode(image), to: "still.png")
    try showhide.write(PNGEncoder().encode(inner), to: "inner.png")
  }

  private func found(_ name: String, _ options: [String] = []) throws -> JSONValue {
    let outcome = try showhide.run(["palette", name, "--format", "json"] + options)
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    return try #require(
      JSONValue(parsing: outcome.outputBytes)["images"]?.elements?.first)
  }

  private func numbers(_ value: JSONValue?) -> [Double]? {
    value?.elements?.compactMap(\.number)
  }

  @Test("JSON and the table say which rows, and --whole counts them")
  func told() throws {
    let (left, inner) = (try found("still.png"), try found("inner.png"))
    let bars = try #require(left["bars"])
    #expect(bars["color"]?.string == "#000000")
    #expect(["left", "top", "right", "bottom"].map { bars[$0]?.number } == [0, 50, 0, 50])
    #expect(numbers(bars["content"]) == [0, 50, 240, 160])
    #expect(left["height"]?.number == 260 && left["visible"]?.number == 240 * 160)
    for key in ["swatches", "dominant"] { #expect(left[key] == inner[key]) }
    #expect(inner["bars"] == nil)

    let whole = try found("still.png", ["--whole"])
    #expect(whole["bars"] == nil && whole["visible"]?.number == 240 * 260)
    #expect(whole["dominant"]?["color"]?.string == "#000000")
    let table = try showhide.run(["palette", "still.png"]).output
    #expect(
      table.contains(
        "bars left out: 50 rows above, 50 rows below, #000000 (--whole counts them)"))
    #expect(try !showhide.run(["palette", "still.png", "--whole"]).output.contains("bars"))
  }

  @Test("all that is told besides is of what the bars leave")
  func besides() throws {
    let options = ["--average", "--blurhash", "--background", "--where"]
    let (left, inner) = (try found("still.png", options), try found("inner.png", options))
    for key in ["average", "blurHash", "background"] { #expect(left[key] == inner[key]) }
    let boxes = [left, inner].map { entry in
      entry["swatches"]?.elements?.map { numbers($0["where"]?["box"]) ?? [] } ?? []
    }
    #expect(boxes[0].map { $0.dropFirst(2) } == boxes[1].map { $0.dropFirst(2) })
    #expect(boxes[0].map { $0[1] - 50 } == boxes[1].map { $0[1] })
    let region = try found("still.png", ["--region", "0,0,240,260"])
    #expect(region["bars"] == nil && region["visible"]?.number == 240 * 260)
  }
}
