internal import DominantColor
internal import Pixels

/// The scratch memory of whole pictures; the module has one thread.
nonisolated(unsafe) private let workspace = Workspace()

/// The palette of a picture that is in memory whole.
@_cdecl("dc_palette")
public func palette(
  _ words: UnsafePointer<Int32>, _ start: UnsafeRawPointer, _ width: Int32, _ height: Int32,
  _ result: UnsafeMutablePointer<Double>
) {
  let question = Question(words)
  question.method.palette(of: pixels(start, width, height), question.options, workspace)
    .write(to: result)
}

/// A count of a picture that comes in bands, and what is left out of it.
private final class HeldCount {
  let builder: PaletteBuilder
  var background: Background?

  init(_ builder: PaletteBuilder) { self.builder = builder }
}

/// Begins a count of a picture that comes in bands.
@_cdecl("dc_count")
public func count(_ words: UnsafePointer<Int32>) -> UnsafeMutableRawPointer {
  let question = Question(words)
  return Unmanaged.passRetained(HeldCount(question.method.builder(question.options))).toOpaque()
}

/// Leaves a background out of what is counted from now on.
@_cdecl("dc_count_without")
public func countWithout(_ count: UnsafeMutableRawPointer, _ background: UnsafeMutableRawPointer) {
  held(count).background = heldBackground(background)
}

/// Counts a band.
@_cdecl("dc_count_add")
public func countAdd(
  _ count: UnsafeMutableRawPointer, _ start: UnsafeRawPointer, _ width: Int32, _ height: Int32
) {
  let held = held(count)
  let band = pixels(start, width, height)
  if let background = held.background {
    held.builder.add(band, without: background)
  } else {
    held.builder.add(band)
  }
}

/// Ends a count, with its palette.
@_cdecl("dc_count_end")
public func countEnd(_ count: UnsafeMutableRawPointer, _ result: UnsafeMutablePointer<Double>) {
  // SAFETY: as in `held`; JavaScript forgets the count.
  let held = Unmanaged<HeldCount>.fromOpaque(count).takeRetainedValue()
  held.builder.palette().write(to: result)
}

private func held(_ count: UnsafeMutableRawPointer) -> HeldCount {
  // SAFETY: what `count` gave to JavaScript, which has not ended it.
  Unmanaged<HeldCount>.fromOpaque(count).takeUnretainedValue()
}
