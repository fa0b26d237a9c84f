internal import DominantColor
internal import FilePalettes
internal import Pixels
internal import ShowHide

/// What a command makes of each picture: first, where that takes one, a look at all of it, then
/// rows to rows, so that no picture has to be held whole.
struct PictureChange: Sendable {
  /// How to divide the hues that ``prepare`` asks for; `nil` where it asks for none, which saves a
  /// pass over the picture.
  let hues: HueScale?
  /// The part of each picture that is looked at and changed; `nil` for all of it.
  var region: PictureRegion?
  /// Whether ``prepare`` asks for what the picture's colours are good for.
  var wantsRoles = false
  /// Whether it asks for the brand colour, which takes a look at the picture's corners.
  var wantsBrand = false
  /// What does not count when a picture is looked at.
  var leftOut = LeftOutColors()
  /// Decides what to do with a picture.
  let prepare: @Sendable (PictureLook) throws(MissingRole) -> Prepared

  /// Whether the whole picture is looked at first.
  var looksFirst: Bool { hues != nil || wantsRoles }

  /// What is done with one picture.
  struct Prepared: Sendable {
    /// What it is, in words.
    let words: String
    /// Whether pixels that are opaque stay so.
    let keepsOpacity: Bool
    /// The colours of which the share is told; `nil` where ``words`` tell it, or there are none.
    var selection: ColorSelection?
    /// What the pixels look like, of which ``selection`` selects; `nil` where they are colours of sRGB.
    var seen: SeenColors?
    /// The rows outside of ``PictureChange/region``; `nil` where there is no region.
    var applyOutside:
      (@Sendable (PixelView, Int, inout [ImageBuffer]) throws(ImageGeometryError) -> Void)?
    /// Makes the changed rows, an image for each output, in place of those that it made last;
    /// told how many threads it may use.
    let apply: @Sendable (PixelView, Int, inout [ImageBuffer]) throws(ImageGeometryError) -> Void
  }
}
