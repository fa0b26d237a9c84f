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

/// Blends a run of pixels with their greys by given weights, compiled for this module's instruction
/// set.
///
/// See `WeightedEffect.change` for the parameters and what they promise.
public func baselineWeightedEffect(
  _ effect: WeightedEffect, from source: UnsafeRawPointer?, weights: UnsafePointer<UInt16>,
  to target: UnsafeMutablePointer<UInt32>, count: Int
) {
  effect.change(from: source, weights: weights, to: target, count: count)
}

/// Finds the boxes of a run of pixels, compiled for this module's instruction set.
///
/// See `ColorBoxes.find` for the parameters and what they promise.
public func baselineColorBoxes(
  of source: UnsafeRawPointer, into target: UnsafeMutablePointer<UInt16>, count: Int
) {
  ColorBoxes.find(of: source, into: target, count: count)
}
