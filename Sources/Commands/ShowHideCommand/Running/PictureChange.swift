internal import DominantColor
internal import Pixels

/// What a command makes of each picture: first, where that takes one, a look at all its hues, then
/// rows to rows, so that no picture has to be held whole.
struct PictureChange: Sendable {
  /// How to divide the hues that ``prepare`` asks for; `nil` where it asks for none, which saves a
  /// pass over the picture.
  let hues: HueScale?
  /// Decides what to do with a picture of these hues.
  let prepare: @Sendable (HueHistogram?) -> Prepared

  /// What is done with one picture.
  struct Prepared: Sendable {
    /// What it is, in words.
    let words: String
    /// Whether pixels that are opaque stay so.
    let keepsOpacity: Bool
    /// Makes the changed rows, an image for each output, in place of those that it made last;
    /// told how many threads it may use.
    let apply: @Sendable (PixelView, Int, inout [ImageBuffer]) throws(ImageGeometryError) -> Void
  }
}
