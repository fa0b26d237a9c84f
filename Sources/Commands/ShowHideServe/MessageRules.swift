internal import NIOCore
internal import NIOHTTP1
internal import PictureServer

/// What RFC 9112 asks of a server and the handlers behind do not do: the form of requests, answers to
/// HTTP/1.0, the time of an answer.
///
/// Used on the connection's event loop only.
final class MessageRules: ChannelDuplexHandler, @unchecked Sendable {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private var isOld = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data) else {
      return context.fireChannelRead(data)
    }
    isOld = (head.version.major, head.version.minor) < (1, 1)
    if isOld {
      // Its client knows neither pieces nor "Continue", and the connection ends with the answer.
      head.headers.remove(name: "expect")
      head.headers.replaceOrAdd(name: "connection", value: "close")
    }
    // What the handlers behind see is the first host; two are none.
    if head.headers["host"].count > 1 { head.headers.remove(name: "host") }
    if let (host, path) = Self.absolute(head.uri) {
      head.uri = path
      head.headers.replaceOrAdd(name: "host", value: host)
    }
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .head(var head) = unwrapOutboundIn(data) else {
      return context.write(data, promise: promise)
    }
    if head.status.code >= 200 {
      head.headers.replaceOrAdd(name: "date", value: HTTPDate.text())
      if isOld {
        head.version = .http1_0
        head.headers.replaceOrAdd(name: "connection", value: "close")
      }
    }
    context.write(wrapOutboundOut(.head(head)), promise: promise)
  }

  /// The host and the path of an address in full, which goes before the field of that name.
  private static func absolute(_ uri: String) -> (host: String, path: String)? {
    guard !uri.hasPrefix("/"), let colon = uri.firstIndex(of: ":"), uri[colon...].hasPrefix("://")
    else { return nil }
    let rest = uri[colon...].dropFirst(3)
    let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
    let path = rest[end...]
    return (String(rest[..<end]), path.hasPrefix("/") ? String(path) : "/\(path)")
  }
}
