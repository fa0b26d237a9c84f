public import JPEGLanes

/// Finds blocks, compiled for this module's instruction set.
///
/// See `LaneRun.run` for the parameters and what they promise.
public func baselineFindBlocks(
  _ tasks: UnsafeMutablePointer<LaneTask>, count: Int, step: Int,
  idle: UnsafeMutablePointer<LaneTask>, lanes: Int, bytes: UnsafeRawPointer, tables: LaneTables
) {
  LaneRun.run(
    tasks, count: count, step: step, idle: idle, lanes: lanes, bytes: bytes, tables: tables)
}

/// Reads differences, compiled for this module's instruction set.
///
/// See `DifferencePass.read` for the parameters and what they promise.
public func baselineReadDifferences(
  _ records: UnsafePointer<UInt32>, count: Int, phase: Int, blocksPerMCU: Int,
  entries: UnsafePointer<UInt16>, codes: UnsafePointer<SymbolCode>,
  bytes: UnsafeRawPointer, differences: UnsafeMutablePointer<Int16>
) -> Bool {
  DifferencePass.read(
    records, count: count, phase: phase, blocksPerMCU: blocksPerMCU, entries: entries,
    codes: codes, bytes: bytes, differences: differences)
}

/// Reads details, compiled for this module's instruction set.
///
/// See `DetailPass.read` for the parameters and what they promise.
public func baselineReadDetails(
  _ records: UnsafePointer<UInt32>, count: Int, phase: Int, blocksPerMCU: Int,
  blocks: UnsafePointer<DetailPass.Block>, bytes: UnsafeRawPointer,
  sums: UnsafeMutablePointer<Int32>, details: UnsafeMutablePointer<Int32>
) -> Bool {
  DetailPass.read(
    records, count: count, phase: phase, blocksPerMCU: blocksPerMCU, blocks: blocks,
    bytes: bytes, sums: sums, details: details)
}

/// Samples of means, compiled for this module's instruction set.
///
/// See `OutlineRow.samples` for the parameters and what they promise.
public func baselineSamples(
  _ means: UnsafePointer<Int16>, count: Int, quantization: Int32,
  into samples: UnsafeMutablePointer<UInt8>
) -> Bool {
  OutlineRow.samples(means, count: count, quantization: quantization, into: samples)
}

/// Samples of blocks of four, compiled for this module's instruction set.
///
/// See `OutlineRow.quadruples` for the parameters and what they promise.
public func baselineQuadruples(
  _ means: UnsafePointer<Int16>, details: UnsafePointer<Int32>, count: Int,
  quantization: Int32, upper: UnsafeMutablePointer<UInt8>, lower: UnsafeMutablePointer<UInt8>
) -> Bool {
  OutlineRow.quadruples(
    means, details: details, count: count, quantization: quantization, upper: upper,
    lower: lower)
}

/// Pixels of samples, compiled for this module's instruction set.
///
/// See `OutlineRow.pixels` for the parameters and what they promise.
public func baselinePixels(
  luma: UnsafePointer<UInt8>, blue: UnsafePointer<UInt8>, red: UnsafePointer<UInt8>,
  count: Int, into pixels: UnsafeMutablePointer<UInt32>
) {
  OutlineRow.pixels(luma: luma, blue: blue, red: red, count: count, into: pixels)
}
