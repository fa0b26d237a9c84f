internal import DominantColor
internal import Pixels

/// The tones of many pictures, packed for a search by colour.
///
/// A tone has one of 2¹⁸ colours. A search works out the distance of each that occurs, once, and then
/// goes through the tones with a look at three small tables each. Pictures of few colours have no
/// tones and are searched by their exact palettes. The answers equal those of a scan with
/// ``ColorQuery/match(_:)-(IndexedTones)`` and ``ColorQuery/match(_:)-(IndexedPalette)``.
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
  /// - Complexity: O(*n*) in tones, three looks at tables each, and a ΔE₀₀ for each colour that
  ///   occurs, at most 2¹⁸.
  public func pictures(
    matching query: ColorQuery, threads: Int = 1
  ) async -> [PackedPalettes.Found] {
    let ruler = ToneRuler(query)
    let steps = await exact.inParts(threads, of: IndexedTone.placeCount) { part in
      part.map { place in
        isOccupied[place] ? ruler.step(to: IndexedTone.color(at: place)) : UInt8(ToneRuler.beyond)
      }
    }
    let ofTones = await exact.inParts(threads, of: pictures.count) { part in
      matches(query, ruler, steps, in: part)
    }
    var found = await exact.pictures(matching: query, threads: threads) + ofTones
    found.sort { left, right in
      if left.distance != right.distance { return left.distance < right.distance }
      return left.share != right.share ? left.share > right.share : left.picture < right.picture
    }
    return found
  }

  private func matches(
    _ query: ColorQuery, _ ruler: ToneRuler, _ steps: [UInt8], in part: Range<Int>
  ) -> [PackedPalettes.Found] {
    var found: [PackedPalettes.Found] = []
    for index in part {
      let range = range(of: index)
      guard holdsEnough(range, steps, ruler, query) else { continue }
      let tones = words[range].lazy.map { IndexedTone(word: $0) }
      guard let match = query.match(tones, ruler, step: { steps[$0.place] }) else { continue }
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

  /// Whether the tones of a range hold the share asked for.
  private func holdsEnough(
    _ range: Range<Int>, _ steps: [UInt8], _ ruler: ToneRuler, _ query: ColorQuery
  ) -> Bool {
    words.withUnsafeBufferPointer { words in
      steps.withUnsafeBufferPointer { steps in
        var sum = 0
        for place in range {
          let tone = IndexedTone(word: words[place])
          let step = steps[tone.place]
          if step == ToneRuler.beyond { continue }
          sum += tone.share * ruler.part(of: tone, at: step) / 256
        }
        return sum >= query.share * 100
      }
    }
  }
}
