/// The hash SHA-256 (FIPS 180-4).
///
/// Foundation has none on Linux, and a dependency for a hundred lines would be worse.
public enum SHA256 {
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]

  /// The hash of bytes in hexadecimal.
  ///
  /// - Complexity: O(*n*) in bytes.
  public static func hex(_ bytes: UnsafeRawBufferPointer) -> String {
    words(bytes).map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// The hash of bytes in hexadecimal.
  ///
  /// - Complexity: O(*n*) in bytes.
  public static func hex(_ bytes: [UInt8]) -> String { bytes.withUnsafeBytes(hex) }

  /// The 32 bytes of the hash of bytes.
  ///
  /// - Complexity: O(*n*) in bytes.
  public static func digest(_ bytes: [UInt8]) -> [UInt8] {
    bytes.withUnsafeBytes(words).flatMap { word in
      stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }
  }

  /// The hash of bytes as base-64 text, as a Content Security Policy writes it.
  ///
  /// - Complexity: O(*n*) in bytes.
  public static func base64(_ bytes: [UInt8]) -> String {
    Base64.text(digest(bytes))
  }

  private static func words(_ bytes: UnsafeRawBufferPointer) -> [UInt32] {
    var state: [UInt32] = [
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab,
      0x5be0_cd19,
    ]
    let whole = bytes.count / 64 * 64
    var tail = Array(bytes[whole...]) + [0x80]
    // A bit of 1, zeros, and the length in bits in the last eight bytes (FIPS 180-4, 5.1.1):
    //
    //     | rest of the bytes | 80 | 00 … | length, 8 |     two blocks where the rest is over 55
    while tail.count % 64 != 56 { tail.append(0) }
    let bits = UInt64(bytes.count) * 8
    tail += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
    constants.withUnsafeBufferPointer { constants in
      state.withUnsafeMutableBufferPointer { state in
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
          for start in stride(from: 0, to: whole, by: 64) {
            mix(bytes, at: start, into: state, schedule, constants)
          }
          tail.withUnsafeBytes { tail in
            for start in stride(from: 0, to: tail.count, by: 64) {
              mix(tail, at: start, into: state, schedule, constants)
            }
          }
        }
      }
    }
    return state
  }

  private static func mix(
    _ bytes: UnsafeRawBufferPointer, at start: Int,
    into state: UnsafeMutableBufferPointer<UInt32>, _ w: UnsafeMutableBufferPointer<UInt32>,
    _ k: UnsafeBufferPointer<UInt32>
  ) {
    var i = 0
    // SAFETY: the callers pass the start of a whole block of 64 bytes, and a schedule of 64 words.
    while i < 16 {
      w[i] = bytes.loadUnaligned(fromByteOffset: start + 4 * i, as: UInt32.self).bigEndian
      i += 1
    }
    while i < 64 {
      let (x, y) = (w[i - 15], w[i - 2])
      // Rotations by 7 and 18 and a shift by 3: σ0 and σ1 of FIPS 180-4, 4.1.2, below Σ1 and
      // Σ0.
      let s0 = (x >> 7 | x << 25) ^ (x >> 18 | x << 14) ^ x >> 3
      let s1 = (y >> 17 | y << 15) ^ (y >> 19 | y << 13) ^ y >> 10
      w[i] = w[i - 16] &+ s0 &+ w[i - 7] &+ s1
      i += 1
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    i = 0
    while i < 64 {
      let s1 = (e >> 6 | e << 26) ^ (e >> 11 | e << 21) ^ (e >> 25 | e << 7)
      let t1 = h &+ s1 &+ (e & f ^ ~e & g) &+ k[i] &+ w[i]
      let s0 = (a >> 2 | a << 30) ^ (a >> 13 | a << 19) ^ (a >> 22 | a << 10)
      let t2 = s0 &+ (a & b ^ a & c ^ b & c)
      (h, g, f, e) = (g, f, e, d &+ t1)
      (d, c, b, a) = (c, b, a, t1 &+ t2)
      i += 1
    }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
    state[5] &+= f
    state[6] &+= g
    state[7] &+= h
  }
}
