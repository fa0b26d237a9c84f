public import Pixels
internal import SIMDBodies

/// The fastest vector read of a view with this module's instruction set.
///
/// See ``SIMDBodies/FastestRead``.
///
/// - Parameter view: the pixels.
/// - Returns: a number that depends on every pixel.
public func baselineFastestRead(_ view: PixelView) -> UInt64 {
  var pass = FastestRead()
  return pass.read(view)
}
