internal import ArgumentParser
internal import CommandText
internal import DominantColor
internal import Files

/// `showhide palette`: the colours of pictures.
struct PaletteCommand: AsyncParsableCommand, SandboxedCommand {
  static let configuration = CommandConfiguration(
    commandName: "palette",
    abstract: "Print the dominant colours of pictures.",
    discussion: """
      Methods: histogram finds the densest small cubes of colour space, kmeans groups like \
      colours, hue takes the fullest hues and leaves greys out. Shares are of the visible pixels.

      Large JPEGs (2 megapixels and more) are read in outline, one pixel for each 8 × 8, where \
      that settles the dominant colour to ΔE00 1 by method histogram: JSON then says \
      "exact":false, counts are estimates, and further colours may differ. --exact forbids it.

      Formats: table for people; json and jsonl (one object a line, also for files that failed) \
      and csv for programs; css custom properties; gpl for GIMP, Inkscape and Krita; ase for \
      Adobe; svg and png as strips.

      EXAMPLES
        showhide palette photo.jpg
        showhide palette photo.jpg --count 8 --method kmeans --format css
        showhide palette holiday/ --format jsonl --jobs 4 > colours.jsonl
        find . -name '*.jpg' | showhide palette --files-from - --format jsonl
        curl -s https://example.org/photo.jpg | showhide palette -
        showhide palette *.jpg --format ase -o holiday.ase
      """)

  @Argument(
    help: ArgumentHelp(
      "PNG or JPEG files, folders of them, patterns in quotes, or - for standard input.",
      valueName: "images"))
  var inputs: [String] = []

  @Option(
    help: ArgumentHelp(
      "Also the files whose paths this file holds, one a line; - for standard input. However many "
        + "they are, memory does not grow.", valueName: "file"))
  var filesFrom: String?

  @Option(
    help: ArgumentHelp(
      "How to write palettes: table, json, jsonl, csv, css, gpl, ase, svg or png.",
      valueName: "format"))
  var format: String = PaletteFormat.table.rawValue

  @Option(
    help: ArgumentHelp(
      "The most colours for each picture, 1 to 64. Default: 5, or 8 for kmeans.",
      valueName: "count"))
  var count: Int?

  @Option(help: ArgumentHelp("histogram, kmeans or hue.", valueName: "name"))
  var method: String = PaletteMethod.histogram.rawValue

  @Flag(
    help: ArgumentHelp(
      "Count every pixel. Otherwise large JPEGs are read in outline where that settles the "
        + "dominant colour: counts are then estimates."))
  var exact = false

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp(
      "The file to write, whole or not at all. Default: standard output.", valueName: "file"))
  var output: String?

  @Flag(help: "Replace a file that is there already.")
  var force = false

  @OptionGroup var running: RunningArguments
  @OptionGroup(title: "Limits") var limits: LimitArguments

  var isSandboxed: Bool { running.sandbox }
  var sandboxedInputs: [String] { inputs }
  var sandboxedList: String? { filesFrom }
  func outputFolders() -> [String] { output.map { [PathParts($0).folder] } ?? [] }

  func validate() throws {
    try checkingUsage {
      _ = try request()
      _ = try running.jobCount()
      if inputs.isEmpty, filesFrom == nil {
        throw UsageError("Name pictures, folders or patterns, or a list of them with --files-from.")
      }
      if inputs.contains("-"), filesFrom == "-" {
        throw UsageError("Standard input is either a picture (-) or a list (--files-from -).")
      }
      let format = try PaletteFormat(named: self.format)
      if format.isBinary, output == nil, Terminal(descriptor: 1).isTerminal {
        throw UsageError(
          "\(format.rawValue) is not text. Name a file with -o, or redirect the output.")
      }
    }
  }

  private func request() throws(UsageError) -> PaletteRequest {
    try PaletteRequest(
      method: method, count: count, decoder: try limits.decoder(), isExact: exact)
  }

  func run() async throws {
    StartUpPages.giveBack()
    let request = try checkingUsage { try self.request() }
    let batch = Batch(
      jobs: try checkingUsage { try running.jobCount() }, isQuiet: running.quiet)
    let format = try checkingUsage { try PaletteFormat(named: self.format) }
    let document = PaletteDocument(
      report: format.report(on: Terminal(descriptor: 1)), output: output,
      writer: PictureWriter(replacesExisting: force))
    var list: PathList?
    try telling { () throws(CommandFailure) in
      list = try filesFrom.map { path throws(CommandFailure) in try PathList(path: path) }
    }
    let code = try await document.write(inputs, list: list, request: request, batch: batch)
    if code != .success { throw code }
  }
}
