extension ImageFormat {
  /// Portable Network Graphics.
  public static let png = ImageFormat(
    name: "PNG", fileExtensions: ["png"], isTurnedByViewers: false, keepsColorTags: true,
    metadataRoom: MetadataRoom(iptc: 1 << 28),
    isSniffed: { $0.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) },
    openRows: { bytes, limits throws(ImageCodecError) in
      try PNGRowSource(bytes, limits: limits)
    },
    makeEncoder: { picture throws(ImageCodecError) in try PNGRowEncoder(picture) })
}
