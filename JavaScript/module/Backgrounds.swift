internal import DominantColor
internal import Pixels

/// A background that JavaScript holds.
private final class HeldBackground {
  let background: Background

  init(_ background: Background) { self.background = background }
}

/// Begins to look for the background of a picture that comes in bands.
@_cdecl("dc_background")
public func background(
  _ words: UnsafePointer<Int32>, _ width: Int32, _ height: Int32
) -> UnsafeMutableRawPointer {
  let finder = BackgroundFinder(
    onOneThread: Int(width), Int(height),
    minimumAlpha: Question(words).options.visibility.minimumAlpha)
  return Unmanaged.passRetained(finder).toOpaque()
}

/// Looks at a band that begins at a row.
@_cdecl("dc_background_add")
public func backgroundAdd(
  _ finder: UnsafeMutableRawPointer, _ start: UnsafeRawPointer, _ width: Int32, _ height: Int32,
  _ row: Int32
) {
  // SAFETY: what `background` gave to JavaScript, which has not ended it.
  Unmanaged<BackgroundFinder>.fromOpaque(finder).takeUnretainedValue()
    .add(pixels(start, width, height), row: Int(row))
}

/// Ends the search, with the background; `nil` where there is none.
@_cdecl("dc_background_find")
public func backgroundFind(_ finder: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  // SAFETY: as in `backgroundAdd`; JavaScript forgets the search.
  let finder = Unmanaged<BackgroundFinder>.fromOpaque(finder).takeRetainedValue()
  guard let background = finder.finding().background else { return nil }
  return Unmanaged.passRetained(HeldBackground(background)).toOpaque()
}

/// Writes a background's mean, pixels, all visible pixels, and whether it is a gradient.
@_cdecl("dc_background_say")
public func backgroundSay(
  _ background: UnsafeMutableRawPointer, _ numbers: UnsafeMutablePointer<Double>
) {
  let background = heldBackground(background)
  let (color, swatch) = (background.swatch.color, background.swatch)
  let words = [
    Double(color.red), Double(color.green), Double(color.blue), Double(swatch.count),
    Double(swatch.outOf), background.isGradient ? 1 : 0,
  ]
  // SAFETY: the caller has room for a palette, which is more.
  for (index, word) in words.enumerated() { numbers[index] = word }
}

/// Gives a background back.
@_cdecl("dc_background_end")
public func backgroundEnd(_ background: UnsafeMutableRawPointer) {
  // SAFETY: what `backgroundFind` gave to JavaScript, which forgets it.
  Unmanaged<HeldBackground>.fromOpaque(background).release()
}

/// The background of a handle.
func heldBackground(_ handle: UnsafeMutableRawPointer) -> Background {
  // SAFETY: what `backgroundFind` gave to JavaScript, which has not given it back.
  Unmanaged<HeldBackground>.fromOpaque(handle).takeUnretainedValue().background
}
