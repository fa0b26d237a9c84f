internal import Files
internal import Foundation
internal import Testing

/// `Benchmarks/github` without GitHub: stand-ins of `bench`, `git` and `gh` come first in PATH.
@Suite("Actions of GitHub")
struct GitHubActionTests {
  private static let actions =
    URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
    + "/Benchmarks/github"
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(
    _ script: String, _ commands: [String: String], _ environment: [String: String]
  ) throws -> BuiltCommand.Outcome {
    for (name, text) in commands { try folder.write("#!/bin/sh\n\(text)\n", to: "bin/\(name)") }
    // Copied by another process: what this one has written may be open in children of other tests,
    // and is then too busy to be executed.
    let copied = try BuiltCommand(at: "/bin/sh").run(
      [
        "-c", "cd \"$0\" && mkdir -p ../run && cp * ../run && chmod 755 ../run/*",
        folder.file("bin"),
      ])
    #expect(commands.isEmpty || copied.exitCode == 0)
    var variables = environment
    variables["PATH"] = "\(folder.file("run")):/usr/bin:/bin"
    variables["BENCH_COMMENT"] = folder.file("comment.md")
    variables["GITHUB_OUTPUT"] = folder.file("output")
    variables["GITHUB_STEP_SUMMARY"] = folder.file("summary")
    return try BuiltCommand(at: "/bin/sh").run(
      ["\(Self.actions)/\(script)"], environment: variables)
  }

  private func text(_ name: String) -> String {
    String(decoding: folder.bytes(name) ?? [], as: UTF8.self)
  }

  // MARK: Comparing

  private func compare(
    code: Int, _ environment: [String: String] = [:]
  ) throws -> BuiltCommand.Outcome {
    try run(
      "compare/compare.sh",
      [
        "bench":
          "printf '%s\\n' \"$@\" > '\(folder.file("arguments"))'; echo verdict; exit \(code)",
        "git": "[ \"$1\" = merge-base ] && [ \"$2\" != gone ] && echo merge-base-of-$2",
      ], environment)
  }

  @Test("the comparison gets its arguments as they are, whatever they hold")
  func arguments() throws {
    let outcome = try compare(
      code: 0,
      [
        "BENCH_BASE": "base", "BENCH_SUITE": "a b/bench.toml",
        "BENCH_ONLY": "größe 5\n$(touch \(folder.file("pwned")))\n--x",
      ])
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(
      text("arguments").split(separator: "\n") == [
        "compare", "--format", "markdown", "--suite", "a b/bench.toml", "merge-base-of-base",
        "HEAD", "--only=größe 5", "--only=$(touch \(folder.file("pwned")))", "--only=--x",
      ])
    #expect(folder.bytes("pwned") == nil)
    #expect(text("comment.md") == "verdict\n")
    #expect(text("summary") == "verdict\n")
    #expect(text("output") == "exit-code=0\ncomment=\(folder.file("comment.md"))\n")
    _ = try compare(code: 0)
    #expect(text("arguments") == "compare\n--format\nmarkdown\n")
    _ = try compare(code: 0, ["BENCH_ALLOW_MISSING": "true"])
    #expect(text("arguments") == "compare\n--format\nmarkdown\n--allow-missing\n")
  }

  @Test(
    "a slower or missing benchmark and a failure end the job, and the code is an output",
    arguments: [(0, 0), (1, 1), (2, 2), (3, 0), (4, 4), (65, 65)])
  func codes(code: Int, expected: Int) throws {
    #expect(try compare(code: code).exitCode == Int32(expected))
    #expect(text("output").contains("exit-code=\(code)\n"))
    let told = try compare(code: code, ["BENCH_FAIL_ON_SLOWER": "false"])
    #expect(told.exitCode == ([2, 4].contains(code) ? 0 : Int32(expected)))
  }

  @Test("a checkout without the base is told")
  func shallow() throws {
    let outcome = try compare(code: 0, ["BENCH_BASE": "gone"])
    #expect(outcome.exitCode == 64)
    #expect(outcome.errors.contains("fetch-depth: 0"))
  }

  // MARK: Downloading

