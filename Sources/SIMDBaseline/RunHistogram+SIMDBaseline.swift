public import Pixels
internal import SIMDBodies

/// The vectorised histogram over 16-level cells, compiled for this module's instruction set.
///
/// See ``SIMDBodies/RunHistogram`` for the parameters and what they promise.
public func baselineStandardHistogram(
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
public func baselineFineHistogram(
  _ view: PixelView, rule: VisibilityRule, table: UnsafeMutablePointer<UInt32>,
  scratch: UnsafeMutablePointer<UInt32>
) {
  var pass = RunHistogram(
    grid: .fine, rule: rule, pixelCount: view.pixelCount, table: table, scratch: scratch)
  pass.add(view)
}

/// 32-bit words of scratch memory that a pass of any instruction set needs beside its table.
public var vectorScratchWords: Int { RunHistogram.scratchWords }

/// 32-bit words of table memory, zeroed at first, that a pass of any instruction set needs.
///
/// - Parameter isFine: whether for 8-level cells.
/// - Returns: the words of all tables together.
public func vectorTableWords(isFine: Bool) -> Int {
  isFine ? ColorGrid.fine.tableWords : ColorGrid.standard.tableWords
}
