internal import ImageCodecs
internal import Testing

@Suite("Pictures with a gain map")
struct GainMapTests {
  /// A JPEG with a further segment at its start.
  private func tagged(_ marker: UInt8, _ body: [UInt8]) throws -> [UInt8] {
    let jpeg = try JPEGEncoder().encode(makeGradient(width: 32, height: 16))
    let length = body.count + 2
    return jpeg[..<2] + [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + body + jpeg[2...]
  }

  private func xmp(_ attribute: String) -> [UInt8] {
    Array(
      ("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:Description "
        + "\(attribute) hdrgm:GainMapMin=\"0\"/></x:xmpmeta>").utf8)
  }

  @Test("Ultra HDR and ISO 21496-1 give the base picture, and the answer says so")
  func said() throws {
    let plain = try ImageDecoder().decode(
      JPEGEncoder().encode(makeGradient(width: 32, height: 16)))
    #expect(plain.warnings.isEmpty)
    for file in [
      try tagged(0xE1, xmp("hdrgm:Version=\"1.0\"")),
      try tagged(0xE2, Array("urn:iso:std:iso:ts:21496:-1\0".utf8) + [0, 0, 0, 0]),
    ] {
      let decoded = try ImageDecoder().decode(file)
      #expect(decoded.image == plain.image)
      #expect(decoded.warnings.map(\.message).first?.contains("gain map") == true)
      #expect(decoded.warnings.count == 1)
    }
  }

  @Test(
    "a gain map beside the picture (Apple's HEIC) or as one made of both (ISO 21496-1) is said",
    arguments: [("heic", ImageFormat.heic), ("avif", .avif)].filter { FormatFiles.canRead($0.1) })
  func saidByBoxes(kind: String, format: ImageFormat) throws {
    let plain = try ImageDecoder().decode(FormatFiles.bytes("plain.\(kind)"))
    #expect(plain.warnings.isEmpty)
    let bytes = try FormatFiles.bytes("gain-map.\(kind)")
    let decoded = try ImageDecoder().decode(bytes)
    #expect(decoded.image == plain.image)
    #expect(
      decoded.warnings.map(\.message) == [
        "The picture has a gain map for screens of high dynamic range. Only its base picture was "
          + "taken."
      ])
    // It is known before a pixel is decoded.
    let announced = try bytes.withUnsafeBytes { try ImageRowReader($0).warnings }
    #expect(announced == decoded.warnings)
    // Of another name it is an auxiliary picture like any other; a picture that is made of others is none of ours.
    let name = Array((kind == "heic" ? "aux:hdrgainmap" : "tmap").utf8)
    let place = try #require(
      (0..<bytes.count - name.count).first { Array(bytes[$0..<$0 + name.count]) == name })
    var other = bytes
    other[place + name.count - 1] = UInt8(ascii: "x")
    #expect(try !ImageDecoder().decode(other).warnings.contains { $0.message.contains("gain map") })
  }

  @Test("other metadata of the same kinds says nothing")
  func others() throws {
    for file in [
      try tagged(0xE1, xmp("exif:Version=\"1.0\"")),
      try tagged(0xE1, Array("hdrgm:Version".utf8)), try tagged(0xE2, Array("urn:iso".utf8)),
      try tagged(0xE2, []),
    ] {
      #expect(try ImageDecoder().decode(file).warnings.isEmpty)
    }
  }
}
