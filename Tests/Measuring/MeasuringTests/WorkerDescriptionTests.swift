internal import Testing

@testable internal import Measuring

/// What workers say in JSON: parameters, descriptions, metrics.
@Suite("What workers say of their benchmarks")
struct WorkerDescriptionTests {
  @Test("parameters are read with what is known of them")
  func parameters() throws {
    let line = """
      parameters [{"name": "kernel", "about": "the loop", "values": ["simd", "read"]},\
      {"name": "image", "open": true, "later": [1]}, {"name": "size-2", "about": null, \
      "values": ["4K"], "open": true}]
      """
    let choices = [
      ParameterChoice(name: "kernel", about: "the loop", values: ["simd", "read"]),
      ParameterChoice(name: "image", values: [], isOpen: true),
      ParameterChoice(name: "size-2", values: ["4K"], isOpen: true),
    ]
    #expect(try WorkerReply(line: line) == .parameters(choices))
    #expect(try WorkerReply(line: WorkerReply.parameters(choices).line) == .parameters(choices))
    #expect(try WorkerReply(line: "parameters []") == .parameters([]))
  }

  @Test("a description keeps the order of parameters, and numbers as they were written")
  func descriptions() throws {
    let line = """
      description {"parameters": {"size": 24.0, "kernel": "simd", "big": 18446744073709551617}, \
      "references": [{"name": "read", "benchmark": "read of 24", "answers": true, "title": "r"}, \
      {"name": "plain", "benchmark": "plain"}], "items": 24, "unit": "rows", "bytes": 96e6, \
      "clock": "wall", "reprepare": true, "later": {}}
      """
    let description = BenchmarkDescription(
      parameters: [
        BenchmarkParameter("size", "24.0"), BenchmarkParameter("kernel", "simd"),
        BenchmarkParameter("big", "18446744073709551617"),
      ],
      references: [
        BenchmarkReference(
          name: "read", benchmark: "read of 24", answersMustAgree: true, title: "r"),
        BenchmarkReference(name: "plain", benchmark: "plain"),
      ], items: 24, unit: "rows", bytes: 96_000_000, clock: "wall", preparesForEachPair: true)
    #expect(try WorkerReply(line: line) == .description(description))
    #expect(
      try WorkerReply(line: WorkerReply.description(description).line) == .description(description))
    for nothing in ["description {}", #"description {"items": 0, "bytes": null}"#] {
      #expect(try WorkerReply(line: nothing) == .description(BenchmarkDescription()))
    }
    #expect(WorkerReply.description(BenchmarkDescription()).line == "description {}")
  }

  @Test("metrics are read, and one without a finite number is not-a-number")
  func metrics() throws {
    let line = """
      metrics [{"name": "deltaE00", "title": "ΔE00", "value": 0.31, "unit": "", "better": "less"},\
      {"name": "hits", "value": 9, "unit": "%", "better": "more"},\
      {"name": "peak", "value": 1e999, "better": "equal"},\
      {"name": "none", "value": null, "better": "equal"}, {"name": "gone", "better": "equal"}]
      """
    guard case .metrics(let metrics) = try WorkerReply(line: line) else {
      Issue.record("no metrics")
      return
    }
    #expect(
      metrics.prefix(2) == [
        BenchmarkMetric(name: "deltaE00", title: "ΔE00", value: 0.31, better: .less),
        BenchmarkMetric(name: "hits", value: 9, unit: "%", better: .more),
      ])
    #expect(metrics.dropFirst(2).map(\.name) == ["peak", "none", "gone"])
    #expect(metrics.dropFirst(2).allSatisfy { $0.value.isNaN })
    for value in [Double.nan, .infinity, -.infinity] {
      #expect(
        WorkerReply.metrics([BenchmarkMetric(name: "a", value: value, better: .more)]).line
          == #"metrics [{"name":"a","value":null,"unit":"","better":"more"}]"#)
    }
  }

  @Test(
    "what does not follow the protocol is refused with its problem",
    arguments: [
      ("parameters", "its JSON cannot be read: the text ends too early at byte 0"),
      ("parameters [", "its JSON cannot be read: the text ends too early at byte 1"),
      ("parameters {}", "the parameters are not an array"),
      ("parameters [7]", "a parameter is not an object"),
      (#"parameters [{"values": ["x"]}]"#, "'name' of a parameter is missing"),
      (#"parameters [{"name": 7}]"#, "'name' of a parameter is not a text"),
      (
        #"parameters [{"name": "Size", "values": ["x"]}]"#,
        "'Size' cannot name a parameter, whose name has lowercase letters, digits and hyphens"
      ),
      (
        #"parameters [{"name": "a", "open": true}, {"name": "a", "open": true}]"#,
        "the parameter 'a' is there twice"
      ),
      (#"parameters [{"name": "a"}]"#, "the parameter 'a' has no values and is not open"),
      (
        #"parameters [{"name": "a", "values": ["x", "y", "x"]}]"#,
        "the parameter 'a' has the value 'x' twice"
      ),
      (
        #"parameters [{"name": "a", "values": [1]}]"#,
        "'values' of a parameter is not an array of texts"
      ),
      (
        #"parameters [{"name": "a", "values": ["\u001b[2J"]}]"#,
        "a text in 'values' of a parameter contains a control character"
      ),
      (
        #"parameters [{"name": "a", "values": [""]}]"#,
        "a text in 'values' of a parameter is empty"
      ),
      (
        #"parameters [{"name": "a", "open": 1}]"#,
        "'open' of a parameter is neither true nor false"
      ),
      ("description []", "a description is not an object"),
      (#"description {"parameters": []}"#, "'parameters' of a description is not an object"),
      (
        #"description {"parameters": {"a": [1]}}"#,
        "the value of the parameter 'a' is neither a text nor a number"
      ),
      (
        #"description {"parameters": {"a": 1, "a": 2}}"#,
        "its JSON cannot be read: an object has two fields of the same name at byte 27"
      ),
      (
        #"description {"parameters": {"2a": 1}}"#,
        "'2a' cannot name a parameter, whose name has lowercase letters, digits and hyphens"
      ),
      (#"description {"references": {}}"#, "'references' of a description is not an array"),
      (
        #"description {"references": [{"name": "a"}]}"#,
        "'benchmark' of a reference is missing"
      ),
      (
        #"description {"references": [{"name": "a", "benchmark": "b"}, {"name": "a", "benchmark": "c"}]}"#,
        "the reference 'a' is there twice"
      ),
      (
        #"description {"items": -1}"#,
        "'items' of a description is not a finite number of at least 0"
      ),
      (
        #"description {"bytes": 1e999}"#,
        "'bytes' of a description is not a finite number of at least 0"
      ),
      (#"description {"items": NaN}"#, "its JSON cannot be read: a value is missing at byte 10"),
      (
        #"description {"clock": "sun"}"#, "'clock' is 'sun', which is neither 'wall' nor 'cpu'"
      ),
      ("metrics 7", "the metrics are not an array"),
      (#"metrics [{"name": "a", "value": 1}]"#, "'better' of a metric is missing"),
      (
        #"metrics [{"name": "a", "value": 1, "better": "big"}]"#,
        "the metric 'a' is better when 'big', which is none of less, more, equal"
      ),
      (
        #"metrics [{"name": "a", "value": "1", "better": "less"}]"#,
        "the value of the metric 'a' is not a number"
      ),
      (
        #"metrics [{"name": "a", "better": "less"}, {"name": "a", "better": "less"}]"#,
        "the metric 'a' is there twice"
      ),
      (
        "metrics " + String(repeating: "[", count: 100_000),
        "its JSON cannot be read: the value is nested more than 64 levels deep at byte 64"
      ),
    ])
  func refused(line: String, problem: String) throws {
    let error = try #require(throws: DescriptionProblem.self) { try WorkerReply(line: line) }
    #expect(error.text == problem)
  }

  @Test("names of parameters have lowercase letters, digits and hyphens")
  func names() {
    for name in ["a", "size", "size-2", "z9-"] { #expect(BenchmarkParameter.isName(name)) }
    for name in ["", "A", "2a", "-a", "a_b", "a b", "ä", "a=b"] {
      #expect(!BenchmarkParameter.isName(name))
    }
  }
}
