internal import COptionalCodecs

extension CodecLibrary {
  /// libheif.
  ///
  /// Before 1.18.0 a picture laid over another could be read past its end (CVE-2024-41311).
  static let heif = CodecLibrary(
    "libheif", package: "libheif1", least: (1, 18, 0),
    patches: [
      DistributorPatch(package: "libheif1", series: "1.15.1-1+deb12u", leastRevision: 1)
    ],
    found: copt_libheif())
}

extension ImageFormat {
  /// AVIF: a picture coded as AV1.
  public static let avif: ImageFormat = ImageFormat(
    name: "AVIF", fileExtensions: ["avif"], isTurnedByViewers: false, keepsColorTags: false,
    metadataRoom: MetadataRoom(hasResolution: false), library: { .heif },
    // Newer packages bring decoders apart.
    missingDecoder: { copt_heif_decodes_av1() ? nil : "libheif-plugin-dav1d" },
    missingEncoder: { copt_heif_encodes_av1() ? nil : "libheif-plugin-aomenc" },
    isSniffed: { fileTypes($0).contains { ["avif", "avis"].contains($0) } },
    openRows: { bytes, limits throws(ImageCodecError) in
      try HEIFRowSource(.avif, bytes, limits: limits)
    },
    makeEncoder: { picture throws(ImageCodecError) in try AVIFRowEncoder(picture) })

  /// HEIC, what phones write: a picture coded as HEVC; and HEIF files that do not say their coding.
  public static let heic: ImageFormat = ImageFormat(
    name: "HEIC", fileExtensions: ["heic", "heif", "hif"], isTurnedByViewers: false,
    keepsColorTags: false, library: { .heif },
    missingDecoder: { copt_heif_decodes_hevc() ? nil : "libheif-plugin-libde265" },
    isSniffed: { start in
      let types = fileTypes(start)
      let own = ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "msf1"]
      return types.first.map(own.contains) ?? false
        && !types.contains { ["avif", "avis"].contains($0) }
    },
    openRows: { bytes, limits throws(ImageCodecError) in
      try HEIFRowSource(.heic, bytes, limits: limits)
    })

  /// The kinds of file that the first box names (ISO/IEC 14496-12), the main one first; none where it
  /// is another box.
  private static func fileTypes(_ start: UnsafeRawBufferPointer) -> [String] {
    let cursor = ByteCursor(start)
    guard cursor.has(Array("ftyp".utf8), at: 4), let size = cursor.uint32(at: 0) else { return [] }
    // After the main one stands a version.
    let places = [8] + Array(stride(from: 16, to: min(Int(size), start.count) - 3, by: 4))
    return places.compactMap { place in
      cursor.slice(from: place, count: 4).map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
