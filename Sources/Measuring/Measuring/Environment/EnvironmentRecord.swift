/// The machine and the build a measurement was made on.
///
/// Every field has a value, if only the reason why nothing is known.
///
/// ```swift
/// let record = EnvironmentRecord.current(build: BuildFacts(configuration: "release"))
/// for (field, value) in record.entries { print("\(field.title): \(value)") }
/// if record.fingerprint != earlier.fingerprint {
///   print(record.differences(from: earlier))
/// }
/// ```
public struct EnvironmentRecord: Equatable, Hashable, Sendable {
  private var values: [EnvironmentField: EnvironmentValue]

  /// Makes a record of known values; fields left out are unknown.
  public init(_ values: [EnvironmentField: EnvironmentValue] = [:]) {
    self.values = values
  }

  /// The value of a field.
  public subscript(field: EnvironmentField) -> EnvironmentValue {
    get { values[field] ?? .unknown("not recorded") }
    set { values[field] = newValue }
  }

  /// All fields with their values, always in the same order.
  public var entries: [(field: EnvironmentField, value: EnvironmentValue)] {
    EnvironmentField.allCases.map { ($0, self[$0]) }
  }

  /// Sixteen hexadecimal digits that are equal exactly for comparable environments.
  ///
  /// A 64-bit FNV-1a hash over the fields that decide comparability. What is unknown on both sides
  /// counts as the same, whatever the reason. The digits do not depend on the process or on the
  /// version of Swift, so they can be stored.
  public var fingerprint: String {
    var hash = ContentHash()
    for (field, value) in entries where field.decidesComparability {
      hash.add(field.rawValue)
      if let known = value.value {
        hash.add("known")
        hash.add(known)
      }
    }
    return hash.text
  }

  /// Why two environments cannot be compared; empty when they can.
  ///
  /// Flags that one side did not record, as older builds did not, do not count as a difference.
  ///
  /// - Parameter other: The environment to compare with, said second in the descriptions.
  /// - Returns: One difference for each field that decides comparability and is not the same.
  public func differences(from other: EnvironmentRecord) -> [EnvironmentDifference] {
    EnvironmentField.allCases.compactMap { field in
      guard field.decidesComparability, self[field].value != other[field].value else { return nil }
      let isTold = self[field].value != nil && other[field].value != nil
      guard field != .buildFlags || isTold else { return nil }
      return EnvironmentDifference(field: field, value: self[field], other: other[field])
    }
  }
}

extension EnvironmentRecord: Codable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ field: EnvironmentField) { stringValue = field.rawValue }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Reads an object with one entry for each field; unknown keys are left aside.
  ///
  /// - Throws: `DecodingError` when a field is not a fact or a reason.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    self.init()
    for field in EnvironmentField.allCases {
      if let value = try container.decodeIfPresent(EnvironmentValue.self, forKey: Key(field)) {
        self[field] = value
      }
    }
  }

  /// Writes an object with one entry for each field.
  ///
  /// - Throws: What the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for (field, value) in entries { try container.encode(value, forKey: Key(field)) }
  }
}
