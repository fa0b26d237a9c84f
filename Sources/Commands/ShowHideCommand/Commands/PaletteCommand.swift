internal import ArgumentParser
internal import CommandText
internal import DominantColor
internal import FilePalettes
internal import Files
internal import ImageCodecs
internal import Reporting

/// `showhide palette`: the colours of pictures.
struct PaletteCommand: AsyncParsableCommand, PlannedCommand, SandboxedCommand {
  static let configuration = CommandConfiguration(
    commandName: "palette", _superCommandName: "showhide",
    abstract: "Print the colours of pictures.",
    discussion: """
      The palette is by method distinct: colours that differ clearly, first the two that cover most, \
      then small vivid things. Pictures of few colours, such as logos, pixel art and screenshots in \
      a PNG, give those exact colours; the answer says so ("distinctColors" in JSON). Method \
      histogram finds the densest small cubes of colour space, kmeans groups like colours, hue takes \
      the fullest hues and leaves greys out; --method decides for all pictures. Shares are of the \
      visible pixels. Table and JSON also say the dominant colour, which is the first of method \
      histogram: one that many pixels have, and not the mean of many.

      With --method histogram large baseline JPEGs (4 megapixels and more) are read in outline, one \
      pixel for each 8 × 8. A random sample of their pixels then has to prove the dominant \
      colour to ΔE00 1 (see --within); over all seeds (--seed) it is wrong about a picture with \
      a probability of 1.001 in a million at most. Where that settles it, JSON says \
      "exact":false, counts are estimates, and further colours may differ. Of all other files, \
      with --exact and by other methods every pixel is counted.

      Formats: table for people; json and jsonl (one object a line, also for files that failed) \
      and csv for programs; css custom properties; gpl for GIMP, Inkscape and Krita; ase for \
      Adobe; svg and png as strips. The ending of -o decides, unless --format says the same. Memory \
      does not grow with the number of listed files in formats table, json, jsonl, csv and gpl.

      EXAMPLES
        showhide palette photo.jpg
        showhide palette photo.jpg --names
        showhide palette photo.jpg --method histogram --within 0.5 --format json
        showhide palette photo.jpg --count 8 --method kmeans --format css
        showhide palette holiday/ --recursive --jobs 4 -o colours.jsonl
        find . -name '*.jpg' -print0 | showhide palette --files-from0 -
        curl -s https://example.org/photo.jpg | showhide palette -
        showhide palette *.jpg -o holiday.ase
        showhide palette logo.png --roles --format json
        showhide palette logo.png --where
        showhide palette product.jpg --without background
        showhide palette photo.jpg --region 25%,25%,50%,50%
        showhide palette still.jpg --whole
        showhide palette photo.heic --gamut p3 --format css
      """)

  @Argument(
    help: ArgumentHelp(
      "\(ImageFormat.allNames) files, folders of them, patterns in quotes, or - for standard "
        + "input.",
      valueName: "images"), completion: .file())
  var inputs: [String] = []

  @Option(
    help: ArgumentHelp(
      "How to write palettes: table, json, jsonl, csv, css, gpl, ase, svg or png. Default: what the "
        + "ending of -o says, or else table.", valueName: "format"),
    completion: .list(PaletteFormat.allCases.map(\.rawValue)))
  var format: String?

  @Option(
    help: ArgumentHelp(
      "The most colours for each picture, 1 to 64, or auto: as many as differ clearly and matter, up to "
        + "\(PaletteOptions.mostChosen), by distinct. Default: 6, 8 for kmeans, 5 for histogram and hue.",
      valueName: "count"))
  var count: ColorCount?

  @Option(
    help: ArgumentHelp(
      "distinct, histogram, kmeans or hue. Default: the exact colours of pictures of few, and "
        + "distinct.",
      valueName: "name"), completion: .list(PaletteMethod.allCases.map(\.rawValue)))
  var method: String?

  @Flag(
    help: ArgumentHelp(
      "Name each colour by the nearest name of CSS or of the xkcd colour survey, and say in table, "
        + "json, jsonl and csv whether black or white text can be read on it."))
  var names = false

  @Flag(
    help: ArgumentHelp(
      "Say in json and jsonl which colour is vibrant, muted, each light or dark too, the accent, the "
        + "brand colour of a logo or a product, the background and what stands out from it; or why there is none."
    ))
  var roles = false

  @Flag(
    name: .customLong("where"),
    help: ArgumentHelp(
      "Say in table, json and jsonl where each colour is in the upright picture: its middle, and a box "
        + "of left and upper edge, width and height in pixels. Pixels count for the colour that looks most "
        + "like them; the box leaves out 0.5 % of them on each side unless colours are exact."))
  var places = false

  @Flag(
    help: ArgumentHelp(
      "Say in table, json and jsonl what the mean colour of all pixels is, for placeholders: of their light, "
        + "as the picture looks from far away, and of their encoded levels, which is darker."))
  var average = false

  @Flag(
    name: .customLong("blurhash"),
    help: ArgumentHelp(
      "Give the BlurHash of each picture in table, json and jsonl: a short text that pages decode to a "
        + "blurred placeholder (4 waves across, 3 down)."))
  var blurHash = false

