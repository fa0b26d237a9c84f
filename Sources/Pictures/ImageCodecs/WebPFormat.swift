internal import COptionalCodecs

extension CodecLibrary {
  /// libwebp.
  ///
  /// Before 1.3.2 a table of codes could be written past its end (CVE-2023-4863).
  static let webP = CodecLibrary(
    "libwebp", package: "libwebp7", least: (1, 3, 2),
    patches: [
      DistributorPatch(package: "libwebp7", series: "1.2.4-0.2+deb12u", leastRevision: 1)
    ],
    found: copt_libwebp())
}

extension ImageFormat {
  /// WebP.
  public static let webP = ImageFormat(
    name: "WebP", fileExtensions: ["webp"], isTurnedByViewers: true, keepsColorTags: false,
    metadataRoom: MetadataRoom(hasResolution: false), library: { .webP },
    isSniffed: {
      $0.starts(with: Array("RIFF".utf8)) && $0.dropFirst(8).starts(with: Array("WEBP".utf8))
    },
    openRows: { bytes, limits throws(ImageCodecError) in
      try WebPRowSource(bytes, limits: limits)
    },
    makeEncoder: { picture throws(ImageCodecError) in try WebPRowEncoder(picture) })
}
