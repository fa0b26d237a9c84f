extension ImageFormat {
  /// Graphics Interchange Format.
  public static let gif = ImageFormat(
    name: "GIF", fileExtensions: ["gif"], isTurnedByViewers: false, keepsColorTags: false,
    isSniffed: { $0.starts(with: Array("GIF87a".utf8)) || $0.starts(with: Array("GIF89a".utf8)) },
    openRows: { bytes, limits throws(ImageCodecError) in
      try GIFRowSource(bytes, limits: limits)
    })
}
