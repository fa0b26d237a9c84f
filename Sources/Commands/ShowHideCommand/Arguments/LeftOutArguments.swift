internal import ArgumentParser
internal import CommandText
internal import FilePalettes
internal import Reporting

/// Which colours are left out of answers.
struct LeftOutArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Leave out white, black, grey or the background; several with commas between. A level may follow: "
        + "white=240 (all channels above it), black=24 (all under it), grey=16 (channels differ by at "
        + "most that). The background is one colour, or colours that run into each other, that fill three "
        + "quarters of the border, wherever they are in the picture.",
      valueName: "colours"), completion: .list(LeftOutColors.names))
  var without: [String] = []

  /// What the arguments say, checked.
  func value() throws(UsageError) -> LeftOutColors {
    do throws(LeftOutColors.Problem) {
      return try LeftOutColors(without)
    } catch {
      if case .unknown(let word) = error {
        throw UsageError(
          unknownChoice(word, kind: "colour to leave out", choices: LeftOutColors.names))
      }
      throw UsageError("--without \(error)")
    }
  }
}
