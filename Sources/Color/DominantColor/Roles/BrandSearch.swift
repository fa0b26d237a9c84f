internal import Pixels

/// The cells that ``BrandColor`` looks for windows in.
struct BrandSearch {
  /// A window by its lowest cell, and the pixels in it.
  struct Window {
    let corner: Int
    let count: UInt64
  }

  /// What the thing stands on.
  struct Ground {
    var sums = ColorSums()
    var color: FixedOKLab
  }

  /// The pixels of cells beside the ground.
  private var cells: [PlacedSums]
  /// Of all pixels that count, the ground's too.
  private(set) var total: UInt64 = 0
  /// `nil` where there is none, or it has no pixels.
  private(set) var ground: Ground?
  /// Windows that have pixels enough, the fullest first.
  let windows: [Window]

  private static let side = HistogramPrecision.fine.cellsPerChannel
  // A cell's number is red · 1024 + green · 32 + blue.
  /// From the lowest cell of a window to all of them.
  private static let steps = [0, 1, 32, 33, 1024, 1025, 1056, 1057]
  /// A window with fewer pixels than one in so many says nothing.
  private static let rarity: UInt64 = 1024

  init(_ colors: PlacedColors, without background: Background?, on ground: Background?) {
    var cells = [PlacedSums](repeating: PlacedSums(), count: HistogramPrecision.fine.cellCount)
    var (total, below): (UInt64, ColorSums) = (0, ColorSums())
    colors.forEachOccupied { cell, pixels in
      let color = RGB8(
        red: UInt8(cell >> 10) << 3, green: UInt8(cell >> 5 & 31) << 3,
        blue: UInt8(cell & 31) << 3)
      if background?.contains(color) == true { return }
      total &+= pixels.sums.count
      if ground?.contains(color) == true { below += pixels.sums } else { cells[cell] = pixels }
    }
    let least = (total &- below.count) / Self.rarity
    var windows: [Window] = []
    for red in 0..<Self.side - 1 {
      for green in 0..<Self.side - 1 {
        for blue in 0..<Self.side - 1 {
          let corner = red << 10 | green << 5 | blue
          var count: UInt64 = 0
          for step in Self.steps { count &+= cells[corner + step].sums.count }
          if count > least { windows.append(Window(corner: corner, count: count)) }
        }
      }
    }
    windows.sort { $0.count != $1.count ? $0.count > $1.count : $0.corner < $1.corner }
    (self.cells, self.total, self.windows) = (cells, total, windows)
    if below.count > 0 {
      self.ground = Ground(
        sums: below, color: FixedOKLab(meanOf: below, cubeRoot: CubeRoot.quickFloor))
    }
  }

  /// The pixels of a window.
  func pixels(ofWindowAt corner: Int) -> PlacedSums {
    var pixels = PlacedSums()
    for step in Self.steps { pixels += cells[corner + step] }
    return pixels
  }

  /// The pixels of cells whose mean meets a condition.
  func count(where holds: (FixedOKLab) -> Bool) -> UInt64 {
    var count: UInt64 = 0
    for cell in cells where cell.sums.count > 0 {
      let color = FixedOKLab(meanOf: cell.sums, cubeRoot: CubeRoot.quickFloor)
      if holds(color) { count &+= cell.sums.count }
    }
    return count
  }
}
