internal import ArgumentParser
internal import CommandText
internal import HistoryDashboard

/// `bench report`: what the history says, as a dashboard, a comment, a picture or data.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Show the history: a dashboard, Markdown for a pull request, SVG or JSON.",
    discussion: """
      The dashboard is a folder with one page, which opens from the disk and needs no network: \
      status lights, a timeline of every series with its intervals, change points, commits and \
      environments, a heat map, scaling, speed against accuracy, and the machine. The folder \
      appears whole or not at all. An older report in its place is replaced; anything else is \
      left alone unless --force is given.

      Markdown, SVG and JSON go to standard output, or into the file that --output names.

      EXAMPLES
        bench report --output site
        bench report --format markdown > comment.md
        bench report --format svg --series 'simd × photo × 24 MP' > simd.svg
        bench report --example --output site      a made-up history, to see what there is

      EXIT CODES
        0    the report was written
        1    bench itself failed
        64   the command line was wrong, or there is no such series
        65   the history is damaged or no history
        66   the history is missing
        73   the report could not be written; what was there before still is
        74   the history could not be opened: it is read-only or in use
      """)

  @OptionGroup var history: HistoryOptions

  @Option(help: ArgumentHelp("How to write: html, markdown, svg or json.", valueName: "format"))
  var format: String = ReportKind.html.rawValue

  @Option(
    help: ArgumentHelp(
      "Where to write: a folder for html, else a file.", valueName: "path"))
  var output: String?

  @Option(help: ArgumentHelp("Only this series; svg needs one.", valueName: "name"))
  var series: String?

  @Option(help: ArgumentHelp("The report's heading.", valueName: "text"))
  var title: String?

  @Flag(help: "Replace what is in the way of the output, even when it is no report.")
  var force = false

  @Flag(help: "Report on a made-up history instead.")
  var example = false

  func validate() throws {
    let kind = try kind()
    if kind == .html, output == nil {
      throw ValidationError(
        "A dashboard needs a folder to be written to: add --output site, or choose another --format."
      )
    }
    if kind == .svg, series == nil {
      throw ValidationError(
        "An SVG shows one series: add --series NAME. `bench report --format markdown` lists them.")
    }
  }

  func run() throws {
    let location = history.location
    if location == nil, !example {
      StandardError.write("Error: There is no home folder to look in. Give --history.\n")
      throw ExitCode.noInput
    }
    let session = ReportSession(
      kind: try kind(), history: example ? nil : location?.path, series: series, title: title,
      output: output, isForced: force, now: ReportSession.now(),
      write: { StandardOutput.write($0) }, message: { StandardError.write($0 + "\n") })
    do {
      try session.run()
    } catch {
      StandardError.write("Error: \(error.message)\n")
      throw error.exitCode
    }
  }

  private func kind() throws -> ReportKind { try choice(format, kind: "format") }
}
