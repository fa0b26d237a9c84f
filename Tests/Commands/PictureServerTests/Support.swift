internal import CommandTestSupport
internal import Foundation
internal import OrderedJSON
internal import PictureServer
internal import Testing

/// Takes an answer as a client would see it.
actor Answer: ResponseSink {
  private(set) var status = 0
  private(set) var fields: [String: String] = [:]
  private(set) var length: Int?
  private(set) var bytes: [UInt8] = []
  private(set) var isWhole = false
  /// Whether only a head was asked for.
  private let isHead: Bool

  init(isHead: Bool = false) { self.isHead = isHead }

  func begin(_ head: ResponseHead) {
    #expect(status == 0, "a second head")
    status = head.status
    fields = Dictionary(head.fields.map { ($0.name, $0.value) }) { first, _ in first }
    length = head.length
  }

  func write(_ piece: [UInt8]) { bytes += piece }

  func finish() {
    isWhole = true
    if let length, !isHead { #expect(length == bytes.count) }
  }

  /// The content as JSON.
  func json() throws -> JSONValue { try JSONValue(parsing: bytes) }

  /// The content as JSON lines.
  func lines() throws -> [JSONValue] {
    try bytes.split(separator: 10).map { try JSONValue(parsing: Array($0)) }
  }

  /// The events of an analysis, without reports of progress.
  func events() throws -> [String] {
    try lines().compactMap { $0["event"]?.string }.filter { $0 != "progress" }
  }
}

/// A service over the command that was built beside these tests, with the samples of the corpus.
struct TestService {
  let service: PictureService

  init(
    limits: ServerLimits = ServerLimits(), tool path: String? = nil,
    pictures: GallerySource = GallerySource(
      folder: Fixtures.path("Corpus/photos"), keepsIndex: false),
    clock: any Clock<Duration> = ContinuousClock(), publicOrigin: PublicOrigin? = nil
  ) async throws {
    func make(_ isSandboxed: Bool) async throws -> PictureService {
      try await PictureService(
        requests: RequestGuard(host: "127.0.0.1", publicOrigin: publicOrigin), limits: limits,
        tool: PictureTool(
          path: try path ?? BuiltCommand("showhide").executable.path, isSandboxed: isSandboxed,
          limits: limits),
        pictures: pictures, clock: clock)
    }
    do {
      service = try await make(true)
    } catch let failure as ServerStartFailure where failure.isWithoutSandbox {
      // This system has no sandbox; everything else must hold all the same.
      service = try await make(false)
    }
  }

  /// Sends a request and waits for the end of the answer.
  @discardableResult
  func send(
    _ method: String, _ target: String, fields: [(name: String, value: String)] = [],
    client: String = "127.0.0.1", body: RequestBody = RequestBody(), to given: Answer? = nil
  ) async throws -> Answer {
    let answer = given ?? Answer(isHead: method == "HEAD")
    try await service.answer(
      ServerRequest(method: method, target: target, fields: fields, client: client, body: body),
      to: answer)
    #expect(await answer.isWhole)
    return answer
  }

  /// Asks as the page does.
  func get(_ target: String) async throws -> Answer {
    try await send("GET", target, fields: [("Host", "localhost:8017")])
  }

  /// Sends a file as the page does.
  @discardableResult
  func post(
    _ target: String, _ bytes: [UInt8], client: String = "127.0.0.1", to answer: Answer = Answer()
  ) async throws -> Answer {
    try await send(
      "POST", target, fields: Self.own, client: client, body: RequestBody(bytes), to: answer)
  }

  /// What the page's own requests say of where they come from.
  static let own: [(name: String, value: String)] = [
    ("Host", "localhost:8017"), ("Origin", "http://localhost:8017"),
    ("Sec-Fetch-Site", "same-origin"),
  ]
}

/// The bytes of a fixture.
func fixture(_ name: String) throws -> [UInt8] {
  [UInt8](try Data(contentsOf: URL(filePath: Fixtures.path(name))))
}
