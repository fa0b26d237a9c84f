// Every vector loop of `SIMDBodies`, compiled for one instruction set.
//
// This one file is the whole of each module SIMDBaseline, SIMDAVX2 and SIMDAVX512: the other two
// hold a symbolic link to it, and differ in the flags of Package.swift alone. Callers name the
// module: `SIMDAVX2.vectorCode()`. The functions promise what the bodies promise.

package import Pixels
package import SIMDBodies

/// All functions of this file, as the value that callers hold.
package func vectorCode() -> VectorCode {
  VectorCode(
    fastestRead: fastestRead, standardHistogram: standardHistogram, fineHistogram: fineHistogram,
    gatherCells: gatherCells, lonePixels: lonePixels, hueHistogram: hueHistogram,
    nearestCenters: nearestCenters, nearestTwo: nearestTwo, nearestReplaced: nearestReplaced,
    swapGains: swapGains,
    cellColors: cellColors,
    standardWindows: VectorCode.Windows(
      take: takeStandardWindows, empty: emptyStandardWindows, begin: beginStandardWindows,
      fullest: fullestStandardWindows),
    fineWindows: VectorCode.Windows(
      take: takeFineWindows, empty: emptyFineWindows, begin: beginFineWindows,
      fullest: fullestFineWindows),
    hardHueEffect: hardHueEffect, softHueEffect: softHueEffect, boxedEffect: boxedEffect,
    boxWeights: boxWeights)
}

/// The fastest vector read of a view: see `FastestRead`.
///
/// - Parameter view: the pixels.
/// - Returns: a number that depends on every pixel.
package func fastestRead(_ view: PixelView) -> UInt64 {
  var pass = FastestRead()
  return pass.read(view)
}

/// Counts pixels in cells of 16 levels: see `RunHistogram`.
package func standardHistogram(
  _ view: PixelView, rule: VisibilityRule, table: UnsafeMutablePointer<UInt32>,
  scratch: UnsafeMutablePointer<UInt32>
) {
  #if arch(wasm32)
    histogram(view, .standard, rule, table, scratch)
  #else
    var pass = RunHistogram(
      grid: .standard, rule: rule, pixelCount: view.pixelCount, table: table, scratch: scratch)
    pass.add(view)
  #endif
}

/// Counts pixels in cells of 8 levels: see `RunHistogram`.
package func fineHistogram(
  _ view: PixelView, rule: VisibilityRule, table: UnsafeMutablePointer<UInt32>,
  scratch: UnsafeMutablePointer<UInt32>
) {
  #if arch(wasm32)
    histogram(view, .fine, rule, table, scratch)
  #else
    var pass = RunHistogram(
      grid: .fine, rule: rule, pixelCount: view.pixelCount, table: table, scratch: scratch)
    pass.add(view)
  #endif
}

/// Adds up the tables that counts of cells left open: see `RunHistogram.gather`.
package func gatherCells(
  _ grid: ColorGrid, tables: Int, table: UnsafeMutablePointer<UInt32>,
  scratch: UnsafeMutablePointer<UInt32>
) {
  #if !hasFeature(Embedded)
    // Each with the numbers of its grid compiled in.
    if grid.cellBits == 4 {
      RunHistogram.gather(.standard, tables: tables, table: table, scratch: scratch)
    } else {
      RunHistogram.gather(.fine, tables: tables, table: table, scratch: scratch)
    }
  #endif
}

#if arch(wasm32)
  /// Both: half the code, because the numbers of the grid are parameters and not compiled in.
  @inline(never)
  private func histogram(
    _ view: PixelView, _ grid: ColorGrid, _ rule: VisibilityRule,
    _ table: UnsafeMutablePointer<UInt32>, _ scratch: UnsafeMutablePointer<UInt32>
  ) {
    var pass = RunHistogram(
      grid: grid, rule: rule, pixelCount: view.pixelCount, table: table, scratch: scratch)
    pass.add(view)
  }
#endif

/// Counts pixels that lie alone: see `LonePixels`.
package func lonePixels(
  _ view: PixelView, above: UnsafeRawPointer, below: UnsafeRawPointer, hasPrevious: Bool,
  hasNext: Bool, rule: VisibilityRule, counts: UnsafeMutablePointer<UInt32>
) {
  LonePixels(rule: rule, counts: counts)
    .add(view, above: above, below: below, hasPrevious: hasPrevious, hasNext: hasNext)
}

/// Counts pixels in bins of hue: see `HuePass`.
package func hueHistogram(
  _ view: PixelView, rule: VisibilityRule, layout: HueLayout,
  table: UnsafeMutablePointer<UInt32>, scratch: UnsafeMutablePointer<UInt32>
) {
  var pass = HuePass(rule: rule, layout: layout, table: table, scratch: scratch)
  pass.add(view)
}

/// Keeps or greys a run of pixels by hue: see `EffectRun.change`.
package func hardHueEffect(
  _ effect: HardHueEffect, from source: UnsafeRawPointer?,
  to target: UnsafeMutablePointer<UInt32>, count: Int
) {
  EffectRun.change(from: source, to: target, count: count) { effect($0) }
}

