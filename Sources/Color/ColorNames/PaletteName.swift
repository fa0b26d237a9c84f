internal import DominantColor
package import Pixels

/// The name of one of several colours that are shown together: no two have the same.
///
/// ```swift
/// let teals = [RGB8(red: 0, green: 70, blue: 70), RGB8(red: 10, green: 78, blue: 80)]
/// PaletteName.names(of: teals).map(\.name)  // two different names
/// ```
///
/// Each colour is to have the name nearest to it by CIEDE2000, of either list; that of CSS where both are as
/// near. Of those that are to have the same name the nearest gets it. Each of the others gets the next nearest
/// name that is free, if it is at most 5 farther away than the first; else "darker" or "lighter" and the first, by
/// its lightness beside the colour that has the name, if that is free; else the next nearest name. Names that differ by
/// spaces or by "gray" for "grey", or that stand for the same colour, count as the same.
package struct PaletteName: Hashable, Sendable {
  /// The name, such as "teal" or "darker teal".
  package let name: String
  /// The name of a list that it is or ends in, and how far the colour is from that.
  package let nearest: NearestName

  /// How much farther than the nearest name another may be, in ΔE₀₀.
  package static let mostStep = 5.0

  /// The names of colours that are shown together, in their order.
  ///
  /// - Parameter colors: any; of equal ones each gets a name of its own too.
  /// - Returns: as many names, all different.
  /// - Complexity: O(colours · names).
  package static func names(of colors: [RGB8]) -> [PaletteName] {
    var search = Search(colors)
    return search.names()
  }

  /// The names that were given, and those to be given.
  private struct Search {
    let colors: [RGB8]
    let first: [NearestName]
    var taken: Set<String> = []
    var takenColors: Set<RGB8> = []
    /// The colour that has a name of a list.
    var holders: [String: RGB8] = [:]

    init(_ colors: [RGB8]) {
      self.colors = colors
      first = colors.map { color in
        let (css, xkcd) = (
          ColorNameList.css.nearest(to: color), ColorNameList.xkcd.nearest(to: color)
        )
        return css.distance <= xkcd.distance ? css : xkcd
      }
    }

    mutating func names() -> [PaletteName] {
      var found = [PaletteName?](repeating: nil, count: colors.count)
      let order = colors.indices.sorted { one, other in
        let (near, far) = (first[one].distance, first[other].distance)
        return near == far ? one < other : near < far
      }
      for index in order where isFree(first[index].named) {
        found[index] = take(first[index], for: colors[index])
      }
      for index in order where found[index] == nil { found[index] = another(for: index) }
      return found.compactMap { $0 }
    }

    /// A name for a colour whose nearest one another has.
    private mutating func another(for index: Int) -> PaletteName {
      let (color, first) = (colors[index], first[index])
      let next = nextFree(to: color)
      if let next, next.distance <= first.distance + mostStep { return take(next, for: color) }
      if let comparison = compared(color, with: first.named) { return comparison }
      if let next { return take(next, for: color) }
      // More colours than there are names.
      var number = 2
      while !taken.insert(Self.plain("\(first.named.name) \(number)")).inserted { number += 1 }
      return PaletteName(name: "\(first.named.name) \(number)", nearest: first)
    }

    /// "darker teal" beside the colour that is "teal"; `nil` where that is as light, no
    /// colour has that name, or another has the new one.
    private mutating func compared(_ color: RGB8, with named: NamedColor) -> PaletteName? {
      guard let holder = holders[Self.plain(named.name)] else { return nil }
      let (own, other) = (CIELAB(color), CIELAB(holder))
      guard own.lightness != other.lightness else { return nil }
      let name = (own.lightness < other.lightness ? "darker " : "lighter ") + named.name
      guard taken.insert(Self.plain(name)).inserted else { return nil }
      let distance = own.deltaE00(to: CIELAB(named.color))
      return PaletteName(name: name, nearest: NearestName(named: named, distance: distance))
    }

    private func nextFree(to color: RGB8) -> NearestName? {
      let lab = CIELAB(color)
      var best: NearestName?
      for list in ColorNameList.allCases {
        for (entry, coordinates) in zip(list.entries, list.coordinates) where isFree(entry) {
          let distance = lab.deltaE00(to: coordinates)
          if distance < best?.distance ?? .infinity {
            best = NearestName(named: entry, distance: distance)
          }
        }
      }
      return best
    }

    private func isFree(_ named: NamedColor) -> Bool {
      !taken.contains(Self.plain(named.name)) && !takenColors.contains(named.color)
    }

    private mutating func take(_ name: NearestName, for color: RGB8) -> PaletteName {
      let plain = Self.plain(name.named.name)
      taken.insert(plain)
      takenColors.insert(name.named.color)
      holders[plain] = color
      return PaletteName(name: name.named.name, nearest: name)
    }

    /// A name without spaces, and with one spelling of grey.
    private static func plain(_ name: String) -> String {
      let words = name.split(separator: " ").joined()
      guard words.contains("gray") else { return words }
      return words.split(separator: "gray", omittingEmptySubsequences: false)
        .joined(separator: "grey")
    }
  }
}
