internal import DominantColor
internal import Pixels
internal import ShowHide
internal import Testing

@Suite("Effects on every colour (debug builds: every 509th)")
struct EveryColorTests {
  /// One way of calling an effect.
  struct Case: Sendable, CustomStringConvertible {
    var scale = HueScale()
    var center: Int
    var tolerance: Int
    var feather = 0

    var description: String {
      "bin \(center) of \(scale.binCount), greys under \(scale.greyThreshold), "
        + "± \(tolerance) + \(feather)"
    }
  }

  static let cases = [
    Case(center: 23, tolerance: 0),
    Case(center: 0, tolerance: 15),
    Case(center: 359, tolerance: 20, feather: 10),
    Case(center: 200, tolerance: 40, feather: 7),
    Case(center: 120, tolerance: 179),
    Case(center: 120, tolerance: 180),
    Case(center: 90, tolerance: 0, feather: 400),
    Case(scale: HueScale(binCount: 1536, greyThreshold: 0), center: 1535, tolerance: 3),
    Case(
      scale: HueScale(binCount: 1536, greyThreshold: 1), center: 700, tolerance: 90,
      feather: 1536),
    Case(scale: HueScale(binCount: 7, greyThreshold: 40), center: 6, tolerance: 1, feather: 1),
    Case(scale: HueScale(binCount: 1), center: 0, tolerance: 0),
    Case(scale: HueScale(binCount: 2), center: 1, tolerance: 0, feather: 2),
    Case(scale: HueScale(binCount: 2), center: 1, tolerance: 0),
    Case(scale: HueScale(binCount: 6), center: 5, tolerance: 1),
    Case(scale: HueScale(binCount: 1535, greyThreshold: 255), center: 0, tolerance: 383),
    Case(center: 5, tolerance: 89),
    Case(center: 355, tolerance: 90),
    // On both sides of the widest feather whose weights need no correction.
    Case(scale: HueScale(binCount: 1536), center: 767, tolerance: 100, feather: 153),
    Case(scale: HueScale(binCount: 1535), center: 768, tolerance: 99, feather: 154),
  ]

  @Test("images become what the plain formula says, bit for bit", arguments: cases)
  func formula(_ example: Case) throws {
    let image = try ColorCube.everyColor()
    let selection = ColorSelection.hue(
      HueRange(scale: example.scale, center: example.center, tolerance: example.tolerance),
      feather: example.feather)
    for effect in Effect.allCases {
      let plain = PlainEffect(
        binCount: example.scale.binCount, greyThreshold: Int(example.scale.greyThreshold),
        center: example.center, tolerance: example.tolerance, feather: example.feather,
        hides: effect == .hide)
      let changed = try effect.applied(to: image, selecting: selection)
      let wrong = image.withPixels { before in
        changed.withPixels { after in
          (0..<image.width).first { x in
            after[x, 0] != plain.result(before[x, 0])
              || after[x, 0] != effect.result(for: before[x, 0], selecting: selection)
          }
        }
      }
      #expect(wrong == nil, "\(effect): \(wrong.map { "\(image[$0, 0])" } ?? "")")
      for set in ColorCube.instructionSets {
        var inPlace = image
        effect.apply(to: &inPlace, selecting: selection, instructionSet: set)
        #expect(inPlace == changed, "\(set) in place")
        #expect(
          try effect.applied(to: image, selecting: selection, instructionSet: set) == changed,
          "\(set)")
      }
    }
  }

  @Test("with one hard selection exactly one of show and hide changes a chromatic pixel")
  func complement() throws {
    let image = try ColorCube.everyColor()
    let selection = ColorSelection.hue(HueRange(scale: HueScale(), center: 40, tolerance: 25))
    let shown = try Effect.show.applied(to: image, selecting: selection)
    let hidden = try Effect.hide.applied(to: image, selecting: selection)
    let isRight = image.withPixels { before in
      shown.withPixels { shown in
        hidden.withPixels { hidden in
          (0..<image.width).allSatisfy { x in
            let pixel = before[x, 0]
            let isGrey = pixel.red == pixel.green && pixel.green == pixel.blue
            let changes = (shown[x, 0] != pixel, hidden[x, 0] != pixel)
            return isGrey ? changes == (false, false) : changes.0 != changes.1
          }
        }
      }
    }
    #expect(isRight)
  }

  @Test("selecting nothing shows a grey picture and hides nothing")
  func nothing() throws {
    let image = try ColorCube.everyColor()
    #expect(try Effect.hide.applied(to: image, selecting: .nothing) == image)
    let grey = try Effect.show.applied(to: image, selecting: .nothing)
    let isRight = image.withPixels { before in
      grey.withPixels { after in
        (0..<image.width).allSatisfy { x in
          let luma = Luma.of(before[x, 0].color)
          return after[x, 0]
            == RGBA8(red: luma, green: luma, blue: luma, alpha: before[x, 0].alpha)
        }
      }
    }
    #expect(isRight)
  }
}