  /// Fetches the release 1.2.3, whose `bench` is a script.
  private func fetch(_ environment: [String: String] = [:]) throws -> BuiltCommand.Outcome {
    let name = "bench-1.2.3-linux-x86_64"
    let made = try BuiltCommand(at: "/bin/sh").run([
      "-ec",
      """
      cd "$0"; mkdir -p \(name)/bin release
      [ ! -f release/\(name).tar.xz ] || exit 0
      printf '#!/bin/sh\\necho 1.2.3\\n' >\(name)/bin/bench; chmod 755 \(name)/bin/bench
      tar -cJf release/\(name).tar.xz \(name); rm -r \(name)
      cd release; sha256sum * >SHA256SUMS
      """,
      folder.path,
    ])
    #expect(made.exitCode == 0, "\(made)")
    var variables = [
      "BENCH_VERSION": "1.2.3", "BENCH_RELEASES": "https://releases.example",
      "BENCH_FOLDER": folder.file("kept"), "GITHUB_PATH": folder.file("path"),
    ]
    variables.merge(environment) { $1 }
    return try run(
      "compare/get-bench.sh",
      [
        "curl": """
        while [ $# -gt 1 ]; do [ "$1" != --output ] || output=$2; shift; done
        echo "$1" >>'\(folder.file("calls"))'
        cp "\(folder.file("release"))/${1##*/}" "$output"
        """,
        "uname": "case $1 in -s) echo Linux ;; *) echo ${MACHINE:-x86_64} ;; esac",
      ], variables)
  }

