/// One of the two things a paired session compares.
public enum Side: String, CaseIterable, Sendable, Codable {
  /// What is compared with: the denominator.
  case base
  /// What is judged: slower means this one takes longer.
  case candidate

  /// The other side.
  public var other: Side { self == .base ? .candidate : .base }
}
