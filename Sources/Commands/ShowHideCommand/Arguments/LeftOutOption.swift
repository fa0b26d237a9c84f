internal import ArgumentParser
internal import CommandText
internal import FilePalettes
internal import Reporting

/// The option `--without` of several commands: which colours are left out of answers.
///
/// Each command declares it itself: the parser takes longer for a group than for its options.
extension LeftOutColors {
  static var help: ArgumentHelp {
    ArgumentHelp(
      "Leave out white, black, grey or the background; several with commas between. A level may follow: "
        + "white=240 (all channels above it), black=24 (all under it), grey=16 (channels differ by at "
        + "most that). The background is one colour, or colours that run into each other, that fill three "
        + "quarters of the border, wherever they are in the picture.",
      valueName: "colours")
  }

  /// What the option says, checked.
  init(typed words: [String]) throws(UsageError) {
    do throws(Problem) {
      self = try LeftOutColors(words)
    } catch {
      if case .unknown(let word) = error {
        throw UsageError(unknownChoice(word, kind: "colour to leave out", choices: Self.names))
      }
      throw UsageError("--without \(error)")
    }
  }
}
