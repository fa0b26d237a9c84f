extension PackedPalettes.Found {
  /// The order of a search by colour: the nearest first; of equally near ones, those with more of the
  /// colour, then those with lower numbers.
  static func isNearer(_ left: Self, _ right: Self) -> Bool {
    left.distance != right.distance ? left.distance < right.distance : isFuller(left, right)
  }

  /// The order of a search by word or hue: those with most first; of equal ones, those with lower
  /// numbers.
  static func isFuller(_ left: Self, _ right: Self) -> Bool {
    left.share != right.share ? left.share > right.share : left.picture < right.picture
  }
}

extension [PackedPalettes.Found] {
  /// One list of two that are in an order.
  ///
  /// - Parameters:
  ///   - other: the other list.
  ///   - comesFirst: the order of both.
  /// - Returns: all answers, in that order.
  /// - Complexity: O(*n*) in answers.
  func merged(with other: Self, by comesFirst: (Element, Element) -> Bool) -> Self {
    if isEmpty { return other }
    if other.isEmpty { return self }
    var merged: Self = []
    merged.reserveCapacity(count + other.count)
    var (mine, theirs) = (0, 0)
    while mine < count, theirs < other.count {
      if comesFirst(other[theirs], self[mine]) {
        merged.append(other[theirs])
        theirs += 1
      } else {
        merged.append(self[mine])
        mine += 1
      }
    }
    merged += self[mine...]
    merged += other[theirs...]
    return merged
  }
}
