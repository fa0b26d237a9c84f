public import DominantColor
public import Pixels

/// Which colours of a picture are meant, and how softly that ends.
///
/// ```swift
/// let reds = ColorSelection.hue(HueRange(scale: HueScale(), center: 0, tolerance: 15))
/// reds.weight(of: RGB8(red: 255, green: 0, blue: 30))  // 256: 352 degrees
/// ```
public enum ColorSelection: Hashable, Sendable {
  /// No colour at all: shown, a grey picture; hidden, the picture itself.
  case nothing
  /// The hues of a range, then fading over `feather` bins more at both ends.
  ///
  /// A grey has no hue and is in no such selection. With a feather weak colours fade too (`WeakColors`): a faint pink
  /// wall is no red pepper. With a hard edge, of feather 0, all that has a hue counts whole.
  case hue(HueRange, feather: Int = 0)
  /// The colours that look like one: the edge is in thousandths of OKLab's unit.
  ///
  /// Black and white are 1000 apart, and what is under 20 apart can hardly be told apart.
  case near(RGB8, edge: SoftEdge)
  /// The colours that people call by one word; the edge is in the same unit, outside of the family.
  case family(ColorFamily, edge: SoftEdge)

  /// How much a colour is selected, in 256ths: the specification.
  public func weight(of color: RGB8) -> Int {
    switch self {
    case .nothing: return 0
    case .hue(let range, let feather):
      guard let bin = range.scale.bin(of: color) else { return 0 }
      let weight = SoftEdge(tolerance: range.tolerance, feather: feather)
        .weight(ofDistance: range.scale.distance(from: bin, to: range.center))
      return feather == 0
        ? weight : weight * WeakColors(range.scale).weight(of: color) / SoftEdge.fullWeight
    case .near(let center, let edge):
      return edge.weight(ofDistance: ColorDistance(from: center).thousandths(to: color))
    case .family(let family, let edge):
      return edge.weight(ofDistance: family.thousandths(to: color))
    }
  }
}

extension ColorSelection {
  /// The same with hues that end at once, so that weak colours of the range count whole.
  package var withHardHues: ColorSelection {
    if case .hue(let range, _) = self { .hue(range) } else { self }
  }
}
