internal import ArgumentParser
internal import CommandText
internal import DominantColor
internal import FilePalettes
internal import Files
internal import ImageCodecs
internal import Reporting

/// `showhide sunflower`: a series of pictures as one.
struct SunflowerCommand: AsyncParsableCommand, PlannedCommand, SandboxedCommand {
  static let configuration = CommandConfiguration(
    commandName: "sunflower", _superCommandName: "showhide",
    abstract: "Draw a series of pictures as a sunflower of their colours.",
    discussion: """
      One circle a picture, in the first colour of its palette, from the middle outwards, each at \
      the golden angle from the one before. In an SVG the circles have tooltips.

      EXAMPLES
        showhide sunflower holiday/ -o holiday.svg
        showhide sunflower frames/*.jpg -o film.png --order time --size 2000
        showhide sunflower *.jpg -o colours.svg --order hue --method kmeans
        showhide sunflower shop/ -o products.svg --without background
      """)

  @Argument(
    help: ArgumentHelp(
      "\(ImageFormat.allNames) files, folders of them, or patterns in quotes.",
      valueName: "images"), completion: .file())
  var inputs: [String] = []

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp("The file to write, SVG or PNG by its name.", valueName: "file"),
    completion: .file())
  var output: String

  @Option(
    help: ArgumentHelp(
      "From the middle outwards: name, time (taken by the camera, or else of the last change) or "
        + "hue.", valueName: "order"),
    completion: .list(SeriesPicture.Order.allCases.map(\.rawValue)))
  var order: String = SeriesPicture.Order.name.rawValue

  @Option(help: ArgumentHelp("A side of the drawing in pixels, 16 to 8192.", valueName: "pixels"))
  var size: Int = 1024

  @Option(
    help: ArgumentHelp(
      "Whose first colour: distinct, histogram, kmeans or hue. Default: the exact one of pictures of "
        + "few colours, and distinct, whose first colour covers most.", valueName: "name"),
    completion: .list(PaletteMethod.allCases.map(\.rawValue)))
  var method: String?

  @Option(help: LeftOutColors.help, completion: .list(LeftOutColors.names))
  var without: [String] = []

  @Flag(help: "Replace a file that is there already.")
  var force = false

  @OptionGroup var further: InputArguments
  @OptionGroup var running: RunningArguments
  @OptionGroup(title: "Limits") var limits: LimitArguments

  var sandboxedInputs: [String] { inputs }
  var sandboxedList: String? { further.list }
  func outputFolders() -> [String] { [PathParts(output).folder] }

  var plan = Validated<Plan>()

  /// What the arguments say, checked.
  struct Plan {
    let order: SeriesPicture.Order
    let request: PaletteRequest
    let isSVG: Bool
    let jobs: Int
  }

  func makePlan() throws(UsageError) -> Plan {
    try further.check(inputs)
    guard let order = SeriesPicture.Order(rawValue: order.lowercased()) else {
      throw UsageError(
        unknownChoice(
          self.order, kind: "order", choices: SeriesPicture.Order.allCases.map(\.rawValue)))
    }
    let kind = PathParts(output).fileExtension
    guard kind == "svg" || kind == "png" else {
      throw UsageError("'\(output)' does not say a format. End it in .svg or .png.")
    }
    guard (16...8192).contains(size) else {
      throw UsageError("--size takes 16 to 8192 pixels, not \(size).")
    }
    // A palette of one colour by distinct would be the mean of all.
    let isDistinct =
      (method?.lowercased() ?? PaletteMethod.distinct.rawValue)
      == PaletteMethod.distinct.rawValue
    var request = try PaletteRequest(
      method: method, count: isDistinct ? nil : .most(1), decoder: try limits.decoder(),
      isExact: false)
    request.leaveOut(try LeftOutColors(typed: without))
    return Plan(
      order: order, request: request, isSVG: kind == "svg", jobs: try running.jobCount())
  }

  func run() async throws {
    let plan = plan()
    let files = OutputFiles(replacesExisting: force)
    try exitOnFailure { () throws(CommandFailure) in try files.checkIsFree(output) }
    var search = InputSearch([])
    try exitOnFailure { () throws(CommandFailure) in search = try further.search(inputs) }
    let found = search.found
    let batch = Batch(jobs: plan.jobs, isQuiet: running.quiet)
    batch.warn(search.remarks)
    let request = plan.request.limited(
      toThreads: ThreadShare.threads(jobs: plan.jobs, inputs: found.count))
    var pictures: [SeriesPicture] = []
    let code = await batch.run(
      found, count: found.count, name: { (try? $0.get())?.path ?? "" }
    ) { file in
      file.flatMap { file in
        Result { () throws(CommandFailure) in try request.readPalette(of: file) }
      }
    } deliver: { _, result in
      guard case .success(let image) = result else { return }
      for warning in image.warnings { batch.warn(image.path, warning) }
      if let absence = image.absenceByColor {
        batch.warn(image.path, "It has no dominant colour: \(absence).")
      }
      pictures.append(
        SeriesPicture(
          path: image.path, color: image.palette.swatches.first?.color,
          share: image.palette.swatches.first?.population ?? 0,
          time: SeriesPicture.time(
            of: image.captureTime, orOfFile: modificationTime(ofFile: image.path))))
    }
    guard code != .interrupted else { throw code }
    if pictures.isEmpty { throw code == .success ? ExitCode.noInput : code }
    let drawing = SunflowerDrawing(plan.order.sorted(pictures), side: size)
    try exitOnFailure { () throws(CommandFailure) in
      let bytes = plan.isSVG ? Array(drawing.svg.utf8) : try drawing.png(for: output)
      try files.write(bytes, to: output)
    }
    if !running.quiet {
      let noun = pictures.count == 1 ? "picture" : "pictures"
      StandardOutput.write("\(pictures.count) \(noun) → \(PathText.printable(output))\n")
    }
    if code != .success { throw code }
  }
}
