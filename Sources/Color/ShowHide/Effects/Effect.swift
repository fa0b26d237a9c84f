public import Pixels

/// What happens to the selected colours and to the others.
///
/// Hiding is showing with the complementary weight: of a pixel whose colour is selected by *w*
/// 256ths, ``show`` keeps *w* 256ths of the colour, and ``hide`` the other 256 − *w*; grey takes
/// the rest.
public enum Effect: String, Hashable, Sendable, CaseIterable {
  /// Keeps the selected colours and greys the others.
  case show
  /// Greys the selected colours and keeps the others.
  case hide

  /// The effect on one pixel: the specification of what images become.
  ///
  /// Alpha is kept, and does not matter: transparent pixels change like the others. Each channel
  /// is (channel · kept + luma · (256 − kept) + 128) ÷ 256, in integers.
  ///
  /// - Parameters:
  ///   - pixel: the pixel as it was.
  ///   - selection: which colours are selected.
  /// - Returns: the pixel as it becomes.
  public func result(for pixel: RGBA8, selecting selection: ColorSelection) -> RGBA8 {
    let color = blend(pixel.color, weight: selection.weight(of: pixel.color))
    return RGBA8(color, alpha: pixel.alpha)
  }

  /// The effect on a colour that is selected by so many 256ths.
  func blend(_ color: RGB8, weight: Int) -> RGB8 {
    let kept = UInt32(self == .show ? weight : SoftEdge.fullWeight - weight)
    let grey = UInt32(Luma.of(color))
    func blend(_ channel: UInt8) -> UInt8 {
      UInt8(truncatingIfNeeded: (UInt32(channel) * kept + grey * (256 - kept) + 128) / 256)
    }
    return RGB8(red: blend(color.red), green: blend(color.green), blue: blend(color.blue))
  }
}
