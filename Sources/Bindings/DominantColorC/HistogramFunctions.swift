// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of C.

public import CDominantColor
internal import CLibrary
internal import DominantColor
internal import Pixels
internal import Synchronization

/// What a `dominantcolor_histogram *` points to.
private final class SharedHistogram: Sendable {
  /// Held while counts are added up, never while a picture is decoded.
  let counts: Mutex<PaletteHistogram>
  let request: Request

  init(_ histogram: PaletteHistogram, _ request: Request) {
    counts = Mutex(histogram)
    self.request = request
  }

  /// The object behind a handle.
  static func behind(_ handle: OpaquePointer?) throws(Failure) -> SharedHistogram {
    guard let handle else { throw .invalid("The histogram is NULL.") }
    // SAFETY: handles come from `makeHandle` alone, and the caller keeps them until it frees them.
    return Unmanaged<SharedHistogram>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
  }

  func makeHandle() -> OpaquePointer { OpaquePointer(Unmanaged.passRetained(self).toOpaque()) }

  func merge(_ other: PaletteHistogram) throws(Failure) {
    do throws(HistogramError) {
      try counts.withLock { counts throws(HistogramError) in try counts.merge(other) }
    } catch {
      throw Failure(error)
    }
  }

  /// The counts at this moment.
  var copy: PaletteHistogram { counts.withLock { $0 } }
}

/// See `dominantcolor.h`.
@c @implementation
public func dominantcolor_histogram_new(
  _ options: UnsafePointer<dominantcolor_options>?,
  _ histogram: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<dominantcolor_error>?
) -> dominantcolor_status {
  making(histogram, error) { () throws(Failure) in
    let request = try Request(options)
    return SharedHistogram(try request.emptyHistogram(), request)
  }
}

/// See `dominantcolor.h`.
@c @implementation
public func dominantcolor_histogram_free(_ histogram: OpaquePointer?) {
  guard let histogram else { return }
  // SAFETY: the caller gives a handle of `makeHandle` back, once.
  Unmanaged<SharedHistogram>.fromOpaque(UnsafeRawPointer(histogram)).release()
}

/// See `dominantcolor.h`.
@c @implementation
public func dominantcolor_histogram_add_bytes(
  _ histogram: OpaquePointer?, _ bytes: UnsafeRawPointer?, _ count: Int,
  _ error: UnsafeMutablePointer<dominantcolor_error>?
) -> dominantcolor_status {
  adding(to: histogram, error) { request throws(Failure) in
    try request.histogram(of: encodedBytes(bytes, count))
  }
}

/// See `dominantcolor.h`.
@c @implementation
public func dominantcolor_histogram_add_file(
  _ histogram: OpaquePointer?, _ path: UnsafePointer<CChar>?,
  _ error: UnsafeMutablePointer<dominantcolor_error>?
) -> dominantcolor_status {
  adding(to: histogram, error) { request throws(Failure) in
    try request.histogram(ofFileAt: pathText(path))
  }
}

/// See `dominantcolor.h`.
@c @implementation
public func dominantcolor_histogram_add_pixels(
  _ histogram: OpaquePointer?, _ pixels: UnsafePointer<dominantcolor_pixels>?,
  _ error: UnsafeMutablePointer<dominantcolor_error>?
) -> dominantcolor_status {
  adding(to: histogram, error) { request throws(Failure) in
    try request.histogram(of: StridedPixels(pixels))
  }
}

/// See `dominantcolor.h`.
@c @implementation
public func dominantcolor_histogram_merge(
  _ histogram: OpaquePointer?, _ other: OpaquePointer?,
  _ error: UnsafeMutablePointer<dominantcolor_error>?
) -> dominantcolor_status {
  reporting(to: error) { () throws(Failure) in
    let histogram = try SharedHistogram.behind(histogram)
    // Copied first: a histogram may be merged with itself, or two with each other.
    let added = try SharedHistogram.behind(other).copy
    try histogram.merge(added)
  }
}

/// See `dominantcolor.h`.
@c @implementation
public func dominantcolor_histogram_serialize(
  _ histogram: OpaquePointer?, _ bytes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?,
  _ count: UnsafeMutablePointer<Int>?, _ error: UnsafeMutablePointer<dominantcolor_error>?
) -> dominantcolor_status {
  bytes?.pointee = nil
  count?.pointee = 0
  return reporting(to: error) { () throws(Failure) in
    guard let bytes, let count else {
      throw .invalid("There is no place for the bytes or their number: it is NULL.")
    }
    let text = try SharedHistogram.behind(histogram).copy.serialized()
    guard let block = malloc(text.count) else {
      throw Failure(DOMINANTCOLOR_OUT_OF_MEMORY, "There is no memory for \(text.count) bytes.")
    }
    block.copyMemory(from: text, byteCount: text.count)
    bytes.pointee = block.bindMemory(to: UInt8.self, capacity: text.count)
    count.pointee = text.count
  }
}

