import Foundation
import Hashing
import JPEGMeans
import Testing

/// Tiles of pictures, against libjpeg's full decoding.
@Suite struct TileTests {
  static let samplings: [[(Int, Int)]] = [
    [(1, 1)], [(2, 2)], [(1, 1), (1, 1), (1, 1)], [(2, 1), (1, 1), (1, 1)],
    [(2, 2), (1, 1), (1, 1)],
  ]

  /// The tiles of a file, 17 numbers each; `nil` where it is declined.
  private func draw(
    from file: [UInt8], _ draws: TileDraws, _ settings: JPEGMeansSettings = JPEGMeansSettings(),
    ranks: ClosedRange<Int> = 0...TileDraws.highestRank
  ) -> (tiles: [UInt32], width: Int, height: Int)? {
    var settings = settings
    settings.tiles = draws
    do {
      let reader = try JPEGMeansReader(settings: settings, fetch: pieces(of: file))
      var band = [UInt8](repeating: 0, count: 4 * reader.rowWidth * 2)
      while reader.nextRow < reader.rowCount {
        _ = try band.withUnsafeMutableBytes { buffer throws(JPEGMeansError) in
          try reader.readRows(into: buffer)
        }
      }
      return (try reader.readTiles(ranks: ranks), reader.width, reader.height)
    } catch {
      return nil
    }
  }

  /// Finds where each tile must have come from: draws are in reading order of the outline.
  private func check(
    _ file: [UInt8], _ draws: TileDraws, _ settings: JPEGMeansSettings = JPEGMeansSettings(),
    named name: String
  ) throws {
    let drawn = try #require(draw(from: file, draws, settings), "\(name)")
    let (tiles, width, height) = drawn
    let full = try #require(Outline(byLibJPEG: file, inFull: true), "\(name)")
    let outline = try #require(Outline(file, settings), "\(name)")
    #expect(full.width == width && full.height == height)
    func word(_ picture: Outline, _ x: Int, _ y: Int) -> UInt32 {
      guard x < picture.width, y < picture.height else { return 0 }
      let place = 4 * (y * picture.width + x)
      return (0..<4).reduce(0) { $0 | UInt32(picture.pixels[place + $1]) << UInt32(8 * $1) }
    }
    let outlineCount = outline.width * outline.height
    let length = draws.stratumLength(outlinePixels: outlineCount)
    var next = 0
    for stratum in 0..<draws.strata(outlinePixels: outlineCount) {
      guard next < tiles.count else { break }
      let tile = Array(tiles[next..<next + 17])
      let isFound = (stratum * length..<min((stratum + 1) * length, outlineCount)).contains {
        let (column, row) = ($0 % outline.width, $0 / outline.width)
        guard tile[0] == word(outline, column, row).littleEndian else { return false }
        return (0..<4).contains { quarter in
          (0..<16).allSatisfy {
            tile[1 + $0]
              == word(
                full, 8 * column + quarter % 2 * 4 + $0 % 4, 8 * row + quarter / 2 * 4 + $0 / 4)
          }
        }
      }
      // The last stratum may have drawn nothing.
      if isFound { next += 17 }
      let isLast = stratum == draws.strata(outlinePixels: outlineCount) - 1
      #expect(isFound || isLast, "\(name): tile of stratum \(stratum)")
    }
    #expect(next == tiles.count, "\(name)")
  }

  @Test func pixelsAreThoseOfLibJPEG() throws {
    var number = 0
    for sampling in Self.samplings {
      for (width, height) in [(16, 16), (17, 9), (64, 48), (131, 97), (257, 33), (100, 200)] {
        for content in TestFile.Content.allCases {
          number += 1
          let file = TestFile(
            width: width, height: height, content: content,
            quality: [10, 30, 50, 75, 90, 95, 100][number % 7], sampling: sampling,
            restartInterval: [0, 0, 1, 3, 7][number / 3 % 5], optimizesCodes: number % 4 == 1,
            seed: UInt64(number))
          // Every pixel of the outline is a stratum of its own.
          for seed in 0..<4 {
            try check(
              file.bytes, TileDraws(count: 1 << 20, seed: UInt64(seed)), named: file.description)
          }
        }
      }
    }
  }

  @Test func lanesPiecesAndInstructionSetsChangeNoTile() throws {
    for (index, sampling) in Self.samplings.enumerated() {
      let file = TestFile(
        width: 333, height: 290, content: .noise, quality: 92, sampling: sampling,
        restartInterval: index % 2 * 11)
      let draws = TileDraws(count: 500, seed: 3)
      try check(file.bytes, draws, named: file.description)
      let expected = try #require(draw(from: file.bytes, draws))
      #expect(expected.tiles.count > 300 * 17)
      for settings in JPEGMeansTests.settings.prefix(12) {
        #expect(draw(from: file.bytes, draws, settings)?.tiles == expected.tiles, "\(settings)")
      }
    }
  }

