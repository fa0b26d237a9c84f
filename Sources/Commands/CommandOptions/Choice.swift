internal import ArgumentParser
internal import Reporting

/// Reads a word that must be one of some choices.
///
/// ArgumentParser suggests no choice for an unknown value of its own types.
///
/// - Parameters:
///   - word: what was typed.
///   - kind: what it should be, such as "format".
/// - Returns: the choice.
/// - Throws: a `ValidationError` that names the choices, and the nearest one.
package func choice<Choice: RawRepresentable & CaseIterable>(
  _ word: String, kind: String
) throws -> Choice where Choice.RawValue == String {
  guard let known = Choice(rawValue: word) else {
    throw ValidationError(
      unknownChoice(word, kind: kind, choices: Choice.allCases.map(\.rawValue)))
  }
  return known
}
