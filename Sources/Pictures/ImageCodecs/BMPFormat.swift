extension ImageFormat {
  /// Windows' bitmaps.
  public static let bmp = ImageFormat(
    name: "BMP", fileExtensions: ["bmp", "dib"], isTurnedByViewers: false, keepsColorTags: false,
    isSniffed: { start in
      // Two letters alone begin many a text.
      let cursor = ByteCursor(start, isLittleEndian: true)
      let size = cursor.uint32(at: 14).map { Int($0) }
      return cursor.has(Array("BM".utf8), at: 0) && size.map(BMPLayout.headerSizes.contains) == true
    },
    openRows: { bytes, limits throws(ImageCodecError) in
      let layout = try BMPLayout(bytes)
      return layout.hasRuns
        ? BMPRunSource(bytes, layout, limits: limits)
        : BMPRowSource(bytes, layout, limits: limits)
    })
}
