#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The stretches of a series that are searched for a change, longest first.
///
/// Seeded intervals (Kovács, Bühlmann, Li & Munk, "Seeded binary segmentation", Biometrika 2023):
/// layers of shrinking length, each half overlapping the next. One scan of the whole series can
/// miss a rise that is followed by a fall, because the two cancel; some short interval always
/// holds just one of them.
enum SeededIntervals {
  /// How much shorter each layer is than the one before.
  static let decay = 0.5.squareRoot()

  /// The intervals of a series.
  ///
  /// - Parameters:
  ///   - count: How many points the series has.
  ///   - shortest: The fewest points an interval may have.
  /// - Returns: None for a series shorter than that.
  static func intervals(count: Int, shortest: Int) -> [Range<Int>] {
    guard count >= shortest, count > 0 else { return [] }
    var intervals = [0..<count]
    var layer = 1
    while true {
      let shrunk = Double(count) * pow(decay, Double(layer))
      let length = Int(shrunk.rounded(.up))
      guard length >= shortest, length < count else { break }
      let places = 2 * Int((1 / pow(decay, Double(layer))).rounded(.up)) - 1
      let shift = Double(count - length) / Double(max(places - 1, 1))
      for place in 0..<places {
        let start = Int((Double(place) * shift).rounded())
        intervals.append(start..<start + length)
      }
      layer += 1
    }
    return intervals
  }
}
