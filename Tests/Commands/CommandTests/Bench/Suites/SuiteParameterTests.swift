internal import CommandTestSupport
internal import Foundation
internal import OrderedJSON
internal import Testing

/// Parameters, references and metrics of a suite on the command line.
@Suite("Parameters of a suite, as built")
struct SuiteParameterTests {
  /// Two codecs at two levels; the file is open.
  private static func codecs(log: String? = nil) -> ScriptedSuite {
    var suite = ScriptedSuite(
      ["zstd", "gzip"].flatMap { codec in
        [1, 3].map { level in
          ScriptedSuite.Benchmark(
            "\(codec) -\(level) a.txt", nanoseconds: codec == "zstd" ? 2000 : 8000,
            description: #"""
              {"parameters": {"codec": "\#(codec)", "level": "\#(level)", "file": "a.txt"},
               "references": [{"name": "copy", "benchmark": "copy of a.txt"}],
               "items": 10, "unit": "lines"}
              """#)
        }
      } + [
        .init(
          "copy of a.txt", nanoseconds: 1000, description: #"{"parameters": {"file": "a.txt"}}"#)
      ],
      parameters: #"""
        [{"name": "file", "about": "what is packed", "values": ["a.txt"], "open": true}]
        """#)
    suite.refusals = ["b.txt": "'b.txt' does not exist."]
    suite.log = log
    return suite
  }

  private let repository: ScriptedRepository

  init() throws {
    repository = try ScriptedRepository()
    try repository.commit(Self.codecs(log: repository.log))
  }

  private func run(_ arguments: [String]) throws -> BuiltCommand.Outcome {
    try repository.run(
      ["run", "--no-record", "--launches", "2", "--time", "0.01"] + arguments)
  }

  @Test("values choose benchmarks, in both forms and repeated; references are measured beside them")
  func chosen() throws {
    let outcome = try run(
      ["--codec", "gzip", "--level=3", "--level", "1", "--format", "csv", "--quiet"])
    #expect(outcome.exitCode == 0, "\(outcome)")
    let rows = outcome.output.split(whereSeparator: \.isNewline)
    #expect(rows.count == 3)
    #expect(rows[0].hasSuffix(",codec,level,file,ratioToCopy"), "\(rows)")
    #expect(rows[1].hasPrefix("gzip -1 a.txt,") && rows[1].hasSuffix(",gzip,1,a.txt,8.0"))
    #expect(rows[2].hasPrefix("gzip -3 a.txt,"))
  }

  @Test("an open parameter is told to the worker, whose sentence of refusal is shown with 65")
  func open() throws {
    let outcome = try run(["--file", "c d.txt", "--codec", "zstd", "--format", "csv", "--quiet"])
    #expect(outcome.exitCode == 0, "\(outcome)")
    #expect(outcome.output.contains("\nzstd -3 c d.txt,"), "\(outcome)")
    let refused = try run(["--file", "b.txt"])
    #expect(refused.exitCode == 65)
    #expect(refused.output.isEmpty)
    #expect(refused.errors == "Error: 'b.txt' does not exist.\n")
    // Equal files need no measurement, and what is wrong is said all the same.
    let compared = try repository.run(["compare", "HEAD", "--file", "b.txt"])
    #expect(compared.exitCode == 65 && compared.errors == refused.errors, "\(compared)")
    try repository.folder.write("x", to: "other")
    let dirty = try repository.run(["compare", "HEAD", "--file", "b.txt"])
    #expect(dirty.exitCode == 65 && dirty.errors.contains("'b.txt' does not exist."), "\(dirty)")
  }

  @Test("unknown names and values get the nearest right one, with 64")
  func unknown() throws {
    for (arguments, words) in [
      (["--codek", "zstd"], "Unknown parameter 'codek'. Did you mean 'codec'?"),
      (["--codec", "gzpi"], "Unknown codec 'gzpi'. Did you mean 'gzip'? Choose from: zstd, gzip."),
      (["--lauches", "3"], "Did you mean"),
      (["--codec", "gzip", "--codec"], "Unknown option '--codec'."),
    ] {
      let outcome = try run(arguments)
      #expect(outcome.exitCode == 64, "\(arguments) \(outcome)")
      #expect(outcome.errors.contains(words), "\(outcome.errors)")
      #expect(outcome.output.isEmpty)
    }
  }

  @Test(
    "where nothing changed, a misspelt option is refused all the same",
    arguments: [
      ["compare", "HEAD", "HEAD"], ["explain", "HEAD", "HEAD"],
      ["explain", "HEAD", "HEAD", "--coverage"], ["referee", "start"],
    ])
  func unchanged(command: [String]) throws {
    let wrong = try repository.run(command + ["--flame-graf", "x.svg"])
    #expect(wrong.exitCode == 64, "\(wrong)")
    #expect(wrong.errors.contains("Unknown parameter 'flame-graf'."), "\(wrong.errors)")
    #expect(wrong.errors.contains("Did you mean 'flame-graph'?") == (command[0] == "explain"))
    let right = try repository.run(command + ["--codec", "gzip"])
    #expect(right.exitCode == 0, "no journal was left behind: \(right)")
  }

  @Test("once the suite is known, a misspelt option is refused before anything is built")
  func misspelt() throws {
    #expect(try run([]).exitCode == 0)
    let before = repository.requests.count
    let outcome = try run(["--lauches", "3"])
    #expect(outcome.exitCode == 64)
    #expect(
      outcome.errors.contains("Unknown option '--lauches'. Did you mean '--launches'?"),
      "\(outcome.errors)")
    #expect(repository.requests.count == before)
  }

  @Test("help and list show the parameters with their values")
  func shown() throws {
    let early = try repository.run(["run", "--help"])
    #expect(early.output.contains("`bench list` builds it and shows them"), "\(early.output)")
    let list = try repository.run(["list"])
    #expect(list.exitCode == 0, "\(list)")
    #expect(list.output.contains("--file     a.txt, or another (what is packed)\n"))
    #expect(list.output.contains("--codec    zstd, gzip\n"))
    #expect(list.output.contains("gzip -3 a.txt  codec=gzip level=3 file=a.txt\n"))
    for command in ["run", "compare", "explain", "nightly", "bisect", "selftest", "list"] {
      let help = try repository.run([command, "--help"]).output
      #expect(help.contains("\n  --codec  zstd, gzip\n"), "\(command): \(help)")
      #expect(help.contains("\n  --file  a.txt, or another\n"), "\(command)")
    }
    // In a repository without a suite nobody speaks of parameters.
    let other = try ScriptedRepository()
    #expect(!(try other.run(["run", "--help"]).output.contains("PARAMETERS")))
  }

  @Test("list takes parameters, names and commits, and writes JSON")
  func list() throws {
    let some = try repository.run(["list", "--codec", "zstd", "--only=-3"])
    #expect(some.output.hasSuffix("\nzstd -3 a.txt  codec=zstd level=3 file=a.txt\n"), "\(some)")
    let json = try repository.json(["list", "--codec", "zstd", "--file", "x"])
    #expect(json["suite"]?.string == "scripted")
    #expect(json["parameters"]?.elements?.map { $0["name"]?.string } == ["file", "codec", "level"])
    let benchmarks = try #require(json["benchmarks"]?.elements)
    #expect(benchmarks.map { $0["benchmark"]?.string } == ["zstd -1 x", "zstd -3 x"])
    #expect(benchmarks[0]["references"]?["copy"]?.string == "copy of x")
    #expect(benchmarks[0]["items"]?.number == 10)
    try repository.commit(ScriptedSuite([.init("later")]))
    #expect(try repository.run(["list"]).output == "benchmark\nlater\n")
    #expect(try repository.run(["list", "HEAD~1"]).output.contains("gzip -1 a.txt"))
    #expect(try repository.run(["list", "--format", "yaml"]).exitCode == 64)
  }

  @Test("compare, bisect and selftest take parameters")
  func others() throws {
    var slower = Self.codecs()
    slower.benchmarks[3].nanoseconds *= 3
    try repository.commit(slower)
    let compared = try repository.run(
      ["compare", "HEAD~1", "HEAD", "--codec", "gzip", "--quiet"])
    #expect(compared.exitCode == 2, "\(compared)")
    #expect(!compared.output.contains("zstd"))
    let same = try repository.run(["compare", "HEAD~1", "HEAD", "--level", "1", "--quiet"])
    #expect(same.exitCode == 0, "\(same)")
    let found = try repository.run(
      ["bisect", "HEAD~1", "HEAD", "--codec", "gzip", "--level", "3", "--quiet"])
    #expect(found.exitCode == 0, "\(found)")
    let unclear = try repository.run(["bisect", "HEAD~1", "HEAD", "--codec", "gzip"])
    #expect(unclear.exitCode == 64)
    #expect(
      unclear.errors.contains("2 fit: name one of them: gzip -1 a.txt, gzip -3 a.txt."),
      "\(unclear.errors)")
    let tested = try repository.json(
      ["selftest", "--aa", "--sessions", "1", "--codec", "zstd", "--level", "3"])
    #expect(
      tested["benchmarks"]?.elements?.map { $0["benchmark"]?.string } == ["zstd -3 a.txt"])
    #expect(tested["alarms"]?.integer == 0)
  }

  @Test("parameters do not apply to the commands of a comparison")
  func commands() throws {
    let outcome = try repository.run(["compare", "--codec", "zstd", "--", "true", "--", "true"])
    #expect(outcome.exitCode == 64)
    #expect(
      outcome.errors.contains("--codec does not apply to the commands after '--'"),
      "\(outcome.errors)")
  }

  // MARK: Metrics

  /// A suite of one benchmark with a metric of 100 bytes, or others.
  private func metric(
    _ value: String = "100", _ better: String = "less", unit: String = "B", name: String = "size"
  ) -> ScriptedSuite {
    ScriptedSuite([
      .init(
        "pack",
        metrics: #"""
          [{"name": "\#(name)", "title": "the size", "value": \#(value), "unit": "\#(unit)",
            "better": "\#(better)"}]
          """#)
    ])
  }

  /// The comparison of two states of a suite.
  private func compare(
    _ base: ScriptedSuite, _ candidate: ScriptedSuite
  ) throws -> (table: BuiltCommand.Outcome, metrics: [JSONValue]) {
    let repository = try ScriptedRepository(base)
    // Equal files would not be measured.
    try repository.folder.commit(candidate.files.merging(["notes": "1"]) { $1 })
    let json = try repository.json(["compare", "HEAD~1", "HEAD", "--quiet"])
    return (
      try repository.run(["compare", "HEAD~1", "HEAD", "--quiet"]),
      json["comparisons"]?.elements?.first?["metrics"]?.elements ?? []
    )
  }

  @Test(
    "a comparison says which metrics are better and worse; times decide",
    arguments: [
      ("less", "250", "the size: 100 B → 250 B, worse", "worse"),
      ("less", "50", "the size: 100 B → 50.0 B, better", "better"),
      ("more", "50", "the size: 100 B → 50.0 B, worse", "worse"),
      ("equal", "100", nil, "same"),
    ])
  func compared(better: String, value: String, words: String?, verdict: String) throws {
    let (table, metrics) = try compare(metric("100", better), metric(value, better))
    #expect(table.exitCode == 0, "\(table)")
    if let words {
      #expect(table.output.contains(words), "\(table.output)")
    } else {
      #expect(!table.output.contains("the size"))
    }
    #expect(metrics.map { $0["verdict"]?.string } == [verdict])
    #expect(metrics.first?["candidate"]?.number == Double(value))
  }

  @Test("what must be equal and is not is not compared: 4, with both values")
  func unequal() throws {
    let (table, metrics) = try compare(metric("100", "equal"), metric("101", "equal"))
    #expect(table.exitCode == 4, "\(table)")
    #expect(
      table.errors.contains("'size' must be equal on both sides: 100.0 and 101.0."),
      "\(table.errors)")
    #expect(!table.output.contains("pairs") && metrics.isEmpty)
  }

  @Test("a metric of one side, of another unit or without a number is told, and hinders nothing")
  func incomparable() throws {
    for (base, candidate, words) in [
      (metric(), ScriptedSuite([.init("pack")]), "the size: 100 B, and the candidate reports none"),
      (ScriptedSuite([.init("pack")]), metric(), "the size: 100 B, and the base reports none"),
      (metric(), metric(unit: "kB"), "the size: 100 B and 100 kB are in different units"),
      (metric(), metric("null"), "the size: 100 B and no number cannot be compared"),
    ] {
      let (table, metrics) = try compare(base, candidate)
      #expect(table.exitCode == 0, "\(table)")
      #expect(table.output.contains(words), "\(table.output)")
      #expect(metrics.map { $0["verdict"]?.string } == ["notComparable"])
    }
  }

  @Test("the comment of a pull request names metrics that changed")
  func markdown() throws {
    let repository = try ScriptedRepository(metric())
    try repository.commit(metric("250"))
    let comment = try repository.run(
      ["compare", "HEAD~1", "HEAD", "--format", "markdown", "--quiet"])
    #expect(comment.output.contains("pack\\: the size\\: 100 B → 250 B, worse"), "\(comment)")
  }

  // MARK: Workers of version 1

  @Test("a worker of version 1 is timed, compared and searched as before")
  func versionOne() throws {
    var suite = ScriptedSuite([.init("pack"), .init("unpack")])
    suite.version = 1
    let repository = try ScriptedRepository(suite)
    let listed = try repository.run(["list"])
    #expect(listed.output == "benchmark\npack\nunpack\n", "\(listed)")
    let run = try repository.run(
      ["run", "--no-record", "--launches", "2", "--time", "0.01", "--format", "csv", "--quiet"])
    #expect(run.exitCode == 0 && run.output.contains("\nunpack,threadCPU,1e-05,"), "\(run)")
    suite.benchmarks[1].nanoseconds *= 2
    try repository.commit(suite)
    let compared = try repository.run(["compare", "HEAD~1", "HEAD", "--quiet"])
    #expect(compared.exitCode == 2, "\(compared)")
    let refused = try repository.run(["run", "--no-record", "--codec", "zstd"])
    #expect(refused.exitCode == 64)
    #expect(refused.errors.contains("The benchmarks of 'scripted' have no parameters."))
  }

  // MARK: Wrong answers

  @Test("a wrong answer is WRONG in the table, told, not timed, and ends with 1")
  func wrong() throws {
    let repository = try ScriptedRepository(
      ScriptedSuite([
        .init("slow", answer: "#102030 a"),
        .init(
          "fast", answer: "#102031 a",
          description: #"{"references": [{"name": "ref", "benchmark": "slow", "answers": true}]}"#),
      ]))
    let outcome = try repository.run(
      ["run", "--no-record", "--launches", "2", "--time", "0.01"])
    #expect(outcome.exitCode == 1, "\(outcome)")
    #expect(
      outcome.errors
        == "Error: 'fast' is wrong: it answers '#102031 a', and 'slow' '#102030 a'.\n")
    let row = outcome.output.split(separator: "\n").first { $0.contains("fast") }
    #expect(row?.contains("#102031") == true && row?.contains("WRONG") == true, "\(outcome)")
    #expect(outcome.output.contains("reference"))
  }

  @Test("references that lead nowhere, in a circle or out of a worker are damage: 65")
  func damagedReferences() throws {
    func suite(_ references: String) -> ScriptedSuite {
      ScriptedSuite([.init("a", description: #"{"references": [\#(references)]}"#)])
    }
    for (references, words) in [
      (#"{"name": "x", "benchmark": "b"}"#, "there is no such benchmark"),
      (#"{"name": "x", "benchmark": "a"}"#, "References lead in a circle: 'a' → 'a'."),
    ] {
      let repository = try ScriptedRepository(suite(references))
      for command in [["run", "--no-record"], ["nightly", "--history", repository.history]] {
        let outcome = try repository.run(command)
        #expect(outcome.exitCode == 65, "\(outcome)")
        #expect(outcome.errors.contains(words) && outcome.output.isEmpty, "\(outcome)")
      }
    }
  }
}
