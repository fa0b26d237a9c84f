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

extension SeriesCheck.Drift: Encodable {
  private enum CodingKeys: String, CodingKey {
    case start, end, effect, before, after, cause
  }

  /// Writes the drift's ends, size, levels and cause as one object.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(drift.start, forKey: .start)
    try container.encode(drift.end, forKey: .end)
    try container.encode(drift.effect, forKey: .effect)
    try container.encode(drift.before, forKey: .before)
    try container.encode(drift.after, forKey: .after)
    try container.encode(cause, forKey: .cause)
  }
}

extension SeriesCheck: Encodable {
  private enum CodingKeys: String, CodingKey {
    case name
    case changes = "changePoints"
    case drifts, modes, explanation
  }

  /// Writes the name, the changes, and drifts and modes where there are any.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(changes, forKey: .changes)
    if !drifts.isEmpty { try container.encode(drifts, forKey: .drifts) }
    try container.encodeIfPresent(modes, forKey: .modes)
    try container.encodeIfPresent(explanation, forKey: .explanation)
  }
}

/// What a check of several series prints as JSON: `{"series":[{"name","changePoints":[…]}]}`.
public struct CheckDocument: Equatable, Sendable, Encodable {
  /// The series in the order they were checked.
  public let series: [SeriesCheck]

  /// Makes a document.
  public init(series: [SeriesCheck]) { self.series = series }
}
