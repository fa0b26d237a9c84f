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
    (nil, "http://localhost:8017", nil, 400),
    (nil, nil, nil, 400),
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
    #expect(await (try server.send("GET", "/", fields: fields)).status == 400)
  }

  /// Requests through a proxy that makes the server `https://photos.example`: the host and the origin that
  /// are named, and the answer.
  private static let proxied: [(host: String, origin: String, status: Int)] = [
    ("photos.example", "https://photos.example", 200),
    ("127.0.0.1:8017", "https://photos.example", 200),
    ("Photos.Example", "https://photos.example", 200),
    ("photos.example", "http://photos.example", 200),
    ("127.0.0.1:8017", "http://photos.example", 403),
    ("photos.example", "https://photos.example:8443", 403),
    ("photos.example", "https://evil.example", 403),
    ("photos.example:8443", "https://photos.example", 421),
    ("evil.example", "https://photos.example", 421),
  ]

  @Test("a server with a public address answers to that too", arguments: 0..<proxied.count)
  func publicAddress(_ number: Int) async throws {
    let asker = Self.proxied[number]
    let origin = try #require(PublicOrigin("https://photos.example"))
    let server = try await TestService(publicOrigin: origin)
    let answer = try await server.send(
      "POST", "/effect?effect=show&format=jpg",
      fields: [("Host", asker.host), ("Origin", asker.origin)], body: RequestBody(Self.picture))
    #expect(await answer.status == asker.status)
  }

  @Test("behind a proxy on this machine, limits hold for whom that names")
  func forwarded() async throws {
    var limits = ServerLimits()
    (limits.burst, limits.rate) = (1, 0.001)
    let origin = try #require(PublicOrigin("https://photos.example/"))
    let server = try await TestService(limits: limits, publicOrigin: origin)
    func ask(_ forwarded: String, from client: String) async throws -> Int {
      let answer = try await server.send(
        "POST", "/analyse",
        fields: [
          ("Host", "photos.example"), ("Origin", "https://photos.example"),
          ("X-Forwarded-For", forwarded),
        ], client: client, body: RequestBody([1]))
      return await answer.status
    }
    #expect(try await ask("192.0.2.1", from: "127.0.0.1") == 200)
    #expect(try await ask("203.0.113.9, 192.0.2.1", from: "127.0.0.1") == 429)
    #expect(try await ask("192.0.2.2", from: "127.0.0.1") == 200)
    // What others than the proxy say of themselves does not count.
    #expect(try await ask("192.0.2.3", from: "198.51.100.7") == 200)
    #expect(try await ask("192.0.2.4", from: "198.51.100.7") == 429)
  }

  @Test(
    "an address without a path is a public one",
    arguments: [
      ("https://photos.example", "photos.example"), ("https://photos.example/", "photos.example"),
      ("HTTPS://Photos.Example:443", "photos.example"), ("http://a.b:8080", "a.b:8080"),
      ("https://[2001:db8::1]:8443", "[2001:db8::1]:8443"), ("https://a/b", nil), ("a.b", nil),
      ("ftp://a.b", nil), ("https://", nil), ("https://user@a.b", nil), ("https://a b", nil),
    ])
  func publicOrigins(text: String, authority: String?) {
    #expect(PublicOrigin(text)?.authority == authority)
  }

  @Test(
    "HEAD is answered as GET is, without the content",
    arguments: [
      "/", "/page.js", "/machine.json", "/gallery.json", "/nothing", "/analyse",
    ])
  func heads(target: String) async throws {
    let server = try await TestService()
    let fields: [(name: String, value: String)] = [("Host", "localhost:8017")]
    let whole = try await server.send("GET", target, fields: fields)
    let head = Answer(isHead: true)
    try await server.send("HEAD", target, fields: fields, to: head)
    #expect(await head.status == (await whole.status))
    #expect(await head.length == (await whole.length))
    #expect(await head.fields == (await whole.fields))
    #expect(await head.bytes.isEmpty)
  }

  @Test("what a request expects is promised only where it can be kept")
  func expectations() async throws {
    let server = try await TestService()
    for (expected, status) in [("100-continue", 200), ("100-Continue", 200), ("magic", 417)] {
      let answer = try await server.send(
        "GET", "/", fields: [("Host", "localhost:8017"), ("Expect", expected)])
      #expect(await answer.status == status)
    }
  }

  @Test("a client that sends too many files at once is told to wait; others are not")
  func shares() async throws {
    var limits = ServerLimits()
    limits.uploadsOfClient = 1
    let server = try await TestService(limits: limits)
    let (begun, beginning) = AsyncStream<Void>.makeStream()
    let (ended, ending) = AsyncStream<Void>.makeStream()
    let slow = RequestBody { take throws(RequestFailure) in
      beginning.finish()
      for await _ in ended {}
      try take(Self.picture)
    }
    func ask(_ client: String, _ body: RequestBody) async throws -> Int {
      let answer = try await server.send(
        "POST", "/analyse",
        fields: [("Host", "localhost:8017"), ("Origin", "http://localhost:8017")], client: client,
        body: body)
      return await answer.status
    }
    async let first = ask("192.0.2.1", slow)
    for await _ in begun {}
    #expect(try await ask("192.0.2.1", RequestBody(Self.picture)) == 503)
    #expect(try await ask("192.0.2.2", RequestBody(Self.picture)) == 200)
    ending.finish()
    #expect(try await first == 200)
    #expect(try await ask("192.0.2.1", RequestBody(Self.picture)) == 200)
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
