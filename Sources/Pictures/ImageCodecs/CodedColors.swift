internal import CLibrary

/// Colours named by numbers (ITU-T H.273), by PNG's chunks `gAMA` and `cHRM`, or as primaries and a
/// curve: what makes a colour profile of them.
struct CodedColors: Equatable {
  /// A colour without its brightness, in CIE 1931 x and y.
  struct Chromaticity: Equatable {
    var x: Double
    var y: Double
  }

  /// From a signal of 0 to 1 to light of 0 to 1.
  enum Transfer: Equatable {
    /// sRGB (IEC 61966-2-1).
    case sRGB
    /// Rec. ITU-R BT.709, BT.601 and BT.2020.
    case bt709
    /// SMPTE ST 240.
    case smpte240
    /// A power.
    case gamma(Double)
    /// Rec. ITU-R BT.2100 PQ (SMPTE ST 2084): light of 203 cd/m² and more, white of paper by Report
    /// ITU-R BT.2408, is white.
    case pq
    /// Rec. ITU-R BT.2100 HLG: 75 % of the signal and more, white of paper by the same report, is white.
    case hlg
    /// Light of 0 to 65535 at as many signals as a profile's curve has.
    case measured([UInt16])
  }

  var white: Chromaticity
  var red: Chromaticity
  var green: Chromaticity
  var blue: Chromaticity
  var transfer: Transfer

  private init(
    white: Chromaticity, red: Chromaticity, green: Chromaticity, blue: Chromaticity,
    transfer: Transfer
  ) {
    (self.white, self.red, self.green, self.blue) = (white, red, green, blue)
    self.transfer = transfer
  }

  /// What numbers stand for; `nil` for sRGB, and for numbers that are not followed.
  ///
  /// "Unspecified" (2) is taken as sRGB.
  init?(primaries: UInt8, transfer code: UInt8) {
    guard let curve = Self.transfer(code), let points = Self.points(primaries) else {
      return nil
    }
    if curve == .sRGB, [1, 2].contains(primaries) { return nil }
    self.init(
      white: points.white, red: points.red, green: points.green, blue: points.blue, transfer: curve)
  }

  /// What a PNG's chunks say; `nil` where they say nothing that can be followed.
  ///
  /// `cICP` counts more than the others (PNG, third edition, 4.3).
  init?(_ tags: ColorTags) {
    if let codes = tags.chunks["cICP"] {
      // A matrix of RGB, full range.
      guard codes.count == 4, codes[2] == 0, codes[3] == 1 else { return nil }
      self.init(primaries: codes[0], transfer: codes[1])
      return
    }
    guard var points = Self.points(1) else { return nil }
    var curve = Transfer.sRGB
    if let body = tags.chunks["gAMA"] {
      let value = Self.numbers(body)[0]
      guard (1000...1_000_000).contains(value) else { return nil }
      curve = .gamma(100_000 / value)
    }
    if let body = tags.chunks["cHRM"] {
      let all = Self.numbers(body).map { $0 / 100_000 }
      let said = (0..<4).map { Chromaticity(x: all[2 * $0], y: all[2 * $0 + 1]) }
      guard said.allSatisfy({ $0.y >= 0.001 && $0.y <= 1 && $0.x <= 1 }) else { return nil }
      points = (said[1], said[2], said[3], said[0])
    }
    self.init(
      white: points.white, red: points.red, green: points.green, blue: points.blue, transfer: curve)
  }

  /// The primaries and the white of sRGB, with the light of greys at as many signals as a curve has.
  init?(greyLight light: [UInt16]) {
    guard let points = Self.points(1), light.count == Int(Self.steps) else { return nil }
    self.init(
      white: points.white, red: points.red, green: points.green, blue: points.blue,
      transfer: .measured(light))
  }

  private static func numbers(_ body: [UInt8]) -> [Double] {
    stride(from: 0, to: body.count - 3, by: 4).map { place in
      Double(body[place..<place + 4].reduce(0) { UInt32($0) << 8 | UInt32($1) })
    }
  }

  /// What is lost by the rule for pictures brighter than white of paper; `nil` for others.
  static func remark(_ transfer: UInt8) -> String? {
    switch transfer {
    case 16:
      "The picture has a high dynamic range (PQ). Light above 203 cd/m² counts as white."
    case 18:
      "The picture has a high dynamic range (HLG). Light above 75 % of the signal counts as white."
    default: nil
    }
  }

