internal import Hashing
internal import Testing

@Suite("Hashes that tell contents apart")
struct HashTests {
  @Test("FNV-1a gives its authors' values")
  func published() {
    let known =
      [
        "": 0xCBF2_9CE4_8422_2325, "a": 0xAF63_DC4C_8601_EC8C, "foobar": 0x8594_4171_F739_67E8,
      ] as [String: UInt64]
    for (text, value) in known {
      var hash = FNV1a()
      hash.add(text.utf8)
      #expect(hash.value == value)
    }
  }

  private func words(_ bytes: [UInt8]) -> UInt64 {
    var hash = WordHash()
    hash.add(bytes)
    return hash.value
  }

  @Test("every byte counts in a hash of words, and so does their number")
  func everyByte() {
    var random = SplitMix64(seed: 1)
    for count in 0...40 {
      let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      var seen: Set<UInt64> = [words(bytes)]
      for place in bytes.indices {
        for bit in 0..<8 {
          var changed = bytes
          changed[place] ^= 1 << UInt8(bit)
          #expect(seen.insert(words(changed)).inserted, "\(count) bytes, byte \(place), bit \(bit)")
        }
      }
      #expect(seen.insert(words(bytes + [0])).inserted)
    }
  }

  @Test("high bytes of two words do not cancel")
  func highBytes() {
    var seen: Set<UInt64> = []
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        var bytes = [UInt8](repeating: 0, count: 24)
        bytes[7] = first
        bytes[15] = second
        seen.insert(words(bytes))
      }
    }
    #expect(seen.count == 1 << 16)
  }

  @Test("a number is added as its eight bytes, and a text has sixteen digits")
  func numbers() {
    var number = WordHash()
    number.add(UInt64(0x0102_0304_0506_0708))
    #expect(number.value == words([8, 7, 6, 5, 4, 3, 2, 1]))
    #expect(number.text.count == 16)
    #expect(UInt64(number.text, radix: 16) == number.value)
  }
}
