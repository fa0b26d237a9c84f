// The loops of `RowBodies`, compiled for one instruction set.
//
// This one file is the whole of each module RowBodiesBaseline and RowBodiesAVX2: the other holds a
// symbolic link to it, and differs in the flags of Package.swift alone. Callers name the module:
// `RowBodiesAVX2.inflate`. The functions promise what the bodies promise.

public import RowBodies

/// Inflates codes: see `InflateRun`.
public func inflate(
  _ place: inout InflatePlace, _ bounds: InflateBounds, literals: UnsafePointer<UInt32>,
  distances: UnsafePointer<UInt32>, longLiterals: LongCodes, longDistances: LongCodes
) -> InflateStop {
  InflateRun.inflate(
    &place, bounds, literals: literals, distances: distances, longLiterals: longLiterals,
    longDistances: longDistances)
}

/// Adds to an Adler-32: see `AdlerSum`.
public func addToAdler(_ bytes: UnsafePointer<UInt8>, count: Int, before: UInt32) -> UInt32 {
  AdlerSum.add(bytes, count: count, to: before)
}

// One function for each layout, because the inliner gives up where there are too many branches.

/// Unfilters grey: see `RowWave`.
public func unfilterGrey(_ group: RowGroup) { RowWave.unfilter(group, GreySamples.self) }
/// Unfilters grey with alpha: see `RowWave`.
public func unfilterGreyAlpha(_ group: RowGroup) {
  RowWave.unfilter(group, GreyAlphaSamples.self)
}
/// Unfilters RGB: see `RowWave`.
public func unfilterRGB(_ group: RowGroup) { RowWave.unfilter(group, RGBSamples.self) }
/// Unfilters RGBA: see `RowWave`.
public func unfilterRGBA(_ group: RowGroup) { RowWave.unfilter(group, RGBASamples.self) }
