/// How many slips of the finger apart two words are: letters inserted, left out, replaced, or two
/// neighbours swapped (Damerau–Levenshtein distance, no part edited twice).
///
/// - Complexity: O(*n* · *m*) in characters.
package func spellingDistance(_ left: String, _ right: String) -> Int {
  let a = Array(left)
  let b = Array(right)
  // Three rows of the table are enough: a swap looks two rows back.
  var beforePrevious = [Int](repeating: 0, count: b.count + 1)
  var previous = Array(0...b.count)
  for i in a.indices {
    var current = [i + 1]
    current.reserveCapacity(b.count + 1)
    for j in b.indices {
      var best = min(
        previous[j + 1] + 1, current[j] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
        best = min(best, beforePrevious[j - 1] + 1)
      }
      current.append(best)
    }
    beforePrevious = previous
    previous = current
  }
  return previous[b.count]
}

/// The choice spelled most like a word; `nil` when none is near enough to be meant.
///
/// Near enough is at most half of the word's letters wrong. Ties go to the earlier choice.
package func nearestSpelling(of word: String, among choices: [String]) -> String? {
  let typed = word.lowercased()
  let ranked = choices.map { (choice: $0, distance: spellingDistance(typed, $0.lowercased())) }
  guard let best = ranked.min(by: { $0.distance < $1.distance }),
    best.distance <= max(1, typed.count / 2)
  else { return nil }
  return best.choice
}

/// Says that a word is none of the choices, which one may have been meant, and which there are.
///
/// - Parameters:
///   - word: what was typed.
///   - kind: what it should have been, such as "kernel".
///   - choices: the valid spellings, in the order to list them.
/// - Returns: one or more sentences.
package func unknownChoice(_ word: String, kind: String, choices: [String]) -> String {
  let suggestion =
    nearestSpelling(of: word, among: choices).map { " Did you mean '\($0)'?" } ?? ""
  return "Unknown \(kind) '\(word)'.\(suggestion) Choose from: \(choices.joined(separator: ", "))."
}
