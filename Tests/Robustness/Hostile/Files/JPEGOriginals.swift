internal import Measuring

/// Small whole JPEG files of every usual kind, written by libjpeg.
public enum JPEGOriginals {
  /// Baseline, progressive and arithmetic ones, grey and in colours, of usual and unusual sampling, with and
  /// without restart markers.
  public static let files: [[UInt8]] = {
    let grey: [(Int32, Int32)] = [(1, 1)]
    let full: [(Int32, Int32)] = [(1, 1), (1, 1), (1, 1)]
    let wide: [(Int32, Int32)] = [(2, 1), (1, 1), (1, 1)]
    let both: [(Int32, Int32)] = [(2, 2), (1, 1), (1, 1)]
    let odd: [(Int32, Int32)] = [(1, 2), (1, 1), (1, 1)]
    return [
      file(17, 9, full), file(33, 18, both), file(40, 20, wide), file(24, 24, grey),
      file(16, 40, both, restarts: 1), file(33, 18, wide, restarts: 2), file(20, 20, odd),
      file(33, 18, full, optimized: true), file(24, 33, both, optimized: true, restarts: 3),
      file(33, 18, both, progressive: true), file(17, 17, grey, progressive: true),
      file(20, 33, full, progressive: true, restarts: 2), file(33, 18, both, arithmetic: true),
    ].filter { !$0.isEmpty }
  }()

  private static func file(
    _ width: Int, _ height: Int, _ sampling: [(Int32, Int32)], optimized: Bool = false,
    progressive: Bool = false, arithmetic: Bool = false, restarts: Int32 = 0
  ) -> [UInt8] {
    var generator = SeededGenerator(seed: UInt64(width * 100 + height))
    var samples: [UInt8] = []
    for index in 0..<width * height * sampling.count {
      let noise = UInt8.random(in: 0..<40, using: &generator)
      samples.append(UInt8(truncatingIfNeeded: index * 2 + index / 90) / 2 + noise)
    }
    return JPEGRecipe(
      width: width, height: height, sampling: sampling, restartInterval: restarts,
      optimizesCodes: optimized, isProgressive: progressive, isArithmetic: arithmetic
    ).file(of: samples)
  }
}