/// Blends a run of pixels with their greys by hue: see `EffectRun.change`.
package func softHueEffect(
  _ effect: SoftHueEffect, from source: UnsafeRawPointer?,
  to target: UnsafeMutablePointer<UInt32>, count: Int
) {
  #if arch(wasm32)
    // One loop: half the code.
    let isExact = effect.isExact
    EffectRun.change(from: source, to: target, count: count) { effect($0, isExact: isExact) }
  #else
    // Two loops, so that the usual one tests nothing.
    if effect.isExact {
      EffectRun.change(from: source, to: target, count: count) { effect($0, isExact: true) }
    } else {
      EffectRun.change(from: source, to: target, count: count) { effect($0, isExact: false) }
    }
  #endif
}

/// Blends a run of pixels with their greys by weights of boxes: see `BoxedEffect.change`.
package func boxedEffect(
  _ effect: BoxedEffect, from source: UnsafeRawPointer?, to target: UnsafeMutablePointer<UInt32>,
  count: Int, table: BoxedEffect.Table, scratch: UnsafeMutablePointer<UInt16>,
  measure: (Int) -> Void
) {
  effect.change(
    from: source, to: target, count: count, table: table, scratch: scratch, measure: measure)
}

/// Measures the weights of a box's colours: see `BoxWeights.measure`.
package func boxWeights(
  _ weights: BoxWeights, cones: UnsafePointer<Double>, red: Int, green: Int, blue: Int,
  scratch: UnsafeMutablePointer<Double>, into target: UnsafeMutablePointer<UInt16>
) {
  weights.measure(
    cones: cones, red: red, green: green, blue: blue, scratch: scratch, into: target)
}

/// Finds the nearest centres of points: see `NearestCenters.assign`.
package func nearestCenters(
  _ points: NearestCenters, centers: UnsafePointer<UInt32>, centerCount: Int,
  squares: UnsafeMutablePointer<Int32>, labels: UnsafeMutablePointer<Int32>,
  changes: NearestCenters.Changes
) -> Int {
  points.assign(to: centers, centerCount, squares: squares, labels: labels, changes: changes)
}

/// Finds the nearest two centres of points: see `NearestCenters.findTwo`.
package func nearestTwo(
  _ points: NearestCenters, centers: UnsafePointer<UInt32>, centerCount: Int, two: NearestTwo
) {
  points.findTwo(of: centers, centerCount, into: two)
}

/// Finds the nearest centres of points where one was replaced: see `NearestCenters.replace`.
package func nearestReplaced(
  _ points: NearestCenters, number: Int, center: UnsafePointer<UInt32>, two: NearestTwo,
  squares: UnsafeMutablePointer<Int32>, labels: UnsafeMutablePointer<Int32>,
  changes: NearestCenters.Changes
) -> Int {
  points.replace(
    number, by: center, two, squares: squares, labels: labels, changes: changes)
}

/// Finds what a new centre gains: see `SwapGains`.
package func swapGains(
  _ points: SwapGains, bounds: UnsafePointer<Int32>, clusters: Int,
  center: UnsafePointer<UInt32>, savings: UnsafeMutablePointer<Int64>
) -> Int64 {
  points.find(bounds: bounds, clusters: clusters, center: center, savings: savings)
}

/// Converts the mean colours of groups of pixels to OKLab: see `CellColors.convert`.
package func cellColors(
  _ groups: CellColors, _ count: Int, firsts: UnsafeMutablePointer<UInt32>,
  thirds: UnsafeMutablePointer<UInt32>
) {
  groups.convert(count, firsts: firsts, thirds: thirds)
}

/// Takes counts from a table for windows of cells of 16 levels: see `WindowRows`.
package func takeStandardWindows(_ rows: WindowRows, from table: UnsafePointer<UInt32>) {
  rows.take(table, .standard)
}

/// Empties rows of windows of cells of 16 levels, also of a table.
package func emptyStandardWindows(_ rows: WindowRows, and table: UnsafeMutablePointer<UInt32>) {
  rows.empty(table, .standard)
}

/// Finds the fullest window of each row, of cells of 16 levels.
package func beginStandardWindows(_ rows: WindowRows) { rows.begin(.standard) }

/// Finds the fullest window of all, of cells of 16 levels.
package func fullestStandardWindows(_ rows: WindowRows, after corner: Int) -> Int {
  rows.fullest(after: corner, .standard)
}

/// Takes counts from a table for windows of cells of 8 levels: see `WindowRows`.
package func takeFineWindows(_ rows: WindowRows, from table: UnsafePointer<UInt32>) {
  rows.take(table, .fine)
}

/// Empties rows of windows of cells of 8 levels, also of a table.
package func emptyFineWindows(_ rows: WindowRows, and table: UnsafeMutablePointer<UInt32>) {
  rows.empty(table, .fine)
}

/// Finds the fullest window of each row, of cells of 8 levels.
package func beginFineWindows(_ rows: WindowRows) { rows.begin(.fine) }

/// Finds the fullest window of all, of cells of 8 levels.
package func fullestFineWindows(_ rows: WindowRows, after corner: Int) -> Int {
  rows.fullest(after: corner, .fine)
}
