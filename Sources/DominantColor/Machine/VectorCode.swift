package import Pixels
package import SIMDBodies

/// The vector loops of one instruction set: a value holding its functions.
///
/// A workspace or an effect takes the value once; nothing else asks which instruction set it is. Each
/// function promises what its body in `SIMDBodies` promises, and must only be called on a machine that
/// can run the set (``InstructionSet/isAvailable``).
package struct VectorCode: Sendable {
  /// A count of cells: the view, which pixels count, the table and the scratch memory.
  package typealias CellCount =
    @Sendable (
      PixelView, VisibilityRule, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt32>
    ) -> Void
  /// A change of pixels: where from, where to, how many.
  package typealias Change<Effect> =
    @Sendable (Effect, UnsafeRawPointer?, UnsafeMutablePointer<UInt32>, Int) -> Void

  package let fastestRead: @Sendable (PixelView) -> UInt64
  package let standardHistogram: CellCount
  package let fineHistogram: CellCount
  package let hueHistogram:
    @Sendable (
      PixelView, VisibilityRule, HueLayout, UnsafeMutablePointer<UInt32>,
      UnsafeMutablePointer<UInt32>
    ) -> Void
  package let nearestCenters:
    @Sendable (
      UnsafePointer<Int16>, UnsafePointer<Int16>, UnsafePointer<Int16>, Int,
      UnsafePointer<Int16>, Int, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>
    ) -> Void
  package let swapGains:
    @Sendable (
      UnsafePointer<Int16>, UnsafePointer<Int16>, UnsafePointer<Int16>, UnsafePointer<UInt32>,
      UnsafePointer<Int32>, UnsafePointer<Int32>, UnsafePointer<Int32>, Int,
      UnsafePointer<Int16>, UnsafeMutablePointer<Int64>
    ) -> Int64
  package let hardHueEffect: Change<HardHueEffect>
  package let softHueEffect: Change<SoftHueEffect>
  package let weightedEffect:
    @Sendable (
      WeightedEffect, UnsafeRawPointer?, UnsafePointer<UInt16>, UnsafeMutablePointer<UInt32>, Int
    ) -> Void
  package let colorBoxes: @Sendable (UnsafeRawPointer, UnsafeMutablePointer<UInt16>, Int) -> Void
}
