internal import ArgumentParser
internal import CommandText

/// Runs the command `showhide` on the process's arguments, and ends the process where it fails.
///
/// On the main thread and before there is another, for a sandbox has to hold for all of them.
@MainActor public func runShowHide() async { await ShowHideTool.main() }

/// The command `showhide`: arguments in, words and files out.
///
/// The work is in the libraries.
struct ShowHideTool: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "showhide",
    abstract: "Keep one colour of a photo and grey the rest, or the reverse; find its palette.",
    discussion: """
      showhide finds the dominant hue of each picture, or takes the colour you name, and writes \
      the picture with only that in colour (show), with only that in grey (hide), or both. It \
      also prints palettes, for people and for programs.

      EXAMPLES
        showhide show photo.jpg -o red-only.jpg     the dominant hue in colour
        showhide hide photo.jpg -o no-sky.png --color skyblue --feather 5
        showhide both holiday/ -o out/              a pair for each of a folder
        showhide palette photo.jpg                  its colours, as swatches
        showhide palette *.jpg --format jsonl       for other programs
        showhide sunflower holiday/ -o series.svg   a series as one picture

      EXIT CODES
        0    done
        1    the machine had no memory for a picture
        64   the command line was wrong
        65   an input was no whole PNG or JPEG
        66   an input was missing or could not be read
        69   --sandbox: this system offers none
        73   an output could not be created
        74   standard output could not be written
        130  interrupted: outputs written by then are whole
        141  the reader of standard output went away: outputs written by then are whole

      With several inputs a failed one does not stop the others; the exit code is then that of \
      the first failure.
      """,
    version: "0.1.0",
    subcommands: [
      ShowCommand.self, HideCommand.self, BothCommand.self, PaletteCommand.self,
      SunflowerCommand.self, FilterCommand.self,
    ])

  @MainActor static func main() async {
    StandardStreams.reserveClosedDescriptors()
    let arguments = Array(CommandLine.arguments.dropFirst())
    if let complaint = unknownCommand(in: arguments) {
      exit(withError: ValidationError(complaint))
    }
    if arguments.contains("--sandbox") {
      do {
        try (parseAsRoot(arguments) as? any SandboxedCommand)?.enterSandbox()
      } catch {
        exit(withError: error)
      }
    }
    await main(arguments)
    if StandardOutput.isLost { exit(withError: ExitCode.outputLost) }
  }

  /// What to say when the first word is no command; `nil` when it is one, or an option.
  ///
  /// ArgumentParser would call it an unexpected argument and suggest nothing.
  static func unknownCommand(in arguments: [String]) -> String? {
    let names = configuration.subcommands.compactMap { $0.configuration.commandName }
    guard let first = arguments.first, !first.hasPrefix("-"), first != "help",
      !names.contains(first)
    else { return nil }
    return unknownChoice(first, kind: "command", choices: names)
  }
}
