public import Pixels

/// The grey that stands for a colour: weights of BT.709 on the sRGB-encoded channels.
///
/// (2126 · red + 7152 · green + 722 · blue + 5000) ÷ 10000, in integers. A grey's luma is the grey
/// itself, so greying greys changes nothing.
public enum Luma {
  /// The luma of a colour, 0 to 255.
  @inlinable
  public static func of(_ color: RGB8) -> UInt8 {
    let sum =
      2126 * UInt32(color.red) + 7152 * UInt32(color.green) + 722 * UInt32(color.blue)
    return UInt8(truncatingIfNeeded: (sum + 5000) / 10000)
  }
}
