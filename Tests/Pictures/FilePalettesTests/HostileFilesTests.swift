internal import FilePalettes
internal import Files
internal import Foundation
internal import HostileFiles
internal import ImageCodecs
internal import Testing

@Suite("Hostile files, read in every way")
struct HostileFilesTests {
  private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures")

  private static func pictures(in folder: String) throws -> [(name: String, bytes: [UInt8])] {
    let place = fixtures.appending(path: folder).path()
    return try (FileManager.default.subpaths(atPath: place) ?? []).sorted()
      .filter { name in [".png", ".jpg", ".jpeg"].contains { name.hasSuffix($0) } }
      .map { ($0, try readFile(at: place + "/" + $0)) }
  }

  /// The full number is `make hostile`'s.
  @Test("400 broken files of both formats keep every promise", arguments: 0..<4)
  func mutations(batch: Int) throws {
    let originals = try Self.pictures(in: "Corpus").map(\.bytes).filter { $0.count < 8000 }
    #expect(originals.count > 100)
    let mutator = FileMutator(originals: originals)
    // Limits that keep a debug build's time small: what is asked here is not patience.
    let reading = HostileReading(
      limits: DecodingLimits(pixels: 1_000_000, memoryBytes: 32_000_000, scans: 30))
    for number in 0..<100 {
      let file = mutator.file(1000 * batch + number)
      #expect(throws: Never.self, "mutation \(1000 * batch + number)") {
        _ = try reading.read(file)
      }
    }
  }

  /// The full number is `make hostile`'s.
  @Test("20,000 JPEGs with changed headers are judged as libjpeg judges them", arguments: 0..<8)
  func headers(batch: Int) {
    let mutator = JPEGHeaderMutator()
    let judgement = JPEGJudgement()
    var outcomes: [HostileReading.Outcome: Int] = [:]
    for number in 2500 * batch..<2500 * (batch + 1) {
      let file = mutator.file(number)
      #expect(throws: Never.self, "header \(number)") {
        outcomes[
          try judgement.judge(file, allowsPartialImages: number % 2 == 0), default: 0] += 1
      }
    }
    // A mutator that breaks all files, or none, would ask nothing.
    for outcome in HostileReading.Outcome.allCases {
      #expect(outcomes[outcome, default: 0] > 100, "\(outcome)")
    }
  }

  /// The full number is `make hostile`'s.
  @Test(
    "400 generated JPEGs, one in four damaged, are libjpeg's on one to eight threads",
    arguments: 0..<4)
  func generated(batch: Int) {
    let judgement = JPEGJudgement(
      limits: DecodingLimits(pixels: 1 << 18, memoryBytes: 64_000_000, scans: 30))
    let differential = JPEGDifferential()
    var outcomes: [HostileReading.Outcome: Int] = [:]
    var ownCount = 0
    for number in 100 * batch..<100 * (batch + 1) {
      let file = GeneratedJPEG(number)
      #expect(throws: Never.self, "generated \(number)") {
        outcomes[
          try judgement.judge(
            file.bytes, allowsPartialImages: number % 2 == 0, threads: JPEGDifferential.threads),
          default: 0] += 1
        ownCount += try differential.check(file.bytes, number: number) ? 1 : 0
      }
    }
    #expect(outcomes[.image, default: 0] > 60 && outcomes[.refused, default: 0] > 5)
    #expect(outcomes[.warned, default: 0] > 5 && ownCount > 40)
  }

  @Test("generated JPEGs are the same for the same number, and one in four is damaged")
  func generatedAgain() {
    let files = (0..<80).map { GeneratedJPEG($0) }
    #expect(files.map(\.bytes) == (0..<80).map { GeneratedJPEG($0).bytes })
    // libjpeg does not write each of them.
    #expect(Set(files.map(\.bytes)).count > 75)
    #expect((8...36).contains(files.count { $0.isDamaged }))
  }

  /// A grey file's factors change nothing but how many rows libjpeg delivers at a time.
  @Test("Grey JPEGs with any sampling factors are judged as libjpeg judges them, whole and damaged")
  func greyFactors() throws {
    let grey = try readFile(
      at: Self.fixtures.appending(path: "Corpus/jpeg/testorig-gray.jpg").path())
    func place(of marker: UInt8) -> Int? {
      grey.indices.first { grey[$0...].starts(with: [0xFF, marker]) }
    }
    let (frame, scan) = try (#require(place(of: 0xC0)), #require(place(of: 0xDA)))
    let judgement = JPEGJudgement(limits: DecodingLimits(pixels: 1 << 16, scans: 30))
    var outcomes: [HostileReading.Outcome: Int] = [:]
    for factors in 0..<16 {
      var file = grey
      file[frame + 11] = UInt8((factors / 4 + 1) << 4 | factors % 4 + 1)
      #expect(try judgement.judge(file, allowsPartialImages: false) == .image)
      for part in 1..<10 {
        let place = scan + 10 + (file.count - scan - 20) * part / 10
        var damaged = file
        damaged.replaceSubrange(place..<place + 2, with: [0xFF, 0xD9])
        for partial in [false, true] {
          #expect(throws: Never.self, "factors \(factors), damaged at \(place), \(partial)") {
            outcomes[
              try judgement.judge(damaged, allowsPartialImages: partial), default: 0] += 1
          }
        }
      }
    }
    #expect(outcomes[.refused, default: 0] > 100 && outcomes[.warned, default: 0] > 100)
  }

  @Test("a number always makes the same file, and another number another")
  func seeds() throws {
    let originals = try Self.pictures(in: "Corpus").map(\.bytes).filter { $0.count < 2000 }
    let mutator = FileMutator(originals: originals)
    #expect((0..<50).allSatisfy { mutator.file($0) == mutator.file($0) })
    #expect(Set((0..<50).map { mutator.file($0) }).count > 40)
    #expect(FileMutator(originals: []).file(3) == [])
  }

  @Test("a whole file taken apart and put together is the file")
  func parts() throws {
    for picture in try Self.pictures(in: "Corpus/photos") {
      if let parts = PNGParts(picture.bytes) { #expect(parts.bytes == picture.bytes) }
      if let parts = JPEGParts(picture.bytes) { #expect(parts.bytes == picture.bytes) }
    }
    #expect(PNGParts([1, 2, 3]) == nil && JPEGParts([1, 2, 3]) == nil)
  }

  @Test("whole files are images, and are said to be")
  func whole() throws {
    for picture in try Self.pictures(in: "Corpus/exif") {
      #expect(try HostileReading().read(picture.bytes) == .image, "\(picture.name)")
    }
  }

  /// Files that once broke a promise (`Tests/Fixtures/Findings`).
  @Test("what once was a finding is none any more")
  func findings() throws {
    let pictures = try Self.pictures(in: "Findings")
    #expect(!pictures.isEmpty)
    for picture in pictures {
      #expect(throws: Never.self, "\(picture.name)") { try HostileReading().read(picture.bytes) }
      guard picture.name.hasSuffix(".jpg") else { continue }
      for partial in [false, true] {
        #expect(throws: Never.self, "\(picture.name)") {
          try JPEGJudgement().judge(picture.bytes, allowsPartialImages: partial)
        }
      }
    }
    let row = try #require(pictures.first { $0.name.hasSuffix("one-row-of-400-megapixels.png") })
    // Four bytes a pixel of the picture, eight of the row and eight of the one before.
    let error = #expect(throws: ImageCodecError.self) { try ImageDecoder().decode(row.bytes) }
    #expect(
      error == .limitExceeded(.memoryBytes(needed: 8_000_000_000, limit: 4_000_000_000)))
  }

  @Test("a profile above the limit is told by the limit's name, and the pixels are taken as sRGB")
  func largeProfile() throws {
    let file = try readFile(
      at: Self.fixtures.appending(path: "Corpus/png/ljt-monkey16.png").path())
    let decoder = ImageDecoder(limits: DecodingLimits(metadataBytes: 100))
    let answer = try file.withUnsafeBytes {
      try FilePaletteReader(decoder: decoder).palette(of: $0)
    }
    #expect(
      answer.warnings.map(\.message) == [
        "The colour profile is above the limit of 100 bytes. Raise the limit if you trust the "
          + "source. Colours are taken as sRGB."
      ])
  }
}
