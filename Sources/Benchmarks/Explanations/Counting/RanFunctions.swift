package import BenchmarkHarness
internal import ProgramLayouts

/// What one call of a benchmark executes on both sides, counted function by function.
package struct RanFunctions: Equatable, Sendable {
  /// A function whose counts differ.
  package struct Row: Equatable, Sendable {
    package let name: String
    /// Its source file; `nil` without debug information.
    package let file: String?
    /// The program or library that it is in.
    package let object: String
    /// What the base counts; nothing where it does not run the function.
    package let base: CallProfile.Count
    /// What the candidate counts.
    package let candidate: CallProfile.Count

    /// How many instructions more the candidate executes.
    package var change: Int { candidate.instructions - base.instructions }
  }

  /// What the base executes.
  let base: CallProfile
  /// What the candidate executes.
  let candidate: CallProfile
  /// The functions whose counts differ, the largest change first.
  package let rows: [Row]

  /// Whether the program has names of functions: a stripped one has none.
  let hasNames: Bool

  /// Compares what both sides execute.
  ///
  /// - Parameters:
  ///   - base: what the base executes.
  ///   - candidate: what the candidate executes.
  ///   - program: the name of the program that is measured; `nil` for one of the system.
  package init(base: CallProfile, candidate: CallProfile, program: String? = nil) {
    hasNames = program.map { !candidate.isUnnamed($0) } ?? true
    self.base = base
    self.candidate = candidate
    let pairs = Self.pairs(base, candidate).filter(\.differs)
    let names = ReadableNames.names(of: pairs.map(\.function.name))
    rows = pairs.map { pair in
      Row(
        name: names[pair.function.name] ?? pair.function.name, file: pair.function.file,
        object: pair.function.object, base: pair.base, candidate: pair.candidate)
    }.sorted { a, b in
      // Calls decide between equal changes of instructions, then names.
      let sizes = [a, b].map { (abs($0.change), abs($0.candidate.calls - $0.base.calls)) }
      return sizes[0] == sizes[1] ? a.name < b.name : sizes[0] > sizes[1]
    }
  }

  private struct Pair {
    let function: CallProfile.Function
    var base = CallProfile.Count()
    var candidate = CallProfile.Count()

    /// Whether the function itself differs, whatever is inlined into it.
    var differs: Bool {
      (base.calls, base.instructions, base.inlined)
        != (candidate.calls, candidate.instructions, candidate.inlined)
    }
  }

  /// Tells functions apart, whatever numbers the compiler gave them.
  private struct FunctionKey: Hashable {
    let name: String
    let object: String
    /// Only of static functions of one name.
    var file: String?

    init(_ function: CallProfile.Function) {
      name = ObjectPiece.key(of: function.name)
      object = function.object
    }
  }

  /// The functions of both sides; a function that moved to another file is the same.
  private static func pairs(_ base: CallProfile, _ candidate: CallProfile) -> [Pair] {
    var several: Set<FunctionKey> = []
    for side in [base, candidate] {
      let groups = Dictionary(grouping: side.counts.keys, by: FunctionKey.init)
      several.formUnion(groups.filter { Set($0.value.map(\.file)).count > 1 }.keys)
    }
    var found: [FunctionKey: Pair] = [:]
    for (side, own) in [(\Pair.base, base), (\Pair.candidate, candidate)] {
      for (function, count) in own.counts {
        var key = FunctionKey(function)
        if several.contains(key) { key.file = function.file }
        found[key, default: Pair(function: function)][keyPath: side] += count
      }
    }
    return Array(found.values)
  }
}

extension CallProfile {
  /// The instructions of each function of the sources with those of functions inlined into it, whatever
  /// pieces compilers made of it.
  var sources: [String: Int] {
    counts.reduce(into: [:]) { found, entry in
      found[ReadableNames.source(of: entry.key.name), default: 0] +=
        entry.value.instructions + entry.value.contained
    }
  }

  /// Whether nothing is known of an object's functions, as in a stripped program.
  func isUnnamed(_ object: String) -> Bool {
    let own = counts.keys.filter { $0.object == object && $0.name != "(below main)" }
    return !own.isEmpty && own.allSatisfy { $0.name == Self.unnamed }
  }
}
