public import Pixels
internal import SIMDBodies

/// The vectorised histogram over 16-level cells, compiled for this module's instruction set.
///
/// See ``SIMDBodies/RunHistogram`` for the parameters and what they promise.
public func avx512StandardHistogram(
  _ view: PixelView, rule: VisibilityRule, table: UnsafeMutablePointer<UInt32>,
  scratch: UnsafeMutablePointer<UInt32>
) {
  var pass = RunHistogram(
    grid: .standard, rule: rule, pixelCount: view.pixelCount, table: table, scratch: scratch)
  pass.add(view)
}

/// The vectorised histogram over 8-level cells, compiled for this module's instruction set.
///
/// See ``SIMDBodies/RunHistogram`` for the parameters and what they promise.
public func avx512FineHistogram(
  _ view: PixelView, rule: VisibilityRule, table: UnsafeMutablePointer<UInt32>,
  scratch: UnsafeMutablePointer<UInt32>
) {
  var pass = RunHistogram(
    grid: .fine, rule: rule, pixelCount: view.pixelCount, table: table, scratch: scratch)
  pass.add(view)
}
