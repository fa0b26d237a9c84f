extension ImageFormat {
  /// JPEG (JFIF, Exif and related files).
  public static let jpeg = ImageFormat(
    name: "JPEG", fileExtensions: ["jpg", "jpeg"], isTurnedByViewers: true,
    keepsColorTags: false, metadataRoom: JPEGSegments.room,
    isSniffed: { $0.starts(with: [0xFF, 0xD8, 0xFF]) || $0.elementsEqual([0xFF, 0xD8]) },
    openRows: { bytes, limits throws(ImageCodecError) in
      try JPEGRowSource(bytes, limits: limits)
    },
    makeEncoder: { picture throws(ImageCodecError) in try JPEGRowEncoder(picture) })
}
