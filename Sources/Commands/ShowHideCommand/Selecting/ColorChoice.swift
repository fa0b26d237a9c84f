internal import ColorNames
internal import CommandText
internal import DominantColor
internal import Pixels
internal import Reporting
internal import ShowHide

/// What `--color` names.
enum ColorChoice: Equatable, Sendable {
  /// Each picture's own dominant hue.
  case automatic
  /// Each picture's own accent.
  case accent
  /// Each picture's own brand colour.
  case brand
  /// A place on the circle of hues, in degrees.
  case hue(Int)
  /// All that people call by one word.
  case family(ColorFamily)
  /// A colour, as typed.
  case color(RGB8, name: String)

  /// Reads `auto`, `accent`, `brand`, `#rrggbb`, a name of CSS or of the xkcd colour survey, or `hue:210`.
  ///
  /// - Parameters:
  ///   - text: as it was typed.
  ///   - takesFamilies: whether a word such as `red` means all reds, and not the colour of that name.
  /// - Throws: `UsageError`, with the nearest name.
  init(_ text: String, takesFamilies: Bool = false) throws(UsageError) {
    let lower = text.lowercased()
    if lower == "auto" {
      self = .automatic
    } else if lower == "accent" {
      self = .accent
    } else if lower == "brand" {
      self = .brand
    } else if lower.hasPrefix("hue:") {
      guard let degrees = Int(lower.dropFirst(4)), (0...360).contains(degrees) else {
        throw UsageError(
          "'\(text)' is not a hue. Write hue:0 to hue:360, in degrees; hue:0 is red.")
      }
      self = .hue(degrees % 360)
    } else if takesFamilies, let family = ColorFamily(named: lower) {
      self = .family(family)
    } else if let color = NamedColor.color(named: lower) ?? RGB8(hex: lower) {
      self = .color(color, name: text)
    } else {
      let names = ColorNameList.allCases.flatMap { $0.entries.map(\.name) }
      let families = takesFamilies ? ColorFamily.allCases.map(\.rawValue) : []
      let nearest = nearestSpelling(
        of: text, among: names + ["auto", "accent", "brand"] + families)
      let suggestion = nearest.map { " Did you mean '\($0)'?" } ?? ""
      throw UsageError(
        "Unknown colour '\(text)'.\(suggestion) Use auto, accent, brand, a hex colour such as '#4a7f01', "
          + "a name such as teal or 'dusty rose', or a hue such as hue:210.")
    }
  }

  /// What one step of tolerance and feather is, and the most steps there are.
  private var unit: (name: String, limit: Int) {
    switch self {
    case .automatic, .hue: ("degrees", 180)
    case .accent, .brand, .color, .family: ("percent", 100)
    }
  }

  /// The tolerance when none is asked for.
  var usualTolerance: Int {
    switch self {
    case .automatic, .hue: 20
    case .accent, .brand, .color: 10
    case .family: 0
    }
  }

  /// The feather when none is asked for: with a hard edge, skin and petals get grey blotches.
  var usualFeather: Int {
    if case .family = self { return 3 }
    return usualTolerance / 2
  }

  /// Checks a tolerance or feather.
  func check(_ steps: Int, option: String) throws(UsageError) {
    guard (0...unit.limit).contains(steps) else {
      throw UsageError("\(option) takes 0 to \(unit.limit) \(unit.name) here, not \(steps).")
    }
  }
}
