/// Why a file gave no means.
package enum JPEGMeansError: Error, Hashable, Sendable {
  /// Another decoder has to judge the file: it is of another kind than this one reads, or damaged.
  case declined(String)
}

extension JPEGMeansError: CustomStringConvertible {
  /// What happened, as a sentence.
  package var description: String {
    switch self {
    case .declined(let reason): "This JPEG file is left to another decoder: \(reason)."
    }
  }
}
