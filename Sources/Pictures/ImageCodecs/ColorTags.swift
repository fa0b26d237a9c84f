/// How a PNG defines its colours other than by an ICC profile, to be copied into another PNG: the
/// bodies of its chunks, unchanged.
public struct ColorTags: Hashable, Sendable {
  /// The chunks that can stand in ``chunks``, with the bytes that the standard gives their bodies.
  static let known: [(name: String, byteCount: Int)] = [
    ("cICP", 4), ("sRGB", 1), ("gAMA", 4), ("cHRM", 32),
  ]

  /// Bodies by the names of their chunks: `cICP`, `sRGB`, `gAMA` or `cHRM`.
  public private(set) var chunks: [String: [UInt8]] = [:]

  /// Says nothing.
  public init() {}

  /// Whether nothing is said.
  public var isEmpty: Bool { chunks.isEmpty }

  /// Whether colours may differ from sRGB's by what is said: every chunk but `sRGB`, unless they
  /// only repeat what sRGB is.
  public var differsFromSRGB: Bool {
    if let codes = chunks["cICP"] { return codes != Self.codesOfSRGB }
    if chunks["sRGB"] != nil { return false }
    return chunks["gAMA"].map { $0 != Self.gammaOfSRGB } ?? false
      || chunks["cHRM"].map { $0 != Self.chromaticitiesOfSRGB } ?? false
  }

  /// An ICC profile of the colours that are said; `nil` where nothing is said that can be followed.
  public var profile: [UInt8]? { CodedColors(self)?.profile }

  /// What of a picture's light a profile does not keep, in a sentence; `nil` for all of it.
  public var remark: String? { chunks["cICP"].flatMap { CodedColors.remark($0[1]) } }

  mutating func add(_ name: String, body: [UInt8]) {
    if chunks[name] == nil { chunks[name] = body }
  }

  /// BT.709 primaries, the transfer function of sRGB, RGB, full range (ITU-T H.273).
  private static let codesOfSRGB: [UInt8] = [1, 13, 0, 1]
  /// 45,455 (PNG, third edition, 11.3.2.5).
  private static let gammaOfSRGB: [UInt8] = [0x00, 0x00, 0xB1, 0x8F]
  /// White, red, green and blue point in hundred thousandths, as PNG's section 11.3.2.5 lists them.
  private static let chromaticitiesOfSRGB = [
    31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000,
  ].flatMap { (value: UInt32) in
    [UInt8(value >> 24), UInt8(value >> 16 & 0xFF), UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)]
  }
}
