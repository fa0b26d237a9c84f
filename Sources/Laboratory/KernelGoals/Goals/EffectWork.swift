internal import DominantColor
internal import Pixels
package import ShowHide

/// A selection that goals show in a picture; its cost is compared with copying the picture.
package enum EffectWork: String, Hashable, Sendable {
  case hue = "show a hue"
  case featheredHue = "show a hue, feathered"
  case color = "show a colour"
  case featheredColor = "show a colour, feathered"

  /// The colours that are shown.
  package var selection: ColorSelection {
    let blues = HueRange(scale: HueScale(), center: 220, tolerance: 30)
    let sky = RGB8(red: 120, green: 160, blue: 210)
    return switch self {
    case .hue: .hue(blues)
    case .featheredHue: .hue(blues, feather: 20)
    case .color: .near(sky, edge: SoftEdge(tolerance: 100, feather: 0))
    case .featheredColor: .near(sky, edge: SoftEdge(tolerance: 100, feather: 50))
    }
  }
}
