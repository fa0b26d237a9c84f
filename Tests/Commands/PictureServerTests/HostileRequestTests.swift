internal import CommandTestSupport
internal import Foundation
internal import Hashing
internal import OrderedJSON
internal import PictureServer
internal import Testing

@Suite("Requests of strangers")
struct HostileRequestTests {
  private static let picture = (try? fixture("Corpus/photos/flower.jpg")) ?? []

  /// Who asks to begin work: the host that is named, the origin, what the browser adds, and the answer.
  private static let askers: [(host: String?, origin: String?, site: String?, status: Int)] = [
    ("localhost:8017", nil, nil, 403),
    ("localhost:8017", "http://evil.example", nil, 403),
    ("localhost:8017", "null", nil, 403),
    ("localhost:8017", "http://127.0.0.1:8017", nil, 403),
    ("localhost:8017", "https://localhost:8017", nil, 403),
    ("localhost:8017", "http://localhost:8018", nil, 403),
    ("localhost:8017", "http://localhost:8017", "cross-site", 403),
    ("evil.example", "http://evil.example", nil, 421),
    ("localhost.evil.example:8017", "http://localhost.evil.example:8017", nil, 421),
    ("127.0.0.1@evil.example", "http://127.0.0.1@evil.example", nil, 421),
    (nil, "http://localhost:8017", nil, 421),
    (nil, nil, nil, 421),
    ("localhost:8017", "http://localhost:8017", "same-origin", 200),
  ]

  @Test("work is begun for the server's own page only", arguments: 0..<askers.count)
  func origins(_ number: Int) async throws {
    let asker = Self.askers[number]
    var fields: [(name: String, value: String)] = []
    if let host = asker.host { fields.append(("Host", host)) }
    if let origin = asker.origin { fields.append(("Origin", origin)) }
    if let site = asker.site { fields.append(("Sec-Fetch-Site", site)) }
    let server = try await TestService()
    let answer = try await server.send(
      "POST", "/effect?effect=show&format=jpg", fields: fields, body: RequestBody(Self.picture))
    #expect(await answer.status == asker.status)
  }

  @Test("a host that is named twice is none")
  func twoHosts() async throws {
    let server = try await TestService()
    let fields: [(name: String, value: String)] = [
      ("Host", "localhost:8017"), ("Host", "localhost:8017"),
    ]
    #expect(await (try server.send("GET", "/", fields: fields)).status == 421)
  }

  @Test("names that lead to any address are taken only from a server of all of them")
  func names() async throws {
    for (host, named, isTaken) in [
      ("0.0.0.0", "192.168.1.20:8017", true), ("0.0.0.0", "[fe80::1]:8017", true),
      ("0.0.0.0", "evil.example:8017", false), ("127.0.0.1", "192.168.1.20:8017", false),
      ("192.168.1.20", "192.168.1.20:8017", true), ("::1", "[::1]:8017", true),
      ("0.0.0.0", "192.168.1.256:8017", false), ("0.0.0.0", "[evil]:8017", false),
    ] {
      let limits = ServerLimits()
      let service = try await PictureService(
        requests: RequestGuard(host: host), limits: limits,
        tool: PictureTool(
          path: BuiltCommand("showhide").executable.path, isSandboxed: false, limits: limits),
        pictures: GallerySource(folder: Fixtures.path("Corpus/photos"), keepsIndex: false))
      let answer = Answer()
      try await service.answer(
        ServerRequest(method: "GET", target: "/", fields: [("Host", named)], client: ""), to: answer
      )
      #expect(await answer.status == (isTaken ? 200 : 421), "\(named) of \(host)")
    }
  }

  @Test("other sites see nothing, but may link to the page")
  func otherSites() async throws {
    let server = try await TestService()
    for target in ["/gallery.json", "/machine.json", "/page.js", "/"] {
      let read = try await server.send(
        "GET", target,
        fields: [
          ("Host", "localhost:8017"), ("Sec-Fetch-Site", "cross-site"),
          ("Sec-Fetch-Mode", "no-cors"),
        ])
      #expect(await read.status == 403)
    }
    let followed = try await server.send(
      "GET", "/",
      fields: [
        ("Host", "localhost:8017"), ("Sec-Fetch-Site", "cross-site"),
        ("Sec-Fetch-Mode", "navigate"),
      ])
    #expect(await followed.status == 200)
  }

