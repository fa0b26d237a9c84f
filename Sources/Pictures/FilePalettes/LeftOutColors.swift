package import Pixels

/// Colours that an answer leaves out, by the words of commands, C and Python: white, black and grey, each with a
/// threshold, and the background.
package struct LeftOutColors: Equatable, Sendable {
  /// Levels above which all channels are white.
  package static let whiteAbove: UInt8 = 240
  /// Levels under which all channels are black.
  package static let blackBelow: UInt8 = 24
  /// The most that channels of a grey differ by.
  package static let greyWithin: UInt8 = 16

  /// The words.
  package static let names = ["white", "black", "grey", "background"]

  /// As ``VisibilityRule/whiteAbove``.
  package private(set) var whiteAbove: UInt8?
  /// As ``VisibilityRule/blackBelow``.
  package private(set) var blackBelow: UInt8?
  /// As ``VisibilityRule/greyWithin``.
  package private(set) var greyWithin: UInt8?
  /// Whether the background is left out.
  package private(set) var hasBackground = false

  /// Leaves nothing out.
  package init() {}

  /// Reads words: `white`, `black=30`, or several with commas between.
  ///
  /// - Throws: ``Problem`` for a word that is none of these, or a level out of its range.
  package init(_ texts: [String]) throws(Problem) {
    for text in texts {
      // An empty word is an error and not skipped: `white,$MORE` of a script whose variable
      // is empty.
      for word in text.split(separator: ",", omittingEmptySubsequences: false) {
        try leaveOut(String(word))
      }
    }
  }

  /// Whether nothing is left out.
  package var isEmpty: Bool { self == LeftOutColors() }

  /// Which pixels count, by their colour alone, of those with a least alpha.
  package func visibility(minimumAlpha: UInt8) -> VisibilityRule {
    VisibilityRule(
      minimumAlpha: minimumAlpha, whiteAbove: whiteAbove, blackBelow: blackBelow,
      greyWithin: greyWithin)
  }

  private mutating func leaveOut(_ word: String) throws(Problem) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map { $0.lowercased() } ?? ""
    var threshold: UInt8?
    if parts.count > 1, Self.names.contains(name) || name == "gray" {
      guard name != "background" else { throw .levelOfBackground(String(parts[1])) }
      guard let level = UInt8(parts[1]) else { throw .level(name, String(parts[1])) }
      threshold = level
    }
    switch name {
    case "background": hasBackground = true
    case "white": whiteAbove = threshold ?? Self.whiteAbove
    case "black": blackBelow = threshold ?? Self.blackBelow
    case "grey", "gray": greyWithin = threshold ?? Self.greyWithin
    default: throw .unknown(name)
    }
  }

  /// What is wrong with words.
  package enum Problem: Error, Equatable {
    /// There is no such word.
    case unknown(String)
    /// A level is not one of 0 to 255.
    case level(String, String)
    /// The background has no level.
    case levelOfBackground(String)
  }
}

extension LeftOutColors.Problem: CustomStringConvertible {
  /// The problem in a sentence.
  package var description: String {
    switch self {
    case .unknown(let word):
      "There is no '\(word)' to leave out: there are white, black, grey and background."
    case .level(let name, let level): "\(name) takes a level of 0 to 255, not \(level)."
    case .levelOfBackground(let level): "background takes no level, not \(level)."
    }
  }
}
