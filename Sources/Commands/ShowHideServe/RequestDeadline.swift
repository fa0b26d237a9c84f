internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes
internal import NIOHTTPTypesHTTP1
internal import PictureServer

/// Ends connections that cost a place and bring nothing: without a request, with one whose content comes too
/// slowly, or whose client takes nothing of its answer.
///
/// Used on the connection's event loop only.
final class RequestDeadline: ChannelDuplexHandler, RemovableChannelHandler, @unchecked Sendable {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let limits: ServerLimits
  private let places: ConnectionPlaces
  private let isBehindProxy: Bool
  private var place: Int?
  private var timer: Scheduled<Void>?
  private var pace: ArrivalPace
  /// Whether no request has come on this connection yet.
  private var isFirst = true
  /// Whether a request is being answered.
  private var isAnswering = false
  /// Whether its answer has begun.
  private var hasAnswered = false
  /// Whether its content is still to come.
  private var isArriving = false

  init(_ limits: ServerLimits, _ places: ConnectionPlaces, isBehindProxy: Bool) {
    (self.limits, self.places, self.isBehindProxy) = (limits, places, isBehindProxy)
    pace = ArrivalPace(limits)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let pipeline = context.pipeline.syncOperations
    if let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) {
      try? pipeline.addHandler(MessageRules(), position: .before(codec))
    }
    let channel = context.channel
    let address = channel.remoteAddress?.ipAddress ?? ""
    let isProxy = isBehindProxy && ClientAddress.isThisMachine(address)
    place = places.enter(client: isProxy ? nil : ClientAddress.group(of: address)) {
      channel.close(promise: nil)
    }
    guard place != nil else { return channel.close(promise: nil) }
    waitForRequest(context)
  }

  func handlerRemoved(context: ChannelHandlerContext) { end() }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  private func end() {
    timer?.cancel()
    if let place { places.leave(place) }
    place = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head:
      (isFirst, isAnswering, hasAnswered, isArriving) = (false, true, false, true)
      if let place { places.begin(place) }
      pace = ArrivalPace(limits)
      watchContent(context)
    case .body(let bytes): pace.add(bytes.readableBytes)
    case .end:
      isArriving = false
      if isAnswering { timer?.cancel() }
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head): if head.status.kind != .informational { hasAnswered = true }
    case .body: break
    case .end:
      isAnswering = false
      if let place { places.wait(place) }
      waitForRequest(context)
    }
    context.write(data, promise: promise)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if isAnswering, !isArriving {
      timer?.cancel()
      if !context.channel.isWritable {
        let channel = context.channel
        timer = schedule(context, limits.answerSeconds) { channel.close(promise: nil) }
      }
    }
    context.fireChannelWritabilityChanged()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // A client that closes its side while it waits for an answer is gone.
    if case .some(.inputClosed) = event as? ChannelEvent, isAnswering {
      context.close(promise: nil)
    } else {
      context.fireUserInboundEventTriggered(event)
    }
  }

  private func waitForRequest(_ context: ChannelHandlerContext) {
    timer?.cancel()
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    timer = schedule(context, limits.headerSeconds) { [self] in
      // A connection that has had a request is closed without an answer, as all servers do.
      if isFirst { refuse(bound.value, .noRequest) } else { bound.value.close(promise: nil) }
    }
  }

  private func watchContent(_ context: ChannelHandlerContext) {
    timer?.cancel()
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    timer = schedule(context, pace.seconds) { [self] in
      guard isArriving else { return }
      if pace.isTooSlow() { refuse(bound.value, .tooSlow) } else { watchContent(bound.value) }
    }
  }

  private func schedule(
    _ context: ChannelHandlerContext, _ seconds: Int, _ body: @escaping @Sendable () -> Void
  ) -> Scheduled<Void> {
    context.eventLoop.scheduleTask(in: .seconds(Int64(seconds))) { body() }
  }

  /// Says why, unless an answer has begun, and ends the connection.
  private func refuse(_ context: ChannelHandlerContext, _ failure: RequestFailure) {
    guard !hasAnswered || !isAnswering else { return context.close(promise: nil) }
    var fields = HTTPFields()
    let (head, bytes) = failure.answer
    for (name, value) in head.fields {
      if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
    }
    fields[.contentLength] = "\(bytes.count)"
    context.write(
      wrapOutboundOut(
        .head(HTTPResponse(status: .init(code: head.status), headerFields: fields))), promise: nil)
    context.write(wrapOutboundOut(.body(ByteBuffer(bytes: bytes))), promise: nil)
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      channel.close(promise: nil)
    }
  }
}
