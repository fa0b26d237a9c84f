internal import HTTPTypes
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import NIOPosix
internal import PictureServer
internal import ServiceLifecycle
internal import UnixSignals

/// The sockets: passes requests to the service and its answers back.
struct WebServer {
  let service: PictureService
  let limits: ServerLimits
  let host: String
  let port: Int
  /// Whether requests come through a proxy on this machine.
  let isBehindProxy: Bool

  /// Serves until the process is asked to end.
  ///
  /// - Parameter ready: called with the port once requests are taken.
  /// - Throws: what keeps it from listening.
  func run(ready: @escaping @Sendable (Int) -> Void) async throws {
    var logger = Logger(label: "showhide-serve")
    logger.logLevel = .critical
    let (service, limits, isBehindProxy) = (service, limits, isBehindProxy)
    let places = ConnectionPlaces(
      most: limits.connections, mostOfClient: limits.connectionsOfClient)
    let channel = HTTP1Channel(
      responder: { request, writer, channel in
        try await Self.answer(request, writer, channel, service)
      },
      configuration: .init(
        additionalChannelHandlers: [
          RequestDeadline(limits, places, isBehindProxy: isBehindProxy)
        ],
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: limits.headerBytes, maxHeaderListSize: limits.headerBytes,
          maxHeaderFieldCount: 100)))
    let server = Server(
      childChannelSetup: channel,
      configuration: ServerConfiguration(
        address: .hostname(host, port: port), backlog: 128,
        // Those above the limit are taken too, so that others can make room for them.
        availableConnectionsDelegate: MaximumAvailableConnections(
          2 * limits.connections, logger: logger)),
      onServerRunning: { channel in ready(channel.localAddress?.port ?? 0) },
      eventLoopGroup: MultiThreadedEventLoopGroup.singleton, logger: logger)
    try await ServiceGroup(
      configuration: .init(
        services: [server], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    ).run()
  }

  private static func answer(
    _ request: Request, _ writer: consuming ResponseWriter, _ channel: any Channel,
    _ service: PictureService
  ) async throws {
    let sink = SocketSink(writer)
    let content = SocketContent(request.body)
    let asked = ServerRequest(
      request, content, sink, client: channel.remoteAddress?.ipAddress ?? "")
    // The client may go away while nothing is written to it, as during the work on a picture.
    let work = Task { try await service.answer(asked, to: sink) }
    channel.closeFuture.whenComplete { _ in work.cancel() }
    try await withTaskCancellationHandler {
      try await work.value
    } onCancel: {
      work.cancel()
    }
    if sink.closes {
      // Reads a little of what still comes, so that the answer is not lost, but not all of it.
      try await content.read(atMost: 4_000_000)
      throw ConnectionEnd()
    }
  }
}

/// The connection is not used for another request.
private struct ConnectionEnd: Error {}

extension ServerRequest {
  fileprivate init(
    _ request: Request, _ content: SocketContent, _ sink: SocketSink, client: String
  ) {
    var fields = request.headers.map { (name: $0.name.rawName, value: $0.value) }
    if let host = request.head.authority { fields.append((name: "host", value: host)) }
    let awaitsWord = request.headers[.expect]?.lowercased() == "100-continue"
    self.init(
      method: request.method.rawValue, target: request.head.path ?? "", fields: fields,
      client: client,
      body: .init { take throws(RequestFailure) in
        do {
          if awaitsWord { try await sink.sendContinue() }
          while let bytes = try await content.next() { try take(bytes) }
        } catch let failure as RequestFailure {
          throw failure
        } catch {
          throw .incomplete
        }
        if Task.isCancelled { throw .incomplete }
      })
  }
}

/// The content of a request, which is read on where reading stopped.
///
/// SAFETY: the task that answers the request reads it, and after its end the one that waited for it.
private final class SocketContent: @unchecked Sendable {
  private var pieces: HummingbirdCore.RequestBody.AsyncIterator

  init(_ body: HummingbirdCore.RequestBody) { pieces = body.makeAsyncIterator() }

  /// The next bytes; `nil` at the end.
  func next() async throws -> [UInt8]? {
    try await pieces.next().map { Array($0.readableBytesView) }
  }

  /// Reads bytes and drops them.
  func read(atMost limit: Int) async throws {
    var left = limit
    while left > 0, let bytes = try await next() { left -= bytes.count }
  }
}

/// Writes an answer into a connection.
///
/// SAFETY: one request has one sink, and the task that answers it calls it from one place at a time.
private final class SocketSink: ResponseSink, @unchecked Sendable {
  private var start: ResponseWriter?
  private var body: (any ResponseBodyWriter)?
  /// Whether the connection ends with this answer.
  private(set) var closes = false

  init(_ writer: consuming ResponseWriter) { start = consume writer }

  /// Asks a client that waits for it to send the content.
  func sendContinue() async throws {
    try await start?.writeInformationalHead(HTTPResponse(status: .continue))
  }

  func begin(_ head: ResponseHead) async throws {
    var fields = HTTPFields()
    for (name, value) in head.fields {
      if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
    }
    if let length = head.length { fields[.contentLength] = "\(length)" }
    closes = fields[.connection] == "close"
    guard let writer = start.take() else { return }
    body = try await writer.writeHead(
      HTTPResponse(status: .init(code: head.status), headerFields: fields))
  }

  func write(_ bytes: [UInt8]) async throws { try await body?.write(ByteBuffer(bytes: bytes)) }

  func finish() async throws {
    guard let body else { return }
    self.body = nil
    try await body.finish(nil)
  }
}
