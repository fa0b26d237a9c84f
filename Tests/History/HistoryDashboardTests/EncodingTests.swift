internal import Hashing
internal import Measuring
internal import Testing
internal import TimingHistory

@testable internal import HistoryDashboard

@Suite("Packing numbers and hashing")
struct EncodingTests {
  @Test("Known numbers have the digits of source maps")
  func knownDigits() {
    // From the examples of the format: 0 is A, 1 is C, -1 is D, 16 is gB, 1000 is w+B.
    #expect(VariableLengthText.text([0, 1, -1, 16, 1000]) == "ACDgBw+B")
    #expect(VariableLengthText.text([]).isEmpty)
  }

  @Test("Every number comes back, up to the limit and cut off there")
  func roundTrip() {
    let limit = VariableLengthText.limit
    let numbers: [Int64] =
      Array(-70...70) + [1 << 30, -(1 << 40), limit, -limit, .max, .min]
    let expected = numbers.map { Int(min(max($0, -limit), limit)) }
    #expect(PackedNumbers.numbers(VariableLengthText.text(numbers)) == expected)
    let walk: [Int64] = [5, 5, -3, 100_000, 0]
    #expect(PackedNumbers.sums(VariableLengthText.differences(walk)) == walk.map { Int($0) })
  }

  @Test("Packed values are as exact as promised, whatever their size")
  func exactness() {
    for scale in [1e-9, 1, 3.7e6, 2e12] {
      let values = [1.0, 1.234_567, 9.999_99, 55.5].map { $0 * scale }
      let intervals = values.map { Interval(lower: $0 * 0.98, upper: $0 * 1.03) }
      let packed = QuantizedNumbers(values, intervals: intervals)
      let unit = (0..<abs(packed.exponent)).reduce(1.0) { power, _ in
        packed.exponent < 0 ? power / 10 : power * 10
      }
      let wholes = PackedNumbers.sums(packed.valueText)
      for (whole, value) in zip(wholes, values) {
        #expect(abs(Double(whole) * unit / value - 1) <= 1.0 / 20_000 * 1.001)
      }
      let low = PackedNumbers.numbers(packed.lowText)
      let high = PackedNumbers.numbers(packed.highText)
      for place in values.indices {
        let below = Double(wholes[place] - low[place] + 1) * unit
        let above = Double(wholes[place] + high[place] - 1) * unit
        #expect(abs(below / intervals[place].lower - 1) < 1e-4 * 1.1)
        #expect(abs(above / intervals[place].upper - 1) < 1e-4 * 1.1)
      }
    }
  }

  @Test("What is missing stays missing, and what is no number is missing")
  func missing() {
    let packed = QuantizedNumbers(
      [nil, 2, .nan, .infinity, 0], intervals: [nil, nil, nil, nil, Interval(lower: 0, upper: 0)])
    #expect(PackedNumbers.sums(packed.valueText) == [0, 20_000, 0, 0, 0])
    #expect(PackedNumbers.numbers(packed.lowText) == [0, 0, 0, 0, 1])
    let none = QuantizedNumbers([], intervals: [])
    #expect(none.valueText.isEmpty && none.highText.isEmpty)
  }

  @Test("An interval that ends far beyond all numbers has the largest distance that a page holds")
  func farInterval() {
    let packed = QuantizedNumbers([1], intervals: [Interval(lower: -1e300, upper: 1e300)])
    // A page's numbers hold no more.
    #expect(PackedNumbers.numbers(packed.lowText) == [1 << 51])
    #expect(PackedNumbers.numbers(packed.highText) == [1 << 51])
  }

  @Test("A series over very many powers of ten still fits whole numbers")
  func wideRange() {
    let packed = QuantizedNumbers([1e-300, 1e300], intervals: [nil, nil])
    let wholes = PackedNumbers.sums(packed.valueText)
    #expect(wholes.count == 2 && wholes[1] > 1_000_000)
  }

  @Test("The hash is the published one")
  func hash() {
    // FIPS 180-2, appendix B, and the hash of nothing, in base 64.
    #expect(SHA256.base64([]) == "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=")
    #expect(SHA256.base64(Array("abc".utf8)) == "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=")
    let long = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
    #expect(SHA256.base64(Array(long.utf8)) == "JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE=")
    // By Python's hashlib.
    let manyBlocks = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000)
    #expect(SHA256.base64(manyBlocks) == "Qe3s5C1j6Nm/UVqbppMuHCDLyfWl0TRkWttdsblzfqM=")
  }
}
