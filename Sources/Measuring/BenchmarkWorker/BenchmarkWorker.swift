// A worker for paired benchmarks, in one file without dependencies (Linux, macOS).
//
//     import BenchmarkWorker
//
//     await serve {
//       for size in [10, 1000] {
//         Benchmark("sort \(size)", setUp: { shuffled(size) }) { numbers in numbers.sorted() }
//       }
//       Benchmark("fetch", setUp: { try await Server() }, tearDown: { await $0.stop() }) { server in
//         try await server.fetch()
//       }
//       Benchmark(
//         "pack", parameters: ["level": 3], references: ["copy": "copy"], items: 1, unit: "files", bytes: 4096,
//         metrics: { packed in [Metric("ratio", Double(packed.count) / 4096, better: .less)] },
//         setUp: { file() }, work: { bytes in pack(bytes, level: 3) })
//     }
//
// `bench` starts the program, which then obeys requests on file descriptor 3 (WORKER.md). `setUp` makes
// what the work needs and is not measured; the work is done once for its result, which both sides of
// a comparison must agree on, and then in epochs of a tenth of a millisecond. Closures are `@Sendable`,
// so that those of main.swift do not belong to the main actor: the work does not run there.

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Work that is measured.
public struct Benchmark {
  let name: String
  /// What it was made with, its references, and how much it works on, as JSON.
  let description: String
  let prepare: () async throws -> Prepared

  /// Work with what it needs.
  ///
  /// - Parameters:
  ///   - name: what reports call it; different for each benchmark.
  ///   - parameters: what it was made with; names have lowercase letters, digits and hyphens.
  ///   - references: the benchmarks that its ratios are taken to, each under a short name.
  ///   - items: how many things the work works on each time.
  ///   - unit: what these are called.
  ///   - bytes: how many bytes the work works on each time.
  ///   - metrics: values beside the time, of the work's first result.
  ///   - setUp: makes what the work needs, unmeasured.
  ///   - tearDown: removes it again, unmeasured.
  ///   - answer: the result as a text that is equal for equal results. The order of sets and
  ///     dictionaries differs from process to process: sort them.
  ///   - work: what is measured; its result is kept from the optimiser.
  public init<State, Result>(
    _ name: String, parameters: KeyValuePairs<String, any CustomStringConvertible> = [:],
    references: KeyValuePairs<String, Reference> = [:], items: Int? = nil, unit: String? = nil,
    bytes: Int? = nil, metrics: (@Sendable (Result) -> [Metric])? = nil,
    setUp: @escaping @Sendable () async throws -> State,
    tearDown: @escaping @Sendable (State) async -> Void = { _ in },
    answer: @escaping @Sendable (Result) -> String = { String(describing: $0) },
    work: @escaping @Sendable (State) throws -> Result
  ) {
    self.name = name
    description = Self.json(parameters, references, items, unit, bytes)
    prepare = {
      let state = try await setUp()
      let result = try work(state)
      return Prepared(
        answer: answer(result), metrics: metrics.map { metrics in { metrics(result) } },
        clock: CLOCK_THREAD_CPUTIME_ID,
        run: { count in for _ in 0..<count { blackHole(try work(state)) } },
        tearDown: { await tearDown(state) })
    }
  }

  /// Work that awaits, with what it needs.
  ///
  /// It may change threads: the processor time of the whole process decides for it.
  ///
  /// - Parameters: those of the other initialiser.
  public init<State, Result>(
    _ name: String, parameters: KeyValuePairs<String, any CustomStringConvertible> = [:],
    references: KeyValuePairs<String, Reference> = [:], items: Int? = nil, unit: String? = nil,
    bytes: Int? = nil, metrics: (@Sendable (Result) -> [Metric])? = nil,
    setUp: @escaping @Sendable () async throws -> State,
    tearDown: @escaping @Sendable (State) async -> Void = { _ in },
    answer: @escaping @Sendable (Result) -> String = { String(describing: $0) },
    work: @escaping @Sendable (State) async throws -> Result
  ) {
    self.name = name
    description = Self.json(parameters, references, items, unit, bytes)
    prepare = {
      let state = try await setUp()
      let result = try await work(state)
      return Prepared(
        answer: answer(result), metrics: metrics.map { metrics in { metrics(result) } },
        clock: CLOCK_PROCESS_CPUTIME_ID,
        run: { count in for _ in 0..<count { blackHole(try await work(state)) } },
        tearDown: { await tearDown(state) })
    }
  }

