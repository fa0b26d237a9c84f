/// A fact about a machine or a build, or the reason why it is not known.
public enum EnvironmentValue: Equatable, Hashable, Sendable, CustomStringConvertible {
  /// The fact, in words.
  case known(String)
  /// Why it is not known.
  case unknown(String)

  /// A fact that may have been found; the reason is used when it was not.
  init(_ value: String?, orUnknown why: String) {
    self = value.map { .known($0) } ?? .unknown(why)
  }

  /// The fact, or nil.
  public var value: String? {
    if case .known(let value) = self { value } else { nil }
  }

  /// The fact, or "unknown: " and the reason.
  public var description: String {
    switch self {
    case .known(let value): value
    case .unknown(let why): "unknown: \(why)"
    }
  }
}

extension EnvironmentValue: Codable {
  private enum CodingKeys: String, CodingKey {
    case known
    case unknown
  }

  /// Reads `{"known": "…"}` or `{"unknown": "…"}`.
  ///
  /// - Throws: `DecodingError` when it is neither.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let value = try container.decodeIfPresent(String.self, forKey: .known) {
      self = .known(value)
    } else {
      self = .unknown(try container.decode(String.self, forKey: .unknown))
    }
  }

  /// Writes `{"known": "…"}` or `{"unknown": "…"}`.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .known(let value): try container.encode(value, forKey: .known)
    case .unknown(let why): try container.encode(why, forKey: .unknown)
    }
  }
}
