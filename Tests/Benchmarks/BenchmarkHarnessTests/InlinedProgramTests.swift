internal import BenchmarkBuilds
internal import CommandTestSupport
internal import Measuring
internal import Testing

@testable import BenchmarkHarness

/// Counts a program in C whose compiler inlines two functions of a header.
@Suite("Inlined functions of a program")
struct InlinedProgramTests {
  private static let isPossible =
    ["gcc", "valgrind", "addr2line"].allSatisfy { Executable.find($0) != nil }

  @Test(
    "they have their own instructions, and the one around them the rest", .enabled(if: isPossible))
  func inlined() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      """
      static inline unsigned long mix(unsigned long v) { return (v ^ (v >> 29)) * 5; }
      static inline unsigned long hash_step(unsigned long v) {
        for (int i = 0; i < 40; i++) v = mix(v) + i;
        return v;
      }
      """, to: "hash.h")
    let source = try folder.write(
      """
      #include "hash.h"
      __attribute__((noinline)) unsigned long parse_row(unsigned long v) {
        return hash_step(v) + 1;
      }
      int main(void) {
        unsigned long v = 1;
        for (int i = 0; i < 100; i++) v += parse_row(v);
        return v == 0;
      }
      """, to: "row.c")
    let program = folder.file("program")
    let built = ProgramOutput.of(
      program: try #require(Executable.find("gcc")),
      arguments: ["-O2", "-g", "-fno-unroll-loops", "-o", program, source],
      environment: Executable.environment, mergingErrors: true)
    try #require(built.isSuccess, "\(built.text)")
    let counter = try #require(ValgrindCounter.ofThisMachine)
    let profile = try counter.profile(calls: 1) { emulation, _ in
      let run = ProgramOutput.of(
        program: emulation.program, arguments: emulation.options + [program],
        environment: Executable.environment + emulation.environment, mergingErrors: true)
      #expect(run.isSuccess, "\(run.text)")
    }
    func function(_ name: String, _ file: String) throws -> CallProfile.Function {
      let found = CallProfile.Function(name: name, file: file, object: "program")
      try #require(profile.counts[found] != nil, "\(profile.counts.keys.map(\.name).sorted())")
      return found
    }
    let row = try function("parse_row", "row.c")
    let step = try function("hash_step", "hash.h")
    let mix = try function("mix", "hash.h")
    let counts = [row, step, mix].compactMap { profile.counts[$0] }
    #expect(counts.map(\.calls) == [100, 0, 0])
    // 40 steps of 100 calls, in which the processor does several things.
    #expect(counts[2].instructions >= 3 * 4000)
    #expect(counts[1].inlined == counts[1].instructions)
    #expect(counts[1].contained == counts[2].instructions)
    #expect(counts[0].contained == counts[1].instructions + counts[2].instructions)
    #expect(counts[0].inlined == 0 && counts[0].instructions >= 100)
    let main = try function("main", "row.c")
    #expect(
      profile.calls[.init(caller: main, callee: row)]
        == counts.reduce(0) { $0 + $1.instructions })
    #expect(profile.calls[.init(caller: step, callee: mix)] == counts[2].instructions)
  }
}
