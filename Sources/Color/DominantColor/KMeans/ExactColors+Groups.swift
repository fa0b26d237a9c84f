internal import Pixels

extension ExactColors {
  /// The pixels of every colour.
  var byColor: [RGB8: UInt64] {
    var colors: [RGB8: UInt64] = [:]
    forEach { colors[$1] = $2 }
    return colors
  }

  /// Hands over what method `kmeans` clusters, in the order of its reference: colours, or boxes of
  /// two levels a side when there are more colours than points.
  ///
  /// - Parameter body: called with the pixels, and the number of the box of four levels a side in
  ///   which points are merged for the search, counting eight for each cell that is occupied.
  func forEachGroup(_ body: (_ sums: ColorSums, _ merged: Int) -> Void) {
    guard colorCount > KMeansLimits.points else {
      forEach { cell, color, count in body(Self.sums(color, count), cell << 3 | Self.half(color)) }
      return
    }
    var boxes = [ColorSums](repeating: ColorSums(), count: 64)
    var current = 0
    func empty() {
      for box in boxes.indices where boxes[box].count > 0 {
        body(boxes[box], current << 3 | (box >> 5 & 1) << 2 | (box >> 3 & 1) << 1 | box >> 1 & 1)
        boxes[box] = ColorSums()
      }
    }
    forEach { cell, color, count in
      if cell != current {
        empty()
        current = cell
      }
      boxes[Self.box(color)] += Self.sums(color, count)
    }
    empty()
  }

  /// Which of the 64 boxes of two levels a side of its cell a colour is in.
  private static func box(_ color: RGB8) -> Int {
    // Of the eight bits of a channel five name the cell, and here two of the other three the
    // box:
    //
    //     channel   c c c c c b b ·
    //     box       r r g g b b         the upper bit of each pair: the box of four levels
    Int(color.red >> 1 & 3) << 4 | Int(color.green >> 1 & 3) << 2 | Int(color.blue >> 1 & 3)
  }

  /// Which of the eight boxes of four levels a side of its cell a colour is in.
  private static func half(_ color: RGB8) -> Int {
    Int(color.red >> 2 & 1) << 2 | Int(color.green >> 2 & 1) << 1 | Int(color.blue >> 2 & 1)
  }

  private static func sums(_ color: RGB8, _ count: UInt64) -> ColorSums {
    ColorSums(
      count: count, red: UInt64(color.red) * count, green: UInt64(color.green) * count,
      blue: UInt64(color.blue) * count)
  }
}
