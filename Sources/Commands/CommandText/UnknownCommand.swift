internal import Reporting

/// Says that the first word of a command line is no command, and which one may have been meant.
///
/// A parser would call it an unexpected argument and suggest nothing.
///
/// - Parameters:
///   - arguments: the words after the program's name.
///   - commands: all commands.
///   - shown: those to list.
/// - Returns: the message; `nil` when the first word is a command or an option, or there is none.
package func unknownCommand(
  in arguments: [String], commands: [String], shown: [String]
) -> String? {
  guard let first = arguments.first, !first.hasPrefix("-"), first != "help",
    !commands.contains(first)
  else { return nil }
  return unknownChoice(first, kind: "command", choices: shown)
}
