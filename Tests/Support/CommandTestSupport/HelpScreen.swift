/// What is wrong with the look of a command's help at 80 columns.
///
/// What stands before the options fits a screen of 50 lines, and no line of its examples and exit codes
/// wraps, which would put its end at the first column.
///
/// - Parameter help: the help, as it is printed.
/// - Returns: a sentence for each fault; empty for good help.
package func helpFaults(_ help: String) -> [String] {
  let opening = help.split(separator: "\n", omittingEmptySubsequences: false)
    .prefix { !["ARGUMENTS:", "OPTIONS:"].contains($0) }
  var faults: [String] = []
  if opening.count > 50 { faults.append("\(opening.count) lines before the options") }
  var isList = false
  for line in opening {
    if line.isEmpty { isList = false }
    if isList, !line.hasPrefix("  ") { faults.append("wrapped: \(line)") }
    if line == "EXAMPLES" || line.hasPrefix("EXIT CODES") { isList = true }
  }
  return faults
}
