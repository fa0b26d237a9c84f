// The loops of `JPEGLanes`, compiled for one instruction set.
//
// This one file is the whole of each module JPEGLanesBaseline, JPEGLanesAVX2 and JPEGLanesAVX512: the
// others hold a symbolic link to it, and differ in the flags of Package.swift alone. Callers name the module:
// `JPEGLanesAVX2.findBlocks`. The functions promise what the bodies promise.

package import JPEGLanes

/// Finds blocks: see `LaneRun`.
///
/// There are 1, 2, 4, 6 or 8 lanes; the next larger of these otherwise.
package func findBlocks(_ work: LaneWork, lanes: Int) {
  switch lanes {
  case ...1: findBlocks1(work)
  case ...2: findBlocks2(work)
  case ...3: findBlocks3(work)
  case ...4: findBlocks4(work)
  case ...6: findBlocks6(work)
  default: findBlocks8(work)
  }
}

// One function for each number of lanes, because the inliner gives up where there are too many
// branches.

private func findBlocks1(_ work: LaneWork) { LaneRun.walk(through: work, with: Lane.self) }
private func findBlocks2(_ work: LaneWork) { LaneRun.walk(through: work, with: TwoLanes.self) }
private func findBlocks3(_ work: LaneWork) { LaneRun.walk(through: work, with: ThreeLanes.self) }
private func findBlocks4(_ work: LaneWork) { LaneRun.walk(through: work, with: FourLanes.self) }
private func findBlocks6(_ work: LaneWork) { LaneRun.walk(through: work, with: SixLanes.self) }
private func findBlocks8(_ work: LaneWork) { LaneRun.walk(through: work, with: EightLanes.self) }

/// Reads differences.
///
/// See `DifferencePass.read` for the parameters and what they promise.
package func readDifferences(
  _ records: UnsafePointer<UInt32>, count: Int, phase: Int, blocksPerMCU: Int,
  tables: UnsafePointer<UnsafePointer<Int16>>, codes: UnsafePointer<SymbolCode>,
  bytes: UnsafeRawPointer, differences: UnsafeMutablePointer<Int16>
) -> Bool {
  DifferencePass.read(
    records, count: count, phase: phase, blocksPerMCU: blocksPerMCU, tables: tables,
    codes: codes, bytes: bytes, differences: differences)
}

/// Reads details.
///
/// See `DetailPass.read` for the parameters and what they promise.
package func readDetails(
  _ records: UnsafePointer<UInt32>, count: Int, first: Int, step: Int,
  component: DetailPass.Component, bytes: UnsafeRawPointer,
  scratch: UnsafeMutablePointer<Int32>, details: UnsafeMutablePointer<Int16>, detailStep: Int
) -> Bool {
  DetailPass.read(
    records, count: count, first: first, step: step, component: component, bytes: bytes,
    scratch: scratch, details: details, detailStep: detailStep)
}

/// Enlarges chroma.
///
/// See `ChromaPatch.enlarge` for the parameters and what they promise.
package func enlarge(
  _ patches: UnsafePointer<Int32>, columnFactor: Int, rowFactor: Int,
  into samples: UnsafeMutablePointer<UInt8>
) {
  ChromaPatch.enlarge(
    patches, columnFactor: columnFactor, rowFactor: rowFactor, into: samples)
}

/// Reads whole blocks into rows of samples.
///
/// See `SamplePass.read` for the parameters and what they promise.
package func readSamples(
  _ starts: UnsafePointer<UInt32>, firsts: UnsafePointer<Int32>, count: Int,
  component: SamplePass.Component, bytes: UnsafeRawPointer, scratch: UnsafeMutableRawPointer,
  targets: UnsafePointer<UnsafeMutablePointer<UInt8>>, stride: Int
) -> Bool {
  SamplePass.read(
    starts, firsts: firsts, count: count, component: component, bytes: bytes, scratch: scratch,
    targets: targets, stride: stride, side: 8)
}

