internal import DominantColor
internal import Pixels
internal import ShowHide
internal import SyntheticImages
internal import Testing

@Suite("Selecting what looks like a colour")
struct NearColorTests {
  private let teal = RGB8(red: 0, green: 128, blue: 128)

  @Test("images become what the specification says of each pixel", arguments: [0, 40])
  func specification(feather: Int) throws {
    let selection = ColorSelection.near(teal, edge: SoftEdge(tolerance: 150, feather: feather))
    for name in ["noise", "photo", "alpha"] {
      let image = try #require(SyntheticImage.named(name)).makeImage(width: 61, height: 40)
      for effect in Effect.allCases {
        let changed = try effect.applied(to: image, selecting: selection, threads: 2)
        for y in 0..<40 {
          for x in 0..<61 {
            #expect(changed[x, y] == effect.result(for: image[x, y], selecting: selection))
          }
        }
      }
    }
  }

  @Test(
    "every colour becomes what the specification says, on every instruction set, in bands or whole",
    arguments: [
      (RGB8(red: 0, green: 128, blue: 128), SoftEdge(tolerance: 150, feather: 0)),
      (RGB8(red: 250, green: 240, blue: 230), SoftEdge(tolerance: 30, feather: 700)),
      (RGB8(red: 0, green: 0, blue: 0), SoftEdge(tolerance: 0, feather: 90)),
      (RGB8(red: 20, green: 0, blue: 200), SoftEdge(tolerance: 1536)),
      (RGB8(red: 255, green: 255, blue: 255), SoftEdge(tolerance: 0, feather: 1536)),
    ])
  func everyColor(color: RGB8, edge: SoftEdge) throws {
    let image = try ColorCube.everyColor()
    let selection = ColorSelection.near(color, edge: edge)
    let distance = ColorDistance(from: color)
    for effect in Effect.allCases {
      let changed = try effect.applied(to: image, selecting: selection)
      let wrong = image.withPixels { before in
        changed.withPixels { after in
          (0..<image.width).first { x in
            let pixel = before[x, 0]
            let weight = edge.weight(ofDistance: distance.thousandths(to: pixel.color))
            let kept = effect == .show ? weight : 256 - weight
            let grey = Int(Luma.of(pixel.color))
            func mix(_ channel: UInt8) -> UInt8 {
              UInt8((Int(channel) * kept + grey * (256 - kept) + 128) / 256)
            }
            return after[x, 0]
              != RGBA8(
                red: mix(pixel.red), green: mix(pixel.green), blue: mix(pixel.blue),
                alpha: pixel.alpha)
          }
        }
      }
      #expect(wrong == nil, "\(wrong.map { "\(image[$0, 0])" } ?? "")")
      for set in ColorCube.instructionSets {
        var inPlace = image
        effect.apply(to: &inPlace, selecting: selection, threads: 3, instructionSet: set)
        #expect(inPlace == changed, "\(set)")
      }
    }
  }

  @Test("tolerance 0 selects the colour alone; black, first in memory, is not mistaken")
  func exact() {
    let black = RGB8(red: 0, green: 0, blue: 0)
    for color in [teal, black] {
      let selection = ColorSelection.near(color, edge: SoftEdge(tolerance: 0))
      #expect(selection.weight(of: color) == 256)
      #expect(selection.weight(of: RGB8(red: 0, green: 129, blue: 128)) == 0)
      #expect(selection.weight(of: RGB8(red: 1, green: 0, blue: 0)) == 0)
    }
  }

  @Test("distances are those of OKLab, rounded up to thousandths")
  func distances() {
    let white = RGB8(red: 255, green: 255, blue: 255)
    let black = RGB8(red: 0, green: 0, blue: 0)
    let red = RGB8(red: 255, green: 0, blue: 0)
    let blue = RGB8(red: 0, green: 0, blue: 255)
    #expect(ColorDistance(from: black).thousandths(to: white) == 1000)
    #expect(ColorDistance(from: white).thousandths(to: black) == 1000)
    #expect(ColorDistance(from: red).thousandths(to: red) == 0)
    // Ottosson's values: red (0.62796, 0.22486, 0.12585), blue (0.45201, −0.03246, −0.31153).
    #expect(ColorDistance(from: red).thousandths(to: blue) == 538)
    #expect(ColorDistance(from: red).thousandths(to: RGB8(red: 254, green: 0, blue: 0)) == 2)
  }
}
