import Hashing
import JPEGMeans
import Testing

/// Files whose codes are longer than the tables of lanes hold.
@Suite struct LongCodeTests {
  /// Numbers of codes of each length: for `short` one each, and then as many of 13 and of 16 bits.
  private static func counts(short: Int, of13: Int, all: Int) -> [Int] {
    var counts = Array(repeating: 0, count: 16)
    for length in 0..<short { counts[length] = 1 }
    counts[12] = of13
    counts[15] = all - short - of13
    return counts
  }

  static var files: [HandmadeFile] {
    var files: [HandmadeFile] = []
    let (differences, coefficients) = (
      HandmadeFile.differenceSymbols.count, HandmadeFile.coefficientSymbols.count
    )
    // None, one and five short codes: only the last leave so few long ones that a table holds them.
    for short in [0, 1, 5] {
      for of13 in [0, 4] {
        for hasColor in [false, true] {
          files.append(
            HandmadeFile(
              differenceCounts: counts(short: short, of13: of13, all: differences),
              coefficientCounts: counts(short: short, of13: of13, all: coefficients),
              hasColor: hasColor, seed: UInt64(files.count)))
        }
      }
    }
    return files
  }

  @Test func longCodesEqualLibJPEG() throws {
    for file in Self.files {
      let bytes = file.bytes
      let expected = try #require(Outline(byLibJPEG: bytes), "\(file)")
      #expect(Outline(bytes) == expected, "\(file)")
      for (index, lanes) in [1, 2, 3, 4, 6, 8].enumerated() {
        let settings = JPEGMeansSettings(
          lanes: lanes, stretchBytes: 300, warmUpBytes: 100, pieceBytes: 4096,
          instructionSet: JPEGMeansSettings.InstructionSet.allCases[index % 3])
        #expect(Outline(bytes, settings) == expected, "\(file) \(settings)")
      }
    }
  }

  @Test func longCodesCutShortAreDeclined() {
    for file in Self.files {
      let bytes = file.bytes
      for count in stride(from: bytes.count / 2, to: bytes.count, by: bytes.count / 40 + 1) {
        #expect(Outline(Array(bytes[..<count])) == nil, "\(file) \(count)")
      }
    }
  }

  @Test func damagedLongCodesAreJudgedAlike() {
    var random = SplitMix64(seed: 7)
    for file in Self.files {
      let whole = file.bytes
      for _ in 0..<12 {
        var bytes = whole
        let place = bytes.count - 1 - Int(random.next() % UInt64(bytes.count / 2))
        bytes[place] ^= 1 << UInt8(random.next() % 8)
        let expected = Outline(bytes, JPEGMeansSettings(lanes: 1))
        for lanes in [2, 3, 4] {
          let settings = JPEGMeansSettings(
            lanes: lanes, stretchBytes: 200, warmUpBytes: 64, pieceBytes: 4096,
            instructionSet: JPEGMeansSettings.InstructionSet.allCases[lanes % 3])
          #expect(Outline(bytes, settings) == expected, "\(file) \(settings)")
        }
      }
    }
  }
}
