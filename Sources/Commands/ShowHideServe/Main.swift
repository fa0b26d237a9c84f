internal import ArgumentParser
internal import CLibrary
internal import CommandText
internal import Files
internal import NIOCore
internal import PictureServer
internal import Reporting

/// The program behind `showhide serve`.
@main
struct ServeTool: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "showhide serve",
    abstract: "Show and hide colours in the browser, and browse a folder by colour.",
    discussion: """
      Prints the address of a page: choose a picture, see it with only its dominant colour or without \
      it, and save what you see. What is saved equals what 'showhide show' and 'showhide hide' write.

      With a folder, its pictures are in the gallery, by their hues; the folder is indexed as by \
      'showhide index'. Without one, the gallery has a few samples.

      Nothing that is sent to the server is kept. Pictures are decoded by processes of their own that \
      may open no file, use no network and start no program (Linux). Ctrl-C ends the server.

      EXAMPLES
        showhide serve
        showhide serve holiday/ --port 9000
        showhide serve --host 192.168.1.20      for a phone in the same network
        showhide serve holiday/ --public-url https://photos.example      behind a proxy

      EXIT CODES
        0    ended by Ctrl-C
        64   the command line is wrong
        66   there is no such folder
        69   this system has no sandbox, or the address is in use
      """)

  @Argument(
    help: ArgumentHelp("A folder of pictures for the gallery.", valueName: "folder"),
    completion: .directory)
  var folder: String?

  @Option(help: ArgumentHelp("The port; 0 for any that is free.", valueName: "number"))
  var port: Int = 8017

  @Option(
    help: ArgumentHelp(
      "The address to listen on. Another than this machine's own lets everybody who reaches it use "
        + "the page, without a password and without encryption.", valueName: "address"))
  var host: String = "127.0.0.1"

  @Option(
    help: ArgumentHelp(
      "The address by which browsers reach the page through a proxy on this machine, such as "
        + "https://photos.example.", valueName: "address"))
  var publicURL: String?

  @Option(
    help: ArgumentHelp(
      "Pictures worked on at the same time, 1 to 64.", valueName: "count"))
  var jobs: Int = ServerLimits().jobs

  @Option(
    help: ArgumentHelp("The most megabytes of a file, 1 to 1000.", valueName: "megabytes"))
  var maxFile: Int = ServerLimits().fileBytes / 1_000_000

  @Option(
    help: ArgumentHelp("The most megapixels of a picture, 1 to 1000.", valueName: "megapixels"))
  var maxPixels: Int = ServerLimits().megapixels

  @Flag(
    help: ArgumentHelp(
      "Read pictures without a sandbox, where the system has none. Only for pictures that you trust."
    ))
  var withoutSandbox = false

  func validate() throws {
    func check(_ value: Int, _ range: ClosedRange<Int>, _ name: String) throws {
      guard range.contains(value) else {
        throw ValidationError(
          "\(name) takes \(range.lowerBound) to \(range.upperBound), not \(value).")
      }
    }
    try check(port, 0...65_535, "--port")
    try check(jobs, 1...64, "--jobs")
    try check(maxFile, 1...1000, "--max-file")
    try check(maxPixels, 1...1000, "--max-pixels")
    if let publicURL, PublicOrigin(publicURL) == nil {
      throw ValidationError(
        "--public-url takes an address without a path, such as https://photos.example, not '\(publicURL)'."
      )
    }
    if host.isEmpty { throw ValidationError("--host takes a name or an address.") }
  }

  func run() async throws {
    if let folder, FileKind(path: folder) != .folder {
      throw failure("'\(PathText.printable(folder))': there is no such folder.", ExitCode(66))
    }
    guard let own = currentExecutablePath() else {
      throw failure("The system does not say where this program is.", ExitCode(69))
    }
    let tool = PathParts.join(PathParts(own).folder, "showhide")
    guard FileKind(path: tool) == .regular else {
      throw failure(
        "The command that reads pictures is not there: '\(tool)'. Build or install both together.",
        ExitCode(69))
    }
    var limits = ServerLimits()
    limits.jobs = jobs
    limits.fileBytes = maxFile * 1_000_000
    limits.megapixels = maxPixels
    let service: PictureService
    do throws(ServerStartFailure) {
      service = try await PictureService(
        requests: RequestGuard(host: host, publicOrigin: publicURL.flatMap(PublicOrigin.init)),
        limits: limits,
        tool: PictureTool(path: tool, isSandboxed: !withoutSandbox, limits: limits),
        pictures: folder.map { GallerySource(folder: $0, keepsIndex: true) }
          ?? GallerySource(folder: Self.samples(near: own), keepsIndex: false))
    } catch {
      let remedy =
        error.isWithoutSandbox ? " For pictures that you trust, use --without-sandbox." : ""
      throw failure(error.description + remedy, ExitCode(69))
    }
    defer { service.stop() }
    if withoutSandbox {
      writeMessage("Warning: Pictures are read without a sandbox. Open only those that you trust.")
    }
    if !Self.isThisMachine(host) {
      writeMessage(
        "Warning: Everybody who reaches \(host) can use this page and see the gallery, without a "
          + "password, and others in the network can read what is sent.")
    }
    do {
      try await WebServer(
        service: service, limits: limits, host: host, port: port, isBehindProxy: publicURL != nil
      ).run { port in
        let shown = host.contains(":") ? "[\(host)]" : host
        StandardOutput.write("http://\(shown):\(port)/\n")
      }
    } catch {
      let cause = (error as? IOError).map { systemMessage($0.errnoCode) } ?? "\(error)"
      throw failure(
        "The server cannot listen on \(host), port \(port): \(cause). Choose another with --port "
          + "or --host.", ExitCode(69))
    }
  }

  private func writeMessage(_ line: String) { StandardError.write(PathText.printable(line) + "\n") }

  private func failure(_ problem: String, _ code: ExitCode) -> ExitCode {
    writeMessage("Error: \(problem)")
    return code
  }

  private static func isThisMachine(_ host: String) -> Bool {
    ["localhost", "127.0.0.1", "::1"].contains(host.lowercased())
  }

  /// The samples: in the checkout that the program was built in, or where they were installed.
  private static func samples(near executable: String) -> String {
    let places = ["share/swift-dominant-color/samples", "Tests/Fixtures/Corpus/photos"]
    return PathParts(executable).enclosingFolders.lazy
      .flatMap { folder in places.map { PathParts.join(folder, $0) } }
      .first { FileKind(path: $0) == .folder } ?? "."
  }
}
