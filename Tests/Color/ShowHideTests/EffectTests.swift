internal import DominantColor
internal import Pixels
internal import ShowHide
internal import SyntheticImages
internal import Testing

@Suite("Showing and hiding")
struct EffectTests {
  private let scale = HueScale()

  private func hue(_ center: Int, _ tolerance: Int, feather: Int = 0) -> ColorSelection {
    .hue(HueRange(scale: scale, center: center, tolerance: tolerance), feather: feather)
  }

  @Test("show keeps the dominant hue and greys the rest; hide does the reverse")
  func contract() throws {
    let orange = RGB8(red: 230, green: 120, blue: 20)
    let blue = RGB8(red: 20, green: 60, blue: 200)
    let grey = RGB8(red: 90, green: 90, blue: 90)
    let image = try ImageBuffer(width: 3, colors: [orange, orange, blue, grey, orange, blue])
    let analysis = Analysis(of: image)
    let selection = analysis.dominantSelection(tolerance: 0)
    let greyOfBlue = RGB8(red: 62, green: 62, blue: 62)
    let greyOfOrange = RGB8(red: 136, green: 136, blue: 136)
    #expect(
      try analysis.image(showing: selection)
        == ImageBuffer(width: 3, colors: [orange, orange, greyOfBlue, grey, orange, greyOfBlue]))
    #expect(
      try analysis.image(hiding: selection)
        == ImageBuffer(
          width: 3, colors: [greyOfOrange, greyOfOrange, blue, grey, greyOfOrange, blue])
    )
  }

  @Test("tolerance 0 selects the bin and not its neighbours; tolerance counts both ends")
  func tolerance() {
    for color in [RGB8(red: 255, green: 0, blue: 0), RGB8(red: 200, green: 13, blue: 90)] {
      guard let bin = scale.bin(of: color) else {
        Issue.record("\(color) has a hue")
        continue
      }
      #expect(hue(bin, 0).weight(of: color) == 256)
      #expect(hue(bin + 1, 0).weight(of: color) == 0)
      #expect(hue(bin - 1, 0).weight(of: color) == 0)
      #expect(hue(bin + 9, 9).weight(of: color) == 256)
      #expect(hue(bin - 9, 9).weight(of: color) == 256)
      #expect(hue(bin + 10, 9).weight(of: color) == 0)
      #expect(hue(bin - 10 + 720, 9).weight(of: color) == 0)
    }
  }

  @Test("weak colours count by their chroma where there is a feather, and whole with a hard edge")
  func weakColors() throws {
    let (pepper, skin) = (
      RGB8(red: 200, green: 30, blue: 30), RGB8(red: 224, green: 144, blue: 144)
    )
    let (wall, hint) = (
      RGB8(red: 225, green: 201, blue: 201), RGB8(red: 216, green: 200, blue: 200)
    )
    func weights(_ feather: Int) -> [Int] {
      [pepper, skin, wall, hint].map { hue(0, 20, feather: feather).weight(of: $0) }
    }
    #expect(weights(0) == [256, 256, 256, 256])
    #expect(weights(10) == [256, 256, 32, 0])
    // The weights of both edges multiply: 255 ÷ 256 at the end of the range, of a half.
    let half = RGB8(red: 148, green: 100, blue: 100)
    #expect(hue(0, 20, feather: 10).weight(of: half) == 128)
    #expect(hue(30, 20, feather: 10).weight(of: half) == 23 * 128 / 256)
    // Where greys have no threshold the ramp begins at a difference of one level.
    let fine = HueScale(binCount: 360, greyThreshold: 0)
    let selection = ColorSelection.hue(
      HueRange(scale: fine, center: 0, tolerance: 20), feather: 1)
    #expect(selection.weight(of: RGB8(red: 102, green: 100, blue: 100)) == 4)
  }

  @Test(
    "synthetic pictures become what the plain formula says",
    arguments: SyntheticImage.all.map(\.name))
  func goldens(name: String) throws {
    let source = try #require(SyntheticImage.named(name))
    let image = try source.makeImage(width: 67, height: 41)
    let analysis = Analysis(of: image)
    let range = try #require(analysis.hues.mostVividRange(tolerance: 18))
    for feather in [0, 12] {
      var plain = PlainEffect(center: range.center, tolerance: 18, feather: feather)
      let selection = analysis.dominantSelection(tolerance: 18, feather: feather)
      let shown = try analysis.image(showing: selection)
      #expect(ImageDifference(between: shown, and: try plain.result(image)) == nil)
      plain.hides = true
      let hidden = try analysis.image(hiding: selection)
      #expect(ImageDifference(between: hidden, and: try plain.result(image)) == nil)
    }
  }

  @Test("every length, row padding and number of threads gives the same picture")
  func geometry() throws {
    let source = try #require(SyntheticImage.named("noise")).makeImage(width: 53, height: 9)
    let grey = RGB8(red: 128, green: 128, blue: 128)
    let near = ColorSelection.near(grey, edge: SoftEdge(tolerance: 150, feather: 100))
    for selection in [
      hue(30, 20), hue(350, 20, feather: 9), hue(9, 9, feather: 200), near, .nothing,
    ] {
      for effect in Effect.allCases {
        for (width, height) in [
          (0, 0), (0, 4), (3, 0), (1, 1), (5, 3), (16, 2), (17, 9), (31, 1), (32, 2), (33, 3),
          (53, 9),
        ] {
          try source.withPixels { view in
            let part = view.cropped(columns: 0..<width, rows: 0..<height)
            let changed = try effect.applied(to: part, selecting: selection, threads: 3)
            #expect(changed.width == width && changed.height == height)
            for y in 0..<height {
              for x in 0..<width {
                #expect(
                  changed[x, y] == effect.result(for: part[x, y], selecting: selection))
              }
            }
          }
        }
      }
    }
  }

  @Test("threads share a picture of several bands", arguments: [1, 2, 3, 8])
  func threads(count: Int) throws {
    let image = try #require(SyntheticImage.named("noise")).makeImage(width: 701, height: 400)
    let selection = hue(100, 60)
    let expected = try Effect.show.applied(to: image, selecting: selection)
    #expect(
      try Effect.show.applied(to: image, selecting: selection, threads: count) == expected)
    var inPlace = image
    Effect.show.apply(to: &inPlace, selecting: selection, threads: count)
    #expect(inPlace == expected)
    let cropped = try image.withPixels { view in
      try Effect.show.applied(
        to: view.cropped(columns: 1..<700, rows: 1..<399), selecting: selection, threads: count)
    }
    let croppedBefore = try expected.withPixels { view in
      try ImageBuffer(copying: view.cropped(columns: 1..<700, rows: 1..<399))
    }
    #expect(cropped == croppedBefore)
  }

  @Test("a changed image leaves its copies alone")
  func copies() throws {
    let image = try ImageBuffer(width: 1, colors: [RGB8(red: 9, green: 200, blue: 30)])
    var changed = image
    Effect.show.apply(to: &changed, selecting: .nothing)
    #expect(image[0, 0] == RGBA8(red: 9, green: 200, blue: 30))
    #expect(changed[0, 0] == RGBA8(red: 147, green: 147, blue: 147))
  }
}
