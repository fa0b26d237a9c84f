/// Sends the head of an answer and nothing else, as `HEAD` asks for.
struct HeadSink<Whole: ResponseSink>: ResponseSink {
  let whole: Whole

  func begin(_ head: ResponseHead) async throws { try await whole.begin(head) }
  func write(_ bytes: [UInt8]) {}
  func finish() async throws { try await whole.finish() }
}
