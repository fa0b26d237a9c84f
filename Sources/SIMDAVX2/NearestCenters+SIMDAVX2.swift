internal import SIMDBodies

/// The nearest centres of points, compiled for this module's instruction set.
///
/// See ``SIMDBodies/NearestCenters`` for the parameters and what they promise.
public func avx2NearestCenters(
  _ l: UnsafePointer<Int16>, _ a: UnsafePointer<Int16>, _ b: UnsafePointer<Int16>, count: Int,
  centers: UnsafePointer<Int16>, centerCount: Int, squares: UnsafeMutablePointer<Int32>,
  labels: UnsafeMutablePointer<Int32>
) {
  NearestCenters(l, a, b).find(
    count: count, centers: centers, centerCount: centerCount, squares: squares, labels: labels)
}