/// Reads blocks of few coefficients into rows of samples.
///
/// See `SamplePass.read` for the parameters and what they promise.
package func readFewSamples(
  _ starts: UnsafePointer<UInt32>, firsts: UnsafePointer<Int32>, count: Int,
  component: SamplePass.Component, bytes: UnsafeRawPointer, scratch: UnsafeMutableRawPointer,
  targets: UnsafePointer<UnsafeMutablePointer<UInt8>>, stride: Int
) -> Bool {
  SamplePass.read(
    starts, firsts: firsts, count: count, component: component, bytes: bytes, scratch: scratch,
    targets: targets, stride: stride, side: 4)
}

/// Reads blocks one after the other.
///
/// See `SequentialPass.read` for the parameters and what they promise.
package func readSequential(
  _ place: inout SequentialPass.Place, to endColumn: Int, endBit: Int,
  blocks: UnsafeBufferPointer<SequentialPass.Block>, bytes: UnsafeRawPointer
) {
  SequentialPass.read(
    &place, to: endColumn, endBit: endBit, blocks: blocks, bytes: bytes, flush: flushFull)
}

/// Transforms the blocks that wait.
///
/// See `SequentialPass.flush` for what it promises.
///
/// - Returns: whether numbers grow larger than libjpeg's ways of computing agree on.
package func finishSequential(
  _ components: UnsafeMutablePointer<SequentialPass.Component>, count: Int
) -> Bool {
  var isOut = false
  for index in 0..<count where flush(components + index, all: true) { isOut = true }
  return isOut
}

@inline(never)
private func flushFull(_ component: UnsafeMutablePointer<SequentialPass.Component>) -> Bool {
  flush(component, all: false)
}

private func flush(
  _ component: UnsafeMutablePointer<SequentialPass.Component>, all: Bool
) -> Bool {
  SequentialPass.flush(component, all: all, few: transformFew, many: transformMany)
}

@inline(never)
private func transformFew(_ component: UnsafeMutablePointer<SequentialPass.Component>) -> Bool {
  SequentialPass.transform(.few, component)
}

@inline(never)
private func transformMany(_ component: UnsafeMutablePointer<SequentialPass.Component>) -> Bool {
  SequentialPass.transform(.many, component)
}

/// Pixels of a row whose chroma is enlarged.
///
/// See `ChromaRow.pixels` for the parameters and what they promise.
package func enlargedPixels(
  luma: UnsafePointer<UInt8>, blue: ChromaRow.Source, red: ChromaRow.Source,
  rounding: ChromaRow.Rounding, count: Int, sums: UnsafeMutablePointer<Int16>,
  into pixels: UnsafeMutablePointer<UInt32>
) {
  ChromaRow.pixels(
    luma: luma, blue: blue, red: red, rounding: rounding, count: count, sums: sums, into: pixels)
}

/// Samples of means.
///
/// See `OutlineRow.samples` for the parameters and what they promise.
package func samples(
  _ means: UnsafePointer<Int16>, count: Int, quantization: Int32,
  into samples: UnsafeMutablePointer<UInt8>
) -> Bool {
  OutlineRow.samples(means, count: count, quantization: quantization, into: samples)
}

/// Samples of blocks of four.
///
/// See `OutlineRow.quadruples` for the parameters and what they promise.
package func quadruples(
  _ means: UnsafePointer<Int16>, details: UnsafePointer<Int16>, count: Int,
  quantization: Int32, upper: UnsafeMutablePointer<UInt8>, lower: UnsafeMutablePointer<UInt8>
) -> Bool {
  OutlineRow.quadruples(
    means, details: details, count: count, quantization: quantization, upper: upper,
    lower: lower)
}

/// Pixels of samples.
///
/// See `OutlineRow.pixels` for the parameters and what they promise.
package func pixels(
  luma: UnsafePointer<UInt8>, blue: UnsafePointer<UInt8>, red: UnsafePointer<UInt8>,
  count: Int, into pixels: UnsafeMutablePointer<UInt32>
) {
  OutlineRow.pixels(luma: luma, blue: blue, red: red, count: count, into: pixels)
}
