import DominantColor
import Pixels
import Testing

@Suite("Method hue, as the contract says")
struct HueMethodTests {
  private func histogram(_ pixels: [RGBA8], _ scale: HueScale = HueScale()) -> HueHistogram {
    var histogram = HueHistogram(scale)
    withHostileView(pixels, width: pixels.count) { histogram.add($0, rule: VisibilityRule()) }
    return histogram
  }

  @Test("pure colours lie at the sixths of the circle")
  func sixths() {
    let scale = HueScale()
    let colors: [(UInt8, UInt8, UInt8)] = [
      (255, 0, 0), (255, 255, 0), (0, 255, 0), (0, 255, 255), (0, 0, 255), (255, 0, 255),
    ]
    for (index, (red, green, blue)) in colors.enumerated() {
      #expect(scale.bin(of: RGB8(red: red, green: green, blue: blue)) == 60 * index)
    }
    #expect(scale.bin(of: RGB8(red: 255, green: 0, blue: 1)) == 359)
  }

  @Test("bins are those of real-number hue, for a lattice of all colours and odd bin counts")
  func againstRealNumbers() {
    let levels = Array(stride(from: 0, through: 255, by: 15)) + [1, 2, 254, 253, 128]
    for binCount in [1, 7, 360, 1536] {
      let scale = HueScale(binCount: binCount, greyThreshold: 0)
      for r in levels {
        for g in levels {
          for b in levels {
            let largest = max(r, g, b)
            let delta = Double(largest - min(r, g, b))
            let bin = scale.bin(of: RGB8(red: UInt8(r), green: UInt8(g), blue: UInt8(b)))
            guard delta > 0 else {
              #expect(bin == nil)
              continue
            }
            var sixths =
              largest == r
              ? Double(g - b) / delta
              : largest == g ? 2 + Double(b - r) / delta : 4 + Double(r - g) / delta
            if sixths < 0 { sixths += 6 }
            // Real numbers round; where they land on a border, either side is theirs.
            let place = sixths * Double(binCount) / 6
            if abs(place - place.rounded()) > 1e-9 {
              #expect(bin == Int(place), "\(r) \(g) \(b)")
            } else {
              #expect(bin == Int(place.rounded()) % binCount, "\(r) \(g) \(b)")
            }
          }
        }
      }
    }
  }

  @Test("greys are counted apart, by the threshold")
  func greys() {
    let pixels = [
      RGBA8(red: 90, green: 90, blue: 90), RGBA8(red: 90, green: 105, blue: 90),
      RGBA8(red: 90, green: 106, blue: 90),
    ]
    #expect(histogram(pixels).greyCount == 2)
    #expect(histogram(pixels, HueScale(greyThreshold: 0)).greyCount == 1)
    #expect(histogram(pixels).tally.counted == 3)
  }

  @Test("the dominant hue is the fullest bin, of equals the first, with its means")
  func dominant() throws {
    let blue = RGBA8(red: 0, green: 0, blue: 200)
    let paleRed = RGBA8(red: 255, green: 127, blue: 127)
    let red = RGBA8(red: 101, green: 0, blue: 0)
    let hue = try #require(histogram([blue, paleRed, blue, red]).dominant)
    #expect(hue.bin == 0)
    #expect(hue.count == 2)
    #expect(hue.degrees == 0.5)
    // Saturations 255 · 128 ÷ 255 = 128 and 255; brightnesses 255 and 101.
    #expect(hue.meanSaturation == 192)
    #expect(hue.meanBrightness == 178)
    #expect(histogram([RGBA8(red: 9, green: 9, blue: 9)]).dominant == nil)
  }

  @Test("a palette passes over hues within 15 degrees of a winner")
  func palette() {
    func pixel(atBin bin: Int) -> RGBA8 {
      RGBA8(red: 240, green: UInt8(bin * 4), blue: 0)
    }
    let pixels = [10, 10, 10, 12, 12, 24, 25, 40].map { pixel(atBin: $0) }
    let answer = histogram(pixels).palette(limit: 3)
    #expect(answer.swatches.map(\.count) == [3, 1, 1])
    #expect(answer.swatches.map(\.color) == [10, 25, 40].map { pixel(atBin: $0).color })
    #expect(answer.hue?.bin == 10)
  }

  @Test("a range is circular and includes both ends; greys are in none")
  func ranges() {
    let scale = HueScale(binCount: 360, greyThreshold: 1)
    let reds = HueRange(scale: scale, center: -2, tolerance: 3)
    #expect(reds.center == 358)
    for bin in 0..<60 {
      // Red 255, blue 0 and green 4¼ a degree lie in bin `bin`.
      let color = RGB8(red: 255, green: UInt8((bin * 255 + 59) / 60), blue: 0)
      #expect(scale.bin(of: color) == bin)
      #expect(reds.contains(color) == (bin <= 1))
    }
    #expect(reds.contains(RGB8(red: 255, green: 0, blue: 21)))  // bin 355
    #expect(!reds.contains(RGB8(red: 255, green: 0, blue: 24)))  // bin 354
    #expect(!reds.contains(RGB8(red: 80, green: 80, blue: 80)))
    let all = HueRange(scale: scale, center: 0, tolerance: 180)
    #expect(all.contains(RGB8(red: 0, green: 255, blue: 255)))
    let one = HueRange(scale: scale, center: 120, tolerance: 0)
    #expect(one.contains(RGB8(red: 0, green: 255, blue: 0)))
    #expect(!one.contains(RGB8(red: 0, green: 255, blue: 10)))
  }

  @Test("hue histograms merge like their pixels")
  func merging() {
    let pixels = PixelKind.masked.pixels(500, seed: 8)
    let whole = histogram(pixels)
    var merged = histogram(Array(pixels[200...]))
    merged.merge(histogram(Array(pixels[..<200])))
    #expect(merged == whole)
    merged.removeAll()
    #expect(merged == HueHistogram(HueScale()))
  }
}
