/// The size of a HEIC's or AVIF's primary picture, as it is coded and as it is shown.
///
/// libheif goes through a picture's properties in their order, and takes a size that comes behind what crops or turns
/// the picture for the size after it. The order says nothing but in which order to crop and turn (ISO/IEC
/// 23008-12, 6.5).
struct HEIFPrimarySize: Equatable {
  /// Pixels a row and rows, as coded.
  private(set) var coded: (width: Int, height: Int)
  /// The same after cropping and turning.
  private(set) var shown: (width: Int, height: Int)

  static func == (first: Self, second: Self) -> Bool {
    first.coded == second.coded && first.shown == second.shown
  }

  /// Reads a file's properties; `nil` where it does not say the size of its primary picture.
  ///
  /// - Complexity: O(items).
  init?(_ file: HEIFFile) {
    for meta in file.metas {
      guard let primary = meta.primary, !meta.properties.isEmpty else { continue }
      let used =
        meta.uses.lazy.compactMap { Self.properties(of: primary, $0, file.bytes) }.first ?? []
      let known = meta.properties
      self.init(
        used.compactMap { known.indices.contains($0 - 1) ? known[$0 - 1] : nil }, file.bytes)
      return
    }
    return nil
  }

  /// Reads the properties of one picture.
  private init?(_ properties: [HEIFBox], _ bytes: EncodedBytes) {
    guard let size = properties.first(where: { $0.name == "ispe" })?.body.lowerBound,
      let width = bytes.uint32(at: size + 4), let height = bytes.uint32(at: size + 8),
      width > 0, height > 0
    else { return nil }
    coded = (Int(width), Int(height))
    shown = coded
    for property in properties {
      let start = property.body.lowerBound
      switch property.name {
      case "clap":
        guard let columns = Self.cropped(shown.width, bytes, size: start, offset: start + 16),
          let rows = Self.cropped(shown.height, bytes, size: start + 8, offset: start + 24)
        else { return nil }
        shown = (columns, rows)
      case "irot":
        guard let turns = bytes.uint8(at: start) else { return nil }
        if turns & 1 == 1 { shown = (shown.height, shown.width) }
      default: break
      }
    }
  }

  /// What a clean aperture leaves of a side, rounded as libheif does; `nil` where that is nothing.
  ///
  /// - Parameters:
  ///   - side: pixels.
  ///   - bytes: the file.
  ///   - size: where the aperture's size stands, as a fraction.
  ///   - offset: where the distance of its middle from the side's stands, as a fraction.
  /// - Returns: pixels.
  private static func cropped(
    _ side: Int, _ bytes: EncodedBytes, size: Int, offset: Int
  ) -> Int? {
    func term(at place: Int) -> (over: Int, under: Int)? {
      guard let over = bytes.uint32(at: place), let under = bytes.uint32(at: place + 4),
        under > 0, under <= 1 << 16
      else { return nil }
      // Offsets have a sign.
      return (Int(Int32(bitPattern: over)), Int(under))
    }
    guard side > 0, side <= 1 << 20, let wanted = term(at: size), let middle = term(at: offset),
      wanted.over > 0, wanted.over <= 1 << 24, abs(middle.over) <= 1 << 24
    else { return nil }
    // left = middle + (side - 1) ÷ 2 - (wanted - 1) ÷ 2, all over twice the product of both denominators.
    let under = 2 * middle.under * wanted.under
    let over =
      2 * wanted.under * middle.over + middle.under * wanted.under * (side - 1)
      - middle.under * (wanted.over - wanted.under)
    let left = over / under
    let right = (wanted.over - wanted.under + left * wanted.under + wanted.under / 2) / wanted.under
    let (first, last) = (max(left, 0), min(right, side - 1))
    return first <= last ? last - first + 1 : nil
  }

  /// The properties of an item, from 1, in their order (ISO/IEC 23008-12, 9.3.2).
  private static func properties(
    of item: Int, _ body: Range<Int>, _ bytes: EncodedBytes
  ) -> [Int]? {
    guard var numbers = HEIFNumbers(body, bytes), let version = numbers.next(1),
      let flags = numbers.next(3), let count = numbers.next(4)
    else { return nil }
    let isWide = flags & 1 == 1
    for _ in 0..<count {
      guard let number = numbers.next(version < 1 ? 2 : 4), let uses = numbers.next(1) else {
        return nil
      }
      var found: [Int] = []
      for _ in 0..<uses {
        guard let use = numbers.next(isWide ? 2 : 1) else { return nil }
        // The highest bit says whether a reader must know it.
        found.append(use & (isWide ? 0x7FFF : 0x7F))
      }
      if number == item { return found }
    }
    return nil
  }
}
