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
  let pixels = pixels(start, width, height)
  let means = question.method.palette(of: pixels, question.options, workspace)
  let exact = FewOrMeans(question)
  exact.add(pixels)
  exact.write(inPlaceOf: means, to: result)
}

/// The colours of a picture one by one, where these are asked for and few.
private final class FewOrMeans {
  private let count: Int?
  private let visibility: VisibilityRule
  private var few: FewColors?

  init(_ question: Question) {
    (count, visibility) = (question.options.count, question.options.visibility)
    few = question.keepsFewColors ? FewColors(visibility: visibility) : nil
  }

  func add(_ band: PixelView, without background: Background? = nil) {
    if let background {
      if few != nil { background.leaveOut(of: band, rule: visibility) { few?.add($0) } }
    } else {
      few?.add(band)
    }
    if few?.isExceeded == true { few = nil }
  }

  func write(inPlaceOf means: Palette, to result: UnsafeMutablePointer<Double>) {
    if let few, let exact = few.palette(inPlaceOf: means, count: count) {
      exact.write(to: result, distinctColors: few.colorCount)
    } else {
      means.write(to: result)
    }
  }
}

/// A count of a picture that comes in bands, and what is left out of it.
private final class HeldCount {
  let builder: PaletteBuilder
  let exact: FewOrMeans
  var background: Background?

  init(_ question: Question) {
    builder = question.method.builder(question.options)
    exact = FewOrMeans(question)
  }
}

/// Begins a count of a picture that comes in bands.
@_cdecl("dc_count")
public func count(_ words: UnsafePointer<Int32>) -> UnsafeMutableRawPointer {
  Unmanaged.passRetained(HeldCount(Question(words))).toOpaque()
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
  held.exact.add(band, without: held.background)
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
  held.exact.write(inPlaceOf: held.builder.palette(), to: result)
}

private func held(_ count: UnsafeMutableRawPointer) -> HeldCount {
  // SAFETY: what `count` gave to JavaScript, which has not ended it.
  Unmanaged<HeldCount>.fromOpaque(count).takeUnretainedValue()
}
