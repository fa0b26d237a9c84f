import Hashing
import JPEGMeans
import Testing

/// Rows of files whose blocks an outline has found.
@Suite struct BlockPlacesTests {
  private typealias Reading = JPEGRowsTests.Reading

  /// What reading an outline finds; `nil` where it is declined.
  private func places(
    of file: [UInt8], _ settings: JPEGMeansSettings = JPEGMeansSettings(), most: Int = .max
  ) -> JPEGBlockPlaces? {
    var settings = settings
    settings.mostPlaces = most
    guard let reader = try? JPEGMeansReader(settings: settings, fetch: pieces(of: file)) else {
      return nil
    }
    #expect(reader.blockPlaces == nil)
    var band = [UInt8](repeating: 0, count: 4 * reader.rowWidth * reader.rowCount)
    while reader.nextRow < reader.rowCount {
      let isThere = band.withUnsafeMutableBytes { (try? reader.readRows(into: $0)) != nil }
      guard isThere else { return nil }
    }
    return reader.blockPlaces
  }

  @Test func rowsAreThoseOfLibJPEG() throws {
    var number = 0
    for sampling in TileTests.samplings {
      for (width, height) in [(16, 16), (17, 9), (131, 97), (257, 133), (400, 318)] {
        for content in TestFile.Content.allCases {
          number += 1
          let file = TestFile(
            width: width, height: height, content: content,
            quality: [10, 50, 75, 90, 100][number % 5], sampling: sampling,
            restartInterval: [0, 0, 1, 3, 7][number / 3 % 5], optimizesCodes: number % 4 == 1,
            seed: UInt64(number))
          let bytes = file.bytes
          let expected = try #require(Outline(byLibJPEG: bytes, inFull: true), "\(file)")
          // Whatever its settings say of pieces, the second reading has those of the first.
          let found = try #require(
            places(
              of: bytes,
              JPEGMeansSettings(threads: 1 + number % 3, pieceBytes: [4096, 1 << 17][number % 2])),
            "\(file)")
          for threads in 1...2 {
            let settings = JPEGMeansSettings(
              threads: threads, pieceBytes: [4096, 9000, 1 << 17][number % 3],
              instructionSet: JPEGMeansSettings.InstructionSet.allCases[number % 3])
            let rows = Reading(bytes, settings, places: found, rowsAtATime: 1 + number % 20)
            #expect(rows.isWhole && rows.pixels == expected.pixels, "\(file), \(threads) threads")
          }
        }
      }
    }
  }

  @Test func noMoreAreKeptThanAskedFor() {
    // 20 × 15 MCUs of a block.
    let file = TestFile(width: 160, height: 120, sampling: [(1, 1)]).bytes
    #expect(places(of: file, most: 299) == nil && places(of: file, most: 300) != nil)
    #expect(places(of: Array(file.dropLast(40))) == nil)
  }

  /// First coefficients that are larger than those of any picture, but not too large for an outline.
  @Test func thoseOfNoPictureAreNotKept() throws {
    for sampling in [[(1, 1)], [(2, 2), (1, 1), (1, 1)]] {
      var file = TestFile(
        width: 320, height: 160, content: .flat, quality: 100, sampling: sampling
      ).bytes
      #expect(places(of: file) != nil)
      // The first number of the last table, 1, multiplies first coefficients: -304 of grey, 267 of chroma.
      let table = try #require(file.indices.last { file[$0...].starts(with: [0xFF, 0xDB]) })
      #expect(file[table + 5] == 1)
      for (factor, isKept) in [(6, true), (8, false), (13, false)] {
        file[table + 5] = UInt8(factor)
        #expect((places(of: file) != nil) == isKept, "\(factor)")
        #expect(Reading(file).isWhole, "\(factor)")
      }
    }
  }

  @Test func thoseOfAFileOfAnotherSizeAreDeclined() throws {
    let found = try #require(places(of: TestFile(width: 160, height: 120).bytes))
    #expect(!Reading(TestFile(width: 160, height: 136).bytes, places: found).isOpened)
  }

  /// Of as many blocks, but more of them in an MCU, with other codes, or multiplied with other numbers.
  @Test func thoseOfAFileWithAnotherHeaderAreDeclined() throws {
    let grey = TestFile(width: 480, height: 64, sampling: [(1, 1)])
    let found = try #require(places(of: grey.bytes))
    #expect(Reading(grey.bytes, places: found).isOpened)
    var others = [TestFile(width: 160, height: 64, sampling: [(1, 1), (1, 1), (1, 1)])]
    others.append(TestFile(width: 64, height: 480, sampling: [(1, 1)]))
    others += [grey, grey, grey]
    others[2].quality = 76
    others[3].optimizesCodes = true
    others[4].restartInterval = 1
    for other in others {
      #expect(Reading(other.bytes).isOpened, "\(other)")
      for threads in 1...2 {
        let settings = JPEGMeansSettings(threads: threads)
        #expect(!Reading(other.bytes, settings, places: found).isOpened, "\(other)")
      }
    }
  }

  /// A file that changes between two readings gives garbage or is declined; nothing else happens.
  @Test(arguments: 1...2)
  func filesThatChangedAreReadToTheirEndOrDeclined(threads: Int) throws {
    var random = SplitMix64(seed: UInt64(threads))
    var (whole, declined) = (0, 0)
    for round in 0..<120 {
      let file = TestFile(
        width: 233, height: 190, content: round % 2 == 0 ? .noise : .smooth,
        sampling: TileTests.samplings[round % 5], restartInterval: round % 3 * 4
      ).bytes
      let found = try #require(places(of: file))
      var other = file
      let scan = file.indices.first { file[$0...].starts(with: [0xFF, 0xDA]) }
      let data = try #require(scan)
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        let place = Int.random(in: data + 14..<other.count - 2, using: &random)
        switch round % 4 {
        case 0: other.remove(at: place)
        case 1: other.insert(0x55, at: place)
        case 2 where other[place] != 0xFF && other[place - 1] != 0xFF: other[place] ^= 0x10
        default: other.removeSubrange(place..<min(place + 300, other.count - 2))
        }
      }
      let reading = Reading(
        other, JPEGMeansSettings(threads: threads, pieceBytes: 4096), places: found)
      whole += reading.isWhole ? 1 : 0
      declined += reading.isWhole ? 0 : 1
      #expect(reading.isOpened)
      #expect(Reading(file, places: found).isWhole)
    }
    #expect(whole > 0 && declined > 30)
  }
}
