import Foundation
import Hashing
import JPEGMeans
import Testing

@Suite struct JPEGMeansTests {
  static let samplings: [[(Int, Int)]] = [
    [(1, 1)], [(2, 2)], [(1, 1), (1, 1), (1, 1)], [(2, 1), (1, 1), (1, 1)],
    [(1, 2), (1, 1), (1, 1)], [(2, 2), (1, 1), (1, 1)], [(4, 1), (1, 1), (1, 1)],
    [(4, 2), (1, 1), (1, 1)], [(2, 2), (1, 2), (1, 2)], [(2, 2), (2, 1), (2, 1)],
    [(1, 1), (2, 2), (1, 1)], [(2, 2), (1, 1), (2, 2)], [(1, 4), (1, 1), (1, 2)],
  ]

  static var files: [TestFile] {
    var files: [TestFile] = []
    for sampling in samplings {
      for (width, height) in [(1, 1), (8, 8), (9, 17), (64, 48), (131, 97), (257, 33)] {
        for content in TestFile.Content.allCases {
          let seed = UInt64(files.count)
          files.append(
            TestFile(
              width: width, height: height, content: content,
              quality: [50, 75, 90, 95, 100][files.count % 5], sampling: sampling,
              restartInterval: [0, 0, 1, 3, 7][files.count / 3 % 5],
              optimizesCodes: files.count % 4 == 1, seed: seed))
        }
      }
    }
    return files
  }

  @Test func equalsLibJPEGAtEveryEighthScale() throws {
    for file in Self.files {
      let bytes = file.bytes
      let expected = try #require(Outline(byLibJPEG: bytes), "\(file)")
      #expect(Outline(bytes) == expected, "\(file)")
    }
  }

  @Test func meansEqualThePlainReference() throws {
    for file in Self.files {
      let bytes = file.bytes
      let expected = ReferenceMeans.outline(bytes)
      let outline = try #require(
        Outline(bytes, JPEGMeansSettings(chroma: .means)), "\(file)")
      #expect(outline.width == expected.width && outline.height == expected.height)
      #expect(outline.pixels == expected.pixels, "\(file)")
    }
  }

  /// Settings that cut the data differently: all must give the same.
  static var settings: [JPEGMeansSettings] {
    var settings: [JPEGMeansSettings] = []
    for lanes in 1...8 {
      for threads in 1...4 {
        let count = settings.count
        settings.append(
          JPEGMeansSettings(
            chroma: .scaled, lanes: lanes, threads: threads,
            stretchBytes: [64, 200, 1000, 5000][count % 4],
            warmUpBytes: [0, 16, 100, 400][count / 4 % 4],
            pieceBytes: count % 3 == 0 ? 4096 : 1 << 16,
            instructionSet: JPEGMeansSettings.InstructionSet.allCases[count / 3 % 3]))
      }
    }
    return settings
  }

  @Test func lanesStretchesAndThreadsChangeNothing() throws {
    for content in TestFile.Content.allCases {
      for sampling in [Self.samplings[0], Self.samplings[2], Self.samplings[5]] {
        let bytes = TestFile(
          width: 300, height: 280, content: content, quality: 92, sampling: sampling,
          restartInterval: content == .stripes ? 40 : 0
        ).bytes
        let expected = try #require(Outline(byLibJPEG: bytes))
        for settings in Self.settings {
          #expect(Outline(bytes, settings) == expected, "\(settings)")
        }
      }
    }
  }

  @Test func damagedFilesAreJudgedAlikeByAllLanes() {
    var random = SplitMix64(seed: 20)
    var (declined, read) = (0, 0)
    for round in 0..<120 {
      var bytes = TestFile(
        width: 200, height: 120, content: round % 3 == 0 ? .noise : .smooth, quality: 85,
        sampling: Self.samplings[round % 6], restartInterval: round % 4 == 0 ? 9 : 0,
        seed: UInt64(round)
      ).bytes
      for _ in 0..<1 + round % 3 {
        // After the tables, mostly, and anywhere now and then.
        let first = round % 5 == 0 ? 2 : 640
        bytes[Int.random(in: first..<bytes.count, using: &random)] ^=
          1 << UInt8.random(in: 0..<8, using: &random)
      }
      let expected = Outline(bytes, JPEGMeansSettings(lanes: 1, stretchBytes: 1 << 20))
      if expected == nil { declined += 1 } else { read += 1 }
      for settings in [Self.settings[5], Self.settings[14], Self.settings[23], Self.settings[31]] {
        #expect(Outline(bytes, settings) == expected, "round \(round) \(settings)")
      }
      // Whatever is not declined is what libjpeg makes of it, unless that warns of something.
      if let expected, let other = Outline(byLibJPEG: bytes) {
        #expect(expected == other, "round \(round)")
      }
    }
    #expect(declined > 20 && read > 20)
  }

  @Test func filesCutShortAreDeclined() {
    let bytes = TestFile().bytes
    let lastBytes = bytes.count - 40..<bytes.count
    for count in Array(stride(from: 0, to: bytes.count, by: 9)) + lastBytes {
      #expect(Outline(Array(bytes[..<count])) == nil, "\(count) of \(bytes.count) bytes")
    }
    #expect(Outline(bytes) != nil)
    #expect(Outline(bytes + [1, 2, 3]) != nil, "bytes after the end do not matter")
  }

  @Test func whatLiesBeforeTheEndMatters() {
    let bytes = TestFile().bytes
    let end = bytes.count - 2
    #expect(Outline(Array(bytes[..<end]) + [0] + Array(bytes[end...])) == nil)
    #expect(Outline(Array(bytes[..<end]) + [0xFF, 0xFF] + Array(bytes[end...])) != nil)
    #expect(Outline(Array(bytes[..<end]) + [0xFF, 0xD0] + Array(bytes[end...])) == nil)
  }

  @Test(arguments: [
    "go-video-001.progressive.jpeg", "testorig-ari-prog.jpg", "ljt-testimgari.jpg",
    "ljt-monkey12.jpg", "testorig-cmyk.jpg", "testorig-ycck.jpg", "go-video-001.rgb.jpeg",
  ])
  func otherKindsAreDeclined(_ name: String) throws {
    let file = Self.corpus.appending(path: "jpeg/\(name)")
    guard FileManager.default.fileExists(atPath: file.path) else {
      Issue.record("\(name) is not in the corpus")
      return
    }
    #expect(Outline([UInt8](try Data(contentsOf: file))) == nil)
  }

  static var corpus: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
      .appending(path: "Fixtures/Corpus")
  }

  @Test func everyFileOfTheCorpusIsEqualOrDeclined() throws {
    let files = FileManager.default.enumerator(at: Self.corpus, includingPropertiesForKeys: nil)
    var equal = 0
    while let file = files?.nextObject() as? URL {
      guard ["jpg", "jpeg"].contains(file.pathExtension) else { continue }
      let bytes = [UInt8](try Data(contentsOf: file))
      guard let outline = Outline(bytes) else { continue }
      #expect(outline == Outline(byLibJPEG: bytes), "\(file.lastPathComponent)")
      equal += 1
    }
    #expect(equal > 20)
  }
}