  @Flag(
    help: ArgumentHelp(
      "Say in table, json and jsonl what fills the border of the picture: its mean colour, its share of the "
        + "visible pixels, and whether it is uniform or a gradient; or why there is no background.")
  )
  var background = false

  @Flag(
    help: ArgumentHelp(
      "Count every pixel. Otherwise method histogram reads large JPEGs in outline and by a sample "
        + "where these settle the dominant colour: counts are then estimates."))
  var exact = false

  @Option(
    help: ArgumentHelp(
      "By how much a dominant colour that a sample proves may differ from the exact one, in ΔE00: 0.1 "
        + "to 1. Less takes a larger sample, and more pictures are then counted whole.",
      valueName: "difference"))
  var within = usualTolerance

  @Option(
    help: ArgumentHelp(
      "What colours are counted in: srgb, or p3, which also keeps colours apart that only screens of "
        + "Display P3 show. Then every pixel is counted; css gets color(display-p3 …) with sRGB as its "
        + "fallback, and table, json, jsonl and csv say both.",
      valueName: "gamut"), completion: .list(ColorGamut.allCases.map(\.rawValue)))
  var gamut = ColorGamut.sRGB.rawValue

  @Option(
    help: ArgumentHelp(
      "Chooses the random sample: the same number, the same pixels. Take another one where pictures "
        + "may be painted to mislead this one.", valueName: "number"))
  var seed = usualSeed

  @Option(
    help: ArgumentHelp(
      "The least alpha of a pixel that counts, 0 to 255. Default: 128.", valueName: "alpha"))
  var minimumAlpha: Int?

  @Flag(
    help: ArgumentHelp(
      "Count bars at the edges too. Otherwise uniform bars that are flat to the edge and cover 2 % or more, such as "
        + "those of a letterbox, with subtitles or without, and the margins of a scan, are left out, and table, json and "
        + "jsonl say so."))
  var whole = false

  @Option(help: LeftOutColors.help, completion: .list(LeftOutColors.names))
  var without: [String] = []

  @Option(help: PictureRegion.help) var region: String?

  @OptionGroup var further: InputArguments
  @OptionGroup var file: ResultFileArguments
  @OptionGroup var running: RunningArguments
  @OptionGroup(title: "Limits") var limits: LimitArguments

  private static let usualTolerance = 1.0
  private static let usualSeed: UInt64 = 0

  var sandboxedInputs: [String] { inputs }
  var sandboxedList: String? { further.list }
  func outputFolders() -> [String] { file.folders }

  var plan = Validated<Plan>()

  /// What the arguments say, checked.
  struct Plan {
    let request: PaletteRequest
    let batch: PaletteBatch
  }

  func makePlan() throws(UsageError) -> Plan {
    try further.check(inputs)
    let format = try PaletteFormat(named: self.format, output: file.output)
    let terminal = Terminal(descriptor: 1)
    if format.isBinary, file.output == nil, terminal.isTerminal {
      throw UsageError(
        "\(format.rawValue) is not text. Name a file with -o, or redirect the output.")
    }
    var request = try PaletteRequest(
      method: method, count: count, decoder: try limits.decoder(), isExact: exact,
      colorTolerance: within, seed: seed, minimumAlpha: minimumAlpha,
      region: try region.map { text throws(UsageError) in try PictureRegion(typed: text) })
    request.isNamed = names
    try request.count(in: gamut)
    request.hasRoles = roles
    request.hasPlaces = places
    request.hasAverage = average
    request.hasBlurHash = blurHash
    request.hasBackground = background || roles
    request.leaveOut(try LeftOutColors(typed: without))
    if whole { request.countBars() }
    let batch = Batch(jobs: try running.jobCount(), isQuiet: running.quiet)
    return Plan(
      request: request,
      batch: PaletteBatch(
        palettes: format.writer(
          on: terminal, isNamed: names, hasDisplayP3: request.hasDisplayP3),
        output: file.output,
        files: OutputFiles(replacesExisting: file.force), batch: batch))
  }

  /// What the parser makes of inputs alone.
  ///
  /// It looks at the types of all options by reflection, which takes more instructions than all else that is done
  /// for a small picture.
  ///
  /// - Throws: where the parser would refuse them.
  static func plain(_ inputs: [String]) throws -> PaletteCommand {
    var command = PaletteCommand()
    command.inputs = inputs
    (command.format, command.count, command.method) = (nil, nil, nil)
    (command.names, command.roles, command.places) = (false, false, false)
    (command.average, command.blurHash, command.background) = (false, false, false)
    (command.exact, command.whole) = (false, false)
    (command.within, command.seed) = (usualTolerance, usualSeed)
    command.gamut = ColorGamut.sRGB.rawValue
    (command.minimumAlpha, command.without, command.region) = (nil, [], nil)
    (command.further, command.file) = (.plain, .plain)
    (command.running, command.limits) = (.plain, .plain)
    try command.validate()
    return command
  }

  func run() async throws {
    StartUpPages.giveBack()
    let plan = plan()
    var list: PathList?
    try exitOnFailure { () throws(CommandFailure) in list = try further.open() }
    let code = try await plan.batch.write(
      inputs, list: list, isRecursive: further.recursive, request: plan.request)
    if code != .success { throw code }
  }
}
