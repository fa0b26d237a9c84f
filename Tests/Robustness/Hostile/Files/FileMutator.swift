internal import Measuring

/// Makes broken files out of whole ones: the same file for the same number, on every machine.
///
/// Half of the steps are blind (bits, bytes, pieces), half know the format: PNG chunks are changed,
/// moved and made up under right checksums, JPEG segments and scans likewise, so that what is
/// behind the first check is reached too.
public struct FileMutator: Sendable {
  private let originals: [[UInt8]]

  /// Takes the files to start from; empty ones are left out.
  public init(originals: [[UInt8]]) {
    self.originals = originals.filter { !$0.isEmpty }
  }

  /// The broken file of a number; empty where there are no originals.
  public func file(_ number: Int) -> [UInt8] {
    var generator = SeededGenerator(seed: UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9 &+ 1)
    guard var bytes = originals.randomElement(using: &generator) else { return [] }
    for _ in 0..<pick([1, 1, 1, 2, 3, 4], using: &generator) {
      if Bool.random(using: &generator) {
        mutateBlindly(&bytes, using: &generator)
        // Most of what would be a wrong checksum is made a right one.
        if Int.random(in: 0..<4, using: &generator) > 0, let parts = PNGParts(bytes) {
          bytes = parts.bytes
        }
      } else if var parts = PNGParts(bytes) {
        parts.mutate(using: &generator)
        bytes = parts.bytes
      } else if var parts = JPEGParts(bytes) {
        parts.mutate(using: &generator)
        bytes = parts.bytes
      } else {
        mutateBlindly(&bytes, using: &generator)
      }
    }
    return bytes
  }

  private func mutateBlindly(_ bytes: inout [UInt8], using generator: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    let place = Int.random(in: 0..<bytes.count, using: &generator)
    let end = min(place + Int.random(in: 1...64, using: &generator), bytes.count)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case 1: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
    case 2: bytes[place] = pick([0x00, 0x01, 0x7F, 0x80, 0xFF], using: &generator)
    case 3: bytes.removeSubrange(place..<end)
    case 4: bytes.insert(contentsOf: bytes[place..<end], at: place)
    case 5: bytes.removeSubrange(place...)
    case 6:
      for index in place..<end { bytes[index] = UInt8.random(in: .min ... .max, using: &generator) }
    default:
      let other = originals.randomElement(using: &generator) ?? []
      bytes.replaceSubrange(place..., with: other.suffix(bytes.count - place))
    }
  }
}

/// One of some values.
func pick<Value>(_ values: [Value], using generator: inout SeededGenerator) -> Value {
  values[Int.random(in: 0..<values.count, using: &generator)]
}

/// Bytes without sense.
func noise(_ count: Int, using generator: inout SeededGenerator) -> [UInt8] {
  (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
}

/// Sides that headers should be asked about.
func oddSide(using generator: inout SeededGenerator) -> Int {
  pick([0, 1, 2, 7, 9, 255, 256, 4096, 19_000, 65_500, 65_535], using: &generator)
}

extension Array<UInt8> {
  /// Changes one byte of a part.
  mutating func changeByte(using generator: inout SeededGenerator) {
    guard let place = indices.randomElement(using: &generator) else { return }
    self[place] = UInt8.random(in: .min ... .max, using: &generator)
  }

  /// The bytes of a number, the highest first.
  init(bigEndian value: Int, count: Int) {
    self = (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
