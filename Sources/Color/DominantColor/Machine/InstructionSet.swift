internal import CVectorShims
internal import SIMDAVX2
internal import SIMDAVX512
internal import SIMDBaseline

/// An instruction set that the vector kernels are compiled for.
///
/// The same Swift source serves all; only speed differs.
public enum InstructionSet: String, Hashable, Sendable, CaseIterable {
  /// What every machine of the architecture has: SSE2 on x86-64, NEON on arm64.
  case baseline
  /// x86-64-v3: AVX2, BMI, FMA (Haswell, Zen 1 and later).
  case avx2
  /// x86-64-v4: AVX-512 F, BW, CD, DQ, VL (Skylake-X, Zen 4 and later).
  case avx512

  /// The sets that this machine and its operating system can run, best last; asked once.
  public static let available: [InstructionSet] = {
    let detected = cv_detect_instruction_sets()
    return zip(allCases, 0...).filter { detected >> $1 & 1 == 1 }.map(\.0)
  }()

  /// The best set that this machine can run.
  public static let best: InstructionSet = available.last ?? .baseline

  /// Whether this machine can run the set.
  public var isAvailable: Bool { Self.available.contains(self) }

  /// What the set needs, in the words of processor manuals.
  public var requirement: String {
    switch self {
    case .baseline: "nothing beyond the architecture (SSE2 on x86-64, NEON on arm64)"
    case .avx2: "x86-64-v3: AVX2, BMI1, BMI2, FMA, F16C, LZCNT, MOVBE"
    case .avx512: "x86-64-v4: AVX-512 F, BW, CD, DQ, VL, with their registers enabled"
    }
  }

  /// The set's functions: the one place that tells sets apart.
  package var code: VectorCode {
    switch self {
    case .baseline: .baseline
    case .avx2: .avx2
    case .avx512: .avx512
    }
  }
}

extension VectorCode {
  static let baseline = VectorCode(
    fastestRead: SIMDBaseline.fastestRead,
    standardHistogram: SIMDBaseline.standardHistogram,
    fineHistogram: SIMDBaseline.fineHistogram, hueHistogram: SIMDBaseline.hueHistogram,
    nearestCenters: SIMDBaseline.nearestCenters, nearestTwo: SIMDBaseline.nearestTwo,
    nearestReplaced: SIMDBaseline.nearestReplaced, swapGains: SIMDBaseline.swapGains,
    cellColors: SIMDBaseline.cellColors,
    standardWindows: Windows(
      take: SIMDBaseline.takeStandardWindows, empty: SIMDBaseline.emptyStandardWindows,
      begin: SIMDBaseline.beginStandardWindows, fullest: SIMDBaseline.fullestStandardWindows),
    fineWindows: Windows(
      take: SIMDBaseline.takeFineWindows, empty: SIMDBaseline.emptyFineWindows,
      begin: SIMDBaseline.beginFineWindows, fullest: SIMDBaseline.fullestFineWindows),
    hardHueEffect: SIMDBaseline.hardHueEffect, softHueEffect: SIMDBaseline.softHueEffect,
    boxedEffect: SIMDBaseline.boxedEffect, boxWeights: SIMDBaseline.boxWeights)

  static let avx2 = VectorCode(
    fastestRead: SIMDAVX2.fastestRead, standardHistogram: SIMDAVX2.standardHistogram,
    fineHistogram: SIMDAVX2.fineHistogram, hueHistogram: SIMDAVX2.hueHistogram,
    nearestCenters: SIMDAVX2.nearestCenters, nearestTwo: SIMDAVX2.nearestTwo,
    nearestReplaced: SIMDAVX2.nearestReplaced, swapGains: SIMDAVX2.swapGains,
    cellColors: SIMDAVX2.cellColors,
    standardWindows: Windows(
      take: SIMDAVX2.takeStandardWindows, empty: SIMDAVX2.emptyStandardWindows,
      begin: SIMDAVX2.beginStandardWindows, fullest: SIMDAVX2.fullestStandardWindows),
    fineWindows: Windows(
      take: SIMDAVX2.takeFineWindows, empty: SIMDAVX2.emptyFineWindows,
      begin: SIMDAVX2.beginFineWindows, fullest: SIMDAVX2.fullestFineWindows),
    hardHueEffect: SIMDAVX2.hardHueEffect, softHueEffect: SIMDAVX2.softHueEffect,
    boxedEffect: SIMDAVX2.boxedEffect, boxWeights: SIMDAVX2.boxWeights)

  static let avx512 = VectorCode(
    fastestRead: SIMDAVX512.fastestRead, standardHistogram: SIMDAVX512.standardHistogram,
    fineHistogram: SIMDAVX512.fineHistogram, hueHistogram: SIMDAVX512.hueHistogram,
    nearestCenters: SIMDAVX512.nearestCenters, nearestTwo: SIMDAVX512.nearestTwo,
    nearestReplaced: SIMDAVX512.nearestReplaced, swapGains: SIMDAVX512.swapGains,
    cellColors: SIMDAVX512.cellColors,
    standardWindows: Windows(
      take: SIMDAVX512.takeStandardWindows, empty: SIMDAVX512.emptyStandardWindows,
      begin: SIMDAVX512.beginStandardWindows, fullest: SIMDAVX512.fullestStandardWindows),
    fineWindows: Windows(
      take: SIMDAVX512.takeFineWindows, empty: SIMDAVX512.emptyFineWindows,
      begin: SIMDAVX512.beginFineWindows, fullest: SIMDAVX512.fullestFineWindows),
    hardHueEffect: SIMDAVX512.hardHueEffect, softHueEffect: SIMDAVX512.softHueEffect,
    boxedEffect: SIMDAVX512.boxedEffect, boxWeights: SIMDAVX512.boxWeights)
}
