package import Pixels

/// The vector loops of one instruction set: a value holding its functions.
///
/// A workspace or an effect takes the value once; nothing else asks which instruction set it is.
/// Each function promises what its body in `SIMDBodies` promises, and must only be called on a
/// machine that can run the set.
package final class VectorCode: Sendable {
  /// A count of cells: the view, which pixels count, the table and the scratch memory.
  package typealias CellCount =
    @Sendable (
      PixelView, VisibilityRule, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt32>
    ) -> Void
  /// The sum of tables of cells: the grid, how many tables, their memory and the scratch memory.
  package typealias TableSum =
    @Sendable (
      ColorGrid, Int, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt32>
    ) -> Void
  /// A count of pixels that lie alone: the view, the row above it and the one below, whether a pixel before its first and one after its last
  /// are neighbours, which pixels count, a number for each fine cell.
  package typealias LoneCount =
    @Sendable (
      PixelView, _ above: UnsafeRawPointer, _ below: UnsafeRawPointer, _ hasPrevious: Bool,
      _ hasNext: Bool, VisibilityRule, UnsafeMutablePointer<UInt32>
    ) -> Void
  /// A change of pixels: where from, where to, how many.
  package typealias Change<Effect> =
    @Sendable (Effect, UnsafeRawPointer?, UnsafeMutablePointer<UInt32>, Int) -> Void
  /// A count of hues: as of cells, with the layout of the bins.
  package typealias HueCount =
    @Sendable (
      PixelView, VisibilityRule, HueLayout, UnsafeMutablePointer<UInt32>,
      UnsafeMutablePointer<UInt32>
    ) -> Void
  /// Assigns points to the nearest of some centres: the points, the centres and how many, where
  /// squared distances, labels and changes go.
  package typealias NearestSearch =
    @Sendable (
      NearestCenters, UnsafePointer<UInt32>, Int, UnsafeMutablePointer<Int32>,
      UnsafeMutablePointer<Int32>, NearestCenters.Changes
    ) -> Int
  /// Finds the nearest two of some centres: the points, the centres and how many, the results.
  package typealias NearestTwoSearch =
    @Sendable (NearestCenters, UnsafePointer<UInt32>, Int, NearestTwo) -> Void
  /// Assigns points where one centre was replaced: the points, its number and what replaces it, the
  /// nearest two before, where squared distances, labels and changes go.
  package typealias NearestReplacement =
    @Sendable (
      NearestCenters, Int, UnsafePointer<UInt32>, NearestTwo, UnsafeMutablePointer<Int32>,
      UnsafeMutablePointer<Int32>, NearestCenters.Changes
    ) -> Int
  /// Finds what a new centre gains: the points, the clusters' bounds, how many, the centre, where
  /// savings go.
  package typealias GainSum =
    @Sendable (
      SwapGains, UnsafePointer<Int32>, Int, UnsafePointer<UInt32>, UnsafeMutablePointer<Int64>
    ) -> Int64
  /// Converts mean colours: the groups and how many, where both words of each colour go.
  package typealias ColorConversion =
    @Sendable (
      CellColors, Int, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt32>
    ) -> Void
  /// A change of pixels by weights of boxes: where from, where to, how many, the weights, scratch
  /// memory, and what makes those of a box known.
  package typealias BoxedChange =
    @Sendable (
      BoxedEffect, UnsafeRawPointer?, UnsafeMutablePointer<UInt32>, Int, BoxedEffect.Table,
      UnsafeMutablePointer<UInt16>, (Int) -> Void
    ) -> Void
  /// Measures the weights of a box: the cones' responses, its lowest levels, scratch memory, where
  /// weights go.
  package typealias BoxMeasurement =
    @Sendable (
      BoxWeights, UnsafePointer<Double>, Int, Int, Int, UnsafeMutablePointer<Double>,
      UnsafeMutablePointer<UInt16>
    ) -> Void

  /// What is done to the windows of cells of each precision.
  package struct Windows: Sendable {
    /// Takes the counts of used rows from a table.
    package let take: @Sendable (WindowRows, UnsafePointer<UInt32>) -> Void
    /// Empties used rows, also of a table.
    package let empty: @Sendable (WindowRows, UnsafeMutablePointer<UInt32>) -> Void
    /// Finds the fullest window of each row.
    package let begin: @Sendable (WindowRows) -> Void
    /// Finds the fullest of all after one was emptied: its lowest cell, or -1.
    package let fullest: @Sendable (WindowRows, Int) -> Int

    package init(
      take: @escaping @Sendable (WindowRows, UnsafePointer<UInt32>) -> Void,
      empty: @escaping @Sendable (WindowRows, UnsafeMutablePointer<UInt32>) -> Void,
      begin: @escaping @Sendable (WindowRows) -> Void,
      fullest: @escaping @Sendable (WindowRows, Int) -> Int
    ) {
      self.take = take
      self.empty = empty
      self.begin = begin
      self.fullest = fullest
    }
  }

  package let fastestRead: @Sendable (PixelView) -> UInt64
  package let standardHistogram: CellCount
  package let fineHistogram: CellCount
  package let gatherCells: TableSum
  package let lonePixels: LoneCount
  package let hueHistogram: HueCount
  package let nearestCenters: NearestSearch
  package let nearestTwo: NearestTwoSearch
  package let nearestReplaced: NearestReplacement
  package let swapGains: GainSum
  package let cellColors: ColorConversion
  package let standardWindows: Windows
  package let fineWindows: Windows
  package let hardHueEffect: Change<HardHueEffect>
  package let softHueEffect: Change<SoftHueEffect>
  package let boxedEffect: BoxedChange
  package let boxWeights: BoxMeasurement

  package init(
    fastestRead: @escaping @Sendable (PixelView) -> UInt64,
    standardHistogram: @escaping CellCount,
    fineHistogram: @escaping CellCount,
    gatherCells: @escaping TableSum,
    lonePixels: @escaping LoneCount,
    hueHistogram: @escaping HueCount,
    nearestCenters: @escaping NearestSearch,
    nearestTwo: @escaping NearestTwoSearch,
    nearestReplaced: @escaping NearestReplacement,
    swapGains: @escaping GainSum,
    cellColors: @escaping ColorConversion,
    standardWindows: Windows,
    fineWindows: Windows,
    hardHueEffect: @escaping Change<HardHueEffect>,
    softHueEffect: @escaping Change<SoftHueEffect>,
    boxedEffect: @escaping BoxedChange,
    boxWeights: @escaping BoxMeasurement
  ) {
    self.fastestRead = fastestRead
    self.standardHistogram = standardHistogram
    self.fineHistogram = fineHistogram
    self.gatherCells = gatherCells
    self.lonePixels = lonePixels
    self.hueHistogram = hueHistogram
    self.nearestCenters = nearestCenters
    self.nearestTwo = nearestTwo
    self.nearestReplaced = nearestReplaced
    self.swapGains = swapGains
    self.cellColors = cellColors
    self.standardWindows = standardWindows
    self.fineWindows = fineWindows
    self.hardHueEffect = hardHueEffect
    self.softHueEffect = softHueEffect
    self.boxedEffect = boxedEffect
    self.boxWeights = boxWeights
  }
}
