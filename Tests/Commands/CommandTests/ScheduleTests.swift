internal import CommandTestSupport
internal import Files
internal import Foundation
internal import Testing

/// `Benchmarks/nightly` on machines that are made up: a folder of stand-ins comes first in PATH.
@Suite("Nightly schedules")
struct ScheduleTests {
  private static let checkout = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
  private static let nightly = checkout + "/Benchmarks/nightly"
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs install.sh where only a few tools and the given commands are, each a shell script.
  private func install(
    _ commands: [String: String], _ arguments: String...
  ) throws -> (exitCode: Int32, text: String) {
    try StandInMachine(
      in: folder,
      tools: [
        "bash", "env", "sed", "grep", "dirname", "mkdir", "rm", "cat", "id", "true", "touch",
      ],
      commands: commands
    ).run(script: Self.nightly + "/install.sh", arguments)
  }

  private var systemd: [String: String] {
    ["systemctl": "echo \"$@\" >> '\(folder.path)/calls'"]
  }

  /// A crontab that is a file.
  private var cron: [String: String] {
    [
      "pgrep": "[ \"$2\" = cron ]",
      "crontab": """
      if [ "$1" = -l ]; then cat '\(folder.path)/table' 2> /dev/null; else cat > '\(folder.path)/new'
      cat '\(folder.path)/new' > '\(folder.path)/table'; fi
      """,
    ]
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(folder.path)/\(name)", encoding: .utf8)
  }

  @Test("systemd of the user gets a service and a timer with the checkout's path, and is told")
  func systemdUnits() throws {
    let units = ".config/systemd/user"
    let dry = try install(systemd, "--dry")
    #expect(dry.exitCode == 0)
    #expect(dry.text.contains("would write \(folder.path)/\(units)/bench-nightly.timer"))
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/\(units)"))
    let done = try install(systemd)
    #expect(done.exitCode == 0, "\(done.text)")
    let service = try text(units + "/bench-nightly.service")
    #expect(service.contains("ExecStart=\(Self.nightly)/night.sh\n"))
    #expect(!service.contains("@CHECKOUT@"))
    #expect(try text("calls").contains("--user enable --now bench-nightly.timer"))
    #expect(try install(systemd, "--remove").exitCode == 0)
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/\(units)/bench-nightly.timer"))
  }

  @Test("cron gets one line, however often it is installed, and keeps the others")
  func cronLine() throws {
    _ = try folder.write("1 2 * * * something else\n", to: "table")
    #expect(try install(cron, "--dry").text.contains("30 3 * * * '\(Self.nightly)/night.sh'"))
    #expect(try text("table") == "1 2 * * * something else\n")
    for _ in 0..<2 { #expect(try install(cron).exitCode == 0) }
    let lines = try text("table").split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0] == "1 2 * * * something else")
    #expect(lines[2].hasPrefix("30 3 * * * '\(Self.nightly)/night.sh'"))
    #expect(try install(cron, "--remove").exitCode == 0)
    #expect(try text("table") == "1 2 * * * something else\n")
  }

  @Test("without either it says what to run, and an unknown option is refused")
  func neither() throws {
    let outcome = try install([:])
    #expect(outcome.exitCode == 1)
    #expect(outcome.text.contains("run this once a night: \(Self.nightly)/night.sh"))
    #expect(try install([:], "--dry").exitCode == 0)
    #expect(try install([:], "--wet").exitCode == 64)
  }

  private static let systemdAnalyze = "/usr/bin/systemd-analyze"

  @Test(
    "systemd finds nothing wrong with the units",
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: systemdAnalyze),
      "\(systemdAnalyze) is missing."))
  func verify() throws {
    var units: [String] = []
    for name in ["bench-nightly.service", "bench-nightly.timer"] {
      let unit = try String(contentsOfFile: "\(Self.nightly)/\(name)", encoding: .utf8)
      units.append(
        try folder.write(unit.replacing("@CHECKOUT@", with: Self.checkout), to: name))
    }
    let outcome = try runShowingAll(
      [Self.systemdAnalyze, "verify", "--man=no"] + units)
    #expect(outcome.exitCode == 0, "\(outcome.text)")
    #expect(!outcome.text.contains("bench-nightly"), "\(outcome.text)")
  }

  private static let python = PythonInterpreter.with(module: "yaml")

  @Test(
    "the workflow is YAML that measures and keeps the history",
    .enabled("No Python has a module yaml here.") { python != nil })
  func workflow() throws {
    let program = """
      import sys, json, yaml
      flow = yaml.safe_load(open(sys.argv[1]))
      # YAML 1.1 reads the key "on" as true.
      print(json.dumps({"cron": flow[True]["schedule"][0]["cron"],
        "steps": flow["jobs"]["nightly"]["steps"]}))
      """
    let python = try #require(Self.python)
    let outcome = try runShowingAll(
      [python, "-c", program, Self.nightly + "/github-actions.yml"])
    try #require(outcome.exitCode == 0, "\(outcome.text)")
    let flow = try JSONSerialization.jsonObject(with: Data(outcome.text.utf8)) as? [String: Any]
    #expect(flow?["cron"] as? String == "30 3 * * *")
    let steps = flow?["steps"] as? [[String: Any]] ?? []
    #expect(steps.contains { ($0["run"] as? String)?.contains("bench nightly") == true })
    let paths = steps.compactMap { ($0["with"] as? [String: Any])?["path"] as? String }
    #expect(paths.allSatisfy { $0.contains("Benchmarks/history.sqlite") } && paths.count == 2)
  }
}

/// Runs a program with what it says on both streams together.
