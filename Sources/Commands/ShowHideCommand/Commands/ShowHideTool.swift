internal import ArgumentParser
internal import CommandText
internal import DominantColor
internal import Files

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
        showhide index holiday/                     keep the colours of a folder
        showhide find teal holiday/                 pictures with enough of a colour
        showhide name '#c83c14'                     what a colour is called
        showhide theme photo.jpg                    colours of an interface
        showhide serve holiday/                     all of it in the browser
        showhide formats                            what it reads and writes

      EXIT CODES
        0    done
        1    there is not enough memory for a picture
        64   the command line is wrong
        65   an input is not a valid picture of a known format, or is cut short
        66   an input is missing or cannot be read
        69   a format's library is missing ('showhide formats'), or --sandbox: this
             system does not support it
        73   an output cannot be created
        74   standard output cannot be written
        130  interrupted (143: by SIGTERM): outputs written by then are whole
        141  standard output was closed: outputs written by then are whole

      With several inputs a failed one does not stop the others; the exit code is then that of \
      the first failure.
      """,
    version: versionText(of: Dominant.version),
    subcommands: [
      ShowCommand.self, HideCommand.self, BothCommand.self, PaletteCommand.self,
      SunflowerCommand.self, FilterCommand.self, IndexCommand.self, FindCommand.self,
      NameCommand.self, ThemeCommand.self, FormatsCommand.self, ServeCommand.self,
      AnalyseCommand.self,
    ])

  @MainActor static func main() async {
    StandardStreams.reserveClosedDescriptors()
    if !answersVersion(Dominant.version) { await parseAndRun() }
    if StandardOutput.isLost { exit(withError: ExitCode.outputLost) }
  }

  @MainActor private static func parseAndRun() async {
    let arguments = MetadataStrip.givingWord(to: CommandLine.pathTexts.map(namingFile))
    do {
      var command = try parsed(arguments)
      try (command as? any SandboxedCommand)?.enterSandbox()
      if let known = command as? any AsyncParsableCommand {
        // SAFETY: only this function has the command, and it waits for its end.
        nonisolated(unsafe) var asynchronous = known
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch {
      exit(withError: error)
    }
  }

  /// What a command line asks for.
  ///
  /// The command that its first word names reads the rest. The parser of all of them together would look at
  /// that command's options five times, which takes longer than a small picture. (With a
  /// `_superCommandName` a command also does not ask first whether it is to write a completion script.) Help, and what
  /// the command refuses, is the whole tool's answer.
  static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    let named = configuration.subcommands.first {
      $0.configuration.commandName == arguments.first
    }
    if named == PaletteCommand.self, arguments.dropFirst().allSatisfy({ !$0.hasPrefix("-") }),
      let command = try? PaletteCommand.plain(Array(arguments.dropFirst()))
    {
      return command
    }
    if let named, let command = try? named.parseAsRoot(Array(arguments.dropFirst())),
      type(of: command) == named
    {
      return command
    }
    if let complaint = unknownCommand(in: arguments) { throw ValidationError(complaint) }
    return try parseAsRoot(arguments)
  }

  /// A file whose name begins with a dash, such as `-dash.png` out of `*.png`, named so that no
  /// letter of it is taken for an option; any other argument as it is.
  static func namingFile(_ argument: String) -> String {
    let isName = argument.hasPrefix("-") && argument.dropFirst().contains { $0 != "-" }
    let isOption = argument.hasPrefix("--") || argument.dropFirst().count == 1
    return isName && !isOption && FileKind(path: argument) != .absent ? "./" + argument : argument
  }

  /// The message for a first word that is not a command; `nil` for a command or an option.
  static func unknownCommand(in arguments: [String]) -> String? {
    let commands = configuration.subcommands.map { $0.configuration }
    return CommandText.unknownCommand(
      in: arguments, commands: commands.compactMap { $0.commandName },
      shown: commands.filter { $0.shouldDisplay }.compactMap { $0.commandName })
  }
}
