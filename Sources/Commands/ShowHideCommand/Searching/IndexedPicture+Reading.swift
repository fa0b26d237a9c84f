internal import ColorIndex
internal import FilePalettes
internal import Files
internal import ImageCodecs

extension IndexedPicture {
  /// The share of a picture that exact colours have to hold to stand for all of it, in
  /// ten-thousandths.
  private static let nearlyAll = 9_800

  /// Reads a file as an index knows it.
  ///
  /// - Throws: ``CommandFailure`` that names the file.
  init(
    reading file: ImageFile, shownAs path: String, _ reader: FilePaletteReader
  ) throws(CommandFailure) {
    let found: FileOverview
    do {
      found = try reader.overview(of: file)
    } catch {
      throw .undecodable(error, path: path)
    }
    let header = found.palette.header
    let size = header.orientation.uprightSize(width: header.width, height: header.height)
    let palette = IndexedPalette(found.palette.palette)
    let isExact =
      found.palette.distinctColors != nil
      && palette.swatches.reduce(0) { $0 + $1.share } >= Self.nearlyAll
    self.init(
      path: file.path, width: size.width, height: size.height, palette: palette,
      tones: isExact ? IndexedTones() : IndexedTones(found.colors))
  }

  /// What is kept of it.
  var content: IndexRecord.Content {
    .picture(width: width, height: height, palette: palette, tones: tones)
  }
}
