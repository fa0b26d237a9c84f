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

  /// What ``number(of:)`` says of pixels outside: more than of all others.
  static let outside = 1 << 15

  /// A number for each colour of the window: levels above its lowest, five bits each of red, green and
  /// blue; ``outside`` for a pixel outside, and for 0.
  @inline(__always)
  func number(of word: UInt32) -> Int {
    let levels = OutlineTiles.levels(word)
    let (r, g, b) = (levels.red &- red, levels.green &- green, levels.blue &- blue)
    let number = r &<< 10 | g &<< 5 | b
    let isInside = (r | g | b) & ~ColorQuantity.highestLevel == 0
    // Without a branch.
    let mask = (isInside ? -1 : 0) & (word != 0 ? -1 : 0)
    return (number & mask) | (Self.outside & ~mask)
  }

  /// The levels that a number of ``number(of:)`` stands for.
  static func levels(ofNumber number: Int) -> (red: Int, green: Int, blue: Int) {
    (number >> 10, number >> 5 & 31, number & 31)
  }
}
