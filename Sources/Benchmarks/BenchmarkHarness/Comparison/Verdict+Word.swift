package import Measuring

extension Verdict {
  /// The verdict as documents name it.
  package var word: String {
    switch self {
    case .slower: "slower"
    case .faster: "faster"
    case .same: "same"
    case .noSlower: "no slower"
    case .cannotTell: "cannot tell"
    }
  }

  /// Reads a word; one that is not known, and *cannot tell*, settle nothing.
  init(word: String) {
    let settled: [Verdict] = [.slower, .faster, .same, .noSlower]
    self = settled.first { $0.word == word } ?? .cannotTell(morePairs: nil)
  }
}
