internal import CVectorShims

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
    let features = cv_detect_features()
    var sets: [InstructionSet] = [.baseline]
    if features & UInt32(CV_FEATURE_AVX2) != 0 { sets.append(.avx2) }
    if features & UInt32(CV_FEATURE_AVX512) != 0 { sets.append(.avx512) }
    return sets
  }()

  /// The best set that this machine can run.
  public static var best: InstructionSet { available.last ?? .baseline }

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
}
