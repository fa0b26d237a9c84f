/// The fullest bin of a ``HueHistogram``.
public struct DominantHue: Hashable, Sendable {
  /// The bin, 0 up to, not including, ``binCount``; bin 0 begins at red.
  public let bin: Int
  /// Bins around the circle.
  public let binCount: Int
  /// Pixels in the bin.
  public let count: UInt64
  /// Counted pixels that are grey and so in no bin.
  public let greyCount: UInt64
  /// The mean HSV saturation of the bin's pixels, 0 to 255, rounded half up.
  public let meanSaturation: UInt8
  /// The mean HSV brightness (largest channel) of the bin's pixels, 0 to 255, rounded half up.
  public let meanBrightness: UInt8

  /// The middle of the bin, in degrees.
  public var degrees: Double { (Double(bin) + 0.5) * 360 / Double(binCount) }
}
