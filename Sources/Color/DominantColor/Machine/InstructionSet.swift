internal import CVectorShims
internal import SIMDBaseline
package import SIMDBodies

#if arch(x86_64) && !hasFeature(Embedded)
  internal import SIMDAVX2
  internal import SIMDAVX512
#endif

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
    return zip(allCases, 0...).filter { detected >> $1 & 1 == 1 }.map { $0.0 }
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
  static let baseline = SIMDBaseline.vectorCode()
  #if arch(x86_64) && !hasFeature(Embedded)
    static let avx2 = SIMDAVX2.vectorCode()
    static let avx512 = SIMDAVX512.vectorCode()
  #else
    // No such machine, or a build for one instruction set: nothing of them is linked.
    static let avx2 = baseline
    static let avx512 = baseline
  #endif
}
