internal import CVectorShims
internal import JPEGLanes
internal import JPEGLanesAVX2
internal import JPEGLanesBaseline

/// The loops of a decoder, for the instruction set that it runs on.
struct LaneBodies {
  private let usesAVX2: Bool

  // Bit 1 is x86-64-v3.
  private static let hasAVX2 = cv_detect_instruction_sets() & 2 != 0

  init(_ settings: JPEGMeansSettings) {
    usesAVX2 = settings.usesVectorExtensions && Self.hasAVX2
  }

  /// See `FindBlocks` of the modules for each instruction set.
  func findBlocks(
    _ tasks: UnsafeMutablePointer<LaneTask>, count: Int, step: Int,
    idle: UnsafeMutablePointer<LaneTask>, lanes: Int, bytes: UnsafeRawPointer
  ) {
    if usesAVX2 {
      avx2FindBlocks(
        tasks, count: count, step: step, idle: idle, lanes: lanes, bytes: bytes)
    } else {
      baselineFindBlocks(
        tasks, count: count, step: step, idle: idle, lanes: lanes, bytes: bytes)
    }
  }

  /// See `ReadDifferences` of the modules for each instruction set.
  func readDifferences(
    _ records: UnsafePointer<UInt32>, count: Int, phase: Int, blocksPerMCU: Int,
    tables: UnsafePointer<UnsafePointer<Int16>>, codes: UnsafePointer<SymbolCode>,
    bytes: UnsafeRawPointer, differences: UnsafeMutablePointer<Int16>
  ) -> Bool {
    if usesAVX2 {
      return avx2ReadDifferences(
        records, count: count, phase: phase, blocksPerMCU: blocksPerMCU, tables: tables,
        codes: codes, bytes: bytes, differences: differences)
    }
    return baselineReadDifferences(
      records, count: count, phase: phase, blocksPerMCU: blocksPerMCU, tables: tables, codes: codes,
      bytes: bytes, differences: differences)
  }

  /// See `ReadDetails` of the modules for each instruction set.
  func readDetails(
    _ records: UnsafePointer<UInt32>, count: Int, first: Int, step: Int,
    component: DetailPass.Component, bytes: UnsafeRawPointer,
    scratch: UnsafeMutablePointer<Int32>, details: UnsafeMutablePointer<Int32>, detailStep: Int
  ) -> Bool {
    if usesAVX2 {
      return avx2ReadDetails(
        records, count: count, first: first, step: step, component: component, bytes: bytes,
        scratch: scratch, details: details, detailStep: detailStep)
    }
    return baselineReadDetails(
      records, count: count, first: first, step: step, component: component, bytes: bytes,
      scratch: scratch, details: details, detailStep: detailStep)
  }

  /// See `Samples` of the modules for each instruction set.
  func samples(
    _ means: UnsafePointer<Int16>, count: Int, quantization: Int32,
    into samples: UnsafeMutablePointer<UInt8>
  ) -> Bool {
    if usesAVX2 {
      return avx2Samples(
        means, count: count, quantization: quantization, into: samples)
    }
    return baselineSamples(
      means, count: count, quantization: quantization, into: samples)
  }

  /// See `Quadruples` of the modules for each instruction set.
  func quadruples(
    _ means: UnsafePointer<Int16>, details: UnsafePointer<Int32>, count: Int, quantization: Int32,
    upper: UnsafeMutablePointer<UInt8>, lower: UnsafeMutablePointer<UInt8>
  ) -> Bool {
    if usesAVX2 {
      return avx2Quadruples(
        means, details: details, count: count, quantization: quantization, upper: upper,
        lower: lower)
    }
    return baselineQuadruples(
      means, details: details, count: count, quantization: quantization, upper: upper, lower: lower)
  }

  /// See `Pixels` of the modules for each instruction set.
  func pixels(
    luma: UnsafePointer<UInt8>, blue: UnsafePointer<UInt8>, red: UnsafePointer<UInt8>, count: Int,
    into pixels: UnsafeMutablePointer<UInt32>
  ) {
    if usesAVX2 {
      avx2Pixels(
        luma: luma, blue: blue, red: red, count: count, into: pixels)
    } else {
      baselinePixels(
        luma: luma, blue: blue, red: red, count: count, into: pixels)
    }
  }
}
