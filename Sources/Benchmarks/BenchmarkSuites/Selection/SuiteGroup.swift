internal import BenchmarkHarness
internal import Measuring
package import Reporting

/// Benchmarks that take turns: ratios are taken from one to another, in the same rounds.
package struct SuiteGroup: Sendable {
  /// The benchmarks, in the order of the suite, with the references that were not chosen.
  package let members: [SuiteBenchmark]
  /// The places of those that were asked for.
  package let chosen: [Int]

  /// What progress is called.
  package var name: String { chosen.first.map { members[$0].name } ?? "" }

  /// Whether all of its benchmarks are in one process.
  var sharesProcess: Bool { members.count > 1 && workerCommand != nil }

  /// The command of the worker that has them all; `nil` where each has a process of its own.
  private var workerCommand: SuiteCommand? {
    guard case .workload(let first, _, _)? = members.first?.work else { return nil }
    let isShared = members.allSatisfy { member in
      if case .workload(first, _, _) = member.work { true } else { false }
    }
    return isShared ? first : nil
  }

  func place(of name: String) -> Int? { members.firstIndex { $0.name == name } }

  /// Whether the history takes the ratios of a member to the reference loop: it names no reference,
  /// and is none.
  func needsReferenceLoop(_ member: SuiteBenchmark) -> Bool {
    member.description.references.isEmpty
      && !members.contains { $0.description.references.contains { $0.benchmark == member.name } }
  }

  /// Divides benchmarks into groups.
  ///
  /// - Parameters:
  ///   - chosen: what was asked for, in order.
  ///   - all: all benchmarks of the suite, among which references are.
  /// - Returns: the groups, in the order of their first benchmark.
  /// - Throws: ``HarnessFailure`` for a reference that is missing, that leads back to where it began,
  ///   or that cannot take turns.
  /// - Complexity: O(*n*) in benchmarks and references.
  package static func groups(
    of chosen: [SuiteBenchmark], among all: [SuiteBenchmark]
  ) throws(HarnessFailure) -> [SuiteGroup] {
    let known = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    try refuseCircles(known, from: chosen)
    // Every benchmark that was asked for, or that one of them leads to, points to its group's first.
    var parent: [String: String] = [:]
    func root(_ name: String) -> String {
      var name = name
      while let next = parent[name], next != name { name = next }
      return name
    }
    var open = chosen.map(\.name)
    while let name = open.popLast() {
      //     a and b refer to r     parent    b → b     r → b     a → a     r → b → a
      //                                      one group, whichever of them was asked for
      if parent[name] == nil { parent[name] = name }
      for reference in known[name]?.description.references ?? [] {
        let isNew = parent[reference.benchmark] == nil
        if isNew {
          parent[reference.benchmark] = reference.benchmark
          open.append(reference.benchmark)
        }
        parent[root(reference.benchmark)] = root(name)
      }
    }
    var members: [String: [SuiteBenchmark]] = [:]
    for benchmark in all where parent[benchmark.name] != nil {
      members[root(benchmark.name), default: []].append(benchmark)
    }
    let wanted = Set(chosen.map(\.name))
    var seen: Set<String> = []
    var groups: [SuiteGroup] = []
    for benchmark in chosen where seen.insert(root(benchmark.name)).inserted {
      let own = members[root(benchmark.name)] ?? []
      try refuseMixture(own)
      groups.append(
        SuiteGroup(
          members: own,
          chosen: own.indices.filter { wanted.contains(own[$0].name) }))
    }
    return groups
  }

  /// Refuses references that are missing or that lead back to where they began.
  private static func refuseCircles(
    _ known: [String: SuiteBenchmark], from chosen: [SuiteBenchmark]
  ) throws(HarnessFailure) {
    var done: Set<String> = []
    for start in chosen {
      // A path is as long as a chain of references, which is short.
      // Depth first, with the path in an array and not on the stack; `next` is the reference
      // of each that is followed next.
      var path: [(name: String, next: Int)] = [(start.name, 0)]
      while let last = path.last {
        let references = known[last.name]?.description.references ?? []
        guard !done.contains(last.name), last.next < references.count else {
          done.insert(last.name)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let name = references[last.next].benchmark
        guard known[name] != nil else {
          throw HarnessFailure(
            message: "The reference '\(references[last.next].name)' of '\(last.name)' is "
              + "'\(name)', and there is no such benchmark.", status: .damagedInput)
        }
        if let begin = path.firstIndex(where: { $0.name == name }) {
          let circle = path[begin...].map { "'\($0.name)'" } + ["'\(name)'"]
          throw HarnessFailure(
            message: "References lead in a circle: \(circle.joined(separator: " → ")).",
            status: .damagedInput)
        }
        path.append((name, 0))
      }
    }
  }

  /// Refuses a group of which some are processes for each epoch and others are not.
  private static func refuseMixture(_ members: [SuiteBenchmark]) throws(HarnessFailure) {
    guard let odd = members.first(where: { $0.startsEachEpoch != members[0].startsEachEpoch })
    else { return }
    throw HarnessFailure(
      message: "'\(odd.name)' and '\(members[0].name)' cannot take turns, as references do: one is "
        + "run from start to end, the other inside of a worker.", status: .damagedInput)
  }
}
