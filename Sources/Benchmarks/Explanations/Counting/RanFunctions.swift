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

    /// Whether the function itself differs, whatever is inlined into it.
    var differs: Bool {
      (base.calls, base.instructions, base.inlined)
        != (candidate.calls, candidate.instructions, candidate.inlined)
    }
  }

  /// What the base executes.
  let base: CallProfile
  /// What the candidate executes.
  let candidate: CallProfile
  /// All functions that one side runs at least, by name.
  let functions: [Row]
  /// The functions whose counts differ, the largest change first.
  package let rows: [Row]
  /// The numbers of functions in ``functions``.
  private let numbers: [CallProfile.Function: Int]

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
    let pairs = Self.pairs(base, candidate)
    let names = ReadableNames.names(of: pairs.map { $0.functions[0].name })
    let ordered = pairs.map { pair in
      let function = pair.functions[0]
      let row = Row(
        name: names[function.name] ?? function.name, file: function.file, object: function.object,
        base: pair.base, candidate: pair.candidate)
      return (row: row, functions: pair.functions)
    }.sorted { a, b in
      (a.row.name, a.row.object, a.row.file ?? "", a.functions[0].name)
        < (b.row.name, b.row.object, b.row.file ?? "", b.functions[0].name)
    }
    functions = ordered.map(\.row)
    numbers = ordered.enumerated().reduce(into: [:]) { found, entry in
      for function in entry.element.functions { found[function] = entry.offset }
    }
    rows = functions.filter(\.differs).sorted { a, b in
      // Calls decide between equal changes of instructions, then names.
      let sizes = [a, b].map { (abs($0.change), abs($0.candidate.calls - $0.base.calls)) }
      return sizes[0] == sizes[1] ? a.name < b.name : sizes[0] > sizes[1]
    }
  }

  /// The share of the largest difference from which a part is likely to matter.
  private static let likelyShare = 0.1

  /// The parts whose functions execute more or less on one side.
  ///
  /// - Parameter parts: what can be exchanged.
  /// - Returns: their numbers, the largest difference first.
  func likely(of parts: [ExchangeablePart]) -> [Int] {
    let sides = [SourceCounts(base), SourceCounts(candidate)]
    let differences = parts.map { part in
      part.functions.reduce(0) { sum, function in
        let costs = sides.map { $0.cost(of: function) ?? 0 }
        return sum + abs(costs[1] - costs[0])
      }
    }
    guard let largest = differences.max(), largest > 0 else { return [] }
    return parts.indices.filter { differences[$0] >= Self.likelyShare * largest }
      .sorted { differences[$0] > differences[$1] }
  }

  /// The number of a function of either side in ``functions``.
  func number(of function: CallProfile.Function) -> Int? { numbers[function] }

  private struct Pair {
    /// What both sides call it, where they call it differently.
    var functions: [CallProfile.Function] = []
    var base = CallProfile.Count()
    var candidate = CallProfile.Count()
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
      let ordered = own.counts.sorted { a, b in
        (a.key.name, a.key.file ?? "") < (b.key.name, b.key.file ?? "")
      }
      for (function, count) in ordered {
        var key = FunctionKey(function)
        if several.contains(key) { key.file = function.file }
        found[key, default: Pair()].functions.append(function)
        found[key, default: Pair()][keyPath: side] += count
      }
    }
    return Array(found.values)
  }
}

extension CallProfile {
  /// Whether nothing is known of an object's functions, as in a stripped program.
  func isUnnamed(_ object: String) -> Bool {
    let own = counts.keys.filter { $0.object == object && $0.name != "(below main)" }
    return !own.isEmpty && own.allSatisfy { $0.name == Self.unnamed }
  }
}
