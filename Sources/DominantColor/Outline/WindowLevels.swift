internal import Pixels

/// Where pixels lie in a window.
struct WindowLevels {
  // The window's lowest levels.
  private let red: Int
  private let green: Int
  private let blue: Int

  init(_ window: ColorWindow) {
    let lowest = window.lowest
    (red, green, blue) = (Int(lowest.red), Int(lowest.green), Int(lowest.blue))
  }

  /// The levels of a pixel above the window's lowest, 0 to 31; `nil` where it lies outside.
  @inline(__always)
  func levels(of word: UInt32) -> (red: Int, green: Int, blue: Int)? {
    let levels = OutlineTiles.levels(word)
    let (r, g, b) = (levels.red &- red, levels.green &- green, levels.blue &- blue)
    // Negative numbers have bits above the lowest five too.
    return (r | g | b) & ~ColorQuantity.highestLevel == 0 ? (r, g, b) : nil
  }
}
