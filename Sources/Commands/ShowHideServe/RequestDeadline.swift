internal import NIOCore
internal import NIOHTTPTypes
internal import PictureServer

/// Closes connections whose requests come too slowly: they would be free of charge for who opens many.
///
/// Used on the connection's event loop only.
final class RequestDeadline: ChannelDuplexHandler, RemovableChannelHandler, @unchecked Sendable {
  typealias InboundIn = HTTPRequestPart
  typealias InboundOut = HTTPRequestPart
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  private let header: TimeAmount
  private let body: TimeAmount
  private var timer: Scheduled<Void>?
  private var isAnswering = false

  init(_ limits: ServerLimits) {
    header = .seconds(Int64(limits.headerSeconds))
    body = .seconds(Int64(limits.bodySeconds))
  }

  func handlerAdded(context: ChannelHandlerContext) { close(context, in: header) }

  func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

  func channelInactive(context: ChannelHandlerContext) {
    timer?.cancel()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head:
      isAnswering = true
      close(context, in: body)
    case .body: break
    case .end: if isAnswering { timer?.cancel() }
    }
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) {
      isAnswering = false
      close(context, in: header)
    }
    context.write(data, promise: promise)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // Nobody says so and then waits for an answer but a client that is gone.
    if case .some(.inputClosed) = event as? ChannelEvent, isAnswering {
      context.close(promise: nil)
    } else {
      context.fireUserInboundEventTriggered(event)
    }
  }

  private func close(_ context: ChannelHandlerContext, in time: TimeAmount) {
    timer?.cancel()
    let channel = context.channel
    timer = context.eventLoop.scheduleTask(in: time) { channel.close(promise: nil) }
  }
}