  private static let d65 = Chromaticity(x: 0.3127, y: 0.3290)
  private static let c = Chromaticity(x: 0.310, y: 0.316)

  private static func points(
    _ primaries: UInt8
  ) -> (red: Chromaticity, green: Chromaticity, blue: Chromaticity, white: Chromaticity)? {
    func points(_ all: [Double], _ white: Chromaticity) -> (
      Chromaticity, Chromaticity, Chromaticity, Chromaticity
    ) {
      (
        Chromaticity(x: all[0], y: all[1]), Chromaticity(x: all[2], y: all[3]),
        Chromaticity(x: all[4], y: all[5]), white
      )
    }
    return switch primaries {
    case 1, 2: points([0.640, 0.330, 0.300, 0.600, 0.150, 0.060], d65)
    // H.273, table 2: 4 is BT.470 M, 5 BT.470 B and G, 6 and 7 SMPTE's, 8 film, 9 BT.2020, 11
    // and 12 P3, 22 EBU.
    case 4: points([0.67, 0.33, 0.21, 0.71, 0.14, 0.08], c)
    case 5: points([0.64, 0.33, 0.29, 0.60, 0.15, 0.06], d65)
    case 6, 7: points([0.630, 0.340, 0.310, 0.595, 0.155, 0.070], d65)
    case 8: points([0.681, 0.319, 0.243, 0.692, 0.145, 0.049], c)
    case 9: points([0.708, 0.292, 0.170, 0.797, 0.131, 0.046], d65)
    case 11: points([0.680, 0.320, 0.265, 0.690, 0.150, 0.060], Chromaticity(x: 0.314, y: 0.351))
    case 12: points([0.680, 0.320, 0.265, 0.690, 0.150, 0.060], d65)
    case 22: points([0.630, 0.340, 0.295, 0.605, 0.155, 0.077], d65)
    default: nil
    }
  }

  private static func transfer(_ code: UInt8) -> Transfer? {
    switch code {
    case 1, 6, 14, 15: .bt709
    case 2, 13: .sRGB
    case 4: .gamma(2.2)
    case 5: .gamma(2.8)
    case 7: .smpte240
    case 8: .gamma(1)
    case 16: .pq
    case 18: .hlg
    default: nil
    }
  }

  /// Light, 0 to 1, of a signal.
  func light(_ signal: Double) -> Double {
    switch transfer {
    case .sRGB: signal <= 0.04045 ? signal / 12.92 : pow((signal + 0.055) / 1.055, 2.4)
    case .bt709:
      signal < 0.081_242_858 ? signal / 4.5 : pow((signal + 0.099_296_8) / 1.099_296_8, 1 / 0.45)
    case .smpte240: signal < 0.0913 ? signal / 4 : pow((signal + 0.1115) / 1.1115, 1 / 0.45)
    case .gamma(let exponent): pow(signal, exponent)
    case .pq: min(1, Self.candelas(pq: signal) / 203)
    case .hlg: min(1, Self.scene(hlg: signal) / Self.scene(hlg: 0.75))
    case .measured(let light):
      Double(light[Int((signal * Double(light.count - 1)).rounded())]) / 65_535
    }
  }

  /// Light in cd/m² of a PQ signal (BT.2100, table 4).
  private static func candelas(pq signal: Double) -> Double {
    // 1 ÷ m2, with m2 = 2523 ÷ 4096 · 128; below 1 ÷ m1, with m1 = 2610 ÷ 16384.
    let root = pow(signal, 32 / 2523.0)
    let base = max(root - 3424 / 4096.0, 0) / (2413 / 128.0 - 2392 / 128.0 * root)
    return 10_000 * pow(base, 8192 / 1305.0)
  }

  /// Light of the scene of an HLG signal (BT.2100, table 5).
  private static func scene(hlg signal: Double) -> Double {
    let a = 0.178_832_77
    let (b, c) = (1 - 4 * a, 0.5 - a * log(4 * a))
    return signal <= 0.5 ? signal * signal / 3 : (exp((signal - c) / a) + b) / 12
  }
}
