internal import Reporting
internal import Testing

@testable import BenchmarkHarness

/// What is read of callgrind's files.
@Suite("Functions counted by callgrind")
struct CallgrindTests {
  private static let file = """
    # callgrind format
    version: 1
    positions: line
    events: Ir
    summary: 1000

    ob=(1) /made/program
    fl=(1) /made/src/main.c
    fn=(1) main
    10 5
    +2 7
    cfi=(2) /made/src/parse.c
    cfn=(2) parse_row
    calls=20 3
    +1 900
    cob=(2) /lib/libc.so.6
    cfi=(3) ???
    cfn=(3) puts
    calls=1 0
    * 60

    fl=(2)
    fn=(2)
    3 400
    fi=(4) /made/src/inline.h
    7 500
    fe=(2)
    -1 20

    ob=(2)
    fl=(3)
    fn=(3)
    0 48
    fn=(4) 0x0000000000001040
    0 12
    fn=(5) 0x0000000000001050
    0 8
    totals: 1000
    """

  private func counts(_ text: String) -> [CallProfile.Function: CallProfile.Count] {
    var found = Callgrind.FunctionCounts()
    found.add(file: Array(text.utf8))
    return found.profile { _, _ in [:] }.counts
  }

  @Test("instructions are those of the function itself, calls those of all callers")
  func functions() {
    #expect(
      counts(Self.file) == [
        .init(name: "main", file: "main.c", object: "program"): .init(instructions: 12),
        .init(name: "parse_row", file: "parse.c", object: "program"):
          .init(calls: 20, instructions: 920),
        .init(name: "puts", object: "libc.so.6"): .init(calls: 1, instructions: 48),
        .init(name: CallProfile.unnamed, object: "libc.so.6"): .init(instructions: 20),
      ])
  }

  @Test("addresses of instructions may stand before lines")
  func addresses() {
    let text = "positions: instr line\nob=(1) p\nfl=(1) a.c\nfn=(1) f\n0x10 3 40\n+4 * 2\n"
    #expect(
      counts(text) == [.init(name: "f", file: "a.c", object: "p"): .init(instructions: 42)])
  }

  @Test("what is inlined counts for itself, at its address, and a function that calls itself once")
  func inlined() {
    var counts = Callgrind.FunctionCounts()
    counts.add(
      file: Array(
        """
        positions: instr line
        ob=(1) /made/p
        fl=(1) /made/a.c
        fn=(1) f
        0x10 3 40
        fi=(2) /made/b.h
        +4 9 2
        * 9 5
        cfn=(2) f'2
        calls=3 0x10 3
        +6 * 900
        -10 3 1
        fn=(2)
        0x14 9 7
        """.utf8))
    var asked: [UInt64: Int] = [:]
    let (function, outer, inner) = (
      CallProfile.Function(name: "f", file: "f.c", object: "p"),
      CallProfile.Function(name: "outer", file: "b.h", object: "p"),
      CallProfile.Function(name: "inner", file: "f.c", object: "p")
    )
    let found = counts.profile { costs, path in
      if path == "/made/p" { asked = costs }
      return [
        0x10: [InlinedFunction(name: "f", file: "f.c")],
        0x14: [
          InlinedFunction(name: "f", file: "f.c"), InlinedFunction(name: "outer", file: "b.h"),
          InlinedFunction(name: "inner", file: nil),
        ],
      ]
    }
    #expect(asked == [0x10: 41, 0x14: 14])
    #expect(
      found.counts == [
        function: .init(calls: 3, instructions: 41, contained: 14),
        outer: .init(contained: 14), inner: .init(instructions: 14, inlined: 14),
      ])
    // The call is made at an address that nothing is known of.
    #expect(
      found.calls == [
        .init(caller: function, callee: outer): 14, .init(caller: outer, callee: inner): 14,
        .init(caller: function, callee: function): 900,
      ])
  }

  @Test("names of inlined functions are read from the outermost to the innermost")
  func names() {
    let text = """
      0x0000000000001154
      mix
      /made/a.c:?
      hash_step
      /made/./h.h:5 (discriminator 2)
      parse
      /made/a.c:7
      0x1180
      parse
      ??:0
      0x1184
      """
    #expect(
      InlinedFunction.read(text) == [
        0x1154: [
          InlinedFunction(name: "parse", file: "a.c"),
          InlinedFunction(name: "hash_step", file: "h.h"), InlinedFunction(name: "mix", file: nil),
        ],
        0x1180: [InlinedFunction(name: "parse", file: nil)],
      ])
    #expect(InlinedFunction.read("").isEmpty)
    #expect(InlinedFunction.found(at: [1: 1], in: "/nowhere").isEmpty)
  }

  @Test("processes are added up, and a second call is what it has beyond the first")
  func sums() {
    let function = CallProfile.Function(name: "f", object: "p")
    let other = CallProfile.Function(name: "start", object: "p")
    let one = CallProfile(
      counts: [function: .init(calls: 1, instructions: 10), other: .init(instructions: 90)])
    let two = CallProfile(
      counts: [function: .init(calls: 2, instructions: 25), other: .init(instructions: 90)])
    #expect(two.beyond(one).counts == [function: .init(calls: 1, instructions: 15)])
    var found = Callgrind.FunctionCounts()
    for _ in 0..<2 { found.add(file: Array(Self.file.utf8)) }
    let main = CallProfile.Function(name: "main", file: "main.c", object: "program")
    #expect(found.profile { _, _ in [:] }.counts[main]?.instructions == 24)
  }

  @Test("damaged files count something or nothing, and a file without functions is said")
  func damaged() throws {
    let bytes = Array(Self.file.utf8)
    for index in bytes.indices {
      var found = Callgrind.FunctionCounts()
      found.add(file: Array(bytes[..<index]))
      var other = bytes
      other[index] = 0xFF
      found.add(file: other)
    }
    _ = counts("fn=(99999999999999999999) f\ncalls=-1\n1 2\n+ \ncalls=9223372036854775807 1\n")
    #expect(throws: HarnessFailure.failed("valgrind wrote no counts of functions")) {
      try ValgrindCounter(valgrind: "/usr/bin/false").profile(calls: 1) { _, _ in }
    }
  }
}
