/// Boxes of colours, 8 levels a side: 2¹⁵ of them, red in the low five bits of a box's number.
///
/// Of the 2⁹ colours of a box, the lowest three bits of the number are of red.
public enum ColorBoxes {
  /// How many boxes there are.
  public static let count = 1 << 15
  /// Colours in each.
  public static let colorsInBox = 1 << 9

  /// The box of each pixel's colour, and the number of the colour within it.
  @inlinable @inline(__always)
  static func find(_ pixels: PixelChannels) -> (boxes: Halves, colors: Halves) {
    let (redAndGreen, blue) = (pixels.redAndGreen, pixels.blue)
    //     half of red and green   [ g g g g g g g g r r r r r r r r ]
    //     box                     [ 0 b b b b b g g g g g r r r r r ]   the upper five bits of each
    //     colour                  [ 0 0 0 0 0 0 0 b b b g g g r r r ]   the lower three
    let boxes =
      redAndGreen &>> 3 & Halves(repeating: 0x1F) | redAndGreen &>> 6 & Halves(repeating: 0x3E0)
      | (blue & Halves(repeating: 0xF8)) &<< 7
    let colors =
      redAndGreen & Halves(repeating: 7) | redAndGreen &>> 5 & Halves(repeating: 0x38)
      | (blue & Halves(repeating: 7)) &<< 6
    return (boxes, colors)
  }
}
