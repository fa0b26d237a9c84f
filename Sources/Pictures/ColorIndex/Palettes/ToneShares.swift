internal import CLibrary

/// The shares that a tone can have: 512 from one ten-thousandth to the whole, each 1.8 % above the one
/// before.
enum ToneShares {
  /// Steps in which a share falls to a tenth.
  private static let stepsPerTenth = 511.0 / 4

  /// Each code's share in millionths, rising.
  static let millionths: [Int] = (0..<512).map { code in
    Int((1_000_000 * pow(10, Double(code - 511) / stepsPerTenth)).rounded())
  }

  /// The code of the share that is nearest by ratio.
  ///
  /// - Parameter share: 0 to 1; less than the least is the least.
  /// - Returns: the code, 0 to 511.
  static func code(of share: Double) -> Int {
    guard share > 0 else { return 0 }
    return min(max(511 + Int((log10(share) * stepsPerTenth).rounded()), 0), 511)
  }
}
