internal import DominantColor
internal import FilePalettes
internal import ImageCodecs

/// The colours of one file, as an entry of what is written.
struct PaletteEntry: Equatable, Sendable {
  let path: String
  /// Pixels a row of the picture turned upright.
  let width: Int
  /// Rows of the picture turned upright.
  let height: Int
  /// Whether every pixel was looked at.
  let isExact: Bool
  let warnings: [String]
  let palette: Palette
  /// When the picture was taken, by its camera; `nil` when the file does not say.
  var captureTime: CaptureTime?
  /// What is promised of the first colour where a sample proved it.
  var estimate: PaletteEstimate?
  /// Whether colours are named where the format has a place for it.
  var isNamed = false
  /// How many colours the picture has, where its swatches are some of them as they are; `nil` where
  /// swatches are means.
  var distinctColors: Int?
  /// Why there is no dominant colour, in words; `nil` where there is one.
  var absence: String?
  /// Why there are fewer swatches than were asked for; `nil` where there are as many.
  var shortage: Palette.Shortage?
  /// Where each swatch is, `nil` for one without a pixel of its own; `nil` where that is not reported.
  var places: [SwatchPlace?]?
  /// The mean colour; `nil` where that is not reported.
  var average: AverageColor?
  /// Whether the BlurHash is reported.
  var hasBlurHash = false
  /// The BlurHash; `nil` where no pixel counts.
  var blurHash: String?
  /// The background, or why there is none; `nil` where that is not reported.
  var background: BackgroundFinding?
  /// What colours are good for; `nil` where that is not reported.
  var roles: PaletteRoles?
  /// The bars that were left out; `nil` where there are none.
  var bars: PictureBars?
  /// The swatches' colours in Display P3; `nil` where that is not reported.
  var displayP3: [DisplayP3Color]?
  /// The dominant colour in Display P3; `nil` where that is not reported.
  var dominantInDisplayP3: DisplayP3Color?

  /// The colours in words, in the order of the swatches; empty where they are not named.
  var descriptions: [ColorDescription] {
    isNamed ? ColorDescription.all(palette.swatches.map(\.color)) : []
  }

  /// Why there is no dominant colour, for commands that take no least alpha; `nil` where there is one.
  var absenceByColor: String? {
    palette.absence == .allFiltered ? AbsenceText.leftOut : palette.absence?.description
  }

  /// The name without folders and ending, for palettes that name their colours.
  var stem: String { Input(path: path).stem }
}
