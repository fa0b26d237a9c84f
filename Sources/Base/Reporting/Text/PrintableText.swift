/// Text from a file or another program, made safe to print on one line of a terminal.
///
/// Control and format characters and line ends, which could move the cursor or end the line, become
/// U+FFFD.
///
/// - Complexity: O(*n*) in scalars.
package func printable(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: result += "\u{FFFD}"
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}
