internal import DominantColor
internal import FilePalettes
internal import Pixels
internal import ShowHide

/// What a picture consists of, as far as a change asks for it.
struct PictureLook: Sendable {
  /// All its hues.
  var hues: HueHistogram?
  /// Its colours by method `distinct`.
  private(set) var palette: Palette?
  /// What its colours are good for; `nil` where nobody asked.
  private(set) var roles: PaletteRoles?
  /// The background that was left out of it.
  var background: Background?
  /// Pixels of that background.
  var backgroundPixels: UInt64 = 0

  /// Whether there are visible pixels, and none of them counts.
  var leavesAllOut: Bool {
    guard let tally = hues?.tally ?? palette?.tally else { return false }
    return tally.counted == 0 && tally.filtered + backgroundPixels > 0
  }

  /// Takes the colours that were counted, if any were.
  mutating func take(_ colors: AccentColors?) {
    guard let found = colors?.found() else { return }
    (palette, roles) = (found.palette, found.roles)
  }
}

/// A picture has no accent, for a reason.
struct MissingAccent: Error, Equatable {
  let reason: String
}

/// What a command makes of each picture: first, where that takes one, a look at all of it, then
/// rows to rows, so that no picture has to be held whole.
struct PictureChange: Sendable {
  /// How to divide the hues that ``prepare`` asks for; `nil` where it asks for none, which saves a
  /// pass over the picture.
  let hues: HueScale?
  /// The part of each picture that is looked at and changed; `nil` for all of it.
  var region: PictureRegion?
  /// Whether ``prepare`` asks for a palette with an accent.
  var wantsAccent = false
  /// What does not count when a picture is looked at.
  var leftOut = LeftOutColors()
  /// Decides what to do with a picture.
  let prepare: @Sendable (PictureLook) throws(MissingAccent) -> Prepared

  /// Whether the whole picture is looked at first.
  var looksFirst: Bool { hues != nil || wantsAccent }

  /// What is done with one picture.
  struct Prepared: Sendable {
    /// What it is, in words.
    let words: String
    /// Whether pixels that are opaque stay so.
    let keepsOpacity: Bool
    /// The colours of which the share is told; `nil` where ``words`` tell it, or there are none.
    var selection: ColorSelection?
    /// The rows outside of ``PictureChange/region``; `nil` where there is no region.
    var applyOutside:
      (@Sendable (PixelView, Int, inout [ImageBuffer]) throws(ImageGeometryError) -> Void)?
    /// Makes the changed rows, an image for each output, in place of those that it made last;
    /// told how many threads it may use.
    let apply: @Sendable (PixelView, Int, inout [ImageBuffer]) throws(ImageGeometryError) -> Void
  }
}
