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

/// Begins a count of a picture that comes in bands.
@_cdecl("dc_count")
public func count(_ words: UnsafePointer<Int32>) -> UnsafeMutableRawPointer {
  let question = Question(words)
  return Unmanaged.passRetained(question.method.builder(question.options)).toOpaque()
}

/// Counts a band.
@_cdecl("dc_count_add")
public func countAdd(
  _ count: UnsafeMutableRawPointer, _ start: UnsafeRawPointer, _ width: Int32, _ height: Int32
) {
  builder(count).add(pixels(start, width, height))
}

/// Ends a count, with its palette.
@_cdecl("dc_count_end")
public func countEnd(_ count: UnsafeMutableRawPointer, _ result: UnsafeMutablePointer<Double>) {
  // SAFETY: as in `builder`; JavaScript forgets the count.
  let builder = Unmanaged<PaletteBuilder>.fromOpaque(count).takeRetainedValue()
  builder.palette().write(to: result)
}

private func builder(_ count: UnsafeMutableRawPointer) -> PaletteBuilder {
  // SAFETY: what `count` gave to JavaScript, which has not ended it.
  Unmanaged<PaletteBuilder>.fromOpaque(count).takeUnretainedValue()
}
