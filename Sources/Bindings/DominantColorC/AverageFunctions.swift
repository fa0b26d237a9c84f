// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are those of C.

public import CDominantColor
internal import DominantColor
internal import Pixels

/// See `dominantcolor.h`.
@c @implementation
public func dominantcolor_average_of_bytes(
  _ bytes: UnsafeRawPointer?, _ count: Int, _ options: UnsafePointer<dominantcolor_options>?,
  _ average: UnsafeMutablePointer<dominantcolor_average>?,
  _ error: UnsafeMutablePointer<dominantcolor_error>?
) -> dominantcolor_status {
  averaging(average, error) { () throws(Failure) in
    try Request(options).average(of: try encodedBytes(bytes, count))
  }
}

/// See `dominantcolor.h`.
@c @implementation
public func dominantcolor_average_of_file(
  _ path: UnsafePointer<CChar>?, _ options: UnsafePointer<dominantcolor_options>?,
  _ average: UnsafeMutablePointer<dominantcolor_average>?,
  _ error: UnsafeMutablePointer<dominantcolor_error>?
) -> dominantcolor_status {
  averaging(average, error) { () throws(Failure) in
    try Request(options).average(ofFileAt: try pathText(path))
  }
}

/// See `dominantcolor.h`.
@c @implementation
public func dominantcolor_average_of_pixels(
  _ pixels: UnsafePointer<dominantcolor_pixels>?,
  _ options: UnsafePointer<dominantcolor_options>?,
  _ average: UnsafeMutablePointer<dominantcolor_average>?,
  _ error: UnsafeMutablePointer<dominantcolor_error>?
) -> dominantcolor_status {
  averaging(average, error) { () throws(Failure) in
    try Request(options).average(of: try StridedPixels(pixels))
  }
}

/// Runs the body of a function that answers with a mean colour.
private func averaging(
  _ average: UnsafeMutablePointer<dominantcolor_average>?,
  _ error: UnsafeMutablePointer<dominantcolor_error>?,
  _ body: () throws(Failure) -> AverageColor
) -> dominantcolor_status {
  average?.pointee = dominantcolor_average()
  return reporting(to: error) { () throws(Failure) in
    guard let average else { throw .invalid("There is no place for the average: it is NULL.") }
    average.pointee = dominantcolor_average(try body())
  }
}

extension dominantcolor_average {
  fileprivate init(_ average: AverageColor) {
    self.init()
    if let color = average.ofLight, let mean = average.ofLevels {
      light = (color.red, color.green, color.blue)
      levels = (mean.red, mean.green, mean.blue)
      is_present = 1
    }
    (counted, transparent) = (average.tally.counted, average.tally.transparent)
    filtered = average.tally.filtered
  }
}