  @Test("questions change nothing, and paths name no files")
  func paths() async throws {
    let server = try await TestService()
    for target in ["/analyse", "/effect?effect=show&format=jpg"] {
      let answer = try await server.get(target)
      #expect(await answer.status == 405)
      #expect(await answer.fields["allow"] == "POST")
    }
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE"] {
      let answer = try await server.send(method, "/gallery.json", fields: TestService.own)
      #expect(await answer.status == 405)
    }
    for target in [
      "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/gallery/../../etc/passwd/file",
      "/gallery/1/../file", "/gallery/999999/file", "/gallery/-1/file", "/gallery/1/secret",
      "/gallery/1%00/file", "/page.js/", "//etc/passwd", "/gallery/99999999999999999999/file",
    ] {
      let answer = try await server.get(target)
      #expect(await answer.status == 404, "\(target)")
    }
    let long = try await server.get("/" + String(repeating: "a", count: 4000))
    #expect(await long.status == 414)
    let absolute = try await server.get("http://localhost:8017/")
    #expect(await absolute.status == 400)
  }

  @Test("every answer keeps the browser from running, framing and leaking anything")
  func safeguards() async throws {
    let server = try await TestService()
    for target in [
      "/", "/page.js", "/page.css", "/machine.json", "/nothing", "/analyse", "/gallery.json",
    ] {
      let fields = try await server.get(target).fields
      let policy = try #require(fields["content-security-policy"])
      #expect(policy.hasPrefix("default-src 'none'"))
      #expect(
        !policy.contains("unsafe") && !policy.contains("*")
          && policy.contains("frame-ancestors 'none'"))
      #expect(fields["x-content-type-options"] == "nosniff")
      #expect(fields["referrer-policy"] == "no-referrer")
      #expect(fields["cross-origin-resource-policy"] == "same-origin")
      #expect(fields["access-control-allow-origin"] == nil)
      #expect(fields["set-cookie"] == nil)
    }
  }

  @Test("files over the limit are refused, by what they say and by what they are")
  func size() async throws {
    var limits = ServerLimits()
    limits.fileBytes = 1_000_000
    let server = try await TestService(limits: limits)
    let said = try await server.send(
      "POST", "/analyse", fields: TestService.own + [("Content-Length", "1000001")])
    #expect(await said.status == 413)
    let nonsense = try await server.send(
      "POST", "/analyse", fields: TestService.own + [("Content-Length", "99999999999999999999999")])
    #expect(await nonsense.status == 413)
    let body = RequestBody { take throws(RequestFailure) in
      // A client that never ends.
      while true { try take([UInt8](repeating: 0xFF, count: 65_536)) }
    }
    let sent = try await server.send("POST", "/analyse", fields: TestService.own, body: body)
    #expect(await sent.status == 413)
  }

  @Test("a client that asks too often is told how long to wait, and others are not kept from work")
  func rate() async throws {
    var limits = ServerLimits()
    limits.burst = 2
    // A picture in a day and more: however long the answers take, none is earned meanwhile.
    limits.rate = 0.00001
    let server = try await TestService(limits: limits)
    for _ in 1...2 {
      let answer = try await server.post("/analyse", [0], client: "10.0.0.1")
      #expect(await answer.status == 200)
    }
    let refused = try await server.post("/analyse", [0], client: "10.0.0.1")
    #expect(await refused.status == 429)
    let wait = try #require(await refused.fields["retry-after"].flatMap { Int($0) })
    #expect((50_000...100_000).contains(wait))
    let other = try await server.post("/analyse", [0], client: "10.0.0.2")
    #expect(await other.status == 200)
  }

  @Test("ten thousand made-up requests are all answered")
  func madeUp() async throws {
    let server = try await TestService()
    var random = SplitMix64(seed: 19)
    func any(_ choices: [String]) -> String { choices[Int(random.next() % UInt64(choices.count))] }
    let pieces = [
      "/", "..", "%2e", "gallery", "1", "file", "preview", "?", "&", "=", "effect", "show", "hue",
      "%",
      "\u{0}", "é", "<script>", "gallery.json", "color", "#", "machine.json", "analyse",
      "999999999999999999",
    ]
    for _ in 1...10_000 {
      var target = any(["/", "/", "/gallery/", "/gallery.json?", "", "/effect?"])
      for _ in 0..<random.next() % 6 { target += any(pieces) }
      // A preview costs a process; this is about requests.
      if target.hasSuffix("/preview") { target += "x" }
      var fields = [
        ("host", any(["localhost", "127.0.0.1:1", "evil", "[::1]:8017", "", "localhost:x"]))
      ]
      if random.next() % 2 == 0 { fields.append(("origin", "http://" + fields[0].1)) }
      if random.next() % 3 == 0 { fields.append(("content-length", any(["0", "5", "-1", "x"]))) }
      let answer = try await server.send(
        any(["GET", "HEAD", "POST", "BREW", ""]), target,
        fields: fields.map { (name: $0.0, value: $0.1) }, client: any(["a", "b", "c"]))
      let status = await answer.status
      #expect(
        [200, 400, 403, 404, 405, 413, 414, 421, 429].contains(status), "\(status): \(target)")
    }
  }
}
