internal import CommandText
internal import Pixels
internal import Reporting

/// The colours that `--without` leaves out: white, black and grey, each with a threshold, and the background.
struct LeftOutColors {
  /// Levels above which all channels are white.
  static let whiteAbove: UInt8 = 240
  /// Levels under which all channels are black.
  static let blackBelow: UInt8 = 24
  /// The most that channels of a grey differ by.
  static let greyWithin: UInt8 = 16

  private static let names = ["white", "black", "grey", "background"]

  /// Which pixels count.
  private(set) var visibility = VisibilityRule()
  /// Whether the background does not count.
  private(set) var hasBackground = false

  /// Checks what was typed: `white`, `black=30`, or several with commas between.
  init(_ arguments: [String]) throws(UsageError) {
    for argument in arguments {
      for word in argument.split(separator: ",", omittingEmptySubsequences: false) {
        try leaveOut(String(word))
      }
    }
  }

  private mutating func leaveOut(_ word: String) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map { $0.lowercased() } ?? ""
    var threshold: UInt8?
    if parts.count > 1 {
      guard let level = UInt8(parts[1]) else {
        throw UsageError("--without \(name) takes a level of 0 to 255, not \(parts[1]).")
      }
      threshold = level
    }
    switch name {
    case "background":
      guard parts.count == 1 else {
        throw UsageError("--without background takes no level, not \(parts[1]).")
      }
      hasBackground = true
    case "white": visibility.whiteAbove = threshold ?? Self.whiteAbove
    case "black": visibility.blackBelow = threshold ?? Self.blackBelow
    case "grey", "gray": visibility.greyWithin = threshold ?? Self.greyWithin
    default:
      throw UsageError(unknownChoice(name, kind: "colour to leave out", choices: Self.names))
    }
  }
}