  @Test("a release is fetched once, verified, and put into PATH")
  func fetched() throws {
    let place = folder.file("kept/bench-1.2.3-linux-x86_64/bin") + "\n"
    for _ in 1...2 {
      let outcome = try fetch()
      #expect(outcome.exitCode == 0, "\(outcome)")
      #expect(outcome.output == place)
    }
    #expect(text("path") == place + place)
    #expect(
      text("calls") == """
        https://releases.example/1.2.3/SHA256SUMS
        https://releases.example/1.2.3/bench-1.2.3-linux-x86_64.tar.xz

        """)
  }

  @Test(
    "what has another checksum is neither kept nor run, and one that is damaged later is fetched again"
  )
  func forged() throws {
    let forged = try fetch(["BENCH_SHA256": String(repeating: "0", count: 64)])
    #expect(forged.exitCode == 65)
    #expect(forged.errors.contains("another checksum"))
    #expect(folder.bytes("kept/bench-1.2.3-linux-x86_64.tar.xz") == nil)
    #expect(folder.bytes("path") == nil)
    #expect(try fetch().exitCode == 0)
    try folder.write("damaged", to: "kept/bench-1.2.3-linux-x86_64.tar.xz")
    #expect(try fetch().exitCode == 0)
  }

  @Test("another system, a version that is none and a release that is not there are told")
  func unfetched() throws {
    #expect(try fetch(["MACHINE": "aarch64"]).exitCode == 69)
    #expect(try fetch(["BENCH_VERSION": "../1.2.3"]).exitCode == 64)
    let missing = try fetch(["BENCH_VERSION": "9.9.9", "BENCH_SHA256": "0"])
    #expect(missing.exitCode == 66)
    #expect(missing.errors.contains("9.9.9/bench-9.9.9-linux-x86_64.tar.xz cannot be fetched"))
  }

  // MARK: Commenting

  private func comment(_ text: String, pull: String, old: String) throws -> BuiltCommand.Outcome {
    try folder.write(text, to: "comment.md")
    return try run(
      "comment/comment.sh",
      [
        "gh": """
        printf '%s|' "$@" >> '\(folder.file("calls"))'; echo >> '\(folder.file("calls"))'
        case "$*" in
          *repos/o/r/pulls*) printf '%s\\n' '\(pull)' ;;
          *PATCH* | *POST*) for last; do :; done; cat "${last#body=@}" > '\(folder.file("sent"))' ;;
          *) printf '%s\\n' '\(old)' ;;
        esac
        """
      ],
      [
        "GITHUB_REPOSITORY": "o/r", "BENCH_HEAD_OWNER": "fork", "BENCH_HEAD_BRANCH": "b",
        "BENCH_HEAD_SHA": "abc",
      ])
  }

  @Test("a new comment is made, an old one renewed, without its tail beyond the limit")
  func commented() throws {
    let long = "<!-- bench: x -->\n" + String(repeating: "y", count: 70_000)
    #expect(try comment(long, pull: "7", old: "").exitCode == 0)
    #expect(text("calls").contains("POST|repos/o/r/issues/7/comments"))
    #expect(text("calls").contains("head=fork:b"))
    #expect(folder.bytes("sent")?.count == 60_000)
    #expect(try comment("<!-- bench: x -->\nnew\n", pull: "7", old: "99").exitCode == 0)
    #expect(text("calls").contains("PATCH|repos/o/r/issues/comments/99"))
    #expect(text("sent") == "<!-- bench: x -->\nnew\n")
  }

  @Test("a fork's text loses mentions and links, and what bench writes stays")
  func harmless() throws {
    let own = """
      <!-- bench: parse -->
      <details><summary>2 \\(equal\\) &lt;T&gt;</summary>

      | parse\\:a | 1.2 % |
      </details>
      <sub>a machine</sub>

      """
    #expect(try comment(own, pull: "7", old: "").exitCode == 0)
    #expect(text("sent") == own)
    let parted = [
      "@everyone", "&#64;everyone", "http://evil.example", "HTTPS://evil.example",
      "www.evil.example",
      "[go](//evil.example)", "[go][1]", "[1]: //evil.example", "![](//evil.example/seen.png)",
      "closes #12", "o/r#12", "gh-12", "<img src=x>", "<!-- hidden", "a@evil.example",
      "$\\href{//evil.example}{go}$", "```mermaid",
    ]
    for bad in parted {
      #expect(try comment("<!-- bench: x -->\n\(bad)\n", pull: "7", old: "").exitCode == 0)
      let sent = text("sent")
      #expect(sent.hasPrefix("<!-- bench: x -->\n") && !sent.contains(bad), "\(sent)")
      #expect(sent.replacing("\u{200B}", with: "").contains(bad), "\(sent)")
    }
    #expect(
      try comment("<!-- bench: x -->\n" + String(repeating: "@", count: 70_000), pull: "7", old: "")
        .exitCode == 0)
    #expect((folder.bytes("sent")?.count ?? .max) <= 60_000)
  }

  @Test("a closed or renewed pull request gets none, and neither does another text")
  func refused() throws {
    let closed = try comment("<!-- bench: x -->\n", pull: "", old: "")
    #expect(closed.exitCode == 0)
    #expect(closed.errors.contains("No open pull request"))
    #expect(try comment("hello\n", pull: "7", old: "").exitCode == 65)
    #expect(folder.bytes("sent") == nil)
  }

  // MARK: YAML

  private static let python = PythonInterpreter.with(module: "yaml")

  @Test(
    "every file is YAML; what runs a pull request's code has no rights, and no script holds input",
    .enabled(if: python != nil, "No Python has a module yaml."),
    arguments: [
      "../../action.yml", "comment/action.yml", "examples/measure.yml", "examples/comment.yml",
      "../nightly/github-actions.yml", "../../.github/workflows/release.yml",
    ])
  func yaml(file: String) throws {
    let check = """
      import json, sys, yaml
      document = yaml.safe_load(open(sys.argv[1]))
      document = {("on" if key is True else key): value for key, value in document.items()}
      json.dump(document, sys.stdout)
      """
    let outcome = try BuiltCommand(at: "/usr/bin/env").run([
      try #require(Self.python), "-c", check, "\(Self.actions)/\(file)",
    ])
    try #require(outcome.exitCode == 0, "\(outcome)")
    let document = try #require(
      JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let runs = document["runs"] as? [String: Any]
    let jobs = (document["jobs"] as? [String: [String: Any]])?.values.map { $0 } ?? []
    let steps = ([runs].compactMap { $0 } + jobs).flatMap {
      $0["steps"] as? [[String: Any]] ?? []
    }
    #expect(!steps.isEmpty)
    for step in steps {
      #expect((step["run"] == nil) != (step["uses"] == nil))
      #expect((step["run"] as? String)?.contains("${{") != true, "\(step)")
      if runs != nil, step["run"] != nil { #expect(step["shell"] as? String == "bash") }
    }
    guard file == "examples/measure.yml" else { return }
    #expect(document["permissions"] as? [String: String] == ["contents": "read"])
    let events = try #require(document["on"] as? [String: Any])
    #expect(Array(events.keys) == ["pull_request"], "pull_request_target would have rights")
    #expect(!outcome.output.contains("secrets."))
  }
}
