import Hashing
import JPEGMeans
import Testing

/// Rows of baseline files, against libjpeg's.
@Suite struct JPEGRowsTests {
  /// The rows of a file up to where it is declined.
  struct Reading: Equatable {
    var pixels: [UInt8] = []
    var isWhole = false
    var isOpened = false

    init(
      _ file: [UInt8], _ settings: JPEGMeansSettings = JPEGMeansSettings(),
      places: JPEGBlockPlaces? = nil, rowsAtATime: Int = 7
    ) {
      guard
        let reader = try? JPEGRowsReader(
          settings: settings, places: places, fetch: pieces(of: file))
      else { return }
      isOpened = true
      let bytesPerRow = 4 * reader.width
      while reader.nextRow < reader.height {
        let first = reader.nextRow
        let count = min(rowsAtATime, reader.height - first)
        var band = [UInt8](repeating: 0, count: count * bytesPerRow)
        let isThere = band.withUnsafeMutableBytes { Self.read(reader, count, into: $0) }
        pixels += band[..<((reader.nextRow - first) * bytesPerRow)]
        guard isThere else { return }
      }
      isWhole = true
    }

    private static func read(
      _ reader: JPEGRowsReader, _ count: Int, into band: UnsafeMutableRawBufferPointer
    ) -> Bool {
      guard let base = band.baseAddress else { return true }
      do {
        try reader.readRows(into: base, bytesPerRow: 4 * reader.width, count: count)
        return true
      } catch {
        return false
      }
    }
  }

  @Test func rowsAreThoseOfLibJPEG() throws {
    var number = 0
    for sampling in TileTests.samplings {
      for (width, height) in [
        (16, 16), (17, 9), (16, 1), (64, 48), (131, 97), (257, 33), (100, 200), (33, 18),
      ] {
        for content in TestFile.Content.allCases {
          number += 1
          let file = TestFile(
            width: width, height: height, content: content,
            quality: [10, 30, 50, 75, 90, 95, 100][number % 7], sampling: sampling,
            restartInterval: [0, 0, 1, 3, 7][number / 3 % 5], optimizesCodes: number % 4 == 1,
            seed: UInt64(number))
          let bytes = file.bytes
          let expected = try #require(Outline(byLibJPEG: bytes, inFull: true), "\(file)")
          let settings = JPEGMeansSettings(
            threads: 1 + number % 2,
            instructionSet: JPEGMeansSettings.InstructionSet.allCases[number % 3])
          let found = Reading(bytes, settings, rowsAtATime: 1 + number % 20)
          #expect(found.isWhole && found.pixels == expected.pixels, "\(file)")
        }
      }
    }
  }

  @Test func lanesPiecesThreadsAndInstructionSetsChangeNoRow() throws {
    for (index, sampling) in TileTests.samplings.enumerated() {
      let file = TestFile(
        width: 533, height: 390, content: .noise, quality: 92, sampling: sampling,
        restartInterval: index % 2 * 11
      ).bytes
      let expected = try #require(Outline(byLibJPEG: file, inFull: true))
      for settings in JPEGMeansTests.settings.prefix(16) {
        #expect(Reading(file, settings).pixels == expected.pixels, "\(settings)")
      }
    }
  }

  @Test func otherFilesAreDeclined() {
    for sampling in JPEGMeansTests.samplings {
      let isRead = TileTests.samplings.contains { "\($0)" == "\(sampling)" }
      let file = TestFile(width: 40, height: 24, sampling: sampling).bytes
      #expect(Reading(file).isOpened == isRead, "\(sampling)")
    }
    #expect(!Reading(TestFile(width: 15, height: 40).bytes).isOpened)
  }

  @Test func everyPrefixIsDeclinedAfterRowsOfTheWhole() throws {
    let file = TestFile(width: 70, height: 60, content: .noise, quality: 90).bytes
    let whole = Reading(file).pixels
    for count in stride(from: 0, to: file.count, by: 13) {
      let found = Reading(Array(file[..<count]))
      #expect(!found.isWhole && found.pixels.count < whole.count)
      #expect(whole.starts(with: found.pixels), "\(count) bytes")
    }
  }

  /// libjpeg reads as many rows of a grey picture's blocks at a time as its factor says.
  @Test(arguments: 1...4)
  func rowsOfGreyComeAsManyAtATimeAsLibJPEGDelivers(factor: Int) throws {
    let file = TestFile(
      width: 70, height: 300, content: .noise, quality: 90, sampling: [(factor, factor)]
    ).bytes
    let expected = try #require(Outline(byLibJPEG: file, inFull: true))
    var counts: Set<Int> = []
    for threads in 1...2 {
      let settings = JPEGMeansSettings(threads: threads, pieceBytes: 1024)
      #expect(Reading(file, settings).pixels == expected.pixels)
      for count in stride(from: 700, to: file.count, by: 197) {
        let found = Reading(Array(file[..<count]), settings, rowsAtATime: 1)
        let rows = found.pixels.count / (4 * 70)
        #expect(!found.isWhole && rows % (8 * factor) == 0, "\(count) bytes")
        #expect(expected.pixels.starts(with: found.pixels))
        counts.insert(rows)
      }
    }
    #expect(counts.count > 3)
  }

  /// Changed files: what is read to its end is what libjpeg reads, without an error or a warning.
  @Test(arguments: [1, 2])
  func whatLibJPEGRefusesOrWarnsOfIsDeclined(threads: Int) throws {
    var random = SplitMix64(seed: UInt64(threads))
    let files = TileTests.samplings.enumerated().map { index, sampling in
      TestFile(
        width: 40 + index, height: 33, content: index % 2 == 0 ? .smooth : .noise,
        sampling: sampling, restartInterval: index % 3
      ).bytes
    }
    var readCount = 0
    for round in 0..<2500 {
      var file = files[round % files.count]
      let data = file.indices.dropLast().first { file[$0] == 0xFF && file[$0 + 1] == 0xDA } ?? 0
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        // Mostly in the header.
        let place = Int.random(
          in: 2..<(round % 4 == 0 ? file.count : data + 14), using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: file[place] = UInt8.random(in: 0...255, using: &random)
        case 1: file[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
        case 2: file.insert(UInt8.random(in: 0...255, using: &random), at: place)
        default: file.remove(at: place)
        }
      }
      let settings = JPEGMeansSettings(
        threads: threads, pieceBytes: 4096,
        instructionSet: JPEGMeansSettings.InstructionSet.allCases[round / 3 % 3])
      let found = Reading(file, settings)
      guard found.isWhole else { continue }
      readCount += 1
      let expected = Outline(byLibJPEG: file, inFull: true)
      #expect(expected?.pixels == found.pixels, "round \(round)")
    }
    #expect(readCount > 300)
  }
}
