internal import ArgumentParser
internal import CommandText
internal import DominantColor
internal import FilePalettes
internal import ImageCodecs
internal import OrderedJSON
internal import Reporting

/// `showhide analyse`: what a page needs to know of a picture, as JSON lines.
///
/// Not for people: the server of the page runs it, sandboxed, for every picture that arrives.
struct AnalyseCommand: AsyncParsableCommand, PlannedCommand, SandboxedCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyse", _superCommandName: "showhide",
    abstract: "Tell a page about a picture, as JSON lines.",
    shouldDisplay: false)

  @Argument(
    help: ArgumentHelp("A file, or - for standard input.", valueName: "image"), completion: .file())
  var input: String

  @Option(
    help: ArgumentHelp(
      "The longest side of the small picture, 16 to 2048.", valueName: "pixels"))
  var side: Int = 1280

  @Option(
    help: ArgumentHelp(
      "What the palette's colours are counted in: srgb or p3.", valueName: "gamut"),
    completion: .list(ColorGamut.allCases.map(\.rawValue)))
  var gamut = ColorGamut.sRGB.rawValue

  @Flag(help: "Count bars at the edges too.")
  var whole = false

  @Option(help: LeftOutColors.help, completion: .list(LeftOutColors.names))
  var without: [String] = []

  @OptionGroup var running: RunningArguments
  @OptionGroup(title: "Limits") var limits: LimitArguments

  var sandboxedInputs: [String] { [input] }
  func outputFolders() -> [String] { [] }

  var plan = Validated<Plan>()

  /// What the arguments say, checked.
  struct Plan {
    let decoder: ImageDecoder
    let request: PaletteRequest
    let leftOut: LeftOutColors
  }

  func makePlan() throws(UsageError) -> Plan {
    guard (16...2048).contains(side) else {
      throw UsageError("--side takes 16 to 2048 pixels, not \(side).")
    }
    let decoder = try limits.decoder()
    var request = try PaletteRequest(
      method: PaletteMethod.distinct.rawValue, count: .most(8), decoder: decoder, isExact: true)
    request.isNamed = true
    try request.count(in: gamut)
    let leftOut = try LeftOutColors(typed: without)
    request.leaveOut(leftOut)
    if whole { request.countBars() }
    return Plan(decoder: decoder, request: request, leftOut: leftOut)
  }

  func run() async throws {
    let plan = plan()
    let analysis = PictureAnalysis(
      input: Input(path: input), side: side, decoder: plan.decoder, request: plan.request,
      leftOut: plan.leftOut)
    do throws(CommandFailure) {
      try await analysis.run { StandardOutput.write($0.line + "\n") }
    } catch {
      StandardOutput.write(PictureAnalysis.failure(error).line + "\n")
      throw error.exitCode
    }
  }
}
