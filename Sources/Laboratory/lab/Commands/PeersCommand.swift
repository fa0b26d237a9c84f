internal import ArgumentParser
internal import BenchmarkHarness
internal import CommandOptions
internal import CommandText
internal import DominantColor
internal import Files
internal import HistoryReports
internal import ImageCodecs
internal import KernelGoals
internal import KernelWorkloads
internal import Measuring
internal import Reporting

/// `lab peers`: other software doing the same work on the same pixels.
struct PeersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "peers",
    abstract: "Race our kernels against other software: speed, memory and accuracy.",
    discussion: """
      `make peers` sets the other software up once: OpenCV, scikit-learn, FAISS, libvips, Pillow, \
      Color Thief, Pylette, libimagequant, numba and numpy from PyPI, sharp from npm, and our \
      contract written in C. Each contender is a process of its own on the same core and takes \
      turns with the others on the same pixels, in memory and in its own 8-bit layout. Without \
      --image a real photo is timed, and two images with a planted colour show how far each answer \
      is from the truth. With --files all start from the same encoded bytes: a baseline JPEG, a \
      progressive one and a PNG of each image. What is missing here is said below the tables.

      EXAMPLES
        lab peers                              about five minutes at 24 MP
        lab peers --size 1.5MP                 half a minute
        lab peers --files                      from JPEG and PNG files
        lab peers --peer opencv-histogram --kernel simd --image photo.jpg
        lab peers --format markdown            the table of the README
      """)

  @Option(
    name: .customLong("peer"),
    help: ArgumentHelp(
      "Software to run, by the name `lab peers --list` gives; repeatable. Default: all.",
      valueName: "name"))
  var peers: [String] = []

  @Option(
    name: .customLong("kernel"),
    help: ArgumentHelp(
      "A kernel of ours; repeatable. Default: simd, histogram and kmeans.", valueName: "name"))
  var kernels: [String] = []

  @Option(
    name: .customLong("image"),
    help: ArgumentHelp(
      "A synthetic image or a PNG or JPEG file; repeatable. The first gives the times.",
      valueName: "image"))
  var images: [String] = []

  @Flag(help: "Start from files: a baseline JPEG, a progressive JPEG and a PNG of each image.")
  var files = false

  @Option(help: ArgumentHelp("The size of every image. Default: 24MP.", valueName: "size"))
  var size: String = "24MP"

  @Option(
    help: ArgumentHelp("Seconds of timed runs for each contender.", valueName: "seconds"))
  var time: Double = 2

  @Option(
    help: ArgumentHelp(
      "The Python to run peers with, if not the one that `make peers` set up.", valueName: "path"))
  var python: String?

  @Option(
    help: ArgumentHelp(
      "How to write results: table, json or markdown. Default: table.", valueName: "format"),
    transform: { try choice($0, kind: "format") })
  var format: Format = .table

  @Flag(help: "List the peers and whether they run here.")
  var list = false

  @OptionGroup var messages: MessageOptions

  @OptionGroup var build: BuildOptions

  enum Format: String, CaseIterable {
    case table
    case json
    case markdown
  }

  func validate() throws {
    if files, !kernels.isEmpty {
      throw ValidationError(
        "--kernel is for pixels; with --files the method is histogram. Leave one of the two out.")
    }
    _ = try chosenKernels()
    _ = try requests()
    guard time > 0, time <= 3600 else {
      throw ValidationError("--time takes seconds above 0 and up to 3600, not \(time).")
    }
  }

  func run() throws {
    let (installation, known) = try reportingFailures {
      let installation = try PeerInstallation.find(python: python)
      return (installation, try installation.list())
    }
    if list { return StandardOutput.write(Self.listing(known)) }
    try build.requireRelease(for: "lab peers")
    let chosen = try chosenPeers(known)
    let missing = chosen.filter { $0.missing != nil }
    for peer in missing {
      messages.message(.warning("\(peer.name) is left out: \(peer.missing ?? "")"))
    }
    Interruption.watch()
    let session = PeerSession(
      installation: installation, kernels: try chosenKernels(),
      peers: chosen.filter { $0.missing == nil }, images: try subjects(),
      race: PeerRace(budget: time),
      starter: WorkerStarter(timeout: 600),
      program: currentExecutablePath() ?? CommandLine.arguments[0],
      context: messages.context())
    let (results, code) = session.run()
    let environment = RunEnvironment.current(inputs: try requests())
    switch format {
    case .table:
      StandardOutput.write(
        environment.summary + "\n\n" + PeerReport.table(results, missing: missing))
    case .markdown:
      StandardOutput.write(
        PeerReport.markdown(results, missing: missing) + "\n" + environment.summary + "\n")
    case .json:
      StandardOutput.write(PeerReport.json(results, missing: missing, environment: environment))
    }
    try code.exitUnlessSuccess()
  }

  private static func listing(_ peers: [Peer]) -> String {
    var table = TextTable(
      columns: [
        .init("peer", .left), .init("takes", .left), .init("version", .left),
        .init("what it does", .left),
      ])
    for peer in peers {
      table.append([
        TextTable.Cell(peer.name), TextTable.Cell(peer.input.rawValue),
        TextTable.Cell(peer.version ?? "missing"),
        TextTable.Cell(peer.missing ?? peer.what),
      ])
    }
    return table.lines().joined(separator: "\n") + "\n"
  }

  private var planned = Once<[any Kernel]>()

  private func chosenKernels() throws -> [any Kernel] {
    try planned.value {
      try reportingFailures {
        try (kernels.isEmpty ? ["simd", "histogram", "kmeans"] : kernels).map {
          try BenchmarkChoice.kernel(named: $0)
        }
      }
    }
  }

  private func chosenPeers(_ known: [Peer]) throws -> [Peer] {
    let input: Peer.Input = files ? .file : .pixels
    let known = known.filter { $0.input == input }
    guard !peers.isEmpty else { return known }
    return try peers.map { name in
      guard let peer = known.first(where: { $0.name == name }) else {
        throw ValidationError(
          unknownChoice(
            name, kind: files ? "peer on files" : "peer on pixels", choices: known.map(\.name)))
      }
      return peer
    }
  }

  /// What files hold: settings that most photos on the web have.
  private static let formats: [GoalFile.Format] = [
    .jpeg(quality: 75, sampling: .half, isProgressive: false),
    .jpeg(quality: 75, sampling: .half, isProgressive: true), .png,
  ]

  private func subjects() throws -> [PeerSubject] {
    let formats: [GoalFile.Format?] = files ? Self.formats : [nil]
    return try requests().flatMap { image in
      formats.map { PeerSubject(image: image, format: $0) }
    }
  }

  private var requested = Once<[ImageRequest]>()

  private func requests() throws -> [ImageRequest] { try requested.value(makeRequests) }

  private func makeRequests() throws -> [ImageRequest] {
    do {
      let size = try ImageSize(parsing: size)
      if images.isEmpty, files { return [ImageRequest(source: .synthetic("photo"), size: size)] }
      guard !images.isEmpty else {
        return [.packagedPhoto, .synthetic("planted"), .synthetic("straddle")].map {
          ImageRequest(source: $0, size: size)
        }
      }
      return try images.map { ImageRequest(source: try ImageRequest.source(named: $0), size: size) }
    } catch {
      throw ValidationError("\(error)")
    }
  }
}
