internal import CommandTestSupport
internal import Files
internal import Hashing
internal import ImageCodecs
internal import Pixels
internal import Testing

@Suite("Hostile files of formats beside PNG and JPEG are an error or a picture, within limits")
struct HostileFormatTests {
  private static let limits = DecodingLimits(
    pixels: 1_000_000, fileBytes: 20_000_000, memoryBytes: 64_000_000, metadataBytes: 1_000_000)

  /// A file of each kind, where the library is there.
  private static let files = [
    ("lossy.webp", ImageFormat.webP), ("lossless-alpha.webp", .webP), ("animated.webp", .webP),
    ("profile.webp", .webP), ("one-color.webp", .webP), ("interlaced.gif", .gif),
    ("animated.gif", .gif), ("wide-codes.gif", .gif), ("lzw.tif", .tiff), ("raw-tiles.tif", .tiff),
    ("jpeg.tif", .tiff), ("tiled.tif", .tiff), ("deep.tif", .tiff), ("plain.avif", .avif),
    ("gain-map.avif", .avif), ("alpha.heic", .heic), ("gain-map.heic", .heic),
    ("p3-10.heic", .heic), ("bits4.bmp", .bmp), ("alpha.bmp", .bmp),
    ("down.bmp", .bmp), ("runs8.bmp", .bmp), ("masks16.bmp", .bmp),
  ].filter { FormatFiles.canRead($0.1) }.map(\.0)

  private func exercise(_ bytes: [UInt8]) {
    for allowsPartialImages in [false, true] {
      let decoder = ImageDecoder(limits: Self.limits, allowsPartialImages: allowsPartialImages)
      do {
        let decoded = try decoder.decode(bytes)
        #expect(decoded.image.width == decoded.header.width)
        #expect(decoded.missingRows == 0 || allowsPartialImages && !decoded.warnings.isEmpty)
      } catch {
        #expect(error.description.hasSuffix("."))
      }
    }
    _ = try? ImageDecoder(limits: Self.limits).colorProfile(of: bytes)
  }

