internal import Measuring
internal import Testing

@Suite("Units as programs write them")
struct MeasuredUnitTests {
  @Test(
    "Of rates more is better, in every spelling",
    arguments: [
      "ops/s", "ops/ms", "ops/us", "ops/µs", "ops/ns", "ops/h", "ops/min", "op/s", "ops/sec",
      "items/ms", "items/s", "items_per_second", "bytes_per_second", "items per second", "kops",
      "Mops", "Mops/s", "kop/s", "ops", "pps", "Mpps", "kpps", "fps", "rps", "qps", "tps", "iops",
      "kIOPS", "FLOPS", "TFLOPS", "GFLOP/s", "gflops", "MIPS", "Hz", "MHz", "mhz", "MB/s", "GiB/s",
      "MBps", "Gbps", "mbps", "Mbit/s", "Gb/s", "B/s", "kB/s", "req/s", "requests/sec",
      "queries/s", "rows/s", "Mrows/s", "tokens/s", "tx/s", "frames/s", "Melem/s", "MiB/second",
      "1/s", "s^-1", "s⁻¹", "ops s^-1", "msgs/day", "iterations/s", "throughput", "OPS/S",
    ])
  func rates(unit: String) { #expect(MeasuredUnit(unit).better == .more) }

  @Test(
    "Of times, sizes and costs less is better",
    arguments: [
      "ns", "us", "µs", "\u{3BC}s", "ms", "s", "sec", "seconds", "min", "h", "ns/iter", "ns/op",
      "ms/op", "us/call", "s/op", "ns/byte", "B", "bytes", "kB", "KB", "MB", "MiB", "KiB", "GB",
      "B/op", "bytes/op", "kb", "mb", "allocs/op", "allocations", "cycles", "cycles/byte",
      "instructions", "cache-misses", "J", "mJ", "kJ", "Mbit",
    ])
  func costs(unit: String) { #expect(MeasuredUnit(unit).better == .less) }

  @Test(
    "What a unit does not tell is not known",
    arguments: [
      "", "score", "%", "x", "points", "ops/J", "a/b/c", "/", "per", "errors/s/s", "ms/s",
    ])
  func unknown(unit: String) { #expect(MeasuredUnit(unit).better == nil) }

  @Test(
    "Values of one dimension are converted, rounded once",
    arguments: [
      (700.0, "ns", 0.7, "us"), (1.4, "us/iter", 1400, "ns/iter"), (995, "ns", 0.995, "µs"),
      (1.5, "s", 1500, "ms"), (3, "min", 180, "s"), (2048, "B", 2, "KiB"),
      (1.5, "MiB", 1_572_864, "B"),
      (12, "kB", 12_000, "bytes"), (1, "MB", 1000, "kB"), (5, "ops/ms", 5000, "ops/s"),
      (5, "ops/us", 5, "Mops/s"), (60, "ops/h", 1, "ops/min"), (2, "kops", 2, "ops/ms"),
      (3, "Mpps", 3000, "kpps"), (8, "Gbps", 1000, "MB/s"), (1, "GiB/s", 1024, "MiB/s"),
      (7, "items_per_second", 0.007, "items/ms"), (2, "GFLOPS", 2000, "MFLOP/s"),
      (4, "kHz", 4000, "Hz"), (4, "B/op", 4, "bytes"), (3, "mJ", 0.003, "J"),
    ])
  func conversion(value: Double, from: String, expected: Double, to: String) {
    #expect(MeasuredUnit(from).converted(value, to: MeasuredUnit(to)) == expected)
  }

  @Test(
    "Other dimensions are not converted",
    arguments: [
      ("ns", "MB"), ("ops/s", "ns"), ("ops/s", "MB/s"), ("ops/s", "items/s"), ("score", "points"),
      ("MB", "MB/s"), ("", "ns"), ("ns", "ns/byte"),
    ])
  func apart(one: String, other: String) {
    #expect(MeasuredUnit(one).converted(1, to: MeasuredUnit(other)) == nil)
    #expect(MeasuredUnit(other).converted(1, to: MeasuredUnit(one)) == nil)
  }

  @Test("Any text is a unit, equal to itself")
  func anything() {
    for text in [
      "", "/", "//", "kkk", "\u{1F3A8}", "per per per", String(repeating: "m", count: 999),
    ] {
      #expect(MeasuredUnit(text).converted(1.25, to: MeasuredUnit(text)) == 1.25)
    }
  }
}
