internal import ArgumentParser
internal import CommandOptions
internal import CommandText
internal import DominantColor
internal import Reporting

/// The command `kernels`; the work is done in the libraries.
@main
struct Kernels: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kernels",
    abstract:
      "The kernels that find dominant colours: what there is, and which is the fastest here.",
    discussion: """
      A kernel counts the colours of an image. `bench` times them: `kernels` is the program that it \
      starts for that.

      EXAMPLES
        kernels list                               kernels, images, instructions
        kernels tune                               find the fastest, and keep it
        kernels tune --show                        what was found
        bench run --kernel simd --image photo.jpg  time one kernel on one photo

      EXIT CODES
        0    done
        1    a kernel answered wrongly, or kernels itself failed
        64   the command line was wrong
        73   an output file could not be written
        74   standard output could not be written
        130  interrupted: nothing was written
        141  the reader of standard output went away (128 + SIGPIPE)
      """,
    version: versionText(of: Dominant.version),
    subcommands: [ListKernelsCommand.self, TuneCommand.self, WorkerCommand.self])

  static func main() {
    StandardStreams.reserveClosedDescriptors()
    if !answersVersion(Dominant.version) { parseAndRun() }
    if StandardOutput.isLost { exit(withError: ExitCode(.ioFailure)) }
  }

  private static func parseAndRun() {
    let commands = configuration.subcommands.map { $0.configuration }
    let complaint = unknownCommand(
      in: Array(CommandLine.arguments.dropFirst()),
      commands: commands.compactMap { $0.commandName },
      shown: commands.filter { $0.shouldDisplay }.compactMap { $0.commandName })
    if let complaint { exit(withError: ValidationError(complaint)) }
    main(nil)
  }
}
