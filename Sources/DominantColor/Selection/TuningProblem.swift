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
  /// It is no tuning, or a damaged one.
  case malformed(String)
  /// It was written by another version, in another format.
  case otherSchema(Int)
  /// It was made for another machine or other kernels; a phrase for each difference.
  case otherKey([String])
}

extension TuningProblem: CustomStringConvertible {
  /// What is wrong and what to do, in a sentence.
  public var description: String {
    let remedy = "`bench tune` makes one for this machine."
    switch self {
    case .noPlace:
      return "There is no place for a tuning file: neither XDG_CACHE_HOME nor HOME is set to an "
        + "absolute path."
    case .absent(let path): return "There is no tuning file at '\(path)'. \(remedy)"
    case .notRegular(let path):
      return "The tuning file '\(path)' is ignored: it is no regular file. \(remedy)"
    case .unreadable(let path, let reason):
      return "The tuning file '\(path)' is ignored: it cannot be read (\(reason))."
    case .tooLarge(let limit):
      return "The tuning file is ignored: it is larger than \(limit) bytes. \(remedy)"
    case .malformed(let words):
      return "The tuning file is ignored: it is damaged or no tuning (\(words)). \(remedy)"
    case .otherSchema(let schema):
      return "The tuning file is ignored: its schema is \(schema), and this library reads "
        + "\(Tuning.schema). \(remedy)"
    case .otherKey(let differences):
      return "The tuning file is ignored: \(differences.joined(separator: "; ")). \(remedy)"
    }
  }
}
