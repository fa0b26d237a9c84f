internal import DominantColor
package import Pixels

/// A public list of colour names.
package enum ColorNameList: String, CaseIterable, Hashable, Sendable {
  /// The 148 names of CSS (CSS Color Module Level 4, section 6.1).
  case css
  /// The names of the xkcd colour survey of 2010, published under CC0: over 900 of them.
  case xkcd

  /// Every name, in alphabetical order.
  package var entries: [NamedColor] {
    switch self {
    case .css: CSSColors.all
    case .xkcd: XKCDColors.all
    }
  }

  /// The colour of a name, in any case; `nil` when the list does not have it.
  ///
  /// - Complexity: O(*n*) in names.
  package func color(named name: String) -> RGB8? {
    let lower = name.lowercased()
    return entries.first { $0.name == lower }?.color
  }

  /// The name whose colour is nearest by CIEDE2000, and the difference ΔE₀₀ that remains.
  ///
  /// Of several equally near names, such as "gray" and "grey", the first in alphabetical order.
  ///
  /// - Complexity: O(*n*) in names.
  package func nearest(to color: RGB8) -> NearestName {
    let lab = CIELAB(color)
    let coordinates = coordinates
    let entries = entries
    var best = (index: 0, distance: Double.infinity)
    for index in coordinates.indices {
      let distance = lab.deltaE00(to: coordinates[index])
      if distance < best.distance { best = (index, distance) }
    }
    return NearestName(named: entries[best.index], distance: best.distance)
  }

  /// The coordinates of ``entries``, in their order.
  var coordinates: [CIELAB] { self == .css ? Self.cssCoordinates : Self.xkcdCoordinates }

  private static let cssCoordinates = CSSColors.all.map { CIELAB($0.color) }
  private static let xkcdCoordinates = XKCDColors.all.map { CIELAB($0.color) }
}

/// The name that comes nearest to a colour.
package struct NearestName: Hashable, Sendable {
  /// The name and its own colour.
  package let named: NamedColor
  /// The difference ΔE₀₀ between the colour asked about and the named one; 0 when they are equal.
  package let distance: Double
}

extension NamedColor {
  /// The colour of a name in any list, those of CSS first; `nil` when no list has it.
  ///
  /// - Complexity: O(*n*) in names.
  package static func color(named name: String) -> RGB8? {
    ColorNameList.css.color(named: name) ?? ColorNameList.xkcd.color(named: name)
  }
}
