internal import CommandText
internal import Reporting

/// Formats of output, by the names people type.
protocol NamedFormat: CaseIterable, RawRepresentable where RawValue == String {}

extension NamedFormat {
  /// Reads a name.
  ///
  /// - Throws: `UsageError` with the nearest name where there is no such format.
  init(named name: String) throws(UsageError) {
    guard let known = Self(rawValue: name.lowercased()) else {
      throw UsageError(
        unknownChoice(name, kind: "format", choices: Self.allCases.map(\.rawValue)))
    }
    self = known
  }
}
