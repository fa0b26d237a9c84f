internal import Pixels

extension KMeansReference {
  /// Pixels that stay together: those of a cell, of a colour, or of a box of two levels a side.
  struct Group {
    /// The pixels.
    var sums: ColorSums
    /// What light points are merged by for the search: those of equal numbers become one.
    var merged: Int
  }

  /// Whether so few cells are occupied that colours are clustered, and not cells.
  static func isCoarse(_ histogram: ColorHistogram) -> Bool {
    histogram.cells.filter { $0.count > 0 }.count <= KMeansLimits.coarseCells
  }

  /// The pixels that count, by colour.
  static func colors(of view: PixelView, rule: VisibilityRule) -> [RGB8: UInt64] {
    var colors: [RGB8: UInt64] = [:]
    for y in 0..<view.height {
      for x in 0..<view.width where rule.verdict(on: view[x, y]) == .counted {
        colors[view[x, y].color, default: 0] += 1
      }
    }
    return colors
  }

  /// Every occupied cell, merged by cells twice as wide.
  static func groups(_ histogram: ColorHistogram) -> [Group] {
    histogram.cells.indices.filter { histogram.cells[$0].count > 0 }.map { cell in
      let (r, g, b) = (cell >> 10, cell >> 5 & 31, cell & 31)
      return Group(sums: histogram.cells[cell], merged: (r / 2 * 16 + g / 2) * 16 + b / 2)
    }
  }

  /// Every colour, or where these are too many every box of two levels a side; by cell, within it
  /// by (r, g, b).
  ///
  /// Merged by boxes of four levels a side.
  static func groups(_ colors: [RGB8: UInt64], _ histogram: ColorHistogram) -> [Group] {
    let side = colors.count > KMeansLimits.points ? 2 : 1
    var groups: [[Int]: Group] = [:]
    for (color, count) in colors {
      let (r, g, b) = (Int(color.red), Int(color.green), Int(color.blue))
      let cell = histogram.cellIndex(of: color)
      let merged = cell * 8 + r / 4 % 2 * 4 + g / 4 % 2 * 2 + b / 4 % 2
      let place = [cell, r / side, g / side, b / side]
      groups[place, default: Group(sums: ColorSums(), merged: merged)].sums += ColorSums(
        count: count, red: UInt64(r) * count, green: UInt64(g) * count, blue: UInt64(b) * count)
    }
    return groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { $0.value }
  }
}
