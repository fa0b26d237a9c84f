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
package struct PackedTones: Sendable {
  /// What the caller knows each picture by, in the order in which they were added.
  private(set) var pictures: [Int64] = []
  /// Where each picture's tones end in ``words``.
  private(set) var ends: [UInt32] = []
  private(set) var words: [UInt32] = []
  /// The cell of CIELAB in which the colour of each place lies; ``noCell`` where no tone has it.
  private var cells = [UInt16](repeating: noCell, count: IndexedTone.placeCount)
  private static let noCell = UInt16.max
  /// Which cells hold the colour of a tone.
  private var isCellOccupied = [Bool](repeating: false, count: ColorCells.count)
  /// The pictures without tones.
  private(set) var exact = PackedPalettes()

  /// Makes a table without pictures.
  package init() {}

  /// The number of pictures.
  package var count: Int { pictures.count + exact.count }

  /// Adds a picture.
  ///
  /// - Parameters:
  ///   - tones: its tones; none for a picture of few colours.
  ///   - picture: what the caller knows it by.
  ///   - palette: its palette, which is asked for in that case only.
  package mutating func append(
    _ tones: IndexedTones, of picture: Int64, palette: () -> IndexedPalette?
  ) {
    guard !tones.tones.isEmpty else {
      if let palette = palette() { exact.append(palette, of: picture) }
      return
    }
    for tone in tones.tones {
      if !isOccupied(tone.place) {
        let cell = ColorCells.cell(of: tone.color)
        cells[tone.place] = UInt16(cell)
        isCellOccupied[cell] = true
      }
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
  package func pictures(
    matching query: ColorQuery, threads: Int = 1
  ) async -> [PackedPalettes.Found] {
    let ruler = ToneRuler(query)
    let mayCount = isCellOccupied.indices.map { isCellOccupied[$0] && ruler.mayTake(fromCell: $0) }
    let taken = TakenTones(
      await exact.inParts(threads, of: IndexedTone.placeCount) { part in
        part.map { place in
          isOccupied(place) && mayCount[Int(cells[place])]
            ? ruler.taken(of: IndexedTone.color(at: place)) : .nothing
        }
      })
    let ofTones = await exact.inParts(
      threads, of: pictures.count, sortedBy: PackedPalettes.Found.isNearer
    ) { part in
      matches(query, taken, in: part)
    }
    return await exact.pictures(matching: query, threads: threads)
      .sorted(by: PackedPalettes.Found.isNearer)
      .merged(with: ofTones, by: PackedPalettes.Found.isNearer)
  }

  private func matches(
    _ query: ColorQuery, _ taken: TakenTones, in part: Range<Int>
  ) -> [PackedPalettes.Found] {
    var found: [PackedPalettes.Found] = []
    var near: [NearTone] = []
    let shares = ToneShares.millionths
    words.withUnsafeBufferPointer { words in
      taken.bits.withUnsafeBufferPointer { bits in
        for index in part {
          near.removeAll(keepingCapacity: true)
          var sum = 0
          for word in range(of: index) {
            let tone = IndexedTone(word: words[word])
            let place = tone.place
            guard bits[place >> 6] >> UInt64(place & 63) & 1 != 0 else { continue }
            let share = shares[tone.code] * Int(taken.ofPlaces[place].part) / 256
            guard share > 0 else { continue }
            sum += share
            near.append(NearTone(distance: taken.ofPlaces[place].distance, share: share))
          }
          guard sum >= query.share * 100, let match = query.match(&near) else { continue }
          found.append(
            PackedPalettes.Found(
              picture: pictures[index], index: index, distance: match.distance, share: match.share))
        }
      }
    }
    return found
  }

  /// The words of a picture.
  func range(of index: Int) -> Range<Int> {
    (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
  }

  /// Whether a tone has the colour of a place.
  func isOccupied(_ place: Int) -> Bool { cells[place] != Self.noCell }
}

/// What a search takes of the tones of each colour.
private struct TakenTones {
  let ofPlaces: [ToneRuler.Taken]
  /// The places of which something is taken: most are not, and all bits stay in the processor's
  /// nearest cache.
  let bits: [UInt64]

  init(_ taken: [ToneRuler.Taken]) {
    ofPlaces = taken
    bits = IndexedTone.placeBits { taken[$0].part > 0 }
  }
}
