internal import CLibrary

/// The shares that a tone can have: 64 from one ten-thousandth to the whole, each 15.7 % above the one
/// before.
enum ToneShares {
  /// Bits of a code.
  static let bits = 6
  /// How many codes there are.
  static let count = 1 << bits
  /// Steps in which a share falls to a tenth.
  private static let stepsPerTenth = Double(count - 1) / 4

  /// Each code's share in millionths, rising.
  static let millionths: [Int] = (0..<count).map { code in
    Int((1_000_000 * pow(10, Double(code - count + 1) / stepsPerTenth)).rounded())
  }

  /// The code of the share that is nearest by ratio.
  ///
  /// - Parameter share: 0 to 1; less than the least is the least.
  /// - Returns: the code, 0 up to ``count``.
  static func code(of share: Double) -> Int { code(at: place(of: share).rounded()) }

  /// The codes of the shares next below and next above.
  ///
  /// - Parameter share: 0 to 1.
  /// - Returns: the same twice for one of the shares.
  static func codes(around share: Double) -> (below: Int, above: Int) {
    let place = place(of: share)
    return (code(at: place.rounded(.down)), code(at: place.rounded(.up)))
  }

  /// Where a share lies between codes.
  private static func place(of share: Double) -> Double {
    // 63 for the whole, and 15.75 less for each tenth: 0 for a ten-thousandth.
    share > 0 ? Double(count - 1) + log10(share) * stepsPerTenth : 0
  }

  private static func code(at place: Double) -> Int { Int(min(max(place, 0), Double(count - 1))) }
}
