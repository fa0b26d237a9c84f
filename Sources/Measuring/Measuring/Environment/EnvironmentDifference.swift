/// A field in which two environments differ.
public struct EnvironmentDifference: Equatable, Sendable, CustomStringConvertible {
  /// Which field.
  public let field: EnvironmentField
  /// Its value here.
  public let value: EnvironmentValue
  /// Its value there.
  public let other: EnvironmentValue

  /// The field and both values; for long lists of words only the words that differ.
  public var description: String {
    guard field == .cpuFeatures, let mine = value.value, let theirs = other.value else {
      return "\(field.title): \(value) against \(other)"
    }
    let here = mine.split(separator: " ")
    let there = theirs.split(separator: " ")
    let added = here.filter { !there.contains($0) }.joined(separator: " ")
    let missing = there.filter { !here.contains($0) }.joined(separator: " ")
    let parts = [
      added.isEmpty ? nil : "only here \(added)", missing.isEmpty ? nil : "only there \(missing)",
    ]
    return "\(field.title): \(parts.compactMap { $0 }.joined(separator: ", "))"
  }
}
