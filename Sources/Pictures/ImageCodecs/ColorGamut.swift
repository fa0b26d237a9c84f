/// The colours that pixels and palettes are given in.
public enum ColorGamut: String, Hashable, Sendable, CaseIterable {
  /// sRGB (IEC 61966-2-1), what every screen shows.
  case sRGB = "srgb"
  /// Display P3: the curve and the white of sRGB with wider primaries, as phones take pictures.
  case displayP3 = "p3"
}
