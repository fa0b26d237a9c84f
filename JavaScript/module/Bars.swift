internal import DominantColor
internal import Pixels

/// Begins to look for bars at the edges of a picture that comes in bands of whole rows.
@_cdecl("dc_bars")
public func bars(
  _ words: UnsafePointer<Int32>, _ width: Int32, _ height: Int32
) -> UnsafeMutableRawPointer {
  let look = BarFinder(
    width: Int(width), height: Int(height),
    minimumAlpha: Question(words).options.visibility.minimumAlpha)
  return Unmanaged.passRetained(look).toOpaque()
}

/// Looks at a band.
@_cdecl("dc_bars_add")
public func barsAdd(
  _ look: UnsafeMutableRawPointer, _ start: UnsafeRawPointer, _ width: Int32, _ height: Int32
) {
  held(look).add(pixels(start, width, height))
}

/// Says what was found.
///
/// A picture of few exact colours has none, whatever this says.
///
/// - Returns: 0 where there are no bars, 1 where there are, with their columns and rows (left, above, right, below) and
///   colour, and 2 where all bands have to be looked at once more.
@_cdecl("dc_bars_find")
public func barsFind(
  _ look: UnsafeMutableRawPointer, _ numbers: UnsafeMutablePointer<Double>
) -> Int32 {
  let look = held(look)
  guard let bars = look.bars() else { return look.beginsAgain() ? 2 : 0 }
  let color = bars.color
  let words = [
    bars.left, bars.top, bars.right, bars.bottom, Int(color.red), Int(color.green),
    Int(color.blue),
  ]
  // SAFETY: the caller has room for a palette, which is more.
  for (index, word) in words.enumerated() { numbers[index] = Double(word) }
  return 1
}

/// Ends a look.
@_cdecl("dc_bars_end")
public func barsEnd(_ look: UnsafeMutableRawPointer) {
  // SAFETY: as in `held`; JavaScript forgets it.
  Unmanaged<BarFinder>.fromOpaque(look).release()
}

private func held(_ look: UnsafeMutableRawPointer) -> BarFinder {
  // SAFETY: what `bars` gave to JavaScript, which has not ended it.
  Unmanaged<BarFinder>.fromOpaque(look).takeUnretainedValue()
}
