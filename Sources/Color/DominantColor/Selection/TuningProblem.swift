/// Why a tuning file is not used; the library then chooses by its default order.
public enum TuningProblem: Error, Hashable, Sendable {
  /// Neither `XDG_CACHE_HOME` nor `HOME` says where caches are.
  case noPlace
  /// The file does not exist.
  case absent(path: String)
  /// It is a folder, a pipe or a device.
  case notRegular(path: String)
  /// The system refused to read it, for the reason in its words.
  case unreadable(path: String, reason: String)
  /// It has more bytes than any tuning.
  case tooLarge(limit: Int)
  /// It is not a tuning, or is damaged.
  case malformed(String)
  /// It was written by another version, in another format.
  case otherSchema(Int)
  /// It was made for another machine or version; a phrase for each difference.
  case otherKey([String])
}

extension TuningProblem {
  /// Whether a tuning made on this machine would solve it.
  public var isSolvedByTuning: Bool {
    switch self {
    case .absent, .notRegular, .tooLarge, .malformed, .otherSchema, .otherKey: true
    case .noPlace, .unreadable: false
    }
  }
}

extension TuningProblem: CustomStringConvertible {
  /// What is wrong, in a sentence.
  public var description: String {
    switch self {
    case .noPlace:
      "There is no place for a tuning file: neither XDG_CACHE_HOME nor HOME is set to an "
        + "absolute path."
    case .absent(let path): "There is no tuning file at '\(path)'."
    case .notRegular(let path):
      "The tuning file '\(path)' is ignored: it is not a regular file."
    case .unreadable(let path, let reason):
      "The tuning file '\(path)' is ignored: it cannot be read (\(reason))."
    case .tooLarge(let limit):
      "The tuning file is ignored: it is larger than \(limit) bytes."
    case .malformed(let words):
      "The tuning file is ignored: it is damaged or not a tuning (\(words))."
    case .otherSchema(let schema):
      "The tuning file is ignored: its schema is \(schema), and this library reads "
        + "\(Tuning.schema)."
    case .otherKey(let differences):
      "The tuning file is ignored: \(differences.joined(separator: "; "))."
    }
  }
}
