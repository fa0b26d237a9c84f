public import SIMDBodies

/// Keeps or greys a run of pixels by hue, compiled for this module's instruction set.
///
/// See `EffectRun.change` for the parameters and what they promise.
public func baselineHardHueEffect(
  _ effect: HardHueEffect, from source: UnsafeRawPointer?,
  to target: UnsafeMutablePointer<UInt32>, count: Int
) {
  EffectRun.change(from: source, to: target, count: count) { effect($0) }
}

/// Blends a run of pixels with their greys by hue, compiled for this module's instruction set.
///
/// See `EffectRun.change` for the parameters and what they promise.
public func baselineSoftHueEffect(
  _ effect: SoftHueEffect, from source: UnsafeRawPointer?,
  to target: UnsafeMutablePointer<UInt32>, count: Int
) {
  EffectRun.change(from: source, to: target, count: count) { effect($0) }
}
