internal import COptionalCodecs

extension CodecLibrary {
  /// libtiff.
  ///
  /// Before 4.7.0 a field could be used before it was there (CVE-2024-7006).
  static let tiff = CodecLibrary(
    "libtiff", package: "libtiff6", least: (4, 7, 0),
    patches: [
      DistributorPatch(package: "libtiff6", series: "4.5.0-6+deb12u", leastRevision: 2)
    ],
    found: copt_libtiff())
}

extension ImageFormat {
  /// Tag Image File Format, and its successor for large files, BigTIFF.
  public static let tiff = ImageFormat(
    name: "TIFF", fileExtensions: ["tif", "tiff"], isTurnedByViewers: false,
    keepsColorTags: false, library: { .tiff },
    isSniffed: { start in
      [
        [0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A], [0x49, 0x49, 0x2B, 0], [0x4D, 0x4D, 0, 0x2B],
      ]
      .contains { start.starts(with: $0 as [UInt8]) }
    },
    openRows: { bytes, limits throws(ImageCodecError) in
      try TIFFRowSource(bytes, limits: limits)
    })
}
