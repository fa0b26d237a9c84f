internal import BenchmarkHarness
internal import Measuring
internal import Reporting
internal import Testing

@testable import BenchmarkSuites

@Suite("Benchmarks by name and by parameters")
struct SuiteListingTests {
  private func benchmark(
    _ name: String, _ parameters: KeyValuePairs<String, String> = [:]
  ) -> SuiteBenchmark {
    SuiteBenchmark(
      name: name, clock: .cpu,
      description: BenchmarkDescription(
        parameters: parameters.map { BenchmarkParameter($0.key, $0.value) }),
      work: .workload(.words(["./worker"]), index: 0, choice: []))
  }

  private var benchmarks: [SuiteBenchmark] {
    [
      benchmark("zstd 1", ["codec": "zstd", "level": "1"]),
      benchmark("zstd 3", ["codec": "zstd", "level": "3"]),
      benchmark("gzip 3", ["codec": "gzip", "level": "3"]), benchmark("copy"),
    ]
  }

  private func listing(
    _ declared: [ParameterChoice] = [], handed: Set<String> = []
  ) -> SuiteListing {
    SuiteListing(benchmarks, declared: declared, handed: handed)
  }

  private func chosen(
    _ parameters: KeyValuePairs<String, [String]> = [:], names: [String] = [],
    options: [String] = [], of listing: SuiteListing? = nil
  ) throws(HarnessFailure) -> [String] {
    try (listing ?? self.listing()).chosen(
      by: BenchmarkSelection(
        names: names, parameters: parameters.map { ParameterValues($0.key, $0.value) },
        otherNames: options), of: "codecs"
    ).map(\.name)
  }

  private func refusal(
    _ parameters: KeyValuePairs<String, [String]> = [:], names: [String] = [],
    options: [String] = [], of listing: SuiteListing? = nil
  ) -> String? {
    let failure = #expect(throws: HarnessFailure.self) {
      try chosen(parameters, names: names, options: options, of: listing)
    }
    #expect(failure?.status.rawValue == 64)
    return failure?.message
  }

  @Test("parameters that nobody declared are those of the benchmarks, in their order")
  func found() {
    #expect(
      listing().parameters == [
        ParameterChoice(name: "codec", values: ["zstd", "gzip"]),
        ParameterChoice(name: "level", values: ["1", "3"]),
      ])
  }

  @Test("what a worker declares stays as it says, and comes first")
  func declared() {
    let codec = ParameterChoice(name: "codec", about: "of files", values: ["gzip", "zstd", "lz4"])
    #expect(listing([codec]).parameters.map(\.name) == ["codec", "level"])
    #expect(listing([codec]).parameters.first == codec)
  }

  @Test("values of a parameter are alternatives, parameters are conditions; names are texts inside")
  func filters() throws {
    #expect(try chosen() == ["zstd 1", "zstd 3", "gzip 3", "copy"])
    #expect(try chosen(["codec": ["zstd"]]) == ["zstd 1", "zstd 3"])
    #expect(try chosen(["level": ["3", "1"], "codec": ["gzip"]]) == ["gzip 3"])
    #expect(try chosen(names: ["3", "cop"]) == ["zstd 3", "gzip 3", "copy"])
    #expect(try chosen(["level": ["3"]], names: ["zstd"]) == ["zstd 3"])
  }

  @Test("a whole name means that benchmark alone, also beside longer ones")
  func wholeNames() throws {
    let sums = SuiteListing(
      [benchmark("sum of 100"), benchmark("sum of 1000"), benchmark("sum of 10")], declared: [],
      handed: [])
    #expect(try chosen(names: ["sum of 10"], of: sums) == ["sum of 10"])
    #expect(try chosen(names: ["sum of 100"], of: sums) == ["sum of 100"])
    #expect(try chosen(names: ["sum of 10", "1000"], of: sums) == ["sum of 1000", "sum of 10"])
    #expect(try chosen(names: ["of 1"], of: sums).count == 3)
  }

  @Test("an unknown value gets the nearest right one, and all that there are")
  func unknownValue() {
    #expect(
      refusal(["codec": ["zst"]])
        == "Unknown codec 'zst'. Did you mean 'zstd'? Choose from: zstd, gzip.")
    #expect(
      refusal(["codec": ["zstd", "brotli"]])?.hasPrefix("Unknown codec 'brotli'.") == true,
      "one right value does not excuse a wrong one")
  }

  @Test("an unknown parameter gets the nearest right one, of the suite or of the command")
  func unknownParameter() {
    #expect(
      refusal(["codek": ["zstd"]])
        == "Unknown parameter 'codek'. Did you mean 'codec'? The parameters of 'codecs' are: codec, "
        + "level.")
    #expect(
      refusal(["lauches": ["3"]], options: ["launches", "time"])?.hasPrefix(
        "Unknown parameter 'lauches'. Did you mean 'launches'? ") == true)
    let plain = SuiteListing([benchmark("copy")], declared: [], handed: [])
    #expect(
      refusal(["fromat": ["json"]], options: ["format"], of: plain)
        == "Unknown parameter 'fromat'. Did you mean 'format'? The benchmarks of 'codecs' have no "
        + "parameters.")
    #expect(
      refusal(["quality": ["9"]], of: plain)
        == "Unknown parameter 'quality'. The benchmarks of 'codecs' have no parameters.")
  }

  @Test("of an open parameter any value is taken; the worker that was told it judges")
  func open() throws {
    let level = ParameterChoice(name: "level", values: ["1", "9"], isOpen: true)
    // The worker made its list by the value, and may write it in another way.
    let handed = listing([level], handed: ["level"])
    #expect(try chosen(["level": ["3.0"]], of: handed) == ["zstd 1", "zstd 3", "gzip 3"])
    // Nobody was told: the values of the benchmarks decide.
    let told = listing([level])
    #expect(try chosen(["level": ["3"]], of: told) == ["zstd 3", "gzip 3"])
    #expect(
      refusal(["level": ["4"]], of: told)
        == "No benchmark has level 4. There are: zstd 1, zstd 3, gzip 3, copy")
  }

  @Test("what fits nothing names what there is")
  func nothing() {
    #expect(
      refusal(["codec": ["gzip"], "level": ["1"]])
        == "No benchmark has codec gzip, level 1. There are: zstd 1, zstd 3, gzip 3, copy")
    #expect(
      refusal(names: ["lz4", "xz"])
        == "No benchmark is called 'lz4' or 'xz'. There are: zstd 1, zstd 3, gzip 3, copy")
    let empty = SuiteListing([], declared: [], handed: [])
    #expect(refusal(of: empty) == "The suite 'codecs' lists no benchmarks.")
  }
}
