internal import CVectorShims
internal import JPEGLanes
internal import JPEGLanesAVX2
internal import JPEGLanesAVX512
internal import JPEGLanesBaseline

/// The loops of a decoder for one instruction set: a value holding its functions.
///
/// Each function promises what its body in `JPEGLanes` promises, whose parameters it takes in the
/// same order.
struct LaneBodies {
  /// What reads blocks and transforms them: see `SamplePass.read`.
  typealias ReadSamples =
    (
      UnsafePointer<UInt32>, UnsafePointer<Int32>, Int, SamplePass.Component,
      UnsafeRawPointer, UnsafeMutableRawPointer, UnsafePointer<UnsafeMutablePointer<UInt8>>, Int
    ) -> Bool

  /// Finds blocks with a number of lanes: see `LaneRun`.
  let findBlocks: (LaneWork, Int) -> Void
  /// See `DifferencePass.read`.
  let readDifferences:
    (
      UnsafePointer<UInt32>, Int, Int, Int, UnsafePointer<UnsafePointer<Int16>>,
      UnsafePointer<SymbolCode>, UnsafeRawPointer, UnsafeMutablePointer<Int16>
    ) -> Bool
  /// See `DetailPass.read`.
  let readDetails:
    (
      UnsafePointer<UInt32>, Int, Int, Int, DetailPass.Component, UnsafeRawPointer,
      UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int16>, Int
    ) -> Bool
  /// See `SamplePass.read`.
  let readSamples: ReadSamples
  /// The same of blocks of no more than `SamplePass.fewCoefficients`.
  let readFewSamples: ReadSamples
  /// See `SequentialPass.read`.
  let readSequential:
    (
      inout SequentialPass.Place, Int, Int, UnsafeBufferPointer<SequentialPass.Block>,
      UnsafeRawPointer
    ) -> Void
  /// See `SequentialPass.flush`.
  let finishSequential: (UnsafeMutablePointer<SequentialPass.Component>, Int) -> Bool
  /// See `ChromaRow.pixels`.
  let enlargedPixels:
    (
      UnsafePointer<UInt8>, ChromaRow.Source, ChromaRow.Source, ChromaRow.Rounding, Int,
      UnsafeMutablePointer<Int16>, UnsafeMutablePointer<UInt32>
    ) -> Void
  /// See `ChromaPatch.enlarge`.
  let enlarge: (UnsafePointer<Int32>, Int, Int, UnsafeMutablePointer<UInt8>) -> Void
  /// See `OutlineRow.samples`.
  let samples: (UnsafePointer<Int16>, Int, Int32, UnsafeMutablePointer<UInt8>) -> Bool
  /// See `OutlineRow.quadruples`.
  let quadruples:
    (
      UnsafePointer<Int16>, UnsafePointer<Int16>, Int, Int32, UnsafeMutablePointer<UInt8>,
      UnsafeMutablePointer<UInt8>
    ) -> Bool
  /// See `OutlineRow.pixels`.
  let pixels:
    (
      UnsafePointer<UInt8>, UnsafePointer<UInt8>, UnsafePointer<UInt8>, Int,
      UnsafeMutablePointer<UInt32>
    ) -> Void
}

extension LaneBodies {
  // A bit for each instruction set, as they are numbered.
  private static let detected = cv_detect_instruction_sets()

  /// The loops that settings allow on this machine.
  init(_ settings: JPEGMeansSettings) {
    let best = JPEGMeansSettings.InstructionSet.allCases.last {
      $0.rawValue <= settings.instructionSet.rawValue && Self.detected >> $0.rawValue & 1 != 0
    }
    self =
      switch best {
      case .avx512:
        LaneBodies(
          findBlocks: JPEGLanesAVX512.findBlocks, readDifferences: JPEGLanesAVX512.readDifferences,
          readDetails: JPEGLanesAVX512.readDetails,
          readSamples: JPEGLanesAVX512.readSamples, readFewSamples: JPEGLanesAVX512.readFewSamples,
          readSequential: JPEGLanesAVX512.readSequential,
          finishSequential: JPEGLanesAVX512.finishSequential,
          enlargedPixels: JPEGLanesAVX512.enlargedPixels, enlarge: JPEGLanesAVX512.enlarge,
          samples: JPEGLanesAVX512.samples,
          quadruples: JPEGLanesAVX512.quadruples, pixels: JPEGLanesAVX512.pixels)
      case .avx2:
        LaneBodies(
          findBlocks: JPEGLanesAVX2.findBlocks, readDifferences: JPEGLanesAVX2.readDifferences,
          readDetails: JPEGLanesAVX2.readDetails,
          readSamples: JPEGLanesAVX2.readSamples, readFewSamples: JPEGLanesAVX2.readFewSamples,
          readSequential: JPEGLanesAVX2.readSequential,
          finishSequential: JPEGLanesAVX2.finishSequential,
          enlargedPixels: JPEGLanesAVX2.enlargedPixels, enlarge: JPEGLanesAVX2.enlarge,
          samples: JPEGLanesAVX2.samples,
          quadruples: JPEGLanesAVX2.quadruples, pixels: JPEGLanesAVX2.pixels)
      default:
        LaneBodies(
          findBlocks: JPEGLanesBaseline.findBlocks,
          readDifferences: JPEGLanesBaseline.readDifferences,
          readDetails: JPEGLanesBaseline.readDetails,
          readSamples: JPEGLanesBaseline.readSamples,
          readFewSamples: JPEGLanesBaseline.readFewSamples,
          readSequential: JPEGLanesBaseline.readSequential,
          finishSequential: JPEGLanesBaseline.finishSequential,
          enlargedPixels: JPEGLanesBaseline.enlargedPixels,
          enlarge: JPEGLanesBaseline.enlarge,
          samples: JPEGLanesBaseline.samples,
          quadruples: JPEGLanesBaseline.quadruples, pixels: JPEGLanesBaseline.pixels)
      }
  }
}
