internal import ArgumentParser
internal import CommandText
internal import FilePalettes
internal import ImageCodecs
internal import Pixels
internal import Reporting

/// Where pictures come from and where the changed ones go.
struct PictureArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "\(ImageFormat.allNames) files, folders of them, patterns in quotes, or - for standard "
        + "input.",
      valueName: "in"), completion: .file())
  var inputs: [String] = []

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp(
      "The file to write, \(ImageFormat.writableNames) by its name; with several inputs a folder, in which "
        + "pictures of folders below a folder keep their place; - for standard output.",
      valueName: "out"), completion: .file())
  var output: String

  @Option(
    help: ArgumentHelp(
      "The quality of JPEG, WebP and AVIF files, 1 to 100.", valueName: "percent"))
  var quality: Int = 90

  @Option(
    help: ArgumentHelp(
      "How finely JPEG and AVIF store colour: 444 for each pixel, 420 for four together, which is "
        + "smaller and leaves some colour on grey beside a colour. Default: 444 for a JPEG from a quality of 90 on, else "
        + "420.", valueName: "sampling"), completion: .list(["444", "420"]))
  var chroma: String?

  @Option(
    help: ArgumentHelp(
      "How hard the encoder of AVIF or WebP works, 1 (soonest) to 9 (smallest file). Default: 2 for "
        + "AVIF, 7 for WebP.", valueName: "level"))
  var effort: Int?

  @Option(
    help: ArgumentHelp(
      "What shows through transparent pixels in a JPEG, which cannot hold them: a hex colour or "
        + "a CSS name.", valueName: "color"))
  var background: String?

  @Option(
    help: ArgumentHelp(
      "Leave out what the file says of the picture: all for Exif, XMP, IPTC and the resolution (also "
        + "where no word follows), location for only where it was taken. How it is turned, and what its "
        + "colours mean, stay.", valueName: "what"),
    completion: .list(MetadataStrip.choices))
  var strip: String?

  @Flag(help: "Replace files that are there already.")
  var force = false

  @Flag(help: "With --force: replace an animation by its first picture too.")
  var firstFrame = false

  @OptionGroup var further: InputArguments
  @OptionGroup var running: RunningArguments
  @OptionGroup(title: "Limits") var limits: LimitArguments

  /// What the arguments say, checked.
  ///
  /// - Parameter format: the name of the format of standard output.
  /// - Returns: where pictures come from and go to.
  /// - Throws: ``UsageError`` that names the argument.
  func plan(format: String?) throws(UsageError) -> PicturePlan {
    try further.check(inputs)
    let (inputs, further, output) = (inputs, further, output)
    return PicturePlan(
      search: Result { () throws(CommandFailure) in
        try further.search(inputs, leavingOut: output)
      }, output: output, saving: try saving(format), jobCount: try running.jobCount(),
      decoder: try limits.decoder(), isQuiet: running.quiet)
  }

  /// How outputs are written.
  private func saving(_ format: String?) throws(UsageError) -> SavingOptions {
    guard (1...100).contains(quality) else {
      throw UsageError("--quality takes 1 to 100, not \(quality).")
    }
    var behind: RGB8?
    if let background {
      guard case .color(let color, _) = try ColorChoice(background) else {
        throw UsageError("'\(background)' is not a background. Use a hex colour or a CSS name.")
      }
      behind = color
    }
    if let effort, !(1...9).contains(effort) {
      throw UsageError("--effort takes 1 to 9, not \(effort).")
    }
    guard chroma == nil || chroma == "444" || chroma == "420" else {
      throw UsageError("--chroma takes 444 or 420, not \(chroma ?? "").")
    }
    return SavingOptions(
      quality: quality,
      chroma: chroma.map { $0 == "444" ? JPEGEncoder.ChromaSubsampling.none : .half },
      effort: effort,
      background: behind, strip: try stripped(), replacesAnimations: firstFrame,
      files: OutputFiles(replacesExisting: force),
      standardOutputFormat: try standardOutputFormat(format))
  }

  /// The format of what goes to standard output.
  private func standardOutputFormat(_ format: String?) throws(UsageError) -> ImageFormat {
    let isStandardOutput = output == OutputFiles.standardOutput
    if isStandardOutput, Terminal(descriptor: 1).isTerminal {
      throw UsageError("A picture is not text. Name a file with -o, or redirect the output.")
    }
    guard let format else { return .png }
    guard let known = ImageFormat(fileExtension: format), known.isWritable else {
      throw UsageError(
        unknownChoice(
          format, kind: "format", choices: ImageFormat.writable.map { $0.fileExtensions[0] }))
    }
    guard isStandardOutput else {
      throw UsageError(
        "--format says what goes to standard output (-o -); the name of a file says its own format: "
          + "'\(output)'.")
    }
    return known
  }

  private func stripped() throws(UsageError) -> MetadataStrip {
    guard let strip else { return .nothing }
    guard MetadataStrip.choices.contains(strip), let known = MetadataStrip(rawValue: strip) else {
      throw UsageError(
        unknownChoice(strip, kind: "part for --strip", choices: MetadataStrip.choices))
    }
    return known
  }
}

