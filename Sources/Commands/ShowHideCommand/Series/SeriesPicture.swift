internal import ImageCodecs
internal import Pixels

/// A picture of a series, as one circle.
struct SeriesPicture: Equatable, Sendable {
  let path: String
  /// The dominant colour; `nil` when there is none.
  let color: RGB8?
  /// Its share of the visible pixels.
  let share: Double
  /// When the picture was taken, or else the file last changed, in seconds since 1970.
  let time: Double

  /// The time that orders a picture.
  ///
  /// - Parameters:
  ///   - taken: by the camera; without an offset from UTC, which most cameras leave out, its clock
  ///     is taken to have shown UTC, so that pictures of one camera keep their order.
  ///   - changed: of the file, in seconds since 1970, where no camera says.
  /// - Returns: seconds since 1970; 0 where nothing is known.
  static func time(of taken: CaptureTime?, orOfFile changed: Double?) -> Double {
    taken.map { Double($0.secondsSince1970) } ?? changed ?? 0
  }

  /// The orders in which circles can be laid out, from the middle outwards.
  enum Order: String, CaseIterable, Sendable {
    /// By path, numbers in names as numbers would be.
    case name
    /// By the time when the picture was taken, or else of the file's last change.
    case time
    /// Around the circle of hues from red; greys last, dark ones first.
    case hue

    /// Sorts pictures; equal ones keep the order of their paths.
    func sorted(_ pictures: [SeriesPicture]) -> [SeriesPicture] {
      let byName = pictures.sorted { naturallyPrecedes($0.path, $1.path) }
      return switch self {
      case .name: byName
      case .time: Self.stable(byName) { $0.time < $1.time }
      case .hue: Self.stable(byName) { $0.place < $1.place }
      }
    }

    private static func stable(
      _ pictures: [SeriesPicture], by precedes: (SeriesPicture, SeriesPicture) -> Bool
    ) -> [SeriesPicture] {
      pictures.enumerated().sorted { left, right in
        precedes(left.element, right.element)
          || !precedes(right.element, left.element) && left.offset < right.offset
      }.map(\.element)
    }
  }

  /// A number that orders colours: 0 to 6 around the circle, 7 to 8 for greys, 9 for none.
  private var place: Double {
    guard let color else { return 9 }
    let (red, green, blue) = (Double(color.red), Double(color.green), Double(color.blue))
    let largest = max(red, green, blue)
    let delta = largest - min(red, green, blue)
    guard delta >= 16 else { return 7 + largest / 255 }
    if largest == red { return (green - blue) / delta + (green < blue ? 6 : 0) }
    return largest == green ? 2 + (blue - red) / delta : 4 + (red - green) / delta
  }
}

/// Whether a name comes before another when runs of digits count as numbers: `img2` before `img10`.
func naturallyPrecedes(_ left: String, _ right: String) -> Bool {
  var (a, b) = (Array(left.utf8)[...], Array(right.utf8)[...])
  func takeNumber(_ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = bytes.prefix { (0x30...0x39).contains($0) }
    bytes = bytes.dropFirst(digits.count)
    return digits.drop { $0 == 0x30 }
  }
  while let x = a.first, let y = b.first {
    if (0x30...0x39).contains(x), (0x30...0x39).contains(y) {
      let (m, n) = (takeNumber(&a), takeNumber(&b))
      if m.count != n.count { return m.count < n.count }
      if !m.elementsEqual(n) { return m.lexicographicallyPrecedes(n) }
    } else {
      if x != y { return x < y }
      a = a.dropFirst()
      b = b.dropFirst()
    }
  }
  return a.isEmpty && b.isEmpty ? left < right : a.isEmpty
}
