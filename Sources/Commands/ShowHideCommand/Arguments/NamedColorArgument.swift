internal import ColorNames
internal import CommandText
internal import Pixels
internal import Reporting

/// Reads a colour that a person typed: `#rrggbb`, a CSS name, or a name of the xkcd colour survey.
///
/// - Parameters:
///   - text: as it was typed.
///   - others: further words that could have been meant.
/// - Returns: the colour.
/// - Throws: `UsageError`, with the nearest name.
func colorArgument(
  _ text: String, orOneOf others: [String] = []
) throws(UsageError) -> RGB8 {
  if let color = NamedColor.color(named: text) ?? RGB8(hex: text) { return color }
  let names = ColorNameList.allCases.flatMap { $0.entries.map(\.name) } + others
  let suggestion = nearestSpelling(of: text, among: names).map { " Did you mean '\($0)'?" } ?? ""
  throw UsageError(
    "Unknown colour '\(text)'.\(suggestion) Use a hex colour such as '#4a7f01' or a name such as "
      + "teal or 'dusty rose'.")
}

/// Reads a share such as `20%` or `20`, in percent, and gives it in ten-thousandths.
///
/// - Throws: `UsageError`.
func shareArgument(_ text: String, option: String) throws(UsageError) -> Int {
  let number = text.hasSuffix("%") ? String(text.dropLast()) : text
  guard let percent = Double(number), (0...100).contains(percent) else {
    throw UsageError("\(option) takes a percentage from 0 to 100, such as 20%, not '\(text)'.")
  }
  return Int((percent * 100).rounded())
}
