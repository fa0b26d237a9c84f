internal import DominantColor

extension PackedPalettes {
  /// A picture that a search found.
  package struct Found: Hashable, Sendable {
    /// What the caller knows the picture by.
    package let picture: Int64
    /// Its position in ``PackedPalettes/pictures``.
    package let index: Int
    /// How far it is from what was asked for, ΔE₀₀.
    package let distance: Double
    /// The share of the colour asked for, in ten-thousandths; the whole for a search by palette.
    package let share: Int

    package init(picture: Int64, index: Int, distance: Double, share: Int) {
      self.picture = picture
      self.index = index
      self.distance = distance
      self.share = share
    }
  }

  /// The pictures with enough of a colour, the nearest first; of equally near ones, those with more
  /// of it, then those added first.
  ///
  /// - Parameters:
  ///   - query: the colour, how near and how much.
  ///   - threads: how many parts of the table are searched at the same time.
  /// - Returns: every picture that ``ColorQuery/match(_:)-(IndexedPalette)`` takes.
  /// - Complexity: O(*n*) in swatches, one look at a table each, and a ΔE₀₀ for each swatch that
  ///   its cell does not rule out and whose picture can have the share.
  package func pictures(matching query: ColorQuery, threads: Int = 1) async -> [Found] {
    let bound = DifferenceBound(from: CIELAB(query.color))
    var mayMatch = [Bool](repeating: false, count: ColorCells.count)
    for cell in isOccupied.indices where isOccupied[cell] {
      mayMatch[cell] = bound.least(to: ColorCells.box(of: cell)) <= query.reach
    }
    let cells = mayMatch
    var found = await inParts(threads, of: count) { part in matches(query, in: part, cells) }
    found.sort { left, right in
      if left.distance != right.distance { return left.distance < right.distance }
      return left.share != right.share ? left.share > right.share : left.index < right.index
    }
    return found
  }

  private func matches(_ query: ColorQuery, in part: Range<Int>, _ mayMatch: [Bool]) -> [Found] {
    let lab = CIELAB(query.color)
    var found: [Found] = []
    var near: [(distance: Double, share: Int)] = []
    for index in part {
      let range = range(of: index)
      var share = 0
      for place in range where mayMatch[words[place].cell] { share += words[place].share }
      guard share >= query.share else { continue }
      near.removeAll(keepingCapacity: true)
      for place in range where mayMatch[words[place].cell] {
        let distance = lab.deltaE00(to: CIELAB(words[place].color))
        if distance <= query.reach { near.append((distance, words[place].share)) }
      }
      if let match = query.match(near: &near) {
        found.append(
          Found(
            picture: pictures[index], index: index, distance: match.distance, share: match.share))
      }
    }
    return found
  }

  /// Works on equal parts of some items at the same time, and merges what they give in an order.
  func inParts(
    _ threads: Int, of count: Int, sortedBy comesFirst: @escaping @Sendable (Found, Found) -> Bool,
    _ work: @escaping @Sendable (Range<Int>) -> [Found]
  ) async -> [Found] {
    let parts = await inParts(threads, of: count) { part in
      var found = work(part)
      found.sort(by: comesFirst)
      return [found]
    }
    return parts.dropFirst().reduce(parts.first ?? []) { $0.merged(with: $1, by: comesFirst) }
  }

  /// Works on equal parts of some items at the same time, and joins what they give in order.
  func inParts<Element: Sendable>(
    _ threads: Int, of count: Int, _ work: @escaping @Sendable (Range<Int>) -> [Element]
  ) async -> [Element] {
    let parts = max(1, min(threads, count / 64))
    guard parts > 1 else { return work(0..<count) }
    return await withTaskGroup(of: (Int, [Element]).self) { group in
      for part in 0..<parts {
        let range = (count * part / parts)..<(count * (part + 1) / parts)
        group.addTask { (part, work(range)) }
      }
      var results = [[Element]](repeating: [], count: parts)
      for await (part, result) in group { results[part] = result }
      return Array(results.joined())
    }
  }
}
