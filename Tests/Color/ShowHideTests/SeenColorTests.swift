internal import DominantColor
internal import Pixels
internal import ShowHide
internal import SyntheticImages
internal import Testing

@Suite("Numbers of another colour space are judged by the colours that they look like")
struct SeenColorTests {
  /// A space whose colours are stronger than their numbers say, and darker.
  private static let seen = SeenColors { bytes in
    for start in stride(from: 0, to: bytes.count - 3, by: 4) {
      let levels = (0..<3).map { Int(bytes[start + $0]) }
      let mean = levels.reduce(0, +) / 3
      for channel in 0..<3 {
        let strong = min(max(levels[channel] + (levels[channel] - mean) / 3, 0), 255)
        bytes[start + channel] = UInt8(strong * strong / 255)
      }
    }
  }

  private static let selections: [ColorSelection] = [
    .nothing, .hue(HueRange(scale: HueScale(), center: 30, tolerance: 20)),
    .hue(HueRange(scale: HueScale(), center: 350, tolerance: 20), feather: 15),
    .hue(HueRange(scale: HueScale(), center: 120, tolerance: 100), feather: 90),
    .near(RGB8(red: 180, green: 80, blue: 40), edge: SoftEdge(tolerance: 100, feather: 50)),
    .family(.blue, edge: SoftEdge(tolerance: 0, feather: 30)),
  ]

  @Test(
    "the weight is that of what is seen, and the pixel that of what is stored",
    arguments: selections, Effect.allCases)
  func specification(selection: ColorSelection, effect: Effect) throws {
    for name in ["noise", "photo", "alpha"] {
      let image = try #require(SyntheticImage.named(name)).makeImage(width: 97, height: 31)
      let judged = try image.withPixels { try Self.seen.image(of: $0) }
      var expected = image
      for y in 0..<image.height {
        for x in 0..<image.width {
          let weight = selection.weight(of: judged[x, y].color)
          let kept = effect == .show ? weight : 256 - weight
          let pixel = image[x, y]
          let grey = Int(Luma.of(pixel.color))
          func mix(_ level: UInt8) -> UInt8 {
            UInt8((Int(level) * kept + grey * (256 - kept) + 128) / 256)
          }
          expected[x, y] = RGBA8(
            red: mix(pixel.red), green: mix(pixel.green), blue: mix(pixel.blue),
            alpha: pixel.alpha)
        }
      }
      for threads in [1, 3] {
        // The second time with weights that were kept.
        for _ in 0..<2 {
          var changed = try ImageBuffer(width: image.width, height: image.height)
          image.withPixels {
            effect.apply(
              to: $0, into: &changed, selecting: selection, seen: Self.seen, threads: threads)
          }
          #expect(changed == expected, "\(name)")
        }
      }
    }
  }

  @Test("what looks like what it says is changed as if nothing were said", arguments: selections)
  func identity(selection: ColorSelection) throws {
    let image = try ColorCube.everyColor()
    let seen = SeenColors { _ in }
    var (plain, judged) = (image, image)
    image.withPixels {
      Effect.show.apply(to: $0, into: &plain, selecting: selection)
      Effect.show.apply(to: $0, into: &judged, selecting: selection, seen: seen)
    }
    #expect(plain == judged)
  }
}
