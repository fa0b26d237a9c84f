// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of C.

public import CDominantColor
internal import FilePalettes

/// See `dominantcolor.h`.
@c @implementation
public func dominantcolor_options_leave_out(
  _ options: UnsafeMutablePointer<dominantcolor_options>?, _ words: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<dominantcolor_error>?
) -> dominantcolor_status {
  reporting(to: error) { () throws(Failure) in
    guard let options, let words else { throw .invalid("The options or the words are NULL.") }
    // SAFETY: the caller promises text that ends in a NUL.
    guard let text = String(validatingCString: words) else {
      throw .invalid("The words to leave out are not UTF-8.")
    }
    let leftOut: LeftOutColors
    do throws(LeftOutColors.Problem) {
      leftOut = try LeftOutColors([text])
    } catch {
      throw .invalid(error.description)
    }
    // Of an older caller only what its struct has is written.
    guard options.pointee.size >= Request.sizeWithBackground || !leftOut.hasBackground else {
      throw .invalid(
        "dominantcolor_options of this size have no background. Initialise them first.")
    }
    if let level = leftOut.whiteAbove { options.pointee.white_above = Int32(level) }
    if let level = leftOut.blackBelow { options.pointee.black_below = Int32(level) }
    if let level = leftOut.greyWithin { options.pointee.grey_within = Int32(level) }
    if leftOut.hasBackground {
      options.pointee.background = Int32(DOMINANTCOLOR_BACKGROUND_LEFT_OUT)
    }
  }
}
