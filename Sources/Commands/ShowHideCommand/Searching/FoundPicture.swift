internal import ColorIndex
internal import CommandText
internal import Reporting

/// A picture that a search found, as it is printed.
struct FoundPicture: Equatable, Sendable {
  /// The path, from the folder as it was typed.
  let path: String
  let picture: IndexedPicture
  /// ΔE00 to what was asked for.
  let distance: Double
  /// The share of the colour asked for, in ten-thousandths.
  let share: Int
}

/// The ways of telling what was found, by the names people type.
enum FoundFormat: String, CaseIterable, Sendable {
  case table
  case paths
  case json
  case html
  case sheet

  /// Reads a name.
  init(named name: String) throws(UsageError) {
    guard let known = FoundFormat(rawValue: name.lowercased()) else {
      throw UsageError(
        unknownChoice(name, kind: "format", choices: Self.allCases.map(\.rawValue)))
    }
    self = known
  }
}
