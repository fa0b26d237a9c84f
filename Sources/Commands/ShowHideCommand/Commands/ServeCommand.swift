internal import ArgumentParser
internal import CLibrary
internal import CommandText
internal import Files

/// `showhide serve`: the page.
///
/// The server is a program of its own beside this one, so that this one stays small and starts at once.
struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", _superCommandName: "showhide",
    abstract: "Show and hide colours in the browser, and browse a folder by colour.",
    discussion: """
      Prints the address of a page on this machine: choose a picture, see it with only its dominant \
      colour or without it, and save what you see. With a folder, its pictures are there by colour.

      Runs the program showhide-serve, which is beside this one; where it is, 'showhide serve --help' \
      prints its options. 'make serve' builds both and starts them, 'make install' installs both.

      EXAMPLES
        showhide serve
        showhide serve holiday/ --port 9000
        showhide serve --host 192.168.1.20      for a phone in the same network
      """)

  @Argument(
    parsing: .captureForPassthrough,
    help: ArgumentHelp("A folder and options, for showhide-serve.", valueName: "arguments"),
    completion: .directory)
  var arguments: [String] = []

  func run() throws {
    let folder = currentExecutablePath().map { PathParts($0).folder } ?? "."
    let program = PathParts.join(folder, "showhide-serve")
    var argv = ([program] + arguments).map { strdup($0) } + [nil]
    execv(systemPath(program), &argv)
    let cause = errno
    for text in argv { free(text) }
    if cause == ENOENT, arguments.contains(where: { ["--help", "-h"].contains($0) }) {
      StandardOutput.write(ShowHideTool.helpMessage(for: Self.self) + "\n")
      return
    }
    guard cause == ENOENT else {
      writeMessage(
        "Error: '\(program)' could not be started: \(systemMessage(cause)).")
      throw ExitCode.unavailable
    }
    writeMessage(
      "Error: The server is not there: '\(program)'. Start it with 'make serve' where this was built, "
        + "or install it with 'make install'.")
    throw ExitCode.unavailable
  }
}
