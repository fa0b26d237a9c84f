internal import CLibrary
internal import Files
internal import OrderedJSON
internal import Synchronization

/// The server without its sockets: takes requests and answers them.
///
/// It keeps nothing of what is sent to it: each request brings its picture along. Pictures are decoded
/// by other processes, which have given up their rights.
package final class PictureService: Sendable {
  private let requests: RequestGuard
  private let limits: ServerLimits
  private let clock: any Clock<Duration>
  private let tool: PictureTool
  private let scratch: ScratchFolder
  private let slots: JobSlots
  private let uploads: JobSlots
  private let shares: ClientShares
  private let rate: RateLimit
  private let gallery: Gallery

  /// Makes a service, and tries the tool on a picture of its own.
  ///
  /// - Parameters:
  ///   - requests: which requests are its own.
  ///   - limits: what clients may cost.
  ///   - tool: what works on pictures.
  ///   - pictures: the pictures to show.
  ///   - clock: what measures the time that work takes and waits.
  /// - Throws: ``ServerStartFailure``.
  package init(
    requests: RequestGuard, limits: ServerLimits, tool: PictureTool, pictures: GallerySource,
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws(ServerStartFailure) {
    self.requests = requests
    self.limits = limits
    self.clock = clock
    self.tool = tool
    scratch = try ScratchFolder()
    slots = JobSlots(
      count: limits.jobs, waiting: limits.waitingJobs, patience: .seconds(limits.waitingSeconds),
      clock: clock)
    uploads = JobSlots(count: limits.uploads, waiting: 0, patience: .zero, clock: clock)
    shares = ClientShares(most: limits.uploadsOfClient)
    rate = RateLimit(burst: limits.burst, rate: limits.rate)
    gallery = Gallery(pictures, mostBytes: limits.galleryBytes, clock: clock)
    try await Self.check(tool, scratch)
    gallery.start(tool, scratch)
  }

  /// Ends what runs in the background and removes what is in work.
  package func stop() {
    gallery.stop()
    scratch.remove()
  }

  /// Answers a request; cancelling the task stops the work for it.
  ///
  /// - Throws: what keeps an answer from being sent, such as a client that is gone.
  package func answer(_ request: ServerRequest, to sink: some ResponseSink) async throws {
    do {
      try requests.check(request)
      if request.method == "HEAD" {
        try await route(request, HeadSink(whole: sink))
      } else {
        try await route(request, sink)
      }
    } catch let failure as RequestFailure {
      if request.method == "HEAD" {
        try await HeadSink(whole: sink).send(failure)
      } else {
        try await sink.send(failure)
      }
    }
  }

  private func route(_ request: ServerRequest, _ sink: some ResponseSink) async throws {
    let path = request.path
    switch path {
    case "/analyse":
      try Self.check(request, is: ["POST"])
      try await analyse(request, sink)
    case "/effect":
      try Self.check(request, is: ["POST"])
      try await apply(request, sink)
    case "/machine.json":
      try Self.check(request, is: ["GET", "HEAD"])
      try await sink.send(MachineTable.json(limits))
    case "/gallery.json":
      try Self.check(request, is: ["GET", "HEAD"])
      try await sink.send(try await gallery.list(query: request.query))
    default:
      try Self.check(request, is: ["GET", "HEAD"])
      if let file = PageFile.all[path] {
        try await sink.send(file.bytes, type: file.type)
      } else if let (picture, wish) = Gallery.address(path) {
        try await sendGallery(picture, wish, request, sink)
      } else {
        throw RequestFailure.notFound
      }
    }
  }

  private static func check(
    _ request: ServerRequest, is methods: [String]
  ) throws(RequestFailure) {
    guard methods.contains(request.method) else {
      throw .method(allowed: methods.joined(separator: ", "))
    }
  }

  // MARK: Pictures that arrive

  private func analyse(_ request: ServerRequest, _ sink: some ResponseSink) async throws {
    let wish = try AnalysisRequest(query: request.query)
    let file = try await receive(request)
    try await slots.run { [self] in
      try await runAnalysis(of: file, side: 1280, wish) { line in
        try await sink.write(line)
      } begin: {
        try await sink.begin(ResponseHead(type: "application/x-ndjson", length: nil))
      }
      try await sink.finish()
    }
  }

  /// Runs an analysis and passes its lines on.
  private func runAnalysis(
    of file: SpooledFile, side: Int, _ wish: AnalysisRequest = AnalysisRequest(),
    line send: ([UInt8]) async throws -> Void,
    begin: () async throws -> Void
  ) async throws {
    let worker = try tool.analyse(file, side: side, wish)
    let timeLimit = Deadline(seconds: limits.workSeconds, clock: clock) { worker.stop() }
    defer {
      timeLimit.cancel()
      worker.stop()
    }
    try await withTaskCancellationHandler {
      var job = AnalysisJob()
      try await begin()
      for await bytes in worker.output {
        for line in job.take(bytes) { try await send(line) }
      }
      try Task.checkCancellation()
      let problem =
        timeLimit.isOver
        ? "The picture took longer than \(limits.workSeconds) seconds, the limit of this server."
        : "The picture could not be read: the program that reads it has ended early."
      if let line = job.fail(problem) { try await send(line) }
    } onCancel: {
      worker.stop()
    }
  }

  private func apply(_ request: ServerRequest, _ sink: some ResponseSink) async throws {
    let effect = try EffectRequest(query: request.query)
    let file = try await receive(request)
    let made = try await slots.run { [self] in try await make(effect, of: file) }
    try await sink.begin(ResponseHead(type: effect.type, length: made.count))
    made.rewind()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = retryingInterrupts { read(made.descriptor, &buffer, buffer.count) }
      guard count > 0 else { break }
      try await sink.write(Array(buffer[..<count]))
    }
    try await sink.finish()
  }

  /// Writes a changed picture, as a file that has no name any more.
  private func make(_ effect: EffectRequest, of file: SpooledFile) async throws -> SpooledFile {
    guard let folder = scratch.makeFolder() else {
      throw RequestFailure(507, "The server has no room for the picture.")
    }
    defer { ScratchFolder.remove(folder) }
    let output = PathParts.join(folder, "picture.\(effect.format)")
    let worker = try tool.apply(effect, to: file, output: output)
    let timeLimit = Deadline(seconds: limits.workSeconds, clock: clock) { worker.stop() }
    defer { timeLimit.cancel() }
    let words = try await withTaskCancellationHandler {
      var words: [UInt8] = []
      for await bytes in worker.output { words += bytes }
      try Task.checkCancellation()
      return String(decoding: words, as: UTF8.self)
    } onCancel: {
      worker.stop()
    }
    guard worker.exitCode == 0 else {
      guard !timeLimit.isOver else {
        throw RequestFailure(
          422, "The picture took longer than \(limits.workSeconds) seconds, the limit here.")
      }
      throw RequestFailure(422, Self.cause(in: words))
    }
    let made = open(output, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    var status = stat()
    guard made >= 0, fstat(made, &status) == 0 else {
      throw RequestFailure(500, "The picture that was made is not there.")
    }
    return SpooledFile(descriptor: made, count: Int(status.st_size))
  }

  /// What a command says of the file, without the name that only the command knows.
  private static func cause(in words: String) -> String {
    let line = words.split(separator: "\n").first.map(String.init) ?? ""
    let start = "Error: '-': "
    return line.hasPrefix(start)
      ? String(line.dropFirst(start.count)) : "The picture could not be made."
  }

  /// Takes a file in, once it is this client's turn.
  private func receive(_ request: ServerRequest) async throws -> SpooledFile {
    let limit = limits.fileBytes
    if let length = request.field("content-length"), (Int(length) ?? .max) > limit {
      throw RequestFailure.tooLarge(limit: limit)
    }
    let client = client(of: request)
    try rate.take(client)
    return try await shares.run(client) { [uploads, scratch] in
      try await uploads.run { try await Self.spool(request, in: scratch, limit: limit) }
    }
  }

  /// Who is counted for a request: behind a proxy on this machine, whom that names.
  private func client(of request: ServerRequest) -> String {
    let isForwarded =
      requests.publicOrigin != nil && ClientAddress.isThisMachine(request.client)
    return (isForwarded ? ClientAddress.forwarded(by: request) : nil)
      ?? ClientAddress.group(of: request.client)
  }

  private static func spool(
    _ request: ServerRequest, in scratch: ScratchFolder, limit: Int
  ) async throws -> SpooledFile {
    guard let descriptor = scratch.makeNamelessFile() else {
      throw RequestFailure(507, "The server has no room for the file.")
    }
    let file = SpooledFile(descriptor: descriptor)
    try await request.body.read { bytes throws(RequestFailure) in
      try file.append(bytes, limit: limit)
    }
    guard file.count > 0 else { throw RequestFailure(400, "The file is empty.") }
    return file
  }

  // MARK: Pictures of the gallery

  private func sendGallery(
    _ picture: Int64, _ wish: Gallery.Wish, _ request: ServerRequest, _ sink: some ResponseSink
  ) async throws {
    guard request.query.isEmpty else { throw RequestFailure.notFound }
    switch wish {
    case .preview:
      // Asked before it is opened: what is kept is of this file or an older one, never of a newer one.
      let known = gallery.file(of: picture)
      if let kept = gallery.kept(known) {
        return try await sink.send(kept, type: "application/x-ndjson")
      }
      let file = try gallery.open(picture)
      let lines = Mutex<[UInt8]>([])
      try await slots.run { [self] in
        try await runAnalysis(of: file, side: Gallery.side) { line in
          lines.withLock { $0 += line }
        } begin: {
        }
      }
      let bytes = lines.withLock { $0 }
      gallery.keep(bytes, known)
      try await sink.send(bytes, type: "application/x-ndjson")
    case .file:
      let file = try gallery.open(picture)
      try await sink.begin(ResponseHead(type: "application/octet-stream", length: file.count))
      file.rewind()
      var left = file.count
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while left > 0 {
        let count = retryingInterrupts { read(file.descriptor, &buffer, min(left, buffer.count)) }
        // A file that shrinks meanwhile is not whole.
        guard count > 0 else { throw RequestFailure.incomplete }
        left -= count
        try await sink.write(Array(buffer[..<count]))
      }
      try await sink.finish()
    }
  }

  // MARK: Start

  /// A picture of one pixel: red.
  private static let samplePicture: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0,
    0, 0x01, 0, 0, 0, 0x01, 0x08, 0x02, 0, 0, 0, 0x90, 0x77, 0x53, 0xDE, 0, 0, 0, 0x0C, 0x49,
    0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0xF8, 0xCF, 0xC0, 0, 0, 0x03, 0x01, 0x01, 0, 0xC9, 0xFE,
    0x92, 0xEF, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
  ]

  /// Whether the tool works as it must, seen on a picture of one pixel.
  private static func check(
    _ tool: PictureTool, _ scratch: ScratchFolder
  ) async throws(ServerStartFailure) {
    var lines: [[UInt8]] = []
    var job = AnalysisJob()
    var code: Int32?
    do {
      guard let descriptor = scratch.makeNamelessFile() else { throw RequestFailure.incomplete }
      let file = SpooledFile(descriptor: descriptor)
      try file.append(samplePicture, limit: samplePicture.count)
      let worker = try tool.analyse(file, side: 16)
      for await bytes in worker.output { lines += job.take(bytes) }
      code = worker.exitCode
    } catch {
      throw ServerStartFailure(
        "'\(PathText.printable(tool.path))' could not be started, which reads the pictures.")
    }
    if code == 69 {
      throw ServerStartFailure(
        "This system offers no sandbox for the processes that read pictures: it takes Linux 5.13 or "
          + "newer with Landlock.", isWithoutSandbox: true)
    }
    guard job.job.phase == .ready else {
      throw ServerStartFailure(
        "'\(PathText.printable(tool.path))' does not read a picture as it should; it may be of another "
          + "version. Build or install both commands together.")
    }
  }
}
