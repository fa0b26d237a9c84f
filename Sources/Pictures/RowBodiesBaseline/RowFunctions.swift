// The loops of `RowBodies`, compiled for one instruction set.
//
// This one file is the whole of each module RowBodiesBaseline and RowBodiesAVX2: the other holds a
// symbolic link to it, and differs in the flags of Package.swift alone. Callers name the module:
// `RowBodiesAVX2.inflate`. The functions promise what the bodies promise.

package import RowBodies

/// Inflates codes: see `InflateRun`.
package func inflate(
  _ place: inout InflatePlace, _ bounds: InflateBounds, _ matches: inout CopiedMatches,
  literals: UnsafePointer<UInt32>, distances: UnsafePointer<UInt32>, longLiterals: LongCodes,
  longDistances: LongCodes
) -> InflateStop {
  InflateRun.inflate(
    &place, bounds, &matches, literals: literals, distances: distances, longLiterals: longLiterals,
    longDistances: longDistances)
}

/// Inflates codes whose matches are noted: see `InflateRun`.
package func inflateNoting(
  _ place: inout InflatePlace, _ bounds: InflateBounds, _ matches: inout NotedMatches,
  literals: UnsafePointer<UInt32>, distances: UnsafePointer<UInt32>, longLiterals: LongCodes,
  longDistances: LongCodes
) -> InflateStop {
  InflateRun.inflate(
    &place, bounds, &matches, literals: literals, distances: distances, longLiterals: longLiterals,
    longDistances: longDistances)
}

/// Inflates codes at two places of a block at once: see `InflatePair`.
package func inflatePair(
  _ first: inout InflatePlace, _ firstBounds: InflateBounds, _ matches: inout CopiedMatches,
  _ second: inout InflatePlace, _ secondBounds: InflateBounds, _ notes: inout NotedMatches,
  tables: UnsafePointer<UInt32>
) -> InflatePair.Stop {
  InflatePair.inflate(
    &first, firstBounds, &matches, &second, secondBounds, &notes, tables: tables)
}

/// Inflates codes at two places of a block at once, with all matches noted: see `InflatePair`.
package func inflatePairNoting(
  _ first: inout InflatePlace, _ firstBounds: InflateBounds, _ firstNotes: inout NotedMatches,
  _ second: inout InflatePlace, _ secondBounds: InflateBounds, _ notes: inout NotedMatches,
  tables: UnsafePointer<UInt32>
) -> InflatePair.Stop {
  InflatePair.inflate(
    &first, firstBounds, &firstNotes, &second, secondBounds, &notes, tables: tables)
}

/// Makes bytes of literals and noted matches: see `MatchReplay`.
package func replay(
  _ place: inout ReplayPlace, _ output: inout UnsafeMutablePointer<UInt8>,
  start: UnsafeMutablePointer<UInt8>, end: UnsafeMutablePointer<UInt8>
) -> InflateStop {
  MatchReplay.replay(&place, &output, outputStart: start, outputEnd: end)
}

/// Adds to an Adler-32: see `AdlerSum`.
package func addToAdler(_ bytes: UnsafePointer<UInt8>, count: Int, before: UInt32) -> UInt32 {
  AdlerSum.add(bytes, count: count, to: before)
}

// One function for each layout, because the inliner gives up where there are too many branches.

/// Unfilters grey: see `RowWave`.
package func unfilterGrey(_ group: RowGroup) { RowWave.unfilter(group, GreySamples.self) }
/// Unfilters grey with alpha: see `RowWave`.
package func unfilterGreyAlpha(_ group: RowGroup) {
  RowWave.unfilter(group, GreyAlphaSamples.self)
}
/// Unfilters RGB: see `RowWave`.
package func unfilterRGB(_ group: RowGroup) { RowWave.unfilter(group, RGBSamples.self) }
/// Unfilters RGBA: see `RowWave`.
package func unfilterRGBA(_ group: RowGroup) { RowWave.unfilter(group, RGBASamples.self) }

/// Unfilters two groups of grey: see `RowWave`.
package func unfilterTwoGrey(_ group: RowGroup, filtersBelow: SIMD8<UInt8>) {
  RowWave.unfilterTwo(group, filtersBelow: filtersBelow, GreySamples.self)
}
/// Unfilters two groups of RGB: see `RowWave`.
package func unfilterTwoRGB(_ group: RowGroup, filtersBelow: SIMD8<UInt8>) {
  RowWave.unfilterTwo(group, filtersBelow: filtersBelow, RGBSamples.self)
}
/// Unfilters two groups of RGBA: see `RowWave`.
package func unfilterTwoRGBA(_ group: RowGroup, filtersBelow: SIMD8<UInt8>) {
  RowWave.unfilterTwo(group, filtersBelow: filtersBelow, RGBASamples.self)
}

// Samples of 16 bits: the high bytes of each, and the low ones.

/// Unfilters the high bytes of grey: see `RowWave`.
package func unfilterWideGrey(_ group: RowGroup) {
  RowWave.unfilter(group, HighBytes<WideGrey>.self)
}
/// Unfilters the low bytes of grey: see `RowWave`.
package func unfilterWideGreyLow(_ group: RowGroup) {
  RowWave.unfilter(group, LowBytes<WideGrey>.self)
}
/// Unfilters the high bytes of grey with alpha: see `RowWave`.
package func unfilterWideGreyAlpha(_ group: RowGroup) {
  RowWave.unfilter(group, HighBytes<WideGreyAlpha>.self)
}
/// Unfilters the low bytes of grey with alpha: see `RowWave`.
package func unfilterWideGreyAlphaLow(_ group: RowGroup) {
  RowWave.unfilter(group, LowBytes<WideGreyAlpha>.self)
}
/// Unfilters the high bytes of RGB: see `RowWave`.
package func unfilterWideRGB(_ group: RowGroup) {
  RowWave.unfilter(group, HighBytes<WideRGB>.self)
}
/// Unfilters the low bytes of RGB: see `RowWave`.
package func unfilterWideRGBLow(_ group: RowGroup) {
  RowWave.unfilter(group, LowBytes<WideRGB>.self)
}
/// Unfilters the high bytes of RGBA: see `RowWave`.
package func unfilterWideRGBA(_ group: RowGroup) {
  RowWave.unfilter(group, HighBytes<WideRGBA>.self)
}
/// Unfilters the low bytes of RGBA: see `RowWave`.
package func unfilterWideRGBALow(_ group: RowGroup) {
  RowWave.unfilter(group, LowBytes<WideRGBA>.self)
}

/// Rounds samples of 16 bits to 8: see `WideRow`.
package func roundWideRow(
  _ high: UnsafeMutablePointer<UInt32>, low: UnsafePointer<UInt32>, count: Int
) {
  WideRow.round(high, low: low, count: count)
}
