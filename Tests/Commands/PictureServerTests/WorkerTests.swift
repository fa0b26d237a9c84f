internal import CommandTestSupport
internal import Foundation
internal import OrderedJSON
internal import PictureServer
internal import Testing

/// What becomes of workers that hang, lie or die: a script stands in for the command.
@Suite("Processes that read pictures")
struct WorkerTests {
  /// A command that passes the server's own trial, and then does as told.
  private static func tool(in folder: TemporaryFolder, _ body: String) throws -> String {
    let script = """
      #!/bin/sh
      case "$*" in
        index*) exit 0 ;;
        *"--side 16 "*)
          echo '{"event":"opened"}'; echo '{"event":"decoded"}'; echo '{"event":"analysed"}'; exit 0 ;;
      esac
      echo $$ > "\(folder.path)/process"
      \(body)
      """
    let path = try folder.write(script, to: "tool")
    try folder.setPermissions(0o755, of: "tool")
    return path
  }

  /// Whether the last process that did as told still runs.
  private static func isRunning(in folder: TemporaryFolder) -> Bool {
    guard let text = try? String(contentsOfFile: folder.file("process"), encoding: .utf8),
      let number = Int32(text.trimmingCharacters(in: .whitespacesAndNewlines))
    else { return false }
    return kill(number, 0) == 0
  }

  @Test("one that hangs is ended at its time, and the person is told")
  func deadline() async throws {
    let folder = try TemporaryFolder()
    let clock = ManualClock()
    let server = try await TestService(
      tool: Self.tool(in: folder, "echo '{\"event\":\"opened\"}'; exec sleep 100"), clock: clock)
    let limit = Duration.seconds(ServerLimits().workSeconds)

    let answer = Answer()
    async let analysed = server.post("/analyse", [1], to: answer)
    while try await answer.events() != ["opened"] { await Task.yield() }
    await clock.waitForSleepers(1)
    clock.advance(by: limit - .milliseconds(1))
    #expect(Self.isRunning(in: folder))
    clock.advance(by: .milliseconds(1))
    #expect(try await analysed.events() == ["opened", "failed"])
    #expect(try await answer.lines().last?["problem"]?.string?.contains("60 seconds") == true)
    #expect(!Self.isRunning(in: folder))

    async let changed = server.post("/effect?effect=show&format=jpg", [1])
    await clock.waitForSleepers(1)
    clock.advance(by: limit)
    #expect(try await changed.status == 422)
  }

  @Test("a request that is cancelled stops its process")
  func cancellation() async throws {
    let folder = try TemporaryFolder()
    let server = try await TestService(
      tool: Self.tool(in: folder, "echo '{\"event\":\"opened\"}'; exec sleep 100"))
    for target in ["/analyse", "/effect?effect=show&format=jpg"] {
      let request = Task { try await server.post(target, [1]) }
      while !Self.isRunning(in: folder) { await Task.yield() }
      request.cancel()
      let result = await request.result
      #expect(throws: CancellationError.self) { try result.get() }
      while Self.isRunning(in: folder) { await Task.yield() }
      try FileManager.default.removeItem(atPath: folder.file("process"))
    }
  }

  @Test("when all places are taken, more is refused as busy at once")
  func busy() async throws {
    let folder = try TemporaryFolder()
    var limits = ServerLimits()
    limits.jobs = 1
    limits.waitingJobs = 1
    let clock = ManualClock()
    let server = try await TestService(
      limits: limits, tool: Self.tool(in: folder, "exec sleep 100"), clock: clock)
    let first = Task { try await server.post("/analyse", [1]) }
    await clock.waitForSleepers(1)
    async let second = server.post("/analyse", [1])
    async let third = server.post("/analyse", [1])
    // One of them waits for its time, the other has no place to wait; both are told the same.
    await clock.waitForSleepers(2)
    clock.advance(by: .seconds(limits.waitingSeconds))
    for answer in try await [second, third] {
      #expect(await answer.status == 503)
      #expect(await answer.fields["retry-after"] == "2")
    }
    first.cancel()
    _ = await first.result
  }

  @Test(
    "what one writes beside its part is not passed on",
    arguments: [
      ("echo '{\"event\":\"analysed\"}'", ["failed"]),
      (
        "echo '{\"event\":\"decoded\"}'; echo '{\"event\":\"decoded\"}'; echo '{\"event\":\"analysed\"}'",
        ["decoded", "analysed"]
      ),
      (
        "echo '<html>'; echo; echo '{\"event\":\"evil\"}'; echo '{ \"event\":\"opened\"}'",
        ["failed"]
      ),
      (
        "echo '{\"event\":\"failed\",\"problem\":\"x\"}'; echo '{\"event\":\"decoded\"}'",
        ["failed"]
      ),
      ("kill -9 $$", ["failed"]), ("exit 0", ["failed"]),
      ("head -c 50000000 /dev/zero", ["failed"]),
    ])
  func lies(_ body: String, _ events: [String]) async throws {
    let folder = try TemporaryFolder()
    let server = try await TestService(tool: Self.tool(in: folder, body))
    let answer = try await server.post("/analyse", [1])
    #expect(try await answer.events() == events)
  }

  @Test("a server does not start with a command that cannot read a picture")
  func start() async throws {
    let folder = try TemporaryFolder()
    let tool = try folder.write("#!/bin/sh\nexit 0\n", to: "tool")
    try folder.setPermissions(0o755, of: "tool")
    await #expect(throws: ServerStartFailure.self) { _ = try await TestService(tool: tool) }
    await #expect(throws: ServerStartFailure.self) {
      _ = try await TestService(tool: folder.file("nothing"))
    }
    try folder.write("#!/bin/sh\nexit 69\n", to: "tool")
    try folder.setPermissions(0o755, of: "tool")
    await #expect(throws: ServerStartFailure.self) { _ = try await TestService(tool: tool) }
  }
}
