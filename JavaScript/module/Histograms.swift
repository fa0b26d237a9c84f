internal import DominantColor
internal import Pixels

/// A histogram that JavaScript holds, and what it said last.
private final class HeldHistogram {
  var histogram: PaletteHistogram
  /// Counts the picture whose bands come.
  var builder: PaletteHistogramBuilder?
  /// Bytes for JavaScript to read: the histogram, or a sentence of an error.
  var bytes: [UInt8] = []

  init(_ histogram: PaletteHistogram) { self.histogram = histogram }

  /// Does something that may fail; whether it did not.
  func attempt(_ body: () throws(HistogramError) -> Void) -> Bool {
    do throws(HistogramError) {
      try body()
      return true
    } catch {
      bytes = Array(error.description.utf8)
      return false
    }
  }
}

private func held(_ handle: UnsafeMutableRawPointer) -> HeldHistogram {
  // SAFETY: what `handle(of:)` gave to JavaScript, which has not ended it.
  Unmanaged<HeldHistogram>.fromOpaque(handle).takeUnretainedValue()
}

/// Makes an empty histogram; of a method without one it is that of method `histogram`.
@_cdecl("dc_histogram")
public func histogram(_ words: UnsafePointer<Int32>) -> UnsafeMutableRawPointer? {
  let question = Question(words)
  guard
    let made = try? PaletteHistogram(method: question.method, options: question.options)
  else { return nil }
  return Unmanaged.passRetained(HeldHistogram(made)).toOpaque()
}

/// Gives a histogram back.
@_cdecl("dc_histogram_end")
public func histogramEnd(_ handle: UnsafeMutableRawPointer) {
  // SAFETY: as in `held`; JavaScript forgets it.
  Unmanaged<HeldHistogram>.fromOpaque(handle).release()
}

/// Adds a band of the histogram's only picture, below those that came before; what merges it ends the picture.
@_cdecl("dc_histogram_add")
public func histogramAdd(
  _ handle: UnsafeMutableRawPointer, _ words: UnsafePointer<Int32>, _ start: UnsafeRawPointer,
  _ width: Int32, _ height: Int32
) -> Int32 {
  let (question, held) = (Question(words), held(handle))
  let builder = held.builder ?? question.method.histogramBuilder(question.options)
  held.builder = builder
  builder.add(pixels(start, width, height))
  return 1
}

/// Adds another histogram; 0 where they were counted by different rules.
@_cdecl("dc_histogram_merge")
public func histogramMerge(
  _ handle: UnsafeMutableRawPointer, _ other: UnsafeMutableRawPointer
) -> Int32 {
  let (held, other) = (held(handle), held(other))
  return held.attempt { () throws(HistogramError) in
    if let builder = other.builder { try held.histogram.merge(builder.histogram()) }
    try held.histogram.merge(other.histogram)
  } ? 1 : 0
}

/// Replaces a histogram by one that was written as bytes; 0 where they are none.
@_cdecl("dc_histogram_read")
public func histogramRead(
  _ handle: UnsafeMutableRawPointer, _ start: UnsafeRawPointer, _ count: Int32
) -> Int32 {
  let held = held(handle)
  // SAFETY: JavaScript wrote so many bytes there.
  let bytes = UnsafeRawBufferPointer(start: start, count: Int(count))
  return held.attempt { () throws(HistogramError) in
    held.histogram = try PaletteHistogram(serialized: bytes.bytes)
  } ? 1 : 0
}

/// Writes a histogram as bytes, which `dc_histogram_text` then has.
@_cdecl("dc_histogram_write")
public func histogramWrite(_ handle: UnsafeMutableRawPointer) {
  let held = held(handle)
  held.bytes = held.histogram.serialized()
}

/// How many bytes there are to read.
@_cdecl("dc_histogram_length")
public func histogramLength(_ handle: UnsafeMutableRawPointer) -> Int32 {
  Int32(truncatingIfNeeded: held(handle).bytes.count)
}

/// Copies the bytes that there are to read.
@_cdecl("dc_histogram_copy")
public func histogramCopy(
  _ handle: UnsafeMutableRawPointer, _ to: UnsafeMutablePointer<UInt8>
) {
  // SAFETY: JavaScript allocated as many as `dc_histogram_length` said.
  for (index, byte) in held(handle).bytes.enumerated() { to[index] = byte }
}

/// The palette of all pixels; the count is -1 for none, and 0 for as many colours as they have.
@_cdecl("dc_histogram_palette")
public func histogramPalette(
  _ handle: UnsafeMutableRawPointer, _ count: Int32, _ result: UnsafeMutablePointer<Double>
) {
  held(handle).histogram.palette(count: count > 0 ? Int(count) : nil, choosesCount: count == 0)
    .write(to: result)
}

/// What the pixels were counted by, in the nine numbers of a question.
@_cdecl("dc_histogram_rules")
public func histogramRules(
  _ handle: UnsafeMutableRawPointer, _ words: UnsafeMutablePointer<Int32>
) {
  let histogram = held(handle).histogram
  let rule = histogram.visibility
  func level(_ value: UInt8?) -> Int32 { value.map { Int32($0) } ?? -1 }
  // SAFETY: the caller has room for nine numbers.
  (words[0], words[1], words[2], words[7], words[8]) = (0, 0, -1, 360, 16)
  switch histogram.cells {
  case .colors(let colors): words[1] = colors.precision == .fine ? 1 : 0
  case .places: words[0] = 3
  case .hues(let hues):
    words[0] = 2
    words[7] = Int32(hues.scale.binCount)
    words[8] = Int32(hues.scale.greyThreshold)
  }
  words[3] = Int32(rule.minimumAlpha)
  words[4] = level(rule.whiteAbove)
  words[5] = level(rule.blackBelow)
  words[6] = level(rule.greyWithin)
}