  /// Work that needs nothing.
  public init<Result>(
    _ name: String, parameters: KeyValuePairs<String, any CustomStringConvertible> = [:],
    references: KeyValuePairs<String, Reference> = [:], items: Int? = nil, unit: String? = nil,
    bytes: Int? = nil, metrics: (@Sendable (Result) -> [Metric])? = nil,
    work: @escaping @Sendable () throws -> Result
  ) {
    self.init(
      name, parameters: parameters, references: references, items: items, unit: unit, bytes: bytes,
      metrics: metrics, setUp: {}, work: { _ in try work() })
  }

  private static func json(
    _ parameters: KeyValuePairs<String, any CustomStringConvertible>,
    _ references: KeyValuePairs<String, Reference>, _ items: Int?, _ unit: String?, _ bytes: Int?
  ) -> String {
    let values = parameters.map { "\(quoted($0)):\(quoted($1.description))" }
    let others = references.map { name, reference in
      """
      {"name":\(quoted(name)),"benchmark":\(quoted(reference.benchmark)),\
      "answers":\(reference.answersAgree)}
      """
    }
    let fields = [
      values.isEmpty ? nil : "\"parameters\":{\(values.joined(separator: ","))}",
      others.isEmpty ? nil : "\"references\":[\(others.joined(separator: ","))]",
      items.map { "\"items\":\($0)" }, unit.map { "\"unit\":\(quoted($0))" },
      bytes.map { "\"bytes\":\($0)" },
    ]
    return "{\(fields.compactMap(\.self).joined(separator: ","))}"
  }
}

extension Benchmark {
  /// A benchmark that the ratios of another are taken to: its name, as a literal or with more to say.
  public struct Reference: Sendable, ExpressibleByStringInterpolation {
    let benchmark: String
    let answersAgree: Bool

    /// Refers to a benchmark by its name.
    ///
    /// - Parameters:
    ///   - benchmark: the name.
    ///   - answersAgree: whether both must compute the same.
    public init(_ benchmark: String, answersAgree: Bool = false) {
      self.benchmark = benchmark
      self.answersAgree = answersAgree
    }

    /// Refers to a benchmark by its name.
    public init(stringLiteral benchmark: String) { self.init(benchmark) }
  }
}

/// A value that is reported beside the time.
public struct Metric: Sendable {
  /// Which of two values is the better one.
  public enum Better: String, Sendable {
    /// The smaller one.
    case less
    /// The larger one.
    case more
    /// None: they must be equal.
    case equal
  }

  let json: String

  /// A value with its name and unit; one that is not finite is reported as missing.
  public init(_ name: String, _ value: Double, unit: String = "", better: Better) {
    json = """
      {"name":\(quoted(name)),"value":\(value.isFinite ? "\(value)" : "null"),\
      "unit":\(quoted(unit)),"better":"\(better)"}
      """
  }
}

/// Keeps a value from being optimised away, together with the work that made it.
@inline(never)
@_optimize(none)
public func blackHole<Value>(_ value: borrowing Value) {}

/// Collects benchmarks: statements, `for` loops over parameters and `if`.
@resultBuilder
public enum BenchmarkList {
  /// A benchmark.
  public static func buildExpression(_ benchmark: Benchmark) -> [Benchmark] { [benchmark] }
  /// Benchmarks made elsewhere.
  public static func buildExpression(_ benchmarks: [Benchmark]) -> [Benchmark] { benchmarks }
  /// One after the other.
  public static func buildBlock(_ parts: [Benchmark]...) -> [Benchmark] { parts.flatMap { $0 } }
  /// A loop.
  public static func buildArray(_ parts: [[Benchmark]]) -> [Benchmark] { parts.flatMap { $0 } }
  /// An `if` without `else`.
  public static func buildOptional(_ part: [Benchmark]?) -> [Benchmark] { part ?? [] }
  /// An `if`.
  public static func buildEither(first part: [Benchmark]) -> [Benchmark] { part }
  /// An `else`.
  public static func buildEither(second part: [Benchmark]) -> [Benchmark] { part }
}