/// What goes to standard output, of commands that write one picture.
struct StandardOutputArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The format of -o -. Default: png.", valueName: "name"),
    completion: .list(ImageFormat.writable.map { $0.fileExtensions[0] }))
  var format: String?
}

/// Where pictures come from and go to, checked.
struct PicturePlan: Sendable {
  /// The pictures, or why a list of them cannot be read.
  let search: Result<InputSearch, CommandFailure>
  let output: String
  let saving: SavingOptions
  let jobCount: Int
  let decoder: ImageDecoder
  let isQuiet: Bool
}

/// How many inputs at once, and how much to say.
struct RunningArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Inputs worked on at the same time. Default: one for each core.", valueName: "count"))
  var jobs: Int?

  @Flag(help: "No result lines, progress or warnings; errors are still printed.")
  var quiet = false

  @Flag(
    help: ArgumentHelp(
      "Give up all rights but to read the inputs and write the outputs, before the first picture is "
        + "opened: no other file, no network, no other program (Linux)."))
  var sandbox = false

  /// What the parser makes of no option.
  static var plain: RunningArguments {
    var plain = RunningArguments()
    (plain.jobs, plain.quiet, plain.sandbox) = (nil, false, false)
    return plain
  }

  /// The number of jobs, checked.
  func jobCount() throws(UsageError) -> Int {
    let count = jobs ?? ThreadShare.jobs
    guard (1...1024).contains(count) else {
      throw UsageError("--jobs takes 1 to 1024, not \(count).")
    }
    return count
  }
}

/// Which colours are meant.
struct SelectionArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Which colour: auto for each picture's dominant hue, in which vivid pixels weigh more than "
        + "pale ones; accent for its strongest colour that covers less than half, brand for the one that "
        + "stands for a logo or a product (a picture without one is an error); a hex colour, a name (CSS or xkcd survey), a hue in degrees such as hue:210, "
        + "or a word for all that people call so, of those that 'showhide find' knows: red, pastel.",
      valueName: "color"))
  var color: String = "auto"

  @Option(
    help: ArgumentHelp(
      "How far from it still counts: for hues 0 to 180 degrees (default 20), for colours 0 to "
        + "100 percent of the way from black to white (default 10). With it a word such as red is the "
        + "one colour of that name.", valueName: "steps"))
  var tolerance: Int?

  @Option(
    help: ArgumentHelp(
      "Beyond the tolerance, fade out over so many degrees (default 10) or percent (default 5, of a "
        + "word for many colours 3); 0 is a hard edge. Of a hue weak colours fade too, so that a pinkish wall "
        + "is not taken for a red thing.", valueName: "steps"))
  var feather: Int?

  @Option(help: LeftOutColors.help, completion: .list(LeftOutColors.names))
  var without: [String] = []

  @Option(help: PictureRegion.help) var region: String?

  func request() throws(UsageError) -> SelectionRequest {
    try SelectionRequest(
      color: color, tolerance: tolerance, feather: feather,
      leavingOut: try LeftOutColors(typed: without))
  }
}

/// Runs the checks of a command line, with errors as the parser tells them.
func checkingUsage<Value>(_ body: () throws -> Value) throws -> Value {
  do {
    return try body()
  } catch let error as UsageError {
    throw ValidationError(error.description)
  }
}
