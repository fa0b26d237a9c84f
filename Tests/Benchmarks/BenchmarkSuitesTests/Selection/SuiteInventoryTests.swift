internal import BenchmarkHarness
internal import CommandTestSupport
internal import Measuring
internal import OrderedJSON
internal import Testing

@testable import BenchmarkSuites

@Suite("What a suite has")
struct SuiteInventoryTests {
  private let inventory = SuiteInventory(
    suite: "codecs", state: "working tree",
    parameters: [
      ParameterChoice(name: "codec", values: ["zstd", "gzip"]),
      ParameterChoice(name: "file", about: "what is packed", values: ["a.txt"], isOpen: true),
      ParameterChoice(name: "note", values: [], isOpen: true),
    ],
    benchmarks: [
      SuiteBenchmark(
        name: "zstd of a.txt", clock: .cpu,
        description: BenchmarkDescription(
          parameters: [BenchmarkParameter("codec", "zstd"), BenchmarkParameter("file", "a.txt")],
          references: [BenchmarkReference(name: "copy", benchmark: "copy")], items: 12,
          unit: "lines", bytes: 500),
        work: .workload(.words(["./w"]), index: 0, choice: [])),
      SuiteBenchmark(
        name: "copy", clock: .cpu, work: .workload(.words(["./w"]), index: 1, choice: [])),
    ])

  @Test("people see options with their values, then benchmarks")
  func table() {
    #expect(
      inventory.table == """
        parameter  values
        --codec    zstd, gzip
        --file     a.txt, or another (what is packed)
        --note     any text

        benchmark      parameters
        zstd of a.txt  codec=zstd file=a.txt
        copy

        """)
  }

  @Test("where no benchmark has parameters, only names are shown")
  func plain() {
    let plain = SuiteInventory(
      suite: "s", state: "HEAD", parameters: [], benchmarks: [inventory.benchmarks[1]])
    #expect(!plain.table.contains("parameter"))
    #expect(plain.table.contains("\ncopy\n"))
  }

  @Test("programs get parameters, references and amounts of work")
  func json() throws {
    let json = try JSONValue(parsing: Array(inventory.json.text.utf8))
    #expect(json["suite"]?.string == "codecs" && json["revision"]?.string == "working tree")
    let parameters = try #require(json["parameters"]?.elements)
    #expect(parameters.map { $0["name"]?.string } == ["codec", "file", "note"])
    #expect(parameters.map { $0["open"]?.bool } == [false, true, true])
    #expect(parameters[1]["about"]?.string == "what is packed")
    #expect(parameters[0]["values"]?.elements(\.string) == ["zstd", "gzip"])
    let benchmarks = try #require(json["benchmarks"]?.elements)
    #expect(benchmarks[0]["parameters"]?["codec"]?.string == "zstd")
    #expect(benchmarks[0]["references"]?["copy"]?.string == "copy")
    #expect(benchmarks[0]["items"]?.number == 12 && benchmarks[0]["bytes"]?.number == 500)
    #expect(benchmarks[0]["unit"]?.string == "lines")
    #expect(benchmarks[1]["references"]?.fields?.isEmpty == true)
  }

  @Test("the parameters of a suite are remembered for help, each suite's by itself")
  func remembered() throws {
    let folder = try TemporaryFolder()
    let known = KnownParameters(ofSuite: "/src/a/bench.toml", in: folder.file("cache"))
    #expect(known.choices.isEmpty)
    known.keep(inventory.parameters)
    #expect(known.choices == inventory.parameters)
    let other = KnownParameters(ofSuite: "/src/b/bench.toml", in: folder.file("cache"))
    #expect(other.choices.isEmpty)
    known.keep([])
    #expect(known.choices.isEmpty)
    for name in try folder.names(in: "cache/parameters") {
      try folder.write("{", to: "cache/parameters/\(name)")
    }
    #expect(known.choices.isEmpty, "a damaged file is as good as none")
  }
}