  @Test func threadsChangeNoTile() throws {
    for sampling in Self.samplings {
      let file = TestFile(
        width: 393, height: 402, content: .noise, quality: 90, sampling: sampling)
      // One tile of each of 2550 pixels of the outline: enough for four threads, and not of a
      // number that they share evenly.
      let draws = TileDraws(count: 1 << 20, seed: 7)
      let expected = try #require(draw(from: file.bytes, draws)).tiles
      #expect(expected.count == 17 * 2550)
      for threads in 2...4 {
        let settings = JPEGMeansSettings(threads: threads)
        #expect(draw(from: file.bytes, draws, settings)?.tiles == expected, "\(threads) threads")
      }
    }
  }

  @Test func ranksAreOneDrawOfEachGroupOfStrata() throws {
    // Means are the outline's, and no two alike, so that they tell which stratum a tile is from.
    let file = TestFile(
      width: 800, height: 640, content: .noise, quality: 100, sampling: [(1, 1)])
    let draws = TileDraws(count: 8000, seed: 5)
    let all = try #require(draw(from: file.bytes, draws)).tiles
    let strata = draws.paddedStrata(outlinePixels: 8000)
    #expect(strata == 8000 && all.count == 17 * 8000)
    var chosen: [Int: [[UInt32]]] = [:]
    for rank in 0...TileDraws.highestRank {
      let tiles = try #require(
        draw(from: file.bytes, draws, ranks: rank...TileDraws.highestRank)
      ).tiles
      #expect(tiles.count == 17 * 8000 >> rank)
      var firstOfGroup = 0
      for number in 0..<tiles.count / 17 {
        let tile = tiles[17 * number..<17 * number + 17]
        let size = 1 << rank
        let isFound = (firstOfGroup..<firstOfGroup + size).contains {
          all[17 * $0..<17 * $0 + 17] == tile
        }
        #expect(isFound, "rank \(rank), group \(number)")
        firstOfGroup += size
        chosen[rank, default: []].append(Array(tile))
      }
    }
    for rank in 1...TileDraws.highestRank {
      #expect(Set(chosen[rank] ?? []).isSubset(of: Set(chosen[rank - 1] ?? [])))
    }
  }

  @Test func chanceChoosesEveryStratumOfAGroupAlike() {
    // Of sixteen strata one rises to the highest rank: over many seeds, each as often.
    let bytes = TestFile(width: 128, height: 8, content: .noise, quality: 100, sampling: [(1, 1)])
      .bytes
    var counts: [Int: Int] = [:]
    for seed in 0..<1600 {
      let draws = TileDraws(count: 16, seed: UInt64(seed))
      guard let chosen = draw(from: bytes, draws, ranks: 4...4)?.tiles, chosen.count == 17,
        let all = draw(from: bytes, draws)?.tiles,
        let index = (0..<16).first(where: { all[17 * $0..<17 * $0 + 17] == chosen[...] })
      else { continue }
      counts[index, default: 0] += 1
    }
    #expect(counts.values.reduce(0, +) == 1600)
    #expect(counts.count == 16)
    #expect(counts.values.allSatisfy { (51...149).contains($0) })
  }

  @Test func everyPhotoOfTheCorpusGivesPixelsOfLibJPEG() throws {
    let files = FileManager.default.enumerator(
      at: JPEGMeansTests.corpus, includingPropertiesForKeys: nil)
    var equal = 0
    while let file = files?.nextObject() as? URL {
      guard ["jpg", "jpeg"].contains(file.pathExtension) else { continue }
      let bytes = [UInt8](try Data(contentsOf: file))
      let draws = TileDraws(count: 2000, seed: 9)
      guard draw(from: bytes, draws) != nil else { continue }
      try check(bytes, draws, named: file.lastPathComponent)
      equal += 1
    }
    #expect(equal > 10)
  }

  @Test(arguments: [
    [(1, 2), (1, 1), (1, 1)], [(4, 1), (1, 1), (1, 1)], [(2, 2), (2, 1), (2, 1)],
  ])
  func otherSamplingsAreDeclined(_ sampling: [(Int, Int)]) {
    let file = TestFile(sampling: sampling)
    #expect(draw(from: file.bytes, TileDraws(count: 10, seed: 0)) == nil)
    #expect(Outline(file.bytes) != nil)
  }

  @Test func drawsCoverEveryTileAlike() {
    // Over many seeds each of the four tiles of each pixel is drawn as often as chance has it.
    let bytes = TestFile(width: 16, height: 16, content: .noise, quality: 100, sampling: [(1, 1)])
      .bytes
    var counts: [[UInt32]: Int] = [:]
    for seed in 0..<1600 {
      guard let drawn = draw(from: bytes, TileDraws(count: 1, seed: UInt64(seed))) else { continue }
      counts[drawn.tiles, default: 0] += 1
    }
    #expect(counts.count == 16)
    // 100 each: 5 standard deviations.
    #expect(counts.values.allSatisfy { (51...149).contains($0) })
  }
}
