internal import CAllocationCounter
internal import Dispatch
internal import Foundation
internal import Synchronization

/// Counts everything, prints a table, holds allocations to their limits and compares instructions
/// with the record in a directory, or writes it.
struct CountGate {
  let directory: URL

  /// Two per cent: what a patch release of the compiler may move without anybody's doing.
  private static let instructionTolerance = 0.02

  private var instructionFile: URL { directory.appending(path: "instructions.json") }

  func run(isRecording: Bool) throws {
    guard counts_allocations() == 1,
      let counter = InstructionCounter(
        executable: URL(filePath: "/proc/self/exe").resolvingSymlinksInPath())
    else {
      exit(message: "counting needs Linux with glibc, and valgrind", code: 69)
    }
    var allocations: [(name: String, count: Int)] = []
    var allowed: [String: CountRecord.Limits] = [:]
    for subject in CountedSubject.all {
      guard let limit = subject.allocations else { continue }
      allowed[subject.name] = CountRecord.Limits(about: limit, tolerance: 0)
      allocations.append((subject.name, try subject.runCounted()))
    }
    let instructions = try Self.inParallel(CountedSubject.all) { subject in
      let perMegapixel = Double(try counter.instructions(of: subject)) / CountedSubject.megapixels
      return (subject.name, Int(perMegapixel.rounded()))
    }
    if isRecording {
      try CountRecord(
        unit: "instructions a megapixel", counts: instructions,
        tolerance: Self.instructionTolerance
      ).write(to: instructionFile)
    }
    let problems =
      Self.report(allocations, CountRecord(unit: "allocations a call", limits: allowed))
      + Self.report(instructions, try CountRecord(contentsOf: instructionFile))
    guard problems == 0 else {
      exit(
        message: "\(problems) counts are outside their limits. A loss: find out why. "
          + "A gain or a wanted change: `make counts RECORD_COUNTS=1`, and commit PerfTests/Counts.",
        code: 1)
    }
  }

  /// Prints counts beside their limits.
  ///
  /// - Returns: how many are outside, or in the record and not counted.
  private static func report(_ counts: [(name: String, count: Int)], _ record: CountRecord) -> Int {
    var problems = 0
    print("\n\(record.unit)")
    for (name, count) in counts {
      let problem = record.problem(of: name, count: count)
      problems += problem == nil ? 0 : 1
      let limits = record.limits[name].map { "\($0.floor)...\($0.ceiling)" } ?? "-"
      print(
        "  " + column(name, 32) + column("\(count)", 14) + column(limits, 26)
          + (problem ?? "ok"))
    }
    for name in record.limits.keys.sorted() where !counts.contains(where: { $0.name == name }) {
      print("  \(column(name, 32))in the record, but nothing counts it")
      problems += 1
    }
    return problems
  }

  private static func column(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 1))
  }

  /// Maps subjects on all processors, each to a process of its own.
  private static func inParallel<Element: Sendable>(
    _ subjects: [CountedSubject], _ transform: @Sendable (CountedSubject) throws -> Element
  ) throws -> [Element] {
    let results = Mutex<[Int: Result<Element, any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: subjects.count) { index in
      let result = Result { try transform(subjects[index]) }
      results.withLock { $0[index] = result }
    }
    return try results.withLock { results in
      try results.sorted { $0.key < $1.key }.map { try $0.value.get() }
    }
  }
}