/// Serves the process that started this one until it says quit or goes away.
public func serve(@BenchmarkList _ benchmarks: @Sendable () -> [Benchmark]) async {
  let benchmarks = benchmarks()
  var prepared: [Int: Prepared] = [:]
  while let line = readRequest() {
    let words = line.split(separator: " ").map(String.init)
    let numbers = words.dropFirst().compactMap { Int($0) }
    let index = numbers.first ?? -1
    var reply = "failure no such request: \(line)"
    switch (words.first, numbers.count) {
    case ("hello", 1): reply = "hello \(min(max(index, 1), 2))"
    case ("pin", 1): reply = "pinned \(pin(toCore: index) ? 1 : 0)"
    case ("list", 0): reply = "workloads \(benchmarks.count)"
    case ("name", 1), ("describe", 1), ("prepare", 1):
      guard benchmarks.indices.contains(index) else {
        reply = "failure no workload \(index)"
        break
      }
      if words.first == "name" {
        reply = "name \(benchmarks[index].name)"
        break
      }
      if words.first == "describe" {
        reply = "description \(benchmarks[index].description)"
        break
      }
      await prepared.removeValue(forKey: index)?.tearDown()
      do {
        let work = try await benchmarks[index].prepare()
        prepared[index] = work
        reply = "answer \(shortened(work.answer))"
      } catch {
        reply = "failure \(error)"
      }
    case ("run", 3):
      guard let work = prepared[index] else {
        reply = "failure told to run before it was told to prepare"
        break
      }
      do {
        reply = try await work.epoch(count: numbers[1], warmUp: numbers[2])
      } catch {
        reply = "failure \(error)"
      }
    case ("metrics", 1):
      guard let work = prepared[index] else {
        reply = "failure asked for metrics before it was told to prepare"
        break
      }
      reply = "metrics [\((work.metrics?() ?? []).map(\.json).joined(separator: ","))]"
    case ("quit", 0):
      for work in prepared.values { await work.tearDown() }
      return
    default: break
    }
    let text = reply.split(whereSeparator: \.isNewline).joined(separator: " ") + "\n"
    guard send(text) else { return }
  }
}

/// Work that is ready.
struct Prepared {
  let answer: String
  let metrics: (() -> [Metric])?
  /// The clock of the third field of an epoch.
  let clock: clockid_t
  let run: (_ count: Int) async throws -> Void
  let tearDown: () async -> Void

  /// Runs the work between two readings of every clock, and answers with the differences.
  func epoch(count: Int, warmUp: Int) async throws -> String {
    try await run(max(warmUp, 0))
    let process = nanoseconds(CLOCK_PROCESS_CPUTIME_ID)
    let wall = nanoseconds(CLOCK_MONOTONIC)
    let thread = nanoseconds(clock)
    try await run(max(count, 0))
    let threadEnd = nanoseconds(clock)
    let wallEnd = nanoseconds(CLOCK_MONOTONIC)
    let processEnd = nanoseconds(CLOCK_PROCESS_CPUTIME_ID)
    return "epoch \(count) \(wallEnd - wall) \(threadEnd - thread) \(processEnd - process) 0 0"
  }
}

private func nanoseconds(_ clock: clockid_t) -> Int {
  var time = timespec()
  clock_gettime(clock, &time)
  return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
}

/// Asks the system to keep this thread on a core; only Linux can.
private func pin(toCore core: Int) -> Bool {
  #if os(Linux)
    // Swift's module of the C library leaves the function out: it is found by its name.
    typealias Function = @convention(c) (pid_t, Int, UnsafeRawPointer) -> Int32
    guard (0..<1024).contains(core), let symbol = dlsym(nil, "sched_setaffinity") else {
      return false
    }
    var mask = [UInt64](repeating: 0, count: 16)
    mask[core / 64] = 1 << UInt64(core % 64)
    // SAFETY: this is the type of the function in the C library, and the mask has 128 bytes.
    return unsafeBitCast(symbol, to: Function.self)(0, 128, mask) == 0
  #else
    return false
  #endif
}

/// A text as JSON writes it.
private func quoted(_ text: String) -> String {
  let scalars = text.unicodeScalars.map { scalar in
    if scalar == "\"" || scalar == "\\" { return "\\\(scalar)" }
    guard scalar.value < 32 || Character(scalar).isNewline else { return String(scalar) }
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
  return "\"\(scalars.joined())\""
}

/// A long answer as its beginning and a hash of all of it (FNV-1a).
private func shortened(_ answer: String) -> String {
  guard answer.utf8.count > 1000 else { return answer }
  let hash = answer.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
    ($0 ^ UInt64($1)) &* 0x100_0000_01b3
  }
  return "\(answer.prefix(100))… \(String(hash, radix: 16))"
}

/// A line of the channel; `nil` when it is closed.
private func readRequest() -> String? {
  var line: [UInt8] = []
  var byte: UInt8 = 0
  while true {
    let count = read(3, &byte, 1)
    if count < 0, errno == EINTR { continue }
    guard count == 1 else { return nil }
    if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
    line.append(byte)
  }
}

/// Sends a text whole; false when the channel is closed.
private func send(_ text: String) -> Bool {
  let bytes = Array(text.utf8)
  var sent = 0
  while sent < bytes.count {
    let count = bytes[sent...].withUnsafeBytes { write(3, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return false }
    sent += count
  }
  return true
}
