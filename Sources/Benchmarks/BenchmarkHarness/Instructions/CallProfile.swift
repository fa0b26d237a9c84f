/// What one call of a benchmark executes, function by function, counted and not timed.
package struct CallProfile: Equatable, Sendable {
  /// A function, as a program has it.
  package struct Function: Hashable, Sendable {
    /// Its name in the program's table of symbols; ``unnamed`` where there is none.
    package let name: String
    /// The name of its source file, without a folder; `nil` without debug information.
    package let file: String?
    /// The name of the program or library that it is in, without a folder.
    package let object: String

    /// Names one.
    package init(name: String, file: String? = nil, object: String) {
      self.name = name
      self.file = file
      self.object = object
    }
  }

  /// What became of a function.
  package struct Count: Equatable, Sendable {
    /// How often it was called.
    package var calls: Int
    /// The instructions that it executed itself, without those of the functions that it called or that
    /// were inlined into it.
    package var instructions: Int
    /// How many of them it executed where it was inlined into another function.
    package var inlined: Int
    /// The instructions of the functions that were inlined into it.
    package var contained: Int

    package init(calls: Int = 0, instructions: Int = 0, inlined: Int = 0, contained: Int = 0) {
      self.calls = calls
      self.instructions = instructions
      self.inlined = inlined
      self.contained = contained
    }

    /// Adds up what a function did at several places.
    package static func += (a: inout Count, b: Count) {
      a.calls &+= b.calls
      a.instructions &+= b.instructions
      a.inlined &+= b.inlined
      a.contained &+= b.contained
    }
  }

  /// A function that calls another, or that another is inlined into.
  package struct Call: Hashable, Sendable {
    /// Who calls.
    package let caller: Function
    /// Who is called.
    package let callee: Function

    /// Names one.
    package init(caller: Function, callee: Function) {
      self.caller = caller
      self.callee = callee
    }
  }

  /// What counted.
  package struct Counter: Equatable, Sendable {
    /// Its name, as results say it.
    package let name: String
    /// What it counts: several words, of which the last one heads a column.
    package let unit: String
    /// Whether it is an interpreter, which counts functions of scripts.
    package let isInterpreter: Bool

    /// An interpreter that counts.
    package static func interpreter(_ name: String, counting unit: String) -> Counter {
      Counter(name: name, unit: unit, isInterpreter: true)
    }

    /// Instructions of the processor.
    package static let valgrind = Counter(
      name: ValgrindCounter.source, unit: "instructions", isInterpreter: false)
  }

  /// The name of all functions of an object that have none.
  package static let unnamed = "(no name)"

  /// The counts of all functions that were executed.
  package let counts: [Function: Count]
  /// What calls took, with all that was called in turn.
  package let calls: [Call: Int]
  /// The instructions of functions with those inlined into them, by the function of the table of symbols that
  /// they lie in, which is the caller.
  package let symbols: [Call: Int]
  /// Where a call spends its time; `nil` where that was not sampled.
  package var samples: TimeSamples?
  /// What counted; an interpreter counts other steps than instructions.
  package let counter: Counter

  /// Makes a profile; functions that executed nothing are left out.
  package init(
    counts: [Function: Count], calls: [Call: Int] = [:], symbols: [Call: Int] = [:],
    by counter: Counter = .valgrind
  ) {
    self.counter = counter
    self.counts = counts.filter {
      $0.value.instructions > 0 || $0.value.calls > 0 || $0.value.contained > 0
    }
    self.calls = calls.filter { $0.value > 0 }
    self.symbols = symbols.filter { $0.value > 0 }
  }

  /// All instructions.
  package var instructions: Int { counts.values.reduce(0) { $0 + $1.instructions } }

  /// What is executed in addition to another profile.
  package func beyond(_ other: CallProfile) -> CallProfile {
    func more(_ own: [Call: Int], _ others: [Call: Int]) -> [Call: Int] {
      own.reduce(into: [:]) { $0[$1.key] = $1.value - (others[$1.key] ?? 0) }
    }
    return CallProfile(
      counts: counts.reduce(into: [:]) { found, entry in
        let less = other.counts[entry.key] ?? Count()
        found[entry.key] = Count(
          calls: max(entry.value.calls - less.calls, 0),
          instructions: max(entry.value.instructions - less.instructions, 0),
          inlined: max(entry.value.inlined - less.inlined, 0),
          contained: max(entry.value.contained - less.contained, 0))
      },
      calls: more(calls, other.calls), symbols: more(symbols, other.symbols), by: counter)
  }
}