/// See `dominantcolor.h`.
@c @implementation
public func dominantcolor_histogram_deserialize(
  _ bytes: UnsafeRawPointer?, _ count: Int, _ options: UnsafePointer<dominantcolor_options>?,
  _ histogram: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<dominantcolor_error>?
) -> dominantcolor_status {
  making(histogram, error) { () throws(Failure) in
    let request = try Request(options)
    let buffer = try encodedBytes(bytes, count)
    do throws(HistogramError) {
      let read = try PaletteHistogram(serialized: buffer.bytes)
      return SharedHistogram(read, request.counting(like: read))
    } catch {
      throw Failure(error)
    }
  }
}

/// See `dominantcolor.h`.
@c @implementation
public func dominantcolor_histogram_palette(
  _ histogram: OpaquePointer?, _ count: Int32,
  _ palette: UnsafeMutablePointer<UnsafePointer<dominantcolor_palette>?>?,
  _ error: UnsafeMutablePointer<dominantcolor_error>?
) -> dominantcolor_status {
  answering(palette, error) { () throws(Failure) in
    let histogram = try SharedHistogram.behind(histogram)
    var options = histogram.request.options
    if count == Int32(DOMINANTCOLOR_COUNT_AUTOMATIC) {
      (options.count, options.choosesCount) = (nil, true)
    } else if count != 0 {
      (options.count, options.choosesCount) = (try checked(count, 1...64, "count"), false)
    }
    guard !options.choosesCount || histogram.copy.method == .distinct else {
      throw .invalid("A count that the pixels decide takes a histogram of method distinct.")
    }
    return Answer(
      histogram.copy.palette(count: options.count, choosesCount: options.choosesCount))
  }
}

/// See `dominantcolor.h`.
@c @implementation
public func dominantcolor_histogram_rules(
  _ histogram: OpaquePointer?, _ options: UnsafeMutablePointer<dominantcolor_options>?,
  _ error: UnsafeMutablePointer<dominantcolor_error>?
) -> dominantcolor_status {
  reporting(to: error) { () throws(Failure) in
    let request = try SharedHistogram.behind(histogram).request
    guard let options else { throw .invalid("The options are NULL.") }
    // Every version of the struct has these fields; this checks that it was initialised.
    _ = try Request(options)
    let rule = request.options.visibility
    let method =
      switch request.method {
      case .hue: DOMINANTCOLOR_HUE
      case .distinct: DOMINANTCOLOR_DISTINCT
      case .histogram, .kmeans: DOMINANTCOLOR_HISTOGRAM
      }
    options.pointee.method = Int32(method)
    options.pointee.precision =
      Int32(request.options.precision == .fine ? DOMINANTCOLOR_FINE : DOMINANTCOLOR_STANDARD)
    options.pointee.minimum_alpha = Int32(rule.minimumAlpha)
    options.pointee.white_above = rule.whiteAbove.map { Int32($0) } ?? -1
    options.pointee.black_below = rule.blackBelow.map { Int32($0) } ?? -1
    options.pointee.grey_within = rule.greyWithin.map { Int32($0) } ?? -1
    options.pointee.hue_bins = Int32(request.options.hue.binCount)
    options.pointee.grey_threshold = Int32(request.options.hue.greyThreshold)
  }
}

/// See `dominantcolor.h`.
@c @implementation
public func dominantcolor_bytes_free(_ bytes: UnsafeMutablePointer<UInt8>?) {
  free(bytes)
}

/// Runs the body of a function that counts something into a histogram.
private func adding(
  to histogram: OpaquePointer?, _ error: UnsafeMutablePointer<dominantcolor_error>?,
  _ counts: (Request) throws(Failure) -> PaletteHistogram
) -> dominantcolor_status {
  reporting(to: error) { () throws(Failure) in
    let histogram = try SharedHistogram.behind(histogram)
    try histogram.merge(counts(histogram.request))
  }
}

/// Runs the body of a function that makes a histogram.
private func making(
  _ histogram: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<dominantcolor_error>?,
  _ body: () throws(Failure) -> SharedHistogram
) -> dominantcolor_status {
  histogram?.pointee = nil
  return reporting(to: error) { () throws(Failure) in
    guard let histogram else { throw .invalid("There is no place for the histogram: it is NULL.") }
    histogram.pointee = try body().makeHandle()
  }
}
