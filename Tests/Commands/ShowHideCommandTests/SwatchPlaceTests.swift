internal import CommandTestSupport
internal import Files
internal import Foundation
internal import ImageCodecs
internal import Pixels
internal import Testing

@Suite("showhide palette --where, as built")
struct SwatchPlaceTests {
  private let showhide: BuiltShowHide

  init() throws { showhide = try BuiltShowHide() }

  private let red = RGBA8(red: 200, green: 20, blue: 20, alpha: 255)
  private let blue = RGBA8(red: 20, green: 30, blue: 180, alpha: 255)

  /// Blue, with a red rectangle of 10 × 6 pixels at (30, 8).
  private func picture() throws -> ImageBuffer {
    var image = try ImageBuffer(width: 64, height: 40)
    for y in 0..<40 {
      for x in 0..<64 {
        image[x, y] = (30..<40).contains(x) && (8..<14).contains(y) ? red : blue
      }
    }
    return image
  }

  private func places(_ arguments: [String]) throws -> [[String: Any]] {
    let outcome = try showhide.run(["palette"] + arguments + ["--where", "--format", "json"])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.outputBytes)) as? [String: Any])
    let image = try #require((document["images"] as? [[String: Any]])?.first)
    let swatches = try #require(image["swatches"] as? [[String: Any]])
    return swatches.map { $0["where"] as? [String: Any] ?? [:] }
  }

  private func numbers(_ place: [String: Any], _ name: String) -> [Double] {
    (place[name] as? [NSNumber])?.map(\.doubleValue) ?? []
  }

  @Test("exact colours have exact boxes, and the middle of all their pixels")
  func exact() throws {
    try showhide.write(PNGEncoder().encode(try picture()), to: "a.png")
    let places = try places(["a.png"])
    #expect(places.count == 2)
    #expect(numbers(places[0], "box") == [0, 0, 64, 40])
    #expect(numbers(places[1], "box") == [30, 8, 10, 6])
    #expect(numbers(places[1], "center") == [35, 11])
    let table = try showhide.run(["palette", "a.png", "--where"])
    #expect(table.output.contains("35,11  30,8,10,6"), "\(table.output)")
    // Within a region, places are those of the whole picture.
    let part = try self.places(["a.png", "--region", "32,0,32,12"])
    #expect(numbers(part[1], "box") == [32, 8, 8, 4])
    let input = try showhide.run(
      ["palette", "-", "--where", "--format", "jsonl"], input: showhide.read("a.png"))
    #expect(input.output.contains("\"box\":[30,8,10,6]}"))
  }

  @Test("other colours take the pixels that look most like them, but for stray ones")
  func means() throws {
    var image = try picture()
    image[0, 39] = red
    for place in 0..<64 { image[place, 20].green = UInt8(30 + place % 3) }
    try showhide.write(PNGEncoder().encode(image), to: "a.png")
    let places = try places(["a.png", "--method", "kmeans", "--count", "2"])
    // 61 pixels: none is left out on a side until there are 200.
    #expect(numbers(places[1], "box") == [0, 8, 40, 32])
    let whole = numbers(places[0], "box")
    #expect(whole == [0, 0, 64, 40])
  }

  @Test("places are in the picture turned upright", arguments: UInt8(1)...8)
  func orientations(value: UInt8) throws {
    let orientation = try #require(ImageOrientation(rawValue: value))
    let name = "Corpus/exif/testorig-orient\(value).jpg"
    try showhide.write(readFile(at: Fixtures.path(name)), to: "a.jpg")
    let found = try places(["a.jpg", "--method", "kmeans", "--count", "2"])
    try showhide.write(readFile(at: Fixtures.path("Corpus/exif/testorig-orient1.jpg")), to: "b.jpg")
    let upright = try places(["b.jpg", "--method", "kmeans", "--count", "2"])
    #expect(found.count == upright.count, "\(orientation)")
    for (one, other) in zip(found, upright) {
      for (left, right) in zip(numbers(one, "center"), numbers(other, "center")) {
        #expect(abs(left - right) < 2, "\(orientation)")
      }
    }
  }
}
