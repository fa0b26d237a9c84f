public import JPEGLanes

/// Finds blocks, compiled for this module's instruction set.
///
/// There are 1, 2, 4, 6 or 8 lanes; the next larger of these otherwise. See `LaneRun.run1` for the
/// other parameters and what they promise.
public func avx2FindBlocks(
  _ tasks: UnsafeMutablePointer<LaneTask>, count: Int, step: Int,
  idle: UnsafeMutablePointer<LaneTask>, lanes: Int, bytes: UnsafeRawPointer
) {
  switch lanes {
  case ...1: findBlocks1(tasks, count, step, idle, bytes)
  case ...2: findBlocks2(tasks, count, step, idle, bytes)
  case ...4: findBlocks4(tasks, count, step, idle, bytes)
  case ...6: findBlocks6(tasks, count, step, idle, bytes)
  default: findBlocks8(tasks, count, step, idle, bytes)
  }
}

// One function for each number of lanes, because the inliner gives up where there are too many
// branches.

private func findBlocks1(
  _ tasks: UnsafeMutablePointer<LaneTask>, _ count: Int, _ step: Int,
  _ idle: UnsafeMutablePointer<LaneTask>, _ bytes: UnsafeRawPointer
) {
  LaneRun.run1(tasks, count: count, step: step, idle: idle, bytes: bytes)
}

private func findBlocks2(
  _ tasks: UnsafeMutablePointer<LaneTask>, _ count: Int, _ step: Int,
  _ idle: UnsafeMutablePointer<LaneTask>, _ bytes: UnsafeRawPointer
) {
  LaneRun.run2(tasks, count: count, step: step, idle: idle, bytes: bytes)
}

private func findBlocks4(
  _ tasks: UnsafeMutablePointer<LaneTask>, _ count: Int, _ step: Int,
  _ idle: UnsafeMutablePointer<LaneTask>, _ bytes: UnsafeRawPointer
) {
  LaneRun.run4(tasks, count: count, step: step, idle: idle, bytes: bytes)
}

private func findBlocks6(
  _ tasks: UnsafeMutablePointer<LaneTask>, _ count: Int, _ step: Int,
  _ idle: UnsafeMutablePointer<LaneTask>, _ bytes: UnsafeRawPointer
) {
  LaneRun.run6(tasks, count: count, step: step, idle: idle, bytes: bytes)
}

private func findBlocks8(
  _ tasks: UnsafeMutablePointer<LaneTask>, _ count: Int, _ step: Int,
  _ idle: UnsafeMutablePointer<LaneTask>, _ bytes: UnsafeRawPointer
) {
  LaneRun.run8(tasks, count: count, step: step, idle: idle, bytes: bytes)
}

/// Reads differences, compiled for this module's instruction set.
///
/// See `DifferencePass.read` for the parameters and what they promise.
public func avx2ReadDifferences(
  _ records: UnsafePointer<UInt32>, count: Int, phase: Int, blocksPerMCU: Int,
  tables: UnsafePointer<UnsafePointer<Int16>>, codes: UnsafePointer<SymbolCode>,
  bytes: UnsafeRawPointer, differences: UnsafeMutablePointer<Int16>
) -> Bool {
  DifferencePass.read(
    records, count: count, phase: phase, blocksPerMCU: blocksPerMCU, tables: tables,
    codes: codes, bytes: bytes, differences: differences)
}

/// Reads details, compiled for this module's instruction set.
///
/// See `DetailPass.read` for the parameters and what they promise.
public func avx2ReadDetails(
  _ records: UnsafePointer<UInt32>, count: Int, first: Int, step: Int,
  component: DetailPass.Component, bytes: UnsafeRawPointer,
  scratch: UnsafeMutablePointer<Int32>, details: UnsafeMutablePointer<Int32>, detailStep: Int
) -> Bool {
  DetailPass.read(
    records, count: count, first: first, step: step, component: component, bytes: bytes,
    scratch: scratch, details: details, detailStep: detailStep)
}

/// Samples of means, compiled for this module's instruction set.
///
/// See `OutlineRow.samples` for the parameters and what they promise.
public func avx2Samples(
  _ means: UnsafePointer<Int16>, count: Int, quantization: Int32,
  into samples: UnsafeMutablePointer<UInt8>
) -> Bool {
  OutlineRow.samples(means, count: count, quantization: quantization, into: samples)
}

/// Samples of blocks of four, compiled for this module's instruction set.
///
/// See `OutlineRow.quadruples` for the parameters and what they promise.
public func avx2Quadruples(
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
public func avx2Pixels(
  luma: UnsafePointer<UInt8>, blue: UnsafePointer<UInt8>, red: UnsafePointer<UInt8>,
  count: Int, into pixels: UnsafeMutablePointer<UInt32>
) {
  OutlineRow.pixels(luma: luma, blue: blue, red: red, count: count, into: pixels)
}
