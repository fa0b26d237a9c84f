internal import CommandTestSupport
internal import Testing

@testable internal import Measuring

/// Workers written in the shell, which every system has: they read requests from descriptor 3 and
/// answer on it.
@Suite("Workers that are processes")
struct WorkerProcessTests {
  private func shell(_ script: String) throws(WorkerFailure) -> WorkerProcess {
    try WorkerProcess(
      program: "/bin/sh", arguments: ["-c", script], environment: ["GREETING=hello 1"])
  }

  /// A loop that answers the greeting and leaves the rest to a body that sees `$verb`.
  private func answering(_ body: String) -> String {
    """
    while read -r verb rest <&3; do
      case $verb in
        hello) echo "$GREETING" >&3 ;;
        quit) exit 0 ;;
        *) \(body) ;;
      esac
    done
    """
  }

  @Test("A worker greets, prepares, works and ends, whatever it prints")
  func whole() throws {
    let worker = try shell(
      answering(
        """
        case $verb in
          pin) echo pinned 1 >&3 ;;
          prepare) echo answer red >&3 ;;
          run) set -- $rest; echo epoch $2 1000 900 950 1 0 >&3 ;;
        esac
        """))
    #expect(try worker.pin(toCore: 0))
    #expect(try worker.prepare() == "red")
    let epoch = try worker.run(iterations: 7, warmUp: 0)
    #expect(
      epoch
        == Epoch(
          iterations: 7, wall: 1000, threadCPU: 900, processCPU: 950, involuntarySwitches: 1))
    worker.quit()
    worker.quit()
  }

  #if os(Linux)
    @Test("The processor time of a worker grows as it works, and is not known once it has ended")
    func processorTime() throws {
      let worker = try shell(
        answering("i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done; echo answer red >&3"))
      let before = try #require(worker.processorSeconds)
      _ = try worker.prepare()
      let after = try #require(worker.processorSeconds)
      #expect(after - before > 0.001)
      worker.quit()
      #expect(worker.processorSeconds == nil)
    }
  #endif

  @Test("A program that does not exist is named")
  func missing() {
    #expect(
      throws: WorkerFailure.notStarted(program: "/no/such", reason: "No such file or directory")
    ) { try WorkerProcess(program: "/no/such") }
  }

  @Test("A crash is told with its signal and moment")
  func crash() throws {
    let worker = try shell(answering("kill -SEGV $$"))
    #expect(throws: WorkerFailure.crashed(signal: 11, during: "preparation")) {
      try worker.prepare()
    }
  }

  @Test("An early exit is told with its code and moment")
  func exit() throws {
    let worker = try shell(answering("exit 9"))
    #expect(throws: WorkerFailure.exited(code: 9, during: "an epoch")) {
      try worker.run(iterations: 1, warmUp: 0)
    }
    #expect(throws: WorkerFailure.exited(code: 9, during: "pinning")) {
      try worker.pin(toCore: 0)
    }
    #expect(throws: WorkerFailure.exited(code: 3, during: "the greeting")) {
      try shell("exit 3")
    }
  }

  @Test("Workers whose greeting is not awaited get ready at the same time")
  func together() throws {
    let folder = try TemporaryFolder()
    let made = ProgramOutput.of(
      program: "/bin/sh", arguments: ["-c", "mkfifo \(folder.file("pipe"))"],
      environment: ["PATH=/usr/bin:/bin"])
    #expect(made.isSuccess)
    // Each waits for the other before it greets.
    func start(_ wait: String) throws -> WorkerProcess {
      try WorkerProcess(
        program: "/bin/sh",
        arguments: ["-c", wait + "\n" + answering("echo answer done >&3")],
        environment: ["GREETING=hello 1"], timeout: 600, awaitsGreeting: false)
    }
    let writer = try start("echo now > '\(folder.file("pipe"))'")
    let reader = try start("read -r word < '\(folder.file("pipe"))'")
    #expect(try writer.prepare() == "done")
    #expect(try reader.prepare() == "done")
    writer.quit()

    // One that ends is found when it is greeted or when it is asked, whichever comes later.
    #expect(throws: WorkerFailure.exited(code: 3, during: "the greeting")) {
      let wrong = try WorkerProcess(
        program: "/bin/sh", arguments: ["-c", "exit 3"], environment: [], awaitsGreeting: false)
      _ = try wrong.prepare()
    }
    let ended = try start("")
    ended.quit()
    #expect(throws: WorkerFailure.self) { try ended.prepare() }
  }

  @Test("A worker that hangs is killed after the time it was given")
  func hang() throws {
    let worker = try shell(answering("sleep 1000"))
    worker.timeout = 0.02
    #expect(throws: WorkerFailure.hung(seconds: 0.02, during: "preparation")) {
      try worker.prepare()
    }
  }

  @Test("Nonsense and replies to other questions are told word for word")
  func nonsense() throws {
    let worker = try shell(answering("echo tra la la >&3"))
    #expect(throws: WorkerFailure.unintelligible(reply: "tra la la", during: "preparation")) {
      try worker.prepare()
    }
    let confused = try shell(answering("echo pinned 1 >&3"))
    #expect(throws: WorkerFailure.unintelligible(reply: "pinned 1", during: "preparation")) {
      try confused.prepare()
    }
    #expect(throws: WorkerFailure.unintelligible(reply: "pinned 1", during: "an epoch")) {
      try confused.run(iterations: 1, warmUp: 0)
    }
    let other = try shell(answering("echo answer 1 >&3"))
    #expect(throws: WorkerFailure.unintelligible(reply: "answer 1", during: "pinning")) {
      try other.pin(toCore: 1)
    }
    #expect(throws: WorkerFailure.unintelligible(reply: "hello 3", during: "the greeting")) {
      try shell("read -r line <&3; echo hello 3 >&3; read -r line <&3")
    }
    let endless = "head -c 1200000 /dev/zero >&3; sleep 1000"
    #expect(
      throws: WorkerFailure.unintelligible(
        reply: "(more than a megabyte without a line end)", during: "the greeting")
    ) { try shell(endless) }
  }

  @Test("What a worker reports itself is passed on")
  func reported() throws {
    let worker = try shell(answering("echo failure no image >&3"))
    #expect(throws: WorkerFailure.reported("no image")) { try worker.prepare() }
  }

  @Test("Failures are sentences")
  func sentences() {
    #expect(
      WorkerFailure.crashed(signal: 11, during: "an epoch").description
        == "the worker crashed with SIGSEGV during an epoch")
    #expect(
      WorkerFailure.crashed(signal: 60, during: "x").description.contains("signal 60"))
    #expect(
      WorkerFailure.hung(seconds: 60, during: "an epoch").description
        == "the worker gave no answer for 60.0 s during an epoch and was killed")
    #expect(
      WorkerFailure.overran(seconds: 60, during: "an epoch").description
        == "the command ran longer than the 60.0 s that it may take during an epoch and was killed")
    #expect(
      WorkerFailure.exited(code: 2, during: "x").description
        == "the worker exited with code 2 during x")
    #expect(
      WorkerFailure.commandExited(code: 2, during: "x").description
        == "the command exited with code 2 during x")
    #expect(
      WorkerFailure.commandCrashed(signal: 6, during: "x").description
        == "the command crashed with SIGABRT during x")
    #expect(WorkerFailure.prevented("It is gone.").description == "It is gone")
    #expect(
      WorkerFailure.notStarted(program: "p", reason: "r").description
        == "p could not be started: r")
    #expect(
      WorkerFailure.malformed(problem: "the metrics are not an array", during: "x").description
        == "the worker broke the protocol during x: the metrics are not an array")
    #expect(
      WorkerFailure.unintelligible(reply: "la", during: "x").description
        == "the worker answered \"la\" during x, which is not in the protocol")
    #expect(WorkerFailure.reported("r").description == "the worker reported: r")
    #expect(WorkerFailure.reported("A sentence.").description == "the worker reported: A sentence")
  }

  @Test("A whole session in one shared process, and its failure")
  func sharedSession() throws {
    let script = answering(
      """
      case $verb in
        pin) echo pinned 0 >&3 ;;
        prepare) echo answer red >&3 ;;
        run) set -- $rest; echo epoch $2 "$((1 + $1))000000" "$((1 + $1))000000" 1 0 0 >&3 ;;
      esac
      """)
    var plan = SessionPlan(pairs: LaunchPairs(perLaunch: 2, perPreparation: nil))
    plan.rule = SequentialRule(looks: [.init(launches: 2, alpha: 0.5)])
    let result = PairedSession(plan: plan).run { _ throws(WorkerFailure) in try shell(script) }
    // The candidate, workload 1, takes twice the time of workload 0.
    #expect(result.verdict == .slower)
    #expect(result.launches.count == 2)
    let failed = PairedSession(plan: plan).run { _ throws(WorkerFailure) in try shell("exit 1") }
    guard case .failed(_, .exited(code: 1, during: "the greeting")) = failed.end else {
      Issue.record("\(failed.end)")
      return
    }
  }

  @Test(
    "a command that computes throughout is told from one that waits, whatever else runs",
    .enabled(if: isLinux, "Only Linux tells how long a thread was ready to run."))
  func computing() throws {
    func computes(_ script: String) throws -> Bool {
      try CommandWorker(program: "/bin/sh", arguments: ["-c", script]).computesThroughout()
    }
    let loop = "i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done"
    #expect(try computes(loop))
    #expect(try !computes("sleep 0.1"))
    #expect(try !computes("\(loop); sleep 0.2"))
    // The work of a child is not that of the thread which waits for it.
    #expect(try !computes("sh -c '\(loop)'; exit 0"))
    #expect(throws: WorkerFailure.self) { try computes("exit 3") }
  }

  private static let isLinux: Bool = {
    #if os(Linux)
      return true
    #else
      return false
    #endif
  }()

  @Test("Two commands run at the same time, each from its own start to its own end")
  func commandsTogether() throws {
    func sleeping(_ seconds: Double, timeout: Double = 60) -> CommandWorker {
      CommandWorker(program: "/bin/sleep", arguments: ["\(seconds)"], timeout: timeout)
    }
    for (first, second) in [(0.05, 1.0), (1.0, 0.05)] {
      let (one, other) = try CommandWorker.runTogether(sleeping(first), sleeping(second))
      #expect(one.iterations == 1 && other.iterations == 1)
      // Others may make a run longer, never shorter; one after the other both would take a second.
      #expect(min(one.wall, other.wall) < 900_000_000)
      #expect(max(one.wall, other.wall) >= 1_000_000_000)
      #expect((one.wall < other.wall) == (first < second))
    }
    let failing = CommandWorker(program: "/bin/sh", arguments: ["-c", "exit 3"])
    #expect(throws: WorkerFailure.commandExited(code: 3, during: "an epoch")) {
      try CommandWorker.runTogether(sleeping(0.01), failing)
    }
    #expect(throws: WorkerFailure.overran(seconds: 0.1, during: "an epoch")) {
      try CommandWorker.runTogether(sleeping(30, timeout: 0.1), sleeping(30, timeout: 0.1))
    }
  }

  @Test("Commands are compared as workers, each iteration a process")
  func commands() throws {
    let command = CommandWorker(program: "/bin/sh", arguments: ["-c", "exit 0"])
    #expect(try command.prepare() == "exit code 0")
    let epoch = try command.run(iterations: 2, warmUp: 1)
    #expect(epoch.iterations == 2)
    #expect(epoch.wall > 0 && epoch.threadCPU == epoch.processCPU)
    command.quit()
  }

  @Test(
    "A command that is pinned runs on its core, and whoever measures it does not",
    .enabled(if: isLinux, "Other systems cannot pin a process."))
  func pinnedCommands() throws {
    func allowed(_ process: String) throws -> String? {
      try SmallFile.read("/proc/\(process)/status").split(separator: "\n")
        .first { $0.hasPrefix("Cpus_allowed_list") }.map(String.init)
    }
    let before = try allowed("thread-self")
    for core in usableCores() {
      let check = "grep -qx 'Cpus_allowed_list:[[:space:]]*\(core)' /proc/self/status"
      let command = CommandWorker(program: "/bin/sh", arguments: ["-c", check])
      #expect(try command.pin(toCore: core))
      #expect(try command.prepare() == "exit code 0")
      #expect(try command.run(iterations: 2, warmUp: 0).iterations == 2)
    }
    let command = CommandWorker(program: "/bin/sh", arguments: ["-c", "exit 0"])
    #expect(try !command.pin(toCore: 8191))
    #expect(try !command.pin(toCore: -1))
    #expect(try command.prepare() == "exit code 0")
    #expect(try allowed("thread-self") == before)
  }

  @Test("A command that fails, crashes or hangs ends its epoch with the cause")
  func failingCommands() {
    func run(_ script: String, timeout: Double = 30) -> CommandWorker {
      CommandWorker(program: "/bin/sh", arguments: ["-c", script], timeout: timeout)
    }
    #expect(throws: WorkerFailure.commandExited(code: 4, during: "the first run")) {
      try run("exit 4").prepare()
    }
    #expect(throws: WorkerFailure.commandCrashed(signal: 6, during: "an epoch")) {
      try run("kill -ABRT $$").run(iterations: 1, warmUp: 0)
    }
    #expect(throws: WorkerFailure.overran(seconds: 0.02, during: "warm-up")) {
      try run("sleep 1000", timeout: 0.02).run(iterations: 1, warmUp: 1)
    }
  }
}
