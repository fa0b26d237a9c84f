internal import BenchmarkBuilds
internal import CommandTestSupport
internal import Measuring
internal import Reporting
internal import Testing

@testable import BenchmarkHarness

/// Where programs spend their time, by what perf writes and by what it really samples.
@Suite("Samples of time")
struct TimeSamplesTests {
  private static func function(
    _ name: String, file: String? = nil, object: String = "program"
  ) -> CallProfile.Function {
    CallProfile.Function(name: name, file: file, object: object)
  }

  @Test("tables of perf are read, and other lines are not")
  func report() {
    let found = TimeSampler.read(
      """
      # Samples: 1K of event 'cpu-clock'
      #      Samples\tShared Object       \tSymbol
       954        \tmy program          \t[.] parse_row
       462        \tlibc.so.6           \t[.] _ZNSt6vectorIiE9push_backEi
       7          \t[kernel.kallsyms]   \t[k] clear_page_erms
       2          \tmy program          \t[.] 0x0000000000001180
       1          \tmy program          \t[.] 0x0000000000001190
      x          \ty\tz

      # (Tip: a tip)
      """)
    #expect(
      found == [
        Self.function("parse_row", object: "my program"): 954,
        Self.function("_ZNSt6vectorIiE9push_backEi", object: "libc.so.6"): 462,
        Self.function("clear_page_erms", object: "[kernel.kallsyms]"): 7,
        Self.function(CallProfile.unnamed, object: "my program"): 3,
      ])
    #expect(TimeSamples(counts: found).all == 1426)
  }

  /// Samples of each function, where symbols hold these instructions of functions.
  private func samples(
    _ counts: [String: Int], _ symbols: [(symbol: String, function: String, instructions: Int)]
  ) -> [String: Double] {
    let profile = CallProfile(
      counts: [:],
      symbols: symbols.reduce(into: [:]) { found, place in
        found[
          CallProfile.Call(
            caller: Self.function(place.symbol, file: "a.c"),
            callee: Self.function(place.function, file: "a.c"))] = place.instructions
      })
    let sampled = TimeSamples(
      counts: counts.reduce(into: [:]) { $0[Self.function($1.key)] = $1.value })
    return sampled.samples(in: profile).reduce(into: [:]) { $0[$1.key.name] = $1.value }
  }

  @Test("slow instructions take more time, and a function inlined has its part of each symbol")
  func shares() {
    let found = samples(
      ["slow": 9000, "fast": 1000],
      [
        ("slow", "slow", 1_000_000), ("slow", "step", 400_000), ("fast", "fast", 9_000_000),
        ("fast", "step", 4_500_000),
      ])
    #expect(abs((found["slow"] ?? 0) - 9000) < 10)
    #expect(abs((found["fast"] ?? 0) - 1000) < 10)
    #expect(abs((found["step"] ?? 0) - (3600 + 500)) < 10)
  }

  @Test("what was never met takes less than one sample, in proportion to its instructions")
  func rare() {
    let found = samples(
      ["often": 10_000],
      [("often", "often", 1_000_000), ("rare", "rare", 10), ("some", "some", 10_000)])
    #expect(abs((found["rare"] ?? 0) - 0.099) < 0.001)
    #expect(found["some"] == 0.5)
    #expect(found["often"] == 10_000)
    #expect(samples([:], [("rare", "rare", 10)]) == ["rare": 0])
  }

  @Test("perf meets divisions more often than as many instructions that take no time")
  func real() throws {
    let sampler: TimeSampler
    do {
      sampler = try TimeSampler.ofThisMachine()
    } catch {
      // Where perf is missing or not permitted the reason is what people read.
      #expect(error.message.hasPrefix("perf "), "\(error)")
      return
    }
    let folder = try TemporaryFolder()
    _ = try folder.write(
      """
      #include <stdint.h>
      __attribute__((noinline)) uint64_t divide(uint64_t n) {
        uint64_t s = 1;
        for (uint64_t i = 1; i < n; i++) s = (s | 1ul << 63) / (i | 1) + i;
        return s;
      }
      __attribute__((noinline)) uint64_t add(uint64_t n) {
        uint64_t s = 1;
        for (uint64_t i = 1; i < n; i++) { s += i; __asm__ volatile("" : "+r"(s)); }
        return s;
      }
      int main(void) { return divide(2000000) + add(2000000) == 7; }
      """, to: "program.c")
    let compiler = try #require(Executable.find("cc"))
    let program = folder.file("program")
    #expect(
      ProgramOutput.of(
        program: compiler, arguments: ["-O1", "-o", program, folder.file("program.c")],
        environment: Executable.environment
      ).isSuccess)
    var seconds = 0.0
    func elapsed() -> Double {
      seconds += 0.5
      return seconds
    }
    let found = try TimeSamples(elapsed: elapsed) { process throws(HarnessFailure) in
      try sampler.samples(ofCalls: 1, process: process) { emulation, _ in
        let output = ProgramOutput.of(
          program: emulation.program, arguments: emulation.options + [program],
          environment: Executable.environment)
        #expect(output.isSuccess, "\(output.text)")
      }
    }
    let divisions = found.counts[Self.function("divide")] ?? 0
    let sums = found.counts[Self.function("add")] ?? 0
    #expect(divisions > 20 && divisions > 2 * sums, "\(found)")
  }
}
