extension SeriesCheck.Change: Encodable {
  private enum CodingKeys: String, CodingKey {
    case index, effect, before, after, evidence, cause
  }

  /// Writes the change's place, size, levels, evidence and cause as one object.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(point.index, forKey: .index)
    try container.encode(point.effect, forKey: .effect)
    try container.encode(point.before, forKey: .before)
    try container.encode(point.after, forKey: .after)
    try container.encode(point.evidence, forKey: .evidence)
    try container.encode(cause, forKey: .cause)
  }
}

extension SeriesCheck: Encodable {
  private enum CodingKeys: String, CodingKey {
    case name
    case changes = "changePoints"
  }

  /// Writes the name and the changes.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(changes, forKey: .changes)
  }
}

/// What a check of several series prints as JSON: `{"series":[{"name","changePoints":[…]}]}`.
public struct CheckDocument: Equatable, Sendable, Encodable {
  /// The series in the order they were checked.
  public let series: [SeriesCheck]

  /// Makes a document.
  public init(series: [SeriesCheck]) { self.series = series }
}
