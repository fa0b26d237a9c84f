internal import Foundation
internal import Testing

/// `.ci/install-dependencies.sh` on machines that are made up: a folder of stand-ins is its PATH.
@Suite("Setting up a machine")
struct SetUpTests {
  private static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: ".ci/install-dependencies.sh").path

  /// The options of `apt-get install`: a package manager that is busy is waited for.
  private static let installing = "-y --no-install-recommends -qq -o DPkg::Lock::Timeout=600"

  /// Runs the script where only the given commands are, each a shell script.
  private func setUp(
    _ commands: [String: String], arguments: [String] = []
  ) throws -> (exitCode: Int32, text: String) {
    try StandInMachine(tools: ["bash", "env", "sed", "head", "sort"], commands: commands)
      .run(script: Self.script, arguments)
  }

  /// A machine with everything but the libraries, whose user is root.
  private let withoutLibraries = [
    "swift": "echo 'Swift version 6.3.1 (swift-6.3.1-RELEASE)'", "git": "", "pkg-config": "exit 1",
    "id": "echo 0",
  ]

  private func machine(_ changes: [String: String]) -> [String: String] {
    withoutLibraries.merging(changes) { $1 }
  }

  @Test("nothing is said or done when nothing is missing")
  func complete() throws {
    let result = try setUp(machine(["pkg-config": "", "apt-get": "echo installing"]))
    #expect(result == (0, ""))
  }

  @Test("a missing Swift is named with the version and where to get it")
  func noSwift() throws {
    var commands = machine(["pkg-config": ""])
    commands["swift"] = nil
    let result = try setUp(commands)
    #expect(result.exitCode == 1)
    #expect(result.text.hasPrefix("make deps: Swift is missing: this package needs version 6.3"))
    #expect(result.text.contains("swift.org"))
  }

  @Test("an old Swift is refused, a newer one is not", arguments: ["5.10", "6.2.4", "6.3", "10.0"])
  func swiftVersion(version: String) throws {
    let result = try setUp(machine(["pkg-config": "", "swift": "echo 'Swift version \(version)'"]))
    let isOld = version == "5.10" || version == "6.2.4"
    #expect(result.exitCode == (isOld ? 1 : 0))
    #expect(result.text.contains("is too old") == isOld)
  }

  @Test("as root apt-get is called with what is missing, and only that")
  func apt() throws {
    let result = try setUp(machine(["apt-get": "echo \"apt-get $*\" >&2"]))
    #expect(result.exitCode == 0)
    #expect(
      result.text == """
        make deps: missing: libpng zlib libjpeg lcms2 libpq sqlite3
        make deps: running: apt-get install -y libpng-dev zlib1g-dev libjpeg-dev liblcms2-dev \
        libpq-dev libsqlite3-dev
        apt-get update -qq
        apt-get install -y --no-install-recommends -qq -o DPkg::Lock::Timeout=600 libpng-dev \
        zlib1g-dev libjpeg-dev liblcms2-dev libpq-dev libsqlite3-dev

        """)
  }

  @Test("two that install at the same time take turns: each holds a lock while apt-get runs")
  func turns() throws {
    let folder = try TemporaryFolder()
    let machine = try StandInMachine(
      in: folder, tools: ["bash", "env", "sed", "head", "sort", "flock"],
      commands: machine([
        "apt-get": """
        if flock -n "$TMPDIR/make-deps-0.lock" true; then echo free; else echo held; fi
        """
      ]))
    let result = try machine.run(
      script: Self.script, ["a-command=a-package"], environment: ["TMPDIR": folder.path])
    #expect(result.exitCode == 0)
    #expect(result.text.hasSuffix("\nheld\n"), "the index is renewed with the lock held")
    let lock = "\(folder.path)/make-deps-0.lock"
    #expect(try runShowingAll(["/usr/bin/env", "flock", "-n", lock, "true"]).exitCode == 0)
  }

  @Test("sudo is used only without root, and is announced")
  func sudo() throws {
    let result = try setUp(
      machine(["id": "echo 1000", "apt-get": "", "sudo": "echo \"sudo $*\" >&2"]))
    #expect(result.exitCode == 0)
    #expect(result.text.contains("installing needs root: calling sudo"))
    #expect(result.text.contains("\nsudo apt-get update"))
  }

  @Test("without root and sudo, the command to run is given")
  func noSudo() throws {
    let result = try setUp(machine(["id": "echo 1000", "apt-get": "echo never"]))
    #expect(result.exitCode == 1)
    #expect(
      result.text.contains(
        "apt-get install -y libpng-dev zlib1g-dev libjpeg-dev liblcms2-dev libpq-dev "
          + "libsqlite3-dev"))
    #expect(!result.text.contains("never"))
  }

  @Test("brew is used where it is")
  func brew() throws {
    let result = try setUp(machine(["brew": "echo \"brew $*\""]))
    #expect(result.exitCode == 0)
    #expect(
      result.text.contains("\nbrew install libpng zlib jpeg-turbo little-cms2 libpq sqlite\n"))
  }

  @Test("what cannot be installed is named")
  func failures() throws {
    let failing = try setUp(machine(["apt-get": "exit 100"]))
    #expect(failing.exitCode == 1)
    #expect(
      failing.text.contains(
        "could not install: libpng-dev zlib1g-dev libjpeg-dev liblcms2-dev libpq-dev "
          + "libsqlite3-dev"))
    let nothing = try setUp(withoutLibraries)
    #expect(nothing.exitCode == 1)
    #expect(nothing.text.contains("neither apt-get nor brew is here"))
    #expect(nothing.text.contains("libpng zlib libjpeg"))
  }

  @Test("a further command is installed by its package when it is missing")
  func extra() throws {
    let commands = machine(["pkg-config": "", "apt-get": "echo \"apt-get $*\" >&2", "there": ""])
    let result = try setUp(commands, arguments: ["there=a", "qemu-x86_64=qemu-user"])
    #expect(result.exitCode == 0)
    #expect(result.text.hasPrefix("make deps: missing: qemu-x86_64\n"))
    #expect(result.text.contains("\napt-get install \(Self.installing) qemu-user\n"))
  }

  @Test("the frameworks whose benchmarks are measured are installed where they are missing")
  func frameworks() throws {
    let commands = machine([
      "pkg-config": "[ \"$*\" != '--exists benchmark' ]", "apt-get": "echo \"apt-get $*\" >&2",
      "python3": "[ \"$*\" = '-c import pytest_benchmark' ]", "ruby": "",
    ])
    let result = try setUp(commands, arguments: ["--frameworks"])
    #expect(result.exitCode == 0)
    #expect(result.text.hasPrefix("make deps: missing: php google-benchmark\n"))
    #expect(result.text.contains("\napt-get install \(Self.installing) php-cli libbenchmark-dev\n"))
  }

  @Test("Python is asked whether it can build extension modules", arguments: [true, false])
  func python(isComplete: Bool) throws {
    let commands = machine([
      "pkg-config": "", "apt-get": "echo \"apt-get $*\" >&2",
      "python3": isComplete ? "" : "exit 1",
    ])
    let result = try setUp(commands, arguments: ["--python"])
    #expect(result.exitCode == 0)
    if isComplete {
      #expect(result.text.isEmpty)
    } else {
      #expect(result.text.hasPrefix("make deps: missing: python3\n"))
      #expect(
        result.text.contains("\napt-get install \(Self.installing) python3-dev python3-venv\n"))
    }
  }
}
