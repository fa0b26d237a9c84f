internal import DominantColor
internal import Pixels

/// The tones of many pictures, packed for a search by colour.
///
/// A tone has one of 2¹⁸ colours. A search works out once which part it takes of each that occurs and
/// whose cell may be within reach, and then goes through the tones with a look at two tables each.
/// Pictures of few colours have no tones and are searched by their exact palettes. The answers equal
/// those of a scan with ``ColorQuery/match(_:)-(IndexedTones)`` and
/// ``ColorQuery/match(_:)-(IndexedPalette)``.
///
/// Memory: 4 bytes a tone and 12 a picture, and what ``PackedPalettes`` takes for the others.
public struct PackedTones: Sendable {
  /// What the caller knows each picture by, in the order in which they were added.
  private(set) var pictures: [Int64] = []
  /// Where each picture's tones end in ``words``.
  private(set) var ends: [UInt32] = []
  private(set) var words: [UInt32] = []
  /// Which colours occur.
  private(set) var isOccupied = [Bool](repeating: false, count: IndexedTone.placeCount)
  /// The pictures without tones.
  private(set) var exact = PackedPalettes()

  /// Makes a table without pictures.
  public init() {}

  /// The number of pictures.
  public var count: Int { pictures.count + exact.count }

  /// Adds a picture.
  ///
  /// - Parameters:
  ///   - tones: its tones; none for a picture of few colours.
  ///   - picture: what the caller knows it by.
  ///   - palette: its palette, which is asked for in that case only.
  public mutating func append(
    _ tones: IndexedTones, of picture: Int64, palette: () -> IndexedPalette?
  ) {
    guard !tones.tones.isEmpty else {
      if let palette = palette() { exact.append(palette, of: picture) }
      return
    }
    for tone in tones.tones {
      isOccupied[tone.place] = true
      words.append(tone.word)
    }
    pictures.append(picture)
    ends.append(UInt32(words.count))
  }

  /// The pictures with enough of a colour, the nearest first; of equally near ones, those with more
  /// of it, then those with lower numbers.
  ///
  /// - Parameters:
  ///   - query: the colour, how near and how much.
  ///   - threads: how many parts of the table are searched at the same time.
  /// - Returns: the pictures that the query matches.
  /// - Complexity: O(*n*) in tones, two looks at tables each, and a ΔE₀₀ for each colour that
  ///   occurs and that its cell does not rule out.
  public func pictures(
    matching query: ColorQuery, threads: Int = 1
  ) async -> [PackedPalettes.Found] {
    let ruler = ToneRuler(query)
    let mayCount = ruler.cellsInReach()
    let parts = await exact.inParts(threads, of: IndexedTone.placeCount) { part in
      part.map { place in
        isOccupied[place] && mayCount[Int(Self.cells[place])]
          ? ruler.part(of: IndexedTone.color(at: place)) : 0
      }
    }
    let ofTones = await exact.inParts(threads, of: pictures.count) { part in
      matches(query, ruler, parts, in: part)
    }
    var found = await exact.pictures(matching: query, threads: threads) + ofTones
    found.sort { left, right in
      if left.distance != right.distance { return left.distance < right.distance }
      return left.share != right.share ? left.share > right.share : left.picture < right.picture
    }
    return found
  }

  private func matches(
    _ query: ColorQuery, _ ruler: ToneRuler, _ parts: [UInt16], in part: Range<Int>
  ) -> [PackedPalettes.Found] {
    var found: [PackedPalettes.Found] = []
    var taken = [UInt64](repeating: 0, count: IndexedTone.placeCount / 64)
    for place in parts.indices where parts[place] > 0 {
      taken[place >> 6] |= 1 << UInt64(place & 63)
    }
    for index in part {
      let range = range(of: index)
      guard holdsEnough(range, parts, taken: taken, query) else { continue }
      let tones = words[range].lazy.map { IndexedTone(word: $0) }
      guard let match = query.match(tones, ruler, part: { parts[$0.place] }) else { continue }
      found.append(
        PackedPalettes.Found(
          picture: pictures[index], index: index, distance: match.distance, share: match.share))
    }
    return found
  }

  /// The words of a picture.
  func range(of index: Int) -> Range<Int> {
    (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
  }

  /// The cell of CIELAB in which the colour of each place lies.
  private static let cells: [UInt16] = (0..<IndexedTone.placeCount).map { place in
    UInt16(ColorCells.cell(of: IndexedTone.color(at: place)))
  }

  /// Whether the tones of a range hold the share asked for.
  ///
  /// `taken` has a bit for each place, set where its part is not 0: most are not, and all bits stay in
  /// the processor's nearest cache.
  private func holdsEnough(
    _ range: Range<Int>, _ parts: [UInt16], taken: [UInt64], _ query: ColorQuery
  ) -> Bool {
    words.withUnsafeBufferPointer { words in
      taken.withUnsafeBufferPointer { taken in
        var sum = 0
        for index in range {
          let tone = IndexedTone(word: words[index])
          let place = tone.place
          guard taken[place >> 6] >> UInt64(place & 63) & 1 != 0 else { continue }
          sum += tone.share * Int(parts[place]) / 256
        }
        return sum >= query.share * 100
      }
    }
  }
}
