extension Array {
  /// Sorts the few colours of a palette by insertion; equal ones keep their order.
  ///
  /// As quick as `sort` for the 64 that there are at most, in a tenth of its code.
  ///
  /// - Parameters:
  ///   - first: the first element that is sorted; those before it stay.
  ///   - isBefore: whether an element belongs before another.
  /// - Complexity: O(*n*²).
  mutating func sortFew(from first: Int = 0, by isBefore: (Element, Element) -> Bool) {
    var next = first + 1
    while next < count {
      var place = next
      while place > first, isBefore(self[place], self[place - 1]) {
        swapAt(place, place - 1)
        place -= 1
      }
      next += 1
    }
  }
}
