internal import Pixels

extension PackedTones {
  /// The pictures with enough of the colours of a range, those with most first; of equal ones, those
  /// with lower numbers.
  ///
  /// - Parameters:
  ///   - query: the colours, and how much of them.
  ///   - threads: how many parts of the table are searched at the same time.
  /// - Returns: every picture that ``RangeQuery/match(_:_:)`` takes; their distance is 0.
  /// - Complexity: O(*n*) in tones, a look at a table each, and one judgement for each colour that
  ///   occurs, at most 2¹⁸.
  package func pictures(
    matching query: RangeQuery, threads: Int = 1
  ) async -> [PackedPalettes.Found] {
    let inRange = await judgements(threads) { query.contains($0) }
    let ofTones = await exact.inParts(
      threads, of: pictures.count, sortedBy: PackedPalettes.Found.isFuller
    ) { part in
      shares(in: part, of: inRange) { index, millionths in
        let share = RangeQuery.tenThousandths(millionths)
        return share >= query.share ? found(index, share: share) : nil
      }
    }
    let ofPalettes = await palettes(threads) { query.match($0, IndexedTones()) }
    return ofTones.merged(with: ofPalettes, by: PackedPalettes.Found.isFuller)
  }

  /// The monochrome pictures, in the order of their numbers.
  ///
  /// - Parameter threads: how many parts of the table are searched at the same time.
  /// - Returns: every picture whose colours lie near enough to one line from grey; their distance is
  ///   0, their share the whole.
  /// - Complexity: O(*n*) in tones.
  package func monochromePictures(threads: Int = 1) async -> [PackedPalettes.Found] {
    // Most pictures have colours that no cast has, which one look at a table shows.
    let isVivid = await judgements(threads) { !Monochrome.canBeCast($0) }
    let ofTones = await exact.inParts(
      threads, of: pictures.count, sortedBy: PackedPalettes.Found.isFuller
    ) { part in
      shares(in: part, of: isVivid) { index, millionths in
        guard millionths <= Monochrome.mostOthers * 100 else { return nil }
        let tones = IndexedTones(inOrder: words[range(of: index)].map { IndexedTone(word: $0) })
        guard Monochrome.takes(IndexedPalette([]), tones) else { return nil }
        return found(index, share: IndexedSwatch.whole)
      }
    }
    let ofPalettes = await palettes(threads) { palette in
      Monochrome.takes(palette, IndexedTones()) ? IndexedSwatch.whole : nil
    }
    return ofTones.merged(with: ofPalettes, by: PackedPalettes.Found.isFuller)
  }

  /// A bit for each place: whether something is so of the colour there, and it occurs.
  private func judgements(
    _ threads: Int, _ judge: @escaping @Sendable (RGB8) -> Bool
  ) async -> [UInt64] {
    let marks = await exact.inParts(threads, of: IndexedTone.placeCount) { part in
      part.map { isOccupied($0) && judge(IndexedTone.color(at: $0)) }
    }
    return IndexedTone.placeBits { marks[$0] }
  }

  /// Adds up, for each picture of a part, the millionths of the colours that are marked.
  private func shares(
    in part: Range<Int>, of marks: [UInt64], _ body: (Int, Int) -> PackedPalettes.Found?
  ) -> [PackedPalettes.Found] {
    var found: [PackedPalettes.Found] = []
    let shares = ToneShares.millionths
    words.withUnsafeBufferPointer { words in
      marks.withUnsafeBufferPointer { marks in
        for index in part {
          var sum = 0
          for word in range(of: index) {
            let tone = IndexedTone(word: words[word])
            let place = tone.place
            // Without a branch, which no processor would foresee: about half of the tones are marked.
            sum +=
              shares[tone.code]
              * Int(truncatingIfNeeded: marks[place >> 6] >> UInt64(place & 63) & 1)
          }
          if let match = body(index, sum) { found.append(match) }
        }
      }
    }
    return found
  }

  /// The pictures without tones whose palette a search takes, by the share that it returns.
  private func palettes(
    _ threads: Int, _ share: @escaping @Sendable (IndexedPalette) -> Int?
  ) async -> [PackedPalettes.Found] {
    await exact.inParts(
      threads, of: exact.count, sortedBy: PackedPalettes.Found.isFuller
    ) { part -> [PackedPalettes.Found] in
      part.compactMap { index -> PackedPalettes.Found? in
        guard let share = share(exact.palette(at: index)) else { return nil }
        return PackedPalettes.Found(
          picture: exact.pictures[index], index: index, distance: 0, share: share)
      }
    }
  }

  private func found(_ index: Int, share: Int) -> PackedPalettes.Found {
    PackedPalettes.Found(picture: pictures[index], index: index, distance: 0, share: share)
  }
}
