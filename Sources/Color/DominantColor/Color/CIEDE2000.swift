internal import CLibrary
public import Pixels

extension CIELAB {
  /// The CIEDE2000 colour difference ΔE₀₀: about 1 is just visible side by side.
  ///
  /// Step by step and in the notation of G. Sharma, W. Wu and E. N. Dalal, "The CIEDE2000
  /// color-difference formula: implementation notes, supplementary test data, and mathematical
  /// observations", Color Research & Application 30 (2005), 21–30, with all weights 1. Symmetric,
  /// and 0 for equal colours.
  public func deltaE00(to other: CIELAB) -> Double {
    let meanChroma = (hypot(a, b) + hypot(other.a, other.b)) / 2
    let g = 0.5 * (1 - Self.chromaWeight(meanChroma))
    let first = PolarColor(lightness: lightness, a: (1 + g) * a, b: b)
    let second = PolarColor(lightness: other.lightness, a: (1 + g) * other.a, b: other.b)

    let lightnessStep = second.lightness - first.lightness
    let chromaStep = second.chroma - first.chroma
    let hueStep =
      2 * (first.chroma * second.chroma).squareRoot()
      * sin(Self.radians(first.hueStep(to: second) / 2))

    let middle = first.middle(to: second)
    let t =
      1 - 0.17 * cos(Self.radians(middle.hue - 30)) + 0.24 * cos(Self.radians(2 * middle.hue))
      + 0.32 * cos(Self.radians(3 * middle.hue + 6))
      - 0.20 * cos(Self.radians(4 * middle.hue - 63))
    let fromFifty = (middle.lightness - 50) * (middle.lightness - 50)
    let lightnessTerm = lightnessStep / (1 + 0.015 * fromFifty / (20 + fromFifty).squareRoot())
    let chromaTerm = chromaStep / (1 + 0.045 * middle.chroma)
    let hueTerm = hueStep / (1 + 0.015 * middle.chroma * t)

    let fromBlue = (middle.hue - 275) / 25
    let turn = 30 * exp(-fromBlue * fromBlue)
    let rotation = -2 * Self.chromaWeight(middle.chroma) * sin(Self.radians(2 * turn))
    let square =
      lightnessTerm * lightnessTerm + chromaTerm * chromaTerm + hueTerm * hueTerm
      + rotation * chromaTerm * hueTerm
    return max(square, 0).squareRoot()
  }

  /// √(C⁷ / (C⁷ + 25⁷)), which turns on for strong colours.
  private static func chromaWeight(_ chroma: Double) -> Double {
    let seventh = pow(chroma, 7)
    // 25⁷.
    return (seventh / (seventh + 6_103_515_625)).squareRoot()
  }

  private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
}

/// A colour by lightness, chroma and hue angle, as the formula's middle steps have it.
private struct PolarColor {
  let lightness: Double
  let chroma: Double
  /// Degrees, 0 up to 360; 0 for greys, which have none.
  let hue: Double

  init(lightness: Double, chroma: Double, hue: Double) {
    self.lightness = lightness
    self.chroma = chroma
    self.hue = hue
  }

  init(lightness: Double, a: Double, b: Double) {
    let angle = a == 0 && b == 0 ? 0 : atan2(b, a) * 180 / .pi
    self.init(lightness: lightness, chroma: hypot(a, b), hue: angle < 0 ? angle + 360 : angle)
  }

  /// From this hue to another the shorter way round, −180 to 180 degrees; 0 when either is grey.
  func hueStep(to other: PolarColor) -> Double {
    guard chroma * other.chroma != 0 else { return 0 }
    let step = other.hue - hue
    if step > 180 { return step - 360 }
    return step < -180 ? step + 360 : step
  }

  /// The colour half way, its hue on the shorter way round; a grey takes the other's hue.
  func middle(to other: PolarColor) -> PolarColor {
    let sum = hue + other.hue
    let middleHue: Double
    if chroma * other.chroma == 0 {
      // One of both is grey and has hue 0, so that the sum is the other's hue.
      middleHue = sum
    } else if abs(hue - other.hue) <= 180 {
      middleHue = sum / 2
    } else {
      // The mean lies on the longer way round, half a turn from the middle; the branch keeps
      // it within 0 … 360.
      middleHue = sum < 360 ? (sum + 360) / 2 : (sum - 360) / 2
    }
    return PolarColor(
      lightness: (lightness + other.lightness) / 2, chroma: (chroma + other.chroma) / 2,
      hue: middleHue)
  }
}

extension RGB8 {
  /// The CIEDE2000 difference ΔE₀₀ to another colour: 0 for the same, about 1 when just visible
  /// side by side, 100 from black to white.
  public func deltaE00(to other: RGB8) -> Double {
    CIELAB(self).deltaE00(to: CIELAB(other))
  }
}
