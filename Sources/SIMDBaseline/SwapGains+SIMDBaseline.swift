internal import SIMDBodies

/// What a new centre gains, compiled for this module's instruction set.
///
/// See ``SIMDBodies/SwapGains`` for the parameters and what they promise.
public func baselineSwapGains(
  _ l: UnsafePointer<Int16>, _ a: UnsafePointer<Int16>, _ b: UnsafePointer<Int16>,
  weights: UnsafePointer<UInt32>, squares: UnsafePointer<Int32>, seconds: UnsafePointer<Int32>,
  bounds: UnsafePointer<Int32>, clusters: Int, center: UnsafePointer<Int16>,
  savings: UnsafeMutablePointer<Int64>
) -> Int64 {
  SwapGains(l, a, b, weights: weights, squares: squares, seconds: seconds)
    .find(bounds: bounds, clusters: clusters, center: center, savings: savings)
}
