internal import CommandTestSupport
internal import ImageCodecs
internal import Pixels
internal import Testing

@Suite("The mean colour of a picture, as built")
struct AverageCommandTests {
  @Test("showhide palette --average tells both, of a region too")
  func command() throws {
    let showhide = try BuiltShowHide()
    var image = try ImageBuffer(width: 4, height: 4)
    for y in 0..<4 {
      for x in 0..<4 {
        let level: UInt8 = (x + y) % 2 == 0 ? 255 : 0
        image[x, y] = RGBA8(red: level, green: level, blue: level, alpha: 255)
      }
    }
    try showhide.write(PNGEncoder().encode(image), to: "a.png")
    let table = try showhide.run(["palette", "a.png", "--average"])
    #expect(table.output.contains("  average: #bcbcbc by light, #808080 by encoded levels\n"))
    let json = try showhide.run(
      ["palette", "a.png", "--average", "--region", "0,0,1,1", "--format", "jsonl"])
    #expect(json.output.contains("\"average\":{\"light\":\"#ffffff\",\"levels\":\"#ffffff\"}"))
  }
}
