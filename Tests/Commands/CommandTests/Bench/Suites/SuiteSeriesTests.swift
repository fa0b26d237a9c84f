internal import CommandTestSupport
internal import Foundation
internal import Testing

/// `bench run` and the commands that read its series, in repositories with a suite file.
@Suite("Series of a suite")
struct SuiteSeriesTests {
  private let folder: TemporaryFolder
  private let caches: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    caches = try TemporaryFolder()
    try folder.makeRepository()
  }

  private var history: String { caches.file("history.sqlite") }

  private func bench(_ arguments: [String]) throws -> BuiltCommand.Outcome {
    try BuiltCommand("bench").run(arguments, in: folder.path)
  }

  private func run(_ arguments: [String] = []) throws -> BuiltCommand.Outcome {
    try bench(
      ["run", "--cache", caches.path, "--history", history, "--launches", "2", "--time", "0.01"]
        + arguments)
  }

  /// Two commands, one with spaces and Unicode in its name.
  private static let commands = """
    name = "two"
    [[command]]
    name = "größe {n}, 50 %"
    command = "seq {n}"
    parameters = { n = [10, 1000] }
    [[command]]
    name = "true"
    command = ["true"]
    """

  @Test("a run is recorded, and its series are listed, shown, checked, exported and reported")
  func recorded() throws {
    try folder.commit(["bench.toml": Self.commands])
    let first = try run()
    #expect(first.exitCode == 0, "\(first)")
    #expect(first.output.contains("größe 1000, 50 %"))
    #expect(first.errors.contains("Recorded as run 1"))
    try folder.write("x", to: "untracked")
    let second = try run(["HEAD", "--only", "größe", "--format", "csv"])
    #expect(second.output.split(whereSeparator: \.isNewline).count == 3, "\(second.output)")

    let listing = try bench(["history", "--history", history])
    #expect(listing.output.contains("größe 10, 50 %"), "\(listing)")
    let head = try #require(try Git.run(["rev-parse", "HEAD"], in: folder.path))
    #expect(listing.output.contains(head.prefix(12)))
    let shown = try bench(["show", "größe 10, 50 %", "--history", history, "--format", "json"])
    let series = try JSONSerialization.jsonObject(with: Data(shown.output.utf8)) as? [String: Any]
    #expect((series?["points"] as? [Any])?.count == 2, "\(shown)")
    let check = try bench(["check", "--history", history])
    #expect(check.exitCode == 0, "\(check)")
    #expect(check.output.contains("reference loop"))
    let exported = try bench(["export", "--history", history, "--format", "csv"])
    #expect(exported.output.contains("\"größe 10, 50 %\""), "\(exported)")
    let site = caches.file("site")
    let report = try bench(["report", "--history", history, "--output", site])
    #expect(report.exitCode == 0, "\(report)")
    #expect(FileManager.default.fileExists(atPath: "\(site)/index.html"))
  }

  @Test("JSON says what was measured, and of which state")
  func json() throws {
    try folder.commit(["bench.toml": Self.commands])
    try folder.write("new", to: "file")
    let outcome = try run(["--only", "true", "--format", "json", "--quiet"])
    #expect(outcome.errors == "")
    let document =
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    #expect(document?["suite"] as? String == "two")
    #expect(document?["revision"] as? String == "working tree")
    let environment = document?["environment"] as? [String: String]
    #expect(environment?["gitState"] == "dirty")
    let result = (document?["results"] as? [[String: Any]])?.first
    #expect(result?["benchmark"] as? String == "true")
    // As many launches as were asked for, or more where they fit into the time.
    let launches = try #require(result?["launches"] as? Int)
    #expect(launches >= 2)
    #expect((result?["samples"] as? [Double])?.count == launches)
    #expect((result?["medianSeconds"] as? Double ?? 0) > 0)
  }

  @Test("a benchmark that fails is told; the others are measured")
  func failing() throws {
    try folder.commit([
      "bench.toml": """
      [[command]]
      name = "bad"
      command = ["false"]
      [[command]]
      name = "good"
      command = ["true"]
      """
    ])
    let outcome = try run()
    #expect(outcome.exitCode == 1)
    #expect(outcome.errors.contains("'bad': the command exited with code 1"), "\(outcome)")
    #expect(outcome.output.contains("good"))
    #expect(!outcome.output.contains("bad"))
  }

  @Test("a build that fails shows its last lines, a wrong key its nearest spelling")
  func mistakes() throws {
    let build = """
      [build]
      commands = ["echo 'x.c:1: error: no'; exit 1"]
      [[command]]
      command = "true"
      """
    try folder.commit(["bench.toml": build])
    let broken = try run()
    #expect(broken.exitCode == 1)
    #expect(broken.errors.contains("x.c:1: error: no"), "\(broken)")
    try folder.write("[[command]]\ncomand = \"x\"\n", to: "bench.toml")
    let spelled = try run()
    #expect(spelled.exitCode == 65)
    #expect(spelled.errors.contains("Did you mean 'command'?"))
    try folder.write(Self.commands, to: "bench.toml")
    let unknown = try run(["--only", "none"])
    #expect(unknown.exitCode == 64)
    #expect(unknown.errors.contains("There are: größe 10, 50 %"))
    let kernels = try run(["--kernel", "simd"])
    #expect(kernels.exitCode == 64)
    #expect(kernels.errors.contains("The parameters of 'two' are: n."), "\(kernels)")
    let outside = try TemporaryFolder()
    try outside.write(Self.commands, to: "bench.toml")
    let unversioned = try BuiltCommand("bench").run(
      ["run", "--cache", caches.path], in: outside.path)
    #expect(unversioned.exitCode == 64)
    #expect(unversioned.errors.contains("not in a git checkout"))
  }

  // `timeout` signals its child twice: as the child, and as one of the group.
  @Test(
    "Ctrl-C and timeout keep what was measured, on the screen and in the history",
    arguments: ["kill -INT $PPID", "kill -TERM $PPID; kill -TERM $PPID"])
  func interrupted(signals: String) throws {
    try folder.commit([
      "bench.toml": """
      [[command]]
      name = "first"
      command = ["true"]
      [[command]]
      name = "second"
      command = ["sh", "-c", "\(signals)"]
      [[command]]
      name = "third"
      command = ["true"]
      """
    ])
    let outcome = try run()
    #expect(outcome.exitCode == 130, "\(outcome)")
    #expect(outcome.output.contains("first"))
    #expect(!outcome.output.contains("third"))
    #expect(outcome.errors.contains("what was measured of 1 of 3 benchmarks is kept"))
    let listing = try bench(["history", "--history", history])
    #expect(listing.output.contains("not finished"))
    #expect(listing.output.contains("first"))
  }

  @Test("a second Ctrl-C stops at once")
  func stopped() throws {
    try folder.commit([
      "bench.toml": """
      [[command]]
      name = "endless"
      command = ["sh", "-c", "kill -INT $PPID; sleep 0.3; kill -INT $PPID; sleep 1"]
      """
    ])
    let outcome = try run()
    #expect(outcome.isSignal && outcome.exitCode == SIGINT, "\(outcome)")
    #expect(!outcome.output.contains("endless"))
  }

  /// A suite whose build does something, and the program `true`.
  private func commit(build: String) throws {
    try folder.commit([
      "bench.toml": """
      [build]
      commands = ["\(build)"]
      [[command]]
      name = "true"
      command = ["true"]
      """
    ])
  }

  @Test(
    "a signal for bench alone ends a build with all that it started, and changes nothing",
    arguments: ["INT", "TERM"])
  func interruptedBuild(signal: String) throws {
    try commit(build: "sleep 1000 & kill -\(signal) $PPID; sleep 1000")
    try folder.commit(["other": ""])
    let commands = [
      ["run", "--history", history], ["compare", "HEAD~1", "HEAD"], ["selftest", "--aa"],
    ]
    for command in commands {
      let outcome = try bench(command + ["--cache", caches.path])
      #expect(outcome.exitCode == 130, "\(outcome)")
      #expect(outcome.errors.contains("interrupted."), "\(outcome)")
    }
    #expect(try Git.run(["status", "--porcelain"], in: folder.path) == "")
  }

  @Test(
    "what ends bench at once ends its build too",
    arguments: [
      (signals: "sleep 0.3; kill -INT $PPID", number: SIGINT),
      (signals: "kill -HUP $PPID", number: SIGHUP),
    ])
  func endedBuild(signals: String, number: Int32) throws {
    // Every process of the build holds the pipe open.
    let pipe = caches.file("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let descriptor = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(descriptor) }
    // The first signal asks it to stop, and it tells the build, which sends the other.
    try commit(
      build: "exec 5>'\(pipe)'; trap '\(signals)' TERM; kill -INT $PPID; "
        + "while :; do sleep 0.01; done")
    // `nohup` and some shells have it ignored, which children inherit.
    signal(SIGHUP, SIG_DFL)
    let outcome = try run()
    #expect(outcome.isSignal && outcome.exitCode == number, "\(outcome)")
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    #expect(poll(&request, 1, 10_000) == 1 && request.revents & Int16(POLLHUP) != 0)
  }

  @Test("this project's kernels are a suite: the worker of its file lists them by name")
  func kernels() throws {
    let text = try String(
      contentsOfFile: Fixtures.path("../../Benchmarks/bench.toml"), encoding: .utf8)
    let program = try BuiltCommand("kernels").executable.path
    try #require(text.contains("../.build/release/kernels"))
    var here = text.replacingOccurrences(of: "../.build/release/kernels", with: program)
    let build = try #require(here.range(of: "[build]"))
    let worker = try #require(here.range(of: "[worker]"))
    here.removeSubrange(build.lowerBound..<worker.lowerBound)
    try folder.commit(["bench.toml": here])
    let outcome = try run(
      ["--kernel", "simd", "--image", "flat", "--size", "64x64", "--format", "csv"])
    #expect(outcome.exitCode == 0, "\(outcome)")
    let rows = outcome.output.split(whereSeparator: \.isNewline)
    #expect(rows.count == 2, "\(outcome)")
    #expect(rows[0].contains(",kernel,image,size,") && rows[0].contains(",ratioToRead,"))
    #expect(rows[1].hasPrefix("simd/flat/64x64,threadCPU,"), "\(outcome)")
    let refused = try run(["--kernel", "simd", "--image", "none.png"])
    #expect(refused.exitCode == 65, "\(refused)")
    #expect(refused.errors.contains("none.png"))
  }

  @Test("benchmarks compared with themselves raise no alarm, and added work is found")
  func selfTest() throws {
    try folder.commit(["bench.toml": Self.commands])
    func tally(_ arguments: [String]) throws -> [String: Any]? {
      let outcome = try bench(
        ["selftest", "--sessions", "1", "--cache", caches.path, "--format", "json"] + arguments)
      #expect(outcome.exitCode == 0, "\(outcome)")
      return try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    }
    let equal = try tally(["--aa", "--only", "true"])
    #expect(equal?["sessions"] as? Int == 1)
    #expect(equal?["alarms"] as? Int == 0)
    // Far more than the noise of a busy machine: five runs are said to be four.
    let slower = try tally(["--inject", "25%", "--only", "true"])
    #expect(slower?["detected"] as? Int == 1)
    let each = (slower?["benchmarks"] as? [[String: Any]])?.first
    #expect(each?["benchmark"] as? String == "true")
    #expect(each?["kind"] as? String == "command")
    #expect(each?["detected"] as? Int == 1)
  }

  @Test("a night finds a slower commit against that of the night before, and then its recovery")
  func nights() throws {
    let made = try BuiltCommand(at: "/bin/sh").run([
      Fixtures.path("../../Examples/Suites/make-history.sh"), "C", folder.file("sums"),
    ])
    try #require(made.exitCode == 0, "\(made)")
    let sums = folder.file("sums")
    func night() throws -> BuiltCommand.Outcome {
      try BuiltCommand("bench").run(
        [
          "nightly", "--history", history, "--cache", caches.path, "--time", "0.1", "--only",
          "sum of 1000",
        ], in: sums)
    }
    try Git.run(["checkout", "-q", "HEAD~8"], in: sums)
    #expect(try night().exitCode == 0)
    let header = try String(contentsOfFile: "\(sums)/sum.h", encoding: .utf8)
    try folder.write(
      header.replacingOccurrences(of: "wasted = 0", with: "wasted = 400"), to: "sums/sum.h")
    let slower = try night()
    #expect(slower.exitCode == 2, "\(slower)")
    #expect(slower.output.contains("sum of 1000: slower"))
    try Git.run(["checkout", "-q", "sum.h"], in: sums)
    let recovered = try night()
    #expect(recovered.exitCode == 0, "\(recovered)")
    #expect(recovered.output.contains("recovered"))
  }
}
