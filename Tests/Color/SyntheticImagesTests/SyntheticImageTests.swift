internal import Pixels
internal import SyntheticImages
internal import Testing

@Suite("Synthetic images")
struct SyntheticImageTests {
  /// Checksums of 61 × 47 pixels under seed 1.
  ///
  /// A change here changes everybody's recorded timings.
  static let pinned: [String: UInt64] = [
    "flat": 5_038_173_696_327_579_053, "photo": 11_270_120_930_904_240_051,
    "screen": 1_278_637_914_014_958_673, "gradient": 9_662_254_280_947_411_018,
    "planted": 8_178_722_081_895_098_309, "straddle": 18_209_916_059_544_326_917,
    "noise": 13_278_196_804_074_925_984, "alpha": 9_144_272_424_104_960_308,
  ]

  @Test("have the names that people type, in the order of the list")
  func names() {
    #expect(
      SyntheticImage.all.map(\.name) == [
        "flat", "photo", "screen", "gradient", "planted", "straddle", "noise", "alpha",
      ])
    #expect(SyntheticImage.all.allSatisfy { !$0.summary.isEmpty })
    #expect(SyntheticImage.named("photo")?.name == "photo")
    #expect(SyntheticImage.named("Photo") == nil)
  }

  @Test("have the same bytes on every machine", arguments: SyntheticImage.all.map(\.name))
  func pinnedChecksums(name: String) throws {
    let image = try #require(SyntheticImage.named(name)).makeImage(width: 61, height: 47, seed: 1)
    #expect(image.checksum == Self.pinned[name])
  }

  @Test(
    "made in bands are those made whole", arguments: SyntheticImage.all.map(\.name),
    [nil, 1, 7, 47, 1000])
  func bandsEqualWhole(name: String, rowsPerBand: Int?) throws {
    let kind = try #require(SyntheticImage.named(name))
    let whole = try kind.makeImage(width: 61, height: 47, seed: 5)
    var checksum = ImageChecksum(width: 61, height: 47)
    var rows = 0
    try kind.withBands(width: 61, height: 47, seed: 5, rowsPerBand: rowsPerBand) { band in
      checksum.add(band)
      let same = whole.withPixels { view in
        ImageDifference(between: view.rows(rows..<rows + band.height), and: band)
      }
      #expect(same == nil)
      rows += band.height
    }
    #expect(rows == 47)
    #expect(checksum.value == whole.checksum)
  }

  @Test("differ by seed", arguments: SyntheticImage.all.map(\.name))
  func seedsDiffer(name: String) throws {
    let kind = try #require(SyntheticImage.named(name))
    let checksums = try (0..<8).map { seed in
      try kind.makeImage(width: 97, height: 89, seed: UInt64(seed)).checksum
    }
    #expect(Set(checksums).count == 8)
  }

  @Test("can be of any size", arguments: SyntheticImage.all.map(\.name))
  func sizes(name: String) throws {
    let kind = try #require(SyntheticImage.named(name))
    let sides = [0, 1, 2, 3, 7, 33, 200]
    for width in sides {
      for height in sides {
        let image = try kind.makeImage(width: width, height: height)
        #expect(image.width == width && image.height == height)
        guard name != "alpha" else { continue }
        let clear = image.withPixels { view in
          (0..<height).reduce(0) { sum, y in
            sum + (0..<width).count { view[$0, y].alpha != 255 }
          }
        }
        #expect(clear == 0, "every pixel is written and opaque")
      }
    }
  }

  @Test("have no truth without pixels, and none where nothing is planted")
  func noTruth() {
    for kind in SyntheticImage.all {
      #expect(kind.truth(width: 0, height: 0) == nil)
      #expect(kind.truth(width: 0, height: 9) == nil)
    }
    for name in ["photo", "gradient", "noise"] {
      #expect(SyntheticImage.named(name)?.truth(width: 640, height: 480) == nil)
    }
  }

  @Test("refuse a negative size, with the numbers")
  func negativeSize() {
    let failure = ImageGeometryError.negativeSize(width: -1, height: 4)
    for kind in SyntheticImage.all {
      #expect(throws: failure) { try kind.makeImage(width: -1, height: 4) }
      #expect(throws: failure) { try kind.withBands(width: -1, height: 4) { _ in } }
    }
  }

  @Test("of very many rows can be looked at anywhere without making the rest")
  func farRows() throws {
    // 64 gigapixels, of which one row is made.
    let side = 1 << 18
    for kind in SyntheticImage.all where kind.name != "photo" {
      var row = try ImageBuffer(width: side, height: 1)
      row.withMutableBytes { bytes in
        kind.fill(rows: side / 2..<side / 2 + 1, width: side, height: side, into: bytes)
      }
      #expect(row[side / 2, 0].alpha == 255)
    }
  }
}
