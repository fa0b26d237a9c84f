internal import ArgumentParser
internal import CommandText
internal import DominantColor
internal import FilePalettes
internal import Files
internal import ImageCodecs
internal import Reporting

/// `showhide theme`: colours of an interface, from a picture.
struct ThemeCommand: PlannedCommand, SandboxedCommand {
  static let configuration = CommandConfiguration(
    commandName: "theme", _superCommandName: "showhide",
    abstract: "Make the colours of an interface from a picture, light and dark.",
    discussion: """
      Background, surface, text, muted text, primary and accent. Each begins as a colour of the \
      picture (method distinct) and is moved in lightness, its hue kept, only as far as the \
      contrast needs: 4.5:1 (WCAG 2) on background and surface, 7:1 for text. css and tokens say \
      beside each where it comes from and what contrast it has, APCA too. The same picture always \
      makes the same theme.

      Formats: css custom properties, dark ones under prefers-color-scheme; json; tokens (W3C \
      design tokens); swift (SwiftUI); android (resources).

      EXAMPLES
        showhide theme photo.jpg
        showhide theme photo.jpg --format tokens -o theme.tokens.json
        showhide theme logo.png --without white
      """)

  @Argument(
    help: ArgumentHelp(
      "A \(ImageFormat.allNames) file, or - for standard input.", valueName: "picture"),
    completion: .file())
  var input: String

  @Option(
    help: ArgumentHelp("css, json, tokens, swift or android.", valueName: "format"),
    completion: .list(ThemeFormat.allCases.map(\.rawValue)))
  var format: String = ThemeFormat.css.rawValue

  @Option(help: LeftOutColors.help, completion: .list(LeftOutColors.names))
  var without: [String] = []

  @OptionGroup var file: ResultFileArguments
  @OptionGroup var running: RunningArguments
  @OptionGroup(title: "Limits") var limits: LimitArguments

  var sandboxedInputs: [String] { [input] }
  func outputFolders() -> [String] { file.folders }

  var plan = Validated<Plan>()

  /// What the arguments say, checked.
  struct Plan {
    let request: PaletteRequest
    let format: ThemeFormat
  }

  func makePlan() throws(UsageError) -> Plan {
    _ = try running.jobCount()
    var request = try PaletteRequest(
      method: PaletteMethod.distinct.rawValue, count: nil, decoder: try limits.decoder(),
      isExact: true)
    request.leaveOut(try LeftOutColors(typed: without))
    return Plan(request: request, format: try ThemeFormat(named: format))
  }

  func run() throws {
    let plan = plan()
    try exitOnFailure { () throws(CommandFailure) in
      let files = OutputFiles(replacesExisting: file.force)
      if let output = file.output { try files.checkIsFree(output) }
      let entry = try plan.request.readPalette(of: Input(path: input))
      if !running.quiet {
        for warning in entry.warnings { writeMessage("Warning: '\(entry.path)': \(warning)") }
      }
      guard let theme = InterfaceTheme(of: entry.palette) else {
        let reason = entry.absenceByColor ?? ""
        throw CommandFailure(
          message: "'\(entry.path)': no theme: \(reason).", exitCode: .badData)
      }
      let text = plan.format.text(of: theme)
      guard let output = file.output else { return StandardOutput.write(text) }
      try files.write(Array(text.utf8), to: output)
    }
  }
}
