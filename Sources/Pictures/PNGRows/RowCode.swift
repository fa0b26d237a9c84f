internal import CVectorShims
internal import RowBodies
internal import RowBodiesAVX2
internal import RowBodiesBaseline

/// The loops of a reader for one instruction set: a value holding its functions.
///
/// Each function promises what its body in `RowBodies` promises.
struct RowCode {
  /// The codes of a block, with matches that are copied.
  let copying: BlockLoops<CopiedMatches>
  /// The same, with matches that are noted.
  let noting: BlockLoops<NotedMatches>
  /// See `MatchReplay.replay`.
  let replay:
    (
      inout ReplayPlace, inout UnsafeMutablePointer<UInt8>, UnsafeMutablePointer<UInt8>,
      UnsafeMutablePointer<UInt8>
    ) -> InflateStop
  /// See `AdlerSum.add`.
  let addToAdler: (UnsafePointer<UInt8>, Int, UInt32) -> UInt32
  /// See `RowWave.unfilter`.
  let unfilter: (RowGroup) -> Void
  /// See `RowWave.unfilterTwo`; `nil` where there is none for such samples.
  let unfilterTwo: ((RowGroup, SIMD8<UInt8>) -> Void)?
  /// The same for the low bytes of samples of 16 bits; `unfilter` is then for the high ones.
  let unfilterLow: ((RowGroup) -> Void)?
  /// See `WideRow.round`.
  let roundWideRow: (UnsafeMutablePointer<UInt32>, UnsafePointer<UInt32>, Int) -> Void
}

extension RowCode {
  // Bit 1 is x86-64-v3.
  private static let hasAVX2 = cv_detect_instruction_sets() & 2 != 0

  /// How many rows are unfiltered at once at most.
  var mostRowsAtOnce: Int { (unfilterTwo == nil ? 1 : 2) * RowGroup.rowCount }

  /// The same, of some samples.
  static func mostRowsAtOnce(_ samples: PNGSamples) -> Int {
    ([.grey, .rgb, .rgba].contains(samples) ? 2 : 1) * RowGroup.rowCount
  }

  /// The loops for this machine.
  init(_ samples: PNGSamples, usesVectorExtensions: Bool) {
    if usesVectorExtensions && Self.hasAVX2 {
      copying = BlockLoops(inflate: RowBodiesAVX2.inflate, pair: RowBodiesAVX2.inflatePair)
      noting = BlockLoops(
        inflate: RowBodiesAVX2.inflateNoting, pair: RowBodiesAVX2.inflatePairNoting)
      replay = RowBodiesAVX2.replay
      addToAdler = RowBodiesAVX2.addToAdler
      (unfilter, unfilterLow) =
        switch samples {
        case .grey, .palette: (RowBodiesAVX2.unfilterGrey, nil)
        case .greyAlpha: (RowBodiesAVX2.unfilterGreyAlpha, nil)
        case .rgb: (RowBodiesAVX2.unfilterRGB, nil)
        case .rgba: (RowBodiesAVX2.unfilterRGBA, nil)
        case .grey16: (RowBodiesAVX2.unfilterWideGrey, RowBodiesAVX2.unfilterWideGreyLow)
        case .greyAlpha16:
          (RowBodiesAVX2.unfilterWideGreyAlpha, RowBodiesAVX2.unfilterWideGreyAlphaLow)
        case .rgb16: (RowBodiesAVX2.unfilterWideRGB, RowBodiesAVX2.unfilterWideRGBLow)
        case .rgba16: (RowBodiesAVX2.unfilterWideRGBA, RowBodiesAVX2.unfilterWideRGBALow)
        }
      unfilterTwo =
        switch samples {
        case .grey: RowBodiesAVX2.unfilterTwoGrey
        case .rgb: RowBodiesAVX2.unfilterTwoRGB
        case .rgba: RowBodiesAVX2.unfilterTwoRGBA
        default: nil
        }
      roundWideRow = RowBodiesAVX2.roundWideRow
    } else {
      copying = BlockLoops(inflate: RowBodiesBaseline.inflate, pair: RowBodiesBaseline.inflatePair)
      noting = BlockLoops(
        inflate: RowBodiesBaseline.inflateNoting, pair: RowBodiesBaseline.inflatePairNoting)
      replay = RowBodiesBaseline.replay
      addToAdler = RowBodiesBaseline.addToAdler
      (unfilter, unfilterLow) =
        switch samples {
        case .grey, .palette: (RowBodiesBaseline.unfilterGrey, nil)
        case .greyAlpha: (RowBodiesBaseline.unfilterGreyAlpha, nil)
        case .rgb: (RowBodiesBaseline.unfilterRGB, nil)
        case .rgba: (RowBodiesBaseline.unfilterRGBA, nil)
        case .grey16: (RowBodiesBaseline.unfilterWideGrey, RowBodiesBaseline.unfilterWideGreyLow)
        case .greyAlpha16:
          (RowBodiesBaseline.unfilterWideGreyAlpha, RowBodiesBaseline.unfilterWideGreyAlphaLow)
        case .rgb16: (RowBodiesBaseline.unfilterWideRGB, RowBodiesBaseline.unfilterWideRGBLow)
        case .rgba16: (RowBodiesBaseline.unfilterWideRGBA, RowBodiesBaseline.unfilterWideRGBALow)
        }
      unfilterTwo =
        switch samples {
        case .grey: RowBodiesBaseline.unfilterTwoGrey
        case .rgb: RowBodiesBaseline.unfilterTwoRGB
        case .rgba: RowBodiesBaseline.unfilterTwoRGBA
        default: nil
        }
      roundWideRow = RowBodiesBaseline.roundWideRow
    }
  }
}