  @Test(
    "A file cut short is an error, and its partial image the rows of the whole", arguments: files)
  func truncations(name: String) throws {
    let bytes = try FormatFiles.bytes(name)
    let whole = try ImageDecoder().decode(bytes).image
    for count in stride(from: 0, to: bytes.count, by: max(bytes.count / 97, 1)) {
      let cut = Array(bytes[..<count])
      exercise(cut)
      guard !name.hasSuffix(".avif"), !name.hasSuffix(".heic"), name != "jpeg.tif",
        let partial = try? ImageDecoder(limits: Self.limits, allowsPartialImages: true).decode(cut)
      else { continue }
      let arrived = whole.height - partial.missingRows
      // Of a BMP the lowest row comes first, as a rule: what is missing is above, and transparent.
      let first = partial.image.withPixels { view in
        partial.warnings.isEmpty || !name.hasSuffix(".bmp")
          ? 0
          : (0..<arrived).first { y in
            (0..<view.width).contains { view[$0, y] != RGBA8(red: 0, green: 0, blue: 0, alpha: 0) }
          } ?? arrived
      }
      #expect(
        try rows(first..<arrived, of: partial.image) == rows(first..<arrived, of: whole), "\(count)"
      )
    }
  }

  @Test(
    "nine tenths of a GIF or BMP give most of its rows where partial images are wanted",
    arguments: [
      "plain.gif", "interlaced.gif", "bits24.bmp", "bits4.bmp", "down.bmp", "runs8.bmp",
      "runs4.bmp",
    ])
  func partialRows(name: String) throws {
    let bytes = try FormatFiles.bytes(name)
    let whole = try ImageDecoder().decode(bytes).image
    let cut = Array(bytes.prefix(bytes.count * 9 / 10))
    guard
      case .truncated(_, let counted, whole.height)? = codecError({
        try ImageDecoder().decode(cut)
      })
    else {
      Issue.record("read")
      return
    }
    #expect(counted >= whole.height / 2 && counted < whole.height)
    let partial = try ImageDecoder(allowsPartialImages: true).decode(cut)
    #expect(partial.warnings.count == 1)
    let isFromBelow = name.hasSuffix(".bmp") && name != "down.bmp"
    let arrived = isFromBelow ? whole.height - counted..<whole.height : 0..<counted
    #expect(try rows(arrived, of: partial.image) == rows(arrived, of: whole))
    partial.image.withPixels { view in
      let y = isFromBelow ? arrived.lowerBound - 1 : arrived.upperBound
      #expect((0..<view.width).allSatisfy { view[$0, y].alpha == 0 })
    }
    #expect(partial.missingRows == (isFromBelow ? 0 : whole.height - counted))
    // Row by row it is the same.
    try cut.withUnsafeBytes { cut in
      var reader = try ImageRowReader(cut, decoder: ImageDecoder(allowsPartialImages: true))
      var read = try ImageBuffer(width: whole.width, height: whole.height)
      let count = try read.withMutableBytes { target in
        var done = 0
        while true {
          let more = try reader.readRows(
            into: UnsafeMutableRawBufferPointer(
              rebasing: target[(done * 4 * whole.width)...].prefix(7 * 4 * whole.width)))
          if more == 0 { return done }
          done += more
          if done == whole.height { return done }
        }
      }
      #expect(count == whole.height - partial.missingRows)
      #expect(read == partial.image)
    }
  }

  /// Bits of `plain.heic` that leave blocks of the picture without a code.
  private static let missingBlocks = [
    [(484, 5), (717, 3), (1252, 2)], [(545, 2), (1142, 2), (1249, 0)],
    [(527, 1), (653, 2), (963, 3)], [(480, 0), (1011, 0), (1371, 5)],
    [(573, 5), (581, 2), (773, 4)],
  ]

  #if canImport(Glibc)
    @Test(
      "A damaged HEIC shows nothing of what the process held before",
      .enabled(if: FormatFiles.canRead(.heic), "libheif is missing: install libheif1"),
      arguments: missingBlocks)
    func earlierMemory(flips: [(Int, Int)]) throws {
      var bytes = try FormatFiles.bytes("plain.heic")
      for (place, bit) in flips { bytes[place] ^= 1 << UInt8(bit) }
      // A decoder that refuses the file shows nothing either; libde265 1.0.11 takes it.
      guard let first = try? ImageDecoder().decode(bytes).image else { return }
      var generator = SplitMix64(seed: 7)
      for round in 0..<12 {
        // What an earlier picture may leave behind.
        var held: [[UInt8]] = []
        for _ in 0..<200 {
          let count = Int.random(in: 1000..<120_000, using: &generator)
          held.append([UInt8](repeating: UInt8(truncatingIfNeeded: round * 37 + 1), count: count))
        }
        held.removeAll()
        let again = try? ImageDecoder().decode(bytes).image
        #expect(again == first, "round \(round)")
      }
    }
  #endif

  @Test("Changed bytes never crash, and never take more than the limits", arguments: files)
  func mutations(name: String) throws {
    let bytes = try FormatFiles.bytes(name)
    var generator = SplitMix64(seed: 41)
    for _ in 0..<150 {
      var changed = bytes
      for _ in 0...Int.random(in: 0..<4, using: &generator) {
        // Headers matter most.
        let isHead = Bool.random(using: &generator)
        let place = Int.random(
          in: 0..<(isHead ? min(400, bytes.count) : bytes.count), using: &generator)
        changed[place] = UInt8.random(in: 0...255, using: &generator)
      }
      exercise(changed)
    }
  }

  private func little16(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }

  /// A GIF of 1 × 1 pixel and as many frames.
  private func gif(frames: Int, side: Int = 1) -> [UInt8] {
    let frame: [UInt8] =
      [0x2C, 0, 0, 0, 0] + little16(side) + little16(side) + [0, 2, 2, 0x44, 1, 0]
    var bytes = Array("GIF89a".utf8) + little16(side) + little16(side) + [0x80, 0, 0]
    bytes += [10, 20, 30, 40, 50, 60]
    bytes.reserveCapacity(frames * frame.count + 30)
    for _ in 0..<frames { bytes += frame }
    return bytes + [0x3B]
  }

  @Test("a GIF of a million frames gives its first one")
  func manyFrames() throws {
    let decoded = try ImageDecoder(limits: Self.limits).decode(gif(frames: 1_000_000))
    #expect(decoded.warnings.map(\.message).first?.contains("1000000 frames") == true)
    #expect(decoded.image.withPixels { $0[0, 0] } == RGBA8(red: 10, green: 20, blue: 30))
  }

  @Test("a GIF that claims 65,535 × 65,535 pixels is above a limit before memory is taken")
  func largeScreen() {
    let error = codecError {
      try ImageDecoder(limits: Self.limits).decode(gif(frames: 1, side: 65_535))
    }
    #expect(
      error == .limitExceeded(.pixels(width: 65_535, height: 65_535, limit: 1_000_000)))
  }

  @Test(
    "a GIF whose codes begin at 12 bits holds no colour above 255", arguments: [255, 256, 2047])
  func codesBeyondColors(code: Int) {
    var bytes = Array("GIF89a".utf8) + little16(1) + little16(1) + [0xF7, 0, 0]
    bytes += [UInt8](repeating: 200, count: 768)
    bytes += [0x2C, 0, 0, 0, 0] + little16(1) + little16(1) + [0, 11]
    // Clear, the code, and the end.
    let codes = 2048 | code << 12 | 2049 << 24
    bytes += [5] + (0..<5).map { UInt8(truncatingIfNeeded: codes >> (8 * $0)) } + [0, 0x3B]
    let result = Result { () throws(ImageCodecError) in try ImageDecoder().decode(bytes).image }
    switch result {
    case .success(let image):
      #expect(code == 255)
      #expect(image.withPixels { $0[0, 0] } == RGBA8(red: 200, green: 200, blue: 200))
    case .failure(let error):
      #expect(code > 255)
      #expect(
        error == .damaged(.gif, reason: "a code stands for nothing", rows: 0, height: 1))
    }
  }

  /// A TIFF of one strip; its directory names itself as the next one.
  private func tiff(
    side: UInt32, samples: UInt16 = 1, bits: UInt32 = 8, photometric: UInt32 = 1
  ) -> [UInt8] {
    func little(_ value: UInt32) -> [UInt8] {
      withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
    let entries: [(tag: UInt16, type: UInt16, value: UInt32)] = [
      (256, 4, side), (257, 4, side), (258, 3, bits), (259, 3, 1), (262, 3, photometric),
      (273, 4, 8),
      (277, 3, UInt32(samples)), (278, 4, side), (279, 4, 100),
    ]
    var bytes: [UInt8] = [0x49, 0x49, 0x2A, 0] + little(108)
    bytes += [UInt8](repeating: 200, count: 100)
    bytes += little16(entries.count)
    for entry in entries {
      bytes +=
        little16(Int(entry.tag)) + little16(Int(entry.type)) + little(1) + little(entry.value)
    }
    return bytes + little(108)
  }

  @Test(
    "a TIFF whose directory names itself as the next one is read once",
    .enabled(if: FormatFiles.canRead(.tiff), "libtiff is missing: install libtiff6"))
  func loopingDirectories() throws {
    let decoded = try ImageDecoder(limits: Self.limits).decode(tiff(side: 10))
    #expect(decoded.image.withPixels { $0[9, 9] } == RGBA8(red: 200, green: 200, blue: 200))
  }

  @Test(
    "a TIFF that claims more than it has is above a limit, or damaged, before memory is taken",
    .enabled(if: FormatFiles.canRead(.tiff), "libtiff is missing: install libtiff6"))
  func largeClaims() {
    let decoder = ImageDecoder(limits: Self.limits)
    #expect(
      codecError { try decoder.decode(tiff(side: 60_000)) }
        == .limitExceeded(.pixels(width: 60_000, height: 60_000, limit: 1_000_000)))
    // One pixel takes 65,535 samples.
    let error = codecError { try decoder.decode(tiff(side: 900, samples: 65_535)) }
    switch error {
    case .limitExceeded(.memoryBytes), .unsupported: break
    default: Issue.record("\(String(describing: error))")
    }
  }

  @Test(
    "a TIFF of four inks of 16 bits, which libtiff cannot turn into RGBA, is read",
    .enabled(if: FormatFiles.canRead(.tiff), "libtiff is missing: install libtiff6"))
  func deepInks() throws {
    let image = try ImageDecoder().decode(tiff(side: 3, samples: 4, bits: 16, photometric: 5))
    #expect(image.image.width == 3 && image.image.height == 3)
  }

  @Test(
    "a TIFF of three inks of 16 bits is unsupported and not damaged",
    .enabled(if: FormatFiles.canRead(.tiff), "libtiff is missing: install libtiff6"))
  func threeDeepInks() {
    let error = codecError {
      try ImageDecoder().decode(tiff(side: 3, samples: 3, bits: 16, photometric: 5))
    }
    guard case .unsupported = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(
    "an overlay or grid is as large as its data say, whatever its box says",
    .enabled(if: FormatFiles.canRead(.heic), "libheif is missing: install libheif1"),
    arguments: [Array("iovl".utf8), Array("grid".utf8)])
  func composedPictures(kind: [UInt8]) throws {
    // Of 64 × 64 pixels by its boxes; the 18 bytes at 493 are the overlay's.
    var bytes = try readFile(
      at: Fixtures.path("Findings/heif/overlay-larger-than-its-box.heif"))
    let name = try #require(
      (0..<bytes.count - 4).first { bytes[$0..<$0 + 4].elementsEqual("iovl".utf8) })
    bytes.replaceSubrange(name..<name + 4, with: kind)
    let isGrid = kind == Array("grid".utf8)
    let head: [UInt8] = [0, 1] + [UInt8](repeating: 0, count: isGrid ? 2 : 8)
    func claiming(_ width: UInt32, _ height: UInt32) -> [UInt8] {
      var changed = bytes
      let size = head + bigEndian(width) + bigEndian(height)
      changed.replaceSubrange(493..<493 + size.count, with: size)
      return changed
    }
    #expect(
      codecError { try ImageDecoder(limits: Self.limits).decode(claiming(50_000, 40_000)) }
        == .limitExceeded(.pixels(width: 50_000, height: 40_000, limit: 1_000_000)))
    // A million pixels take more than is allowed beside the picture's.
    let error = codecError {
      try ImageDecoder(limits: DecodingLimits(memoryBytes: 20_000_000)).decode(claiming(1000, 1000))
    }
    guard case .limitExceeded(.memoryBytes(let needed, let limit)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(needed > 20_000_000 && limit == 20_000_000)
  }

  /// A file with another size in its `ispe` boxes, which say how large a picture is.
  private func claiming(_ side: UInt32, _ bytes: [UInt8]) -> [UInt8] {
    var changed = bytes
    for place in 0..<(bytes.count - 16) where bytes[place..<place + 4].elementsEqual("ispe".utf8) {
      changed.replaceSubrange(place + 8..<place + 16, with: bigEndian(side) + bigEndian(side))
    }
    return changed
  }

  @Test(
    "a HEIC or AVIF that claims another size than it has is an error, or its true picture",
    .enabled(if: FormatFiles.canRead(.heic), "libheif is missing: install libheif1"),
    arguments: ["plain.avif", "plain.heic"], [1, 16, 999, 30_000, 65_535, .max] as [UInt32])
  func otherSize(name: String, side: UInt32) throws {
    let bytes = try FormatFiles.bytes(name)
    let claim = claiming(side, bytes)
    #expect(claim != bytes)
    let whole = try ImageDecoder().decode(bytes).image
    do throws(ImageCodecError) {
      let decoded = try ImageDecoder(limits: Self.limits).decode(claim)
      // A crop of the file can say the size again.
      #expect(decoded.image == whole)
    } catch {
      #expect(error.description.hasSuffix("."))
    }
  }

  @Test(
    "coded data of another size than the boxes say are an error before they are decoded",
    .enabled(if: FormatFiles.canRead(.heic), "libheif is missing: install libheif1"),
    arguments: [("avif", ImageFormat.avif), ("heic", .heic)])
  func largeStream(kind: String, format: ImageFormat) throws {
    let bytes = try readFile(
      at: Fixtures.path("Findings/heif/coded-larger-than-its-box.\(kind)"))
    #expect(
      codecError { try ImageDecoder().decode(bytes) }
        == .damaged(
          format,
          reason: "its coded picture has 4096 × 4096 pixels, far more than the file declares",
          rows: 0, height: 0))
    // They count for the limit of pixels too.
    #expect(
      codecError { try ImageDecoder(limits: Self.limits).decode(bytes) }
        == .limitExceeded(.pixels(width: 4096, height: 4096, limit: 1_000_000)))
    // With boxes that say the same it is a picture.
    let whole = try ImageDecoder().decode(claiming(4096, bytes))
    #expect(whole.header.width == 4096 && whole.header.height == 4096)
  }

  @Test(
    "a WebP, HEIC or AVIF that claims more than its bytes can hold is refused before memory is taken",
    arguments: [
      ("lossy.webp", ImageFormat.webP), ("lossless.webp", .webP), ("one-color.webp", .webP),
      ("plain.heic", .heic), ("plain.avif", .avif),
    ].filter { FormatFiles.canRead($0.1) })
  func tooFewBytes(name: String, format: ImageFormat) throws {
    let bytes = try FormatFiles.bytes(name)
    let claim: [UInt8]
    if format == .webP {
      var changed = bytes
      if name == "lossy.webp" {
        // Behind the start code of its first frame.
        let code = try #require(
          (0..<bytes.count).first { bytes[$0...].starts(with: [0x9D, 0x01, 0x2A]) })
        changed.replaceSubrange(code + 3..<code + 7, with: little16(16_383) + little16(16_383))
      } else {
        // Fourteen bits each, behind the signature, and the bit of transparency.
        changed.replaceSubrange(21..<25, with: [0xFE, 0xBF, 0xFF, 0x0F | bytes[24] & 0xF0])
      }
      claim = changed
    } else {
      claim = claiming(16_383, bytes)
    }
    #expect(claim != bytes)
    guard
      case .tooFewBytes(format, _, _, claim.count)? = codecError({
        try ImageDecoder().decode(claim)
      })
    else {
      Issue.record("read")
      return
    }
    // A file that ends before its own chunk does is cut short; where it is small, its rows show more.
    if name == "lossless.webp" {
      guard
        case .truncated? = codecError({
          try ImageDecoder().decode(Array(bytes.dropLast(100)))
        })
      else {
        Issue.record("read")
        return
      }
    }
  }

  @Test("a BMP of 2³⁰ pixels each way is above a limit, or damaged, before memory is taken")
  func largeBitmap() throws {
    var bytes = try FormatFiles.bytes("bits24.bmp")
    bytes.replaceSubrange(18..<26, with: [0, 0, 0, 0x40, 0, 0, 0, 0x40])
    let side = 1 << 30
    #expect(
      codecError { try ImageDecoder(limits: Self.limits).decode(bytes) }
        == .limitExceeded(.pixels(width: side, height: side, limit: 1_000_000)))
    var open = DecodingLimits(pixels: .max, memoryBytes: .max)
    open.seconds = .infinity
    guard case .tooFewBytes? = codecError({ try ImageDecoder(limits: open).decode(bytes) }) else {
      Issue.record("read")
      return
    }
    // 2³¹ − 1 each way with 32 bits a pixel take more than 2⁶³ bytes.
    bytes[28] = 32
    bytes.replaceSubrange(18..<26, with: [0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF, 0x7F])
    guard case .damaged(.bmp, _, _, _)? = codecError({ try ImageDecoder().header(of: bytes) })
    else {
      Issue.record("read")
      return
    }
  }

  @Test("what a picture takes is counted before it is taken", arguments: files)
  func memory(name: String) throws {
    let bytes = try FormatFiles.bytes(name)
    var limits = Self.limits
    limits.memoryBytes = 9000
    guard
      case .limitExceeded(.memoryBytes) = codecError({
        try ImageDecoder(limits: limits).decode(bytes)
      })
    else {
      Issue.record("read with 9,000 bytes")
      return
    }
    limits = Self.limits
    limits.budget = MemoryBudget(byteCount: 64_000_000)
    _ = try ImageDecoder(limits: limits).decode(bytes)
  }

  @Test("decoding ends with its time")
  func time() throws {
    var limits = Self.limits
    limits.seconds = 0
    for name in Self.files where name != "interlaced.gif" && name != "animated.gif" {
      let bytes = try FormatFiles.bytes(name)
      let error = codecError { try ImageDecoder(limits: limits).decode(bytes) }
      #expect(error == nil || error == .limitExceeded(.seconds(limit: 0)), "\(name)")
    }
  }
}
