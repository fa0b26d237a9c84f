internal import DominantColor
internal import Pixels
internal import ShowHide
internal import SyntheticImages
internal import Testing

@Suite("Selecting what is called by one word")
struct FamilyEffectTests {
  @Test(
    "images become what the specification says of each pixel, on every instruction set",
    arguments: [
      (ColorFamily.red, SoftEdge(tolerance: 0)), (.grey, SoftEdge(tolerance: 0, feather: 30)),
      (.blue, SoftEdge(tolerance: 20, feather: 50)), (.dark, SoftEdge(tolerance: 0, feather: 20)),
      (.black, SoftEdge(tolerance: 1536)), (.pastel, SoftEdge(tolerance: 0, feather: 1536)),
    ])
  func specification(family: ColorFamily, edge: SoftEdge) throws {
    let selection = ColorSelection.family(family, edge: edge)
    for (name, width, height) in [("noise", 5, 3), ("photo", 24, 10), ("alpha", 5, 3)] {
      let image = try #require(SyntheticImage.named(name)).makeImage(width: width, height: height)
      for effect in Effect.allCases {
        let changed = try effect.applied(to: image, selecting: selection, threads: 2)
        for y in 0..<height {
          for x in 0..<width {
            #expect(changed[x, y] == effect.result(for: image[x, y], selecting: selection))
          }
        }
        for set in ColorCube.instructionSets {
          var inPlace = image
          effect.apply(to: &inPlace, selecting: selection, instructionSet: set)
          #expect(inPlace == changed, "\(set)")
        }
      }
    }
  }

  @Test("a family is whole, fades over the feather, and then ends")
  func edge() {
    let teal = RGB8(red: 0, green: 128, blue: 128)
    let red = RGB8(red: 255, green: 0, blue: 0)
    let hard = ColorSelection.family(.red, edge: SoftEdge(tolerance: 0))
    #expect(hard.weight(of: red) == 256 && hard.weight(of: teal) == 0)
    // Just too light for a red.
    let coral = RGB8(red: 255, green: 92, blue: 80)
    let away = ColorFamily.red.thousandths(to: coral)
    #expect((1...60).contains(away) && hard.weight(of: coral) == 0)
    let soft = ColorSelection.family(.red, edge: SoftEdge(tolerance: 0, feather: 2 * away - 1))
    #expect(soft.weight(of: coral) == 128)
  }
}
