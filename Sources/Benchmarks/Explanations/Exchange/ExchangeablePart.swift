internal import Files

/// What can be exchanged between two builds as one: an object file, a function, a file of a change, or
/// several that cannot be told apart.
package struct ExchangeablePart: Equatable, Sendable {
  /// The names of the files that it is made of.
  package let files: [String]
  /// The functions and variables in it that differ, as far as that is known.
  package internal(set) var changes: [PieceChange] = []
  /// Whether it is a function of an object file that is a part too.
  package internal(set) var isFunction = false

  /// The functions that differ.
  var functions: [PieceChange] { changes.filter(\.isCode) }

  /// Its name for people: its functions where there are few, and where they are.
  package var title: String {
    let places = shown(files)
    let running = functions.filter(\.isRun)
    let functions = running.isEmpty ? functions : running
    guard !functions.isEmpty, functions.count <= 3 else {
      let variables = changes.filter { !$0.isCode }
      if functions.isEmpty, variables.count == 1 { return "\(variables[0].name) (\(places))" }
      return functions.isEmpty ? places : "\(places) (\(functions.count) functions)"
    }
    if functions.count == 1, let line = functions[0].line {
      return "\(functions[0].name) (\(functions[0].file):\(line))"
    }
    return "\(functions.map(\.name).joined(separator: ", ")) (\(places))"
  }

  private func shown(_ names: [String]) -> String {
    names.count <= 3
      ? names.joined(separator: ", ")
      : "\(names.prefix(2).joined(separator: ", ")) and \(names.count - 2) more"
  }
}
