internal import CVectorShims
internal import RowBodies
internal import RowBodiesAVX2
internal import RowBodiesBaseline

/// The loops of a reader for one instruction set: a value holding its functions.
///
/// Each function promises what its body in `RowBodies` promises.
struct RowCode {
  /// See `InflateRun.inflate`.
  let inflate:
    (
      inout InflatePlace, InflateBounds, UnsafePointer<UInt32>, UnsafePointer<UInt32>, LongCodes,
      LongCodes
    ) -> InflateStop
  /// See `AdlerSum.add`.
  let addToAdler: (UnsafePointer<UInt8>, Int, UInt32) -> UInt32
  /// See `RowWave.unfilter`.
  let unfilter: (RowGroup) -> Void
}

extension RowCode {
  // Bit 1 is x86-64-v3.
  private static let hasAVX2 = cv_detect_instruction_sets() & 2 != 0

  /// The loops for this machine.
  init(_ samples: PNGSamples, usesVectorExtensions: Bool) {
    if usesVectorExtensions && Self.hasAVX2 {
      inflate = RowBodiesAVX2.inflate
      addToAdler = RowBodiesAVX2.addToAdler
      unfilter =
        switch samples {
        case .grey, .palette: RowBodiesAVX2.unfilterGrey
        case .greyAlpha: RowBodiesAVX2.unfilterGreyAlpha
        case .rgb: RowBodiesAVX2.unfilterRGB
        case .rgba: RowBodiesAVX2.unfilterRGBA
        }
    } else {
      inflate = RowBodiesBaseline.inflate
      addToAdler = RowBodiesBaseline.addToAdler
      unfilter =
        switch samples {
        case .grey, .palette: RowBodiesBaseline.unfilterGrey
        case .greyAlpha: RowBodiesBaseline.unfilterGreyAlpha
        case .rgb: RowBodiesBaseline.unfilterRGB
        case .rgba: RowBodiesBaseline.unfilterRGBA
        }
    }
  }
}
